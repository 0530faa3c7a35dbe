/** What the ops over the last dims share: LayerNorm and RMSNorm see a tensor as rows. */
import { parameter } from "./affine.js";
import { checkInteger, shapeText, wrongType, wrongValue } from "./arguments.js";
import { output, overwritable, scratch } from "./staging.js";
import { asTensor, asTensorOfShape } from "./tensor.js";

/** @import { Input, Tensor } from "./tensor.js" */

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

/**
 * @param {Rows} rows
 * @returns {number[]} the shape of a statistic: the normalised dims have size 1
 */
const statisticShape = ({ source: { _sizes: shape }, sizes }) =>
  shape.map((size, d) => (d < shape.length - sizes.length ? size : 1));

/**
 * A statistic that a forward pass gives.
 * @param {Rows} rows
 */
export const statistic = (rows) => output(undefined, statisticShape(rows), 1);

/**
 * A statistic that a forward pass gave, if it is at hand.
 * @param {unknown} value
 * @param {string} name
 * @param {Rows} rows
 */
export const savedStatistic = (value, name, rows) => parameter(value, name, statisticShape(rows), 1);

/** What `out` of a forward pass that adds a residual first holds. */
export const ADD_OUTS = /** @type {const} */ (["y", "sum"]);

/**
 * The operands that such a pass has beside others.
 * @param {Input} residual
 * @param {Rows} rows
 * @param {unknown} out of the sum
 */
export function residualOperands(residual, { source, n }, out) {
  const q = overwritable(asTensorOfShape(residual, "residual", source._sizes), n);
  return { q, sum: output(out, source._sizes, n, q, "out.sum") };
}

/**
 * The room that the kernels' backward passes ask for.
 * @param {Rows} rows
 */
export const backwardScratch = ({ n }) => scratch(3 * n + 6);
