/**
 * `x W^T + b`, as torch.nn.functional.linear. Every element is within 1e-6 of the sum of the magnitudes of its products
 * and bias; a row's bits depend on no other row.
 *
 * @param {Input} x [..., inputs]
 * @param {Input} weight [outputs, inputs]
 * @param {Input | null} [bias] [outputs] (default: none)
 * @param {Out} [options] out: where y goes (default: a new tensor)
 * @returns {Tensor} [..., outputs]
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if the shapes do not fit
 * @example
 * linear([1, 2], [[3, 4], [5, 6]], [0, 1]); // => tensor([11., 18.])
 */
export function linear(x: Input, weight: Input, bias?: Input | null, options?: Out): Tensor;
/**
 * The gradients of {@link linear}: `dx = dy W`, `dweight = dy^T x`, `dbias = sum(dy)` over the rows. They are
 * as near to the exact ones as its output: each is such a product.
 *
 * @param {Input} dy the gradient of y, [..., outputs]
 * @param {Input} x what the forward pass was given, [..., inputs]
 * @param {Input} weight [outputs, inputs]
 * @param {Pick<BackwardOptions, "out">} [options] out: where the gradients go (default: new tensors)
 * @returns {Gradients} dx of x's shape, dweight [outputs, inputs], dbias [outputs]
 * @throws {TypeError} as {@link linear}
 * @throws {RangeError} if the shapes do not fit
 * @example
 * const { dx, dweight } = linearBackward([1, 0], [1, 2], [[3, 4], [5, 6]]);
 * dx; // => tensor([3., 4.])
 * dweight; // => tensor([[1., 2.], [0., 0.]])
 */
export function linearBackward(dy: Input, x: Input, weight: Input, options?: Pick<BackwardOptions, "out">): Gradients;
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
import type { BackwardOptions } from "../operands/forward.js";
import type { Gradients } from "../operands/forward.js";
