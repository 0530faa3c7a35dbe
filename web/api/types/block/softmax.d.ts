/**
 * @param {unknown} dim
 * @returns {number} it, or its default: one number
 */
export function checkOneDim(dim?: unknown): number;
/**
 * `exp(scale * x) / sum(exp(scale * x))` over one dim, as torch.softmax of `scale * x`. Every probability that is a
 * normal float32 is within 2e-6 of itself, and a sum within 2e-7 * max(1, sqrt(n)) of 1; a smaller probability may be
 * 0. With causal, each position of attention sees itself and what came before it: of [..., T, S], whose T rows are the
 * last of S positions, row t sees the columns up to t + S - T. A row that sees none is 0.
 *
 * NaN in what shares a sum makes all of it NaN, and so does Infinity, or nothing but -Infinity, as in torch; -Infinity
 * among others gives 0.
 *
 * @param {Input} x of any shape
 * @param {SoftmaxDim & SoftmaxScale & Causal & Out} [options] dim (default -1); scale (default 1); causal: whether row
 *   t of [..., T, S] sees the columns up to t + S - T alone (default false); out: where y goes (default: a new tensor);
 *   may be x
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if dim names no dim of x, or one of size 0; if scale is not finite; if causal is true and x has
 *   less than 2 dims, or dim is not the last; if out has another shape than x
 * @example
 * softmax([[1, 2, 3], [0, 0, 0]]); // => tensor([[0.0900, 0.2447, 0.6652], [0.3333, 0.3333, 0.3333]])
 * softmax([[2, 9], [1, 3]], { scale: 0.5, causal: true }); // => tensor([[1.0000, 0.0000], [0.2689, 0.7311]])
 */
export function softmax(x: Input, options?: SoftmaxDim & SoftmaxScale & Causal & Out): Tensor;
/**
 * The gradient of {@link softmax}, from what that gave, as torch's autograd: `dx = scale * y * (dy - sum(dy * y))`,
 * within 1e-5 of the largest |dx| of what shares a sum. A mask needs no option: where it made y 0, dx is 0.
 *
 * @param {Input} dy the gradient of y, of its shape
 * @param {Input} y what softmax gave
 * @param {SoftmaxDim & SoftmaxScale & DxOut} [options] dim, scale: as in the forward pass (default -1 and 1); out:
 *   where dx goes (default: a new tensor)
 * @returns {{ dx: Tensor }} of y's shape
 * @throws {TypeError} as {@link softmax}
 * @throws {RangeError} as {@link softmax}, or if dy or out.dx has another shape than y
 * @example
 * softmaxBackward([1, 0], softmax([0, 0])).dx; // => tensor([0.2500, -0.2500])
 */
export function softmaxBackward(dy: Input, y: Input, options?: SoftmaxDim & SoftmaxScale & DxOut): {
    dx: Tensor;
};
/**
 * The logarithm of {@link softmax}, as torch.log_softmax: `x - log(sum(exp(x)))` over one dim, without loss where a
 * probability is tiny. It is within 2e-6 * max(1, |y|) of float64.
 *
 * @param {Input} x of any shape
 * @param {SoftmaxDim & Out} [options] dim (default -1); out: where y goes (default: a new tensor); may be x
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if dim names no dim of x, or one of size 0; if out has another shape than x
 * @example
 * logSoftmax([1, 2, 3]); // => tensor([-2.4076, -1.4076, -0.4076])
 */
export function logSoftmax(x: Input, options?: SoftmaxDim & Out): Tensor;
export type SoftmaxDim = {
    /**
     * the dim whose elements add up to 1 (default -1)
     */
    dim?: number | undefined;
};
export type SoftmaxScale = {
    /**
     * what x is multiplied by first, as scores are by 1 / sqrt(headDim): a finite number
     * (default 1)
     */
    scale?: number | undefined;
};
export type Causal = {
    /**
     * whether of x [..., T, S] row t sees the columns up to t + S - T alone, and the others
     * are 0, whatever x is there (default false)
     */
    causal?: boolean | undefined;
};
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
import type { DxOut } from "../operands/backward.js";
