/** What is told of many networks: their median, and half of them between the quartiles. */
import { quantile } from "d3-array";

/** @typedef {import("./job.js").Firsts} Firsts */
/** @typedef {"stream" | "gradient"} Quantity */
/** @typedef {{ low: number, median: number, high: number }} Middle */

/** @param {readonly number[]} values @returns {Middle} */
export const middleOf = (values) => {
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => quantile(values, share) ?? NaN);
  return { low, median, high };
};

/** Block by block; of the stream there is one more, before the first block.
 * @param {readonly Firsts[]} known @param {import("./job.js").Kind} kind @param {Quantity} quantity */
export const middlesOf = (known, kind, quantity) =>
  (known[0]?.[kind][quantity] ?? []).map((_, i) => middleOf(known.map((each) => each[kind][quantity][i])));

/** The kind of pre-LN that is shown. @param {import("./spec.js").PlacementFigure["last"]} last */
export const preKind = (last) => (last === "with" ? "pre" : "bare");

/** How many times as long one gradient is as another, in each network: of the last block's matrices.
 * @param {readonly Firsts[]} known @param {import("./job.js").Kind} kind @param {import("./job.js").Kind} other */
export const timesOf = (known, kind, other) =>
  middleOf(known.map((each) => (each[kind].gradient.at(-1) ?? NaN) / (each[other].gradient.at(-1) ?? NaN)));

/** How many times as long the first block's gradient is as the last block's.
 * @param {readonly Firsts[]} known @param {import("./job.js").Kind} kind */
export const fallOf = (known, kind) =>
  middleOf(known.map((each) => each[kind].gradient[0] / (each[kind].gradient.at(-1) ?? NaN)));
