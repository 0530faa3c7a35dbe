/** Rows of a table, by their indices. */
import { checkOptions, shapeText, wrongValue } from "../checks/arguments.js";
import { apartFrom } from "../operands/aliasing.js";
import { checkIntegers } from "../operands/integers.js";
import { copy } from "../operands/staging.js";
import { asTensor, resultTensor } from "../tensor/as-tensor.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

const OPTIONS = ["out"];

/**
 * @param {unknown} indices
 * @param {number} count of the table's rows
 * @returns {Float64Array} a copy
 * @throws {RangeError} if one is no row of the table
 */
export function checkIndices(indices, count) {
  const fits = (/** @type {number} */ index) => index >= 0 && index < count;
  return checkIntegers(indices, "indices", fits, `a row of the table, which has ${count}, from 0 on`);
}

/**
 * A row of the table for each index, as torch.nn.functional.embedding. Rows are copied from where they are: so neither
 * the table nor the result passes through WebAssembly memory, unless it is there.
 *
 * @param {ArrayLike<number> | Tensor} indices of rows, each 0 or more: an array, a typed array, or a tensor of one dim
 * @param {Input} table [count, features]
 * @param {Out} [options] out: where the rows go (default: a new tensor)
 * @returns {Tensor} [indices, features]
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if an index is no row of the table: it names the index and its place; if the table has not two
 *   dims, or out another shape
 * @example
 * embedding([2, 0, 2], [[1, 2], [3, 4], [5, 6]]); // => tensor([[5., 6.], [1., 2.], [5., 6.]])
 */
export function embedding(indices, table, options) {
  const { out } = checkOptions(options, OPTIONS),
    source = asTensor(table, "table"),
    [count, features] = source._sizes;
  if (source._sizes.length !== 2) throw wrongValue("table", "shape [count, features]", shapeText(source._sizes));
  const rows = checkIndices(indices, count),
    y = resultTensor(out, [rows.length, features], "out"),
    from = apartFrom(source, y),
    to = y.data;
  for (let i = 0; i < rows.length; i++) copy(to, i * features, from, rows[i] * features, features);
  return y;
}
