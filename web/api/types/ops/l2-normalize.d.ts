/**
 * Divides by the Euclidean norm, over any dims, so that what shares a norm has length 1: as embeddings are compared.
 *
 *     y = x / max(sqrt(sum(x^2)), eps)
 *
 * As torch.nn.functional.normalize with p = 2. Squares may overflow or underflow: 1e30 and 1e-30 come out right.
 *
 * @param {Input} x of any shape
 * @param {L2Options & Out} [options] dim (default -1); eps: the least divisor (default 1e-12)
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if dim names no dim of x, or one twice, or is []; if out has another shape than x; if eps is not
 *   a finite number >= 0
 * @example
 * l2Normalize([[3, 4], [0, 2]]); // => tensor([[0.6000, 0.8000], [0.0000, 1.0000]])
 * l2Normalize([[3, 4], [4, 3]], { dim: 0 }); // => tensor([[0.6000, 0.8000], [0.8000, 0.6000]])
 */
export function l2Normalize(x: Input, options?: L2Options & Out): Tensor;
/**
 * The gradient of {@link l2Normalize}, as torch's autograd: with sums over what shares a norm,
 *
 *     dx = (dy - y * sum(dy * y)) / norm
 *
 * and dy / eps where the norm is below eps. Sums are in double.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {L2Options & DxOut} [options] dim, eps: as in the forward pass (default -1 and 1e-12)
 * @returns {{ dx: Tensor }} of x's shape
 * @throws {TypeError} as {@link l2Normalize}
 * @throws {RangeError} as {@link l2Normalize}, or if dy or out.dx has another shape than x
 * @example
 * l2NormalizeBackward([[1, 0]], [[3, 4]]).dx; // => tensor([[0.1280, -0.0960]])
 */
export function l2NormalizeBackward(dy: Input, x: Input, options?: L2Options & DxOut): {
    dx: Tensor;
};
export type L2Options = {
    /**
     * the dim or dims whose elements share one norm (default -1)
     */
    dim?: Dims | undefined;
    /**
     * the least divisor: a finite number >= 0 (default 1e-12)
     */
    eps?: number | undefined;
};
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
import type { DxOut } from "../operands/backward.js";
import type { Dims } from "./statistics.js";
