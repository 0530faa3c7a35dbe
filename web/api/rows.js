/** What the ops over the last dims share: LayerNorm and RMSNorm see a tensor as rows. */
import { checkInteger, shapeText, wrongType, wrongValue } from "./arguments.js";

/** @import { Tensor } from "./tensor.js" */

/**
 * @param {unknown} normalizedShape
 * @returns {number[]} a copy, as an array, each size at least 1
 */
export function checkNormalizedShape(normalizedShape) {
  if (typeof normalizedShape === "number") return [checkInteger(normalizedShape, "normalizedShape", 1)];
  if (!Array.isArray(normalizedShape)) {
    throw wrongType("normalizedShape", "an integer or an array of integers", normalizedShape);
  }
  const sizes = normalizedShape.slice();
  if (sizes.length === 0) throw wrongValue("normalizedShape", "at least one dim", "[]");
  for (let i = 0; i < sizes.length; i++) checkInteger(sizes[i], "normalizedShape", 1); /* holes too */
  return sizes;
}

/**
 * A tensor as rows.
 * @typedef {object} Rows
 * @property {readonly number[]} sizes the normalised shape
 * @property {number} outer how many rows
 * @property {number} n elements in a row
 */

/**
 * @param {Tensor} x
 * @param {unknown} normalizedShape
 * @returns {Rows}
 * @throws {RangeError} if it is not the end of x's shape
 */
export function rowsOf({ _sizes: shape, size }, normalizedShape) {
  const sizes = checkNormalizedShape(normalizedShape), first = shape.length - sizes.length;
  let n = first < 0 ? 0 : 1;
  for (let i = 0; i < sizes.length; i++) n = sizes[i] === shape[first + i] ? n * sizes[i] : 0;
  return n > 0 ? { sizes, outer: size / n, n } : misfit(shape, sizes);
}

/**
 * @param {readonly number[]} shape
 * @param {readonly number[]} sizes
 * @returns {never}
 */
function misfit(shape, sizes) {
  throw wrongValue("normalizedShape", `the last dims of x, whose shape is ${shapeText(shape)}`, shapeText(sizes));
}

/**
 * @param {readonly number[]} shape
 * @param {Rows} rows
 * @returns {number[]} of a statistic: the normalised dims have size 1
 */
export const statisticShape = (shape, { sizes }) =>
  shape.map((size, d) => (d < shape.length - sizes.length ? size : 1));

/** What `out` holds where a residual is added first. */
export const ADD_OUTS = /** @type {const} */ (["y", "sum"]);

/**
 * The room, in floats, that the kernels' backward passes ask for.
 * @param {Rows} rows
 */
export const backwardScratch = ({ n }) => 3 * n + 6;
