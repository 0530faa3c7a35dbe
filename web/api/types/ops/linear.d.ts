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
 * @typedef {object} DxOut
 * @property {{ dx: Target }} [out] dx is written and returned: of x's shape; may be dy or x itself (default: a new
 *   tensor)
 */
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
export type DxOut = {
    /**
     * dx is written and returned: of x's shape; may be dy or x itself (default: a new
     * tensor)
     */
    out?: {
        dx: Target;
    } | undefined;
};
import type { Input } from "../tensor/tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
import type { BackwardOptions } from "../operands/forward.js";
import type { Gradients } from "../operands/forward.js";
import type { Target } from "../tensor/tensor.js";
