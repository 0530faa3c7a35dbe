/** normalizedShape, the last dims that LayerNorm and RMSNorm work on: its checks, and a tensor as rows of them. */
import { checkInteger, shapeText, wrongType, wrongValue } from "../checks/arguments.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @param {unknown} normalizedShape
 * @returns {number[]} a copy, as an array, each size at least 1
 */
export function checkNormalizedShape(normalizedShape) {
  if (typeof normalizedShape === "number") return [checkSize(normalizedShape)];
  if (!Array.isArray(normalizedShape)) {
    throw wrongType("normalizedShape", "an integer or an array of integers", normalizedShape);
  }
  const sizes = normalizedShape.slice();
  if (sizes.length === 0) throw wrongValue("normalizedShape", "at least one dim", "[]");
  for (let i = 0; i < sizes.length; i++) checkSize(sizes[i]); /* holes too */
  return sizes;
}

/** @param {number} size */
function checkSize(size) {
  if (size < 0) throw wrongValue("normalizedShape", "sizes, as x.shape.slice(-1), not dims", size);
  return checkInteger(size, "normalizedShape", 1);
}

/**
 * A tensor as rows.
 * @typedef {object} Rows
 * @property {Tensor} source
 * @property {readonly number[]} sizes the normalised shape
 * @property {number} outer how many rows
 * @property {number} n elements in a row
 */

/**
 * @param {Input} x
 * @param {unknown} normalizedShape
 * @returns {Rows}
 * @throws {RangeError} if it is not the end of x's shape
 */
export function rowsOf(x, normalizedShape) {
  const source = asTensor(x, "x"),
    { _sizes: shape, size } = source;
  const sizes = checkNormalizedShape(normalizedShape),
    first = shape.length - sizes.length;
  let n = first < 0 ? 0 : 1;
  for (let i = 0; i < sizes.length; i++) n = sizes[i] === shape[first + i] ? n * sizes[i] : 0;
  if (n > 0) return { source, sizes, outer: size / n, n };
  throw wrongValue("normalizedShape", `the last dims of x, whose shape is ${shapeText(shape)}`, sizes);
}
