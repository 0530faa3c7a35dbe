/**
 * @param {unknown} indices
 * @param {number} count of the table's rows
 * @returns {Float64Array} a copy
 * @throws {RangeError} if one is no row of the table
 */
export function checkIndices(indices: unknown, count: number): Float64Array;
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
export function embedding(indices: ArrayLike<number> | Tensor, table: Input, options?: Out): Tensor;
import type { Tensor } from "../tensor/tensor.js";
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
