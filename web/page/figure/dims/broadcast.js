/** How the shapes of x and of its mean line up in x − mean, dim by dim. */
import { broadcastOf, broadcastShapes } from "../../kit/broadcast.js";
import { formatShape, reducedShape } from "../../kit/shapes.js";

/** @typedef {import("../../kit/shapes.js").Shape} Shape */

/**
 * One dim of x, and the dim of the mean that stands under it.
 * @typedef {object} Column
 * @property {number} size  of x
 * @property {number | null} under  the size of the mean; null where it has no such dim, which counts as 1
 * @property {number | null} from  the dim of x that this size of the mean was
 * @property {"same" | "stretched" | "widened" | "clash"} fit  widened: it is x that is stretched
 * @property {boolean} isMeant  whether the mean's size is the one that should stand there
 */

/**
 * Lined up from the right, as PyTorch does.
 * @param {Shape} shape
 * @param {readonly number[]} dims
 * @param {boolean} keepdim
 * @returns {Column[]}
 */
export function lineUp(shape, dims, keepdim) {
  const left = dimsLeft(shape, keepdim ? [] : dims);
  const missing = shape.length - left.length;
  return shape.map((size, dim) => {
    const from = dim < missing ? null : left[dim - missing];
    const under = from === null ? null : dims.includes(from) ? 1 : shape[from];
    const meant = dims.includes(dim) ? 1 : size;
    return { size, under, from, fit: fitOf(size, under ?? 1), isMeant: (under ?? 1) === meant };
  });
}

/** @param {number} size @param {number} under @returns {Column["fit"]} */
function fitOf(size, under) {
  if (size === under) return "same";
  if (under === 1) return "stretched";
  return size === 1 ? "widened" : "clash";
}

/** Every set of dims that is not empty, the small ones first. @param {number} rank */
export const dimSets = (rank) =>
  Array.from({ length: 2 ** rank - 1 }, (_, i) =>
    Array.from({ length: rank }, (_, dim) => dim).filter((dim) => (i + 1) & (1 << dim)),
  ).sort((a, b) => a.length - b.length);

/** @param {Shape} shape @param {readonly number[]} dims */
export const dimsLeft = (shape, dims) => shape.map((_, dim) => dim).filter((dim) => !dims.includes(dim));

/** "dim 0", "dims 0 and 2". @param {readonly number[]} dims */
export const dimsInWords = (dims) =>
  dims.length < 2 ? `dim ${dims}` : `dims ${dims.slice(0, -1).join(", ")} and ${dims[dims.length - 1]}`;

/**
 * Why x − mean comes out as it does.
 * @param {Shape} shape
 * @param {readonly number[]} dims
 * @param {boolean} keepdim
 */
export function explainFit(shape, dims, keepdim) {
  const reduced = reducedShape(shape, dims, keepdim);
  const columns = lineUp(shape, dims, keepdim);
  const lined = `Lined up from the right, ${formatShape(shape)} and ${formatShape(reduced)}`;
  const outcome = broadcastOf(shape, dims, keepdim);
  if (outcome === "raises") {
    const { size, under } = /** @type {Column} */ (columns.findLast(({ fit }) => fit === "clash"));
    return `${lined} put ${under} under ${size}: not the same size, and neither is 1.`;
  }
  if (outcome === "wrong") {
    const at = columns.findLastIndex(({ isMeant }) => !isMeant);
    return `${lined} fit by chance: the ${columns[at].under} of dim ${columns[at].from} stands under dim ${at}.`;
  }
  if (reduced.length === 0) return "The mean is a single number, and every value meets it.";
  return (
    `${lined} put each size under its own dim, ` +
    (keepdim ? "and a 1 is stretched." : "and a dim that is missing on the left counts as 1.")
  );
}

/**
 * The mean of x over dims, as it is written in PyTorch.
 * @param {readonly number[]} dims
 * @param {boolean} keepdim
 */
export const meanCall = (dims, keepdim) => `x.mean(dim=${dimsInCall(dims)}${keepdim ? ", keepdim=True" : ""})`;

/** "1", "(0, 2)". @param {readonly number[]} dims */
export const dimsInCall = (dims) => (dims.length === 1 ? String(dims[0]) : `(${dims.join(", ")})`);

/**
 * The result of two shapes in a few words: a shape, or that x − mean raises an error.
 * @param {Shape} a
 * @param {Shape} b
 */
export function differenceOf(a, b) {
  const met = broadcastShapes(a, b);
  return "error" in met ? "RuntimeError" : formatShape(met.shape);
}
