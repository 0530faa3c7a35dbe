/** Where the layers' hills and marks stand. */
import { formatTick } from "../../kit/format.js";
import { BINS } from "./limits.js";

/** How high the hills' drawing is, in its own units. */
const HEIGHT = 3840;
/** How far a hill may rise, in heights of a row; and its least and largest height, in the drawing's units. */
const RISE = 1.9;
const HEIGHTS = [280, 620];
/** The top of N(0, 1), which a hill of spread 1 reaches. */
const NORMAL_PEAK = 1 / Math.sqrt(2 * Math.PI);

/** The drawing's size, and the line that each layer stands on. @param {number} layers */
export const rowsOf = (layers) => ({
  width: BINS,
  height: HEIGHT,
  lines: Array.from({ length: layers }, (_, i) => Math.round(((i + 1) * HEIGHT) / layers)),
});

/**
 * A hill. Its area is the share of a layer's numbers that lie on the axis: the hill sinks as numbers leave the axis. A
 * spread below 1 would make the hill too high for its row: such a hill is drawn as high as that of N(0, 1), and
 * narrower.
 * @param {Float32Array} density
 * @param {number} base  the line it stands on
 * @param {number} layers
 */
export function ridgeOf(density, base, layers) {
  const [least, most] = HEIGHTS;
  const room = Math.min(Math.max((RISE * HEIGHT) / layers, least), most);
  const scale = room / Math.max(NORMAL_PEAK, ...density);
  const points = Array.from(density, (height, bin) => `${bin + 0.5} ${Math.round(base - scale * height)}`);
  return `M0 ${base}L${points.join(" ")} ${density.length} ${base}z`;
}

/** How many layers are named at most. */
const NAMED = 8;

/**
 * The layers that have their numbers written beside them: the first, the last, and some between.
 * @param {number} layers
 */
export function labelledLayers(layers) {
  const step = [1, 2, 4, 8].find((each) => layers / each <= NAMED) ?? 8;
  const between = Array.from({ length: layers }, (_, i) => i + 1).filter(
    (layer) => layer > 1 && layer % step === 0 && layers - layer >= step,
  );
  return [...new Set([1, ...between, layers])];
}

/**
 * The powers of ten that the axis may reach, either way from 1. They are few, so that the axis seldom changes in a
 * drag.
 */
const REACHES = [3, 6, 9, 12, 18, 24, 36];

/** How far the axis of all spreads and gradients reaches. @param {readonly import("./job.js").Pair[]} networks */
export function reachOf(networks) {
  let most = 0;
  for (const pair of networks) {
    for (const { spread, numbers, weights } of [pair.without, pair.with]) {
      for (const values of [spread, numbers, weights]) {
        for (const value of values) {
          const size = Math.abs(Math.log10(value ?? 1));
          if (size > most && size < Infinity) most = size;
        }
      }
    }
  }
  return REACHES.find((reach) => reach >= most) ?? REACHES[REACHES.length - 1];
}

/** In hundredths of the axis's width. @param {number} value @param {number} reach */
export const placeOnLog = (value, reach) => 50 + (50 * Math.log10(value)) / reach;

/** Its ends and its middle. @param {number} reach @returns {[at: number, text: string][]} */
export const ticksOfReach = (reach) => [
  [0, formatTick(10 ** -reach)],
  [50, formatTick(1)],
  [100, formatTick(10 ** reach)],
];

/** How wide and high the marks' drawing is, in its own units. */
export const MARKS = 1000;

/**
 * A mark for each number, in its layer's row. A mark is a line without length, of which only the round ends of the
 * stroke are seen: so it stays round where the drawing is stretched. 0 and NaN have no place on the axis and get no
 * mark.
 * @param {readonly (number | null)[]} values
 * @param {number} reach
 * @param {number} layers
 */
export const marksOf = (values, reach, layers) =>
  values
    .map((value, i) =>
      value !== null && value > 0 && value < Infinity
        ? `M${Math.round((placeOnLog(value, reach) * MARKS) / 100)} ${Math.round(((i + 0.5) * MARKS) / layers)}h.01`
        : "",
    )
    .join("");

/** How wide and high a chart of layers is, in its own units. */
export const CHART = 1000;

/** In hundredths of the chart's width. @param {number} layer @param {number} layers */
export const placeOfLayer = (layer, layers) => (layers === 1 ? 50 : (100 * (layer - 1)) / (layers - 1));

/** @param {number} value @param {number} i @param {number} layers @param {number} reach */
const pointOf = (value, i, layers, reach) =>
  `${Math.round((placeOfLayer(i + 1, layers) * CHART) / 100)} ${Math.round(((100 - placeOnLog(value, reach)) * CHART) / 100)}`;

/** @param {number | null} value @returns {value is number} */
const hasPlace = (value) => value !== null && value > 0 && value < Infinity;

/**
 * Numbers by layer as a line. What has no place on a logarithmic axis interrupts it; of one layer it is a dash.
 * @param {readonly (number | null)[]} values
 * @param {number} reach
 */
export function lineOf(values, reach) {
  if (values.length === 1) return hasPlace(values[0]) ? `M${pointOf(values[0], 0, 1, reach)}m-20 0h40` : "";
  let path = "";
  let isOpen = false;
  values.forEach((value, i) => {
    const isThere = hasPlace(value);
    if (isThere) path += `${isOpen ? "L" : "M"}${pointOf(value, i, values.length, reach)}`;
    isOpen = isThere;
  });
  return path;
}

/**
 * The middle half of many networks by layer.
 * @param {readonly import("./middle.js").Middle[]} middles
 * @param {number} reach
 */
export function bandOf(middles, reach) {
  if (!middles.every(({ low, high }) => hasPlace(low) && hasPlace(high))) return "";
  const [lows, highs] = [middles.map(({ low }) => low), middles.map(({ high }) => high)];
  if (middles.length === 1) {
    const [low, high] = [pointOf(lows[0], 0, 1, reach), pointOf(highs[0], 0, 1, reach).split(" ")[1]];
    return `M${low}m-20 0h40V${high}h-40z`;
  }
  const points = (/** @type {number[]} */ values) => values.map((value, i) => pointOf(value, i, values.length, reach));
  return middles.length === 0 ? "" : `M${points(highs).join("L")}L${points(lows).reverse().join("L")}z`;
}
