/**
 * `a + b`, elementwise, as torch.add: of one shape, or b broadcasts against a from the right, as a bias of rows does.
 * Each sum is that of float32, rounded once.
 *
 * @param {Input} a of any shape
 * @param {Input} b of a's shape, or of fewer dims, or with dims of size 1 where a has others; a does not broadcast
 * @param {Out} [options] out: where y goes (default: a new tensor); may be a, or b where b has a's shape
 * @returns {Tensor} of a's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if b does not broadcast against a, or a would have to; if out has another shape than a
 * @example
 * add([[1, 2], [3, 4]], [10, 20]); // => tensor([[11., 22.], [13., 24.]])
 * add([[1, 2], [3, 4]], [[10], [20]]); // => tensor([[11., 12.], [23., 24.]])
 */
export function add(a: Input, b: Input, options?: Out): Tensor;
/**
 * `a * b`, elementwise, as torch.mul: of one shape, or b broadcasts against a from the right, as a gate of channels
 * does. Each product is that of float32, rounded once.
 *
 * @param {Input} a of any shape
 * @param {Input} b of a's shape, or of fewer dims, or with dims of size 1 where a has others; a does not broadcast
 * @param {Out} [options] out: where y goes (default: a new tensor); may be a, or b where b has a's shape
 * @returns {Tensor} of a's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if b does not broadcast against a, or a would have to; if out has another shape than a
 * @example
 * mul([[1, 2], [3, 4]], [10, 0]); // => tensor([[10., 0.], [30., 0.]])
 * mul([[1, 2], [3, 4]], 2); // => tensor([[2., 4.], [6., 8.]])
 */
export function mul(a: Input, b: Input, options?: Out): Tensor;
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
