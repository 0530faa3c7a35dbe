/**
 * Weight and bias of rows: of the normalised shape, or of more dims, which broadcast against x from the right. A kernel
 * is then told which row of them belongs to each row of x.
 */
import { sameShape, shapeText, wrongValue } from "../checks/arguments.js";
import { input, NONE } from "./operands.js";
import { asTensor, asTensorOfShape } from "../tensor/as-tensor.js";

/** @import { Rows } from "./normalized-shape.js" */
/** @import { Operand, Operands } from "./operands.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * A parameter of rows.
 * @typedef {object} RowParameter
 * @property {Operand} values
 * @property {Operand} row which row of it belongs to each row of x; NONE: the first to all of them
 * @property {readonly number[]} shape its own; the normalised one if it was left out
 */

/**
 * @param {readonly number[]} shape of the parameter
 * @param {Rows} rows
 */
function broadcasts(shape, { source: { _sizes: of }, sizes }) {
  const first = of.length - shape.length;
  return (
    first >= 0 &&
    sameShape(shape.slice(-sizes.length), sizes) &&
    shape.every((size, d) => size === of[first + d] || size === 1)
  );
}

/**
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {Rows} rows
 * @returns {Tensor | null} null: it was left out
 * @throws {RangeError} if it does not end with the normalised shape, or does not broadcast against x
 */
export function asRowParameter(value, name, rows) {
  if (value === undefined || value === null) return null;
  const tensor = asTensor(value, name),
    { sizes, source } = rows,
    shape = tensor._sizes;
  if (shape.length <= sizes.length) return asTensorOfShape(tensor, name, sizes);
  if (broadcasts(shape, rows)) return tensor;
  const expected = `a shape that ends with ${shapeText(sizes)} and broadcasts against x's, ${shapeText(source._sizes)}`;
  throw wrongValue(name, expected, shape);
}

/**
 * Which row of a parameter belongs to each row of x.
 * @param {Operands} all
 * @param {readonly number[]} shape of the parameter
 * @param {Rows} rows
 * @returns {Operand} NONE: the first belongs to all of them
 */
export function rowIndices(all, shape, { source: { _sizes: of }, sizes }) {
  if (shape.length === sizes.length) return NONE;
  const own = shape.slice(0, -sizes.length),
    first = of.length - shape.length;
  if (own.every((size) => size === 1)) return NONE;
  let index = new Uint32Array(1);
  for (let d = 0; d < of.length - sizes.length; d++) {
    const size = own[d - first] ?? 1 /* 1: all of x's indices along this dim have the same rows */,
      next = new Uint32Array(index.length * of[d]);
    let at = 0;
    for (const row of index) for (let i = 0; i < of[d]; i++) next[at++] = row * size + (size === 1 ? 0 : i);
    index = next;
  }
  return input(all, asTensor(new Float32Array(index.buffer), "rows"), 1); /* bits, which copies leave as they are */
}

/**
 * @param {Operands} all
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {Rows} rows
 * @param {RowParameter} [like] another one, which may have the same shape
 * @returns {RowParameter}
 */
export function rowParameter(all, value, name, rows, like) {
  const tensor = asRowParameter(value, name, rows),
    shape = tensor ? tensor._sizes : rows.sizes;
  return {
    values: tensor ? input(all, tensor) : NONE,
    row: like && sameShape(like.shape, shape) ? like.row : rowIndices(all, shape, rows),
    shape,
  };
}
