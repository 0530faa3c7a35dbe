/**
 * x with its dims in another order, as torch.permute, but a copy: dim d of the result is dim `dims[d]` of x. Of a
 * matrix `[1, 0]` is its transpose; heads come to the front by `permute(x.reshape([B, T, heads, D]), [0, 2, 1, 3])`.
 *
 * @param {Input} x of any shape
 * @param {readonly number[]} dims each dim of x once, negative ones from the end
 * @param {Out} [options] out: where the result goes (default: a new tensor)
 * @returns {Tensor}
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if dims are not all dims of x, each once; if out has another shape
 * @example
 * permute([[1, 2, 3], [4, 5, 6]], [1, 0]); // => tensor([[1., 4.], [2., 5.], [3., 6.]])
 */
export function permute(x: Input, dims: readonly number[], options?: Out): Tensor;
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
