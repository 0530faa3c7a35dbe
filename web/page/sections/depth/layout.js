/** Where the layers' hills and marks stand. */
import { formatTick } from "../../kit/format.js";
import { BINS } from "./limits.js";

/** How high the hills' drawing is, in its own units. */
const HEIGHT = 3840;
/** A hill may rise over so many of the rows above it; it is at least and at most so high. */
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
 * A hill: its area is the share of a layer's numbers that lie on the axis, so it sinks as they leave it. A spread below
 * 1 would make it higher than there is room for: it is then as high as that of N(0, 1), and narrower.
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

/** How many powers of ten a logarithmic axis may reach, either way from 1: few, so that it seldom changes in a drag. */
const REACHES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32];

/** How far the axis of both networks' spreads reaches. @param {readonly import("./job.js").Told[]} networks */
export function reachOf(networks) {
  const logs = networks
    .flatMap(({ spread, gradient }) => [...spread, ...gradient])
    .map((value) => Math.abs(Math.log10(value ?? 1)))
    .filter(Number.isFinite);
  const most = Math.max(0, ...logs);
  return REACHES.find((reach) => reach >= most) ?? REACHES[REACHES.length - 1];
}

/** In hundredths of the axis's width. @param {number} value @param {number} reach */
const placeOnLog = (value, reach) => 50 + (50 * Math.log10(value)) / reach;

/** Its ends and its middle. @param {number} reach @returns {[at: number, text: string][]} */
export const ticksOfReach = (reach) => [
  [0, formatTick(10 ** -reach)],
  [50, formatTick(1)],
  [100, formatTick(10 ** reach)],
];

/** How wide and high the marks' drawing is, in its own units. */
export const MARKS = 1000;

/**
 * A mark for each number, in its layer's row: lines without length, of which the stroke's ends alone are seen, so that
 * the drawing may be stretched and the marks are not. A number that no logarithmic axis has gets none.
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
