/**
 * `max(x, 0)`, elementwise, as torch.relu: NaN stays NaN, and -0 stays -0.
 *
 * @param {Input} x of any shape
 * @param {Out} [options] out: where y goes (default: a new tensor); may be x
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if out has another shape than x
 * @example
 * relu([-1, 2]); // => tensor([0., 2.])
 */
export function relu(x: Input, options?: Out): Tensor;
/**
 * The gradient of {@link relu}, as torch's: dy where x > 0, and where x is NaN; otherwise 0.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {DxOut} [options] out: where dx goes (default: a new tensor)
 * @returns {{ dx: Tensor }} of x's shape
 * @throws {TypeError} as {@link relu}
 * @throws {RangeError} if dy or out.dx has another shape than x
 * @example
 * reluBackward([5, 6], [-1, 2]).dx; // => tensor([0., 6.])
 */
export function reluBackward(dy: Input, x: Input, options?: DxOut): {
    dx: Tensor;
};
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
import type { DxOut } from "../operands/backward.js";
