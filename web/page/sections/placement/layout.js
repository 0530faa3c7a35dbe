/** Where the charts of blocks have their points. */

/** How wide and high a chart is, in its own units. */
export const CHART = 1000;

/**
 * The axes, logarithmic: their ends, and the numbers that label them. The stream is as large as it is before the first
 * block, or larger, or 1.
 */
export const AXES = {
  stream: { ends: [0.5, 8], ticks: [0.5, 1, 2, 4, 8] },
  gradient: { ends: [0.1, 10], ticks: [0.1, 1, 10] },
};

/** @typedef {keyof typeof AXES} Quantity */

/** In hundredths of the chart's height, from above. @param {number} value @param {Quantity} quantity */
export function heightOf(value, quantity) {
  const [low, high] = AXES[quantity].ends;
  const share = Math.log(value / low) / Math.log(high / low);
  return 100 * (1 - Math.min(Math.max(share, 0), 1));
}

/**
 * In hundredths of its width. The stream has a place 0, before the first block.
 * @param {number} block
 * @param {number} blocks
 */
export const placeOf = (block, blocks) => (100 * block) / blocks;

/** @param {number} value @param {number} block @param {number} blocks @param {Quantity} quantity */
const pointOf = (value, block, blocks, quantity) =>
  `${Math.round((placeOf(block, blocks) * CHART) / 100)} ${Math.round((heightOf(value, quantity) * CHART) / 100)}`;

/** The block of the first number. @param {Quantity} quantity */
const firstBlock = (quantity) => (quantity === "stream" ? 0 : 1);

/** @param {readonly number[]} values  by block @param {number} blocks @param {Quantity} quantity */
export const lineOf = (values, blocks, quantity) =>
  `M${values.map((value, i) => pointOf(value, i + firstBlock(quantity), blocks, quantity)).join("L")}${values.length === 1 ? "h.01" : ""}`;

/** @param {readonly import("./middle.js").Middle[]} middles @param {number} blocks @param {Quantity} quantity */
export function bandOf(middles, blocks, quantity) {
  const first = firstBlock(quantity);
  const points = (/** @type {number[]} */ values) =>
    values.map((value, i) => pointOf(value, i + first, blocks, quantity));
  const above = points(middles.map(({ high }) => high));
  const below = points(middles.map(({ low }) => low)).reverse();
  return middles.length === 0 ? "" : `M${[...above, ...below].join("L")}Z`;
}
