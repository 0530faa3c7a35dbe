/**
 * Normalises over any dims: `(x - mean) / sqrt(variance + eps) * weight + bias`. `{ correction: 1, eps: 0 }` is the
 * step-by-step example in section 4.2 of Raschka, "Build a Large Language Model (From Scratch)"; LayerNorm over the
 * channels of [N, C, H, W] is `{ dim: 1 }`.
 *
 * @param {Input} x of any shape
 * @param {Affine & Out & NormalizeOptions & WithoutStats} [options] dim (default -1); correction (default 0); eps
 *   (default 1e-5); weight, bias: with the sizes of the dims, in the order in which dim names them (default: none, as
 *   if 1 and 0); stats: whether to give the statistics too (default false)
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if dim names no dim of x, or one twice, or is []; if a shape does not fit; if eps or correction
 *   is not a finite number >= 0
 * @example
 * normalize([[1, 2, 3], [4, 5, 9]], { correction: 1, eps: 0 });
 * // => tensor([[-1.0000, 0.0000, 1.0000], [-0.7559, -0.3780, 1.1339]])
 * normalize([[1, 2, 3], [4, 5, 9]], { dim: 0, weight: [1, 2] });
 * // => tensor([[-1.0000, -1.0000, -1.0000], [2.0000, 2.0000, 2.0000]])
 */
export function normalize(x: Input, options?: (Affine & Out & NormalizeOptions & WithoutStats) | undefined): Tensor;
/**
 * The same, with the statistics.
 *
 * @param {Input} x of any shape
 * @param {Affine & Out & NormalizeOptions & WithStats} options stats: true; dim (default -1); correction (default 0);
 *   eps (default 1e-5); weight, bias: with the sizes of the dims (default: none, as if 1 and 0)
 * @returns {LayerNormStats} y of x's shape; mean, and rstd = 1 / sqrt(variance + eps), of x's shape with size 1 in
 *   these dims
 * @example
 * normalize([[1, 2, 3], [4, 5, 9]], { stats: true }).mean; // => tensor([[2.], [6.]])
 */
export function normalize(x: Input, options: Affine & Out & NormalizeOptions & WithStats): LayerNormStats;
/**
 * The same, where it is not known beforehand whether statistics are wanted.
 *
 * @param {Input} x of any shape
 * @param {Affine & Out & NormalizeOptions & PerhapsStats} options stats: whether to give the statistics too; dim
 *   (default -1); correction (default 0); eps (default 1e-5); weight, bias: with the sizes of the dims (default: none,
 *   as if 1 and 0)
 * @returns {Tensor | LayerNormStats} by stats
 */
export function normalize(x: Input, options: Affine & Out & NormalizeOptions & PerhapsStats): Tensor | LayerNormStats;
/**
 * The gradients of {@link normalize}.
 *
 * With g = dy * weight, x-hat = (x - mean) * rstd, and sums over the n elements that share one mean:
 *
 *     dx = rstd * (g - mean(g) - x-hat * sum(g * x-hat) / (n - correction))
 *     dweight = sum(dy * x-hat)    dbias = sum(dy)
 *
 * The sums are in double, those of dweight and dbias over all groups. As torch's autograd; where n <= correction dx is
 * NaN.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {NormalizeOptions & NormalizeBackwardOptions} [options] dim, correction, eps, weight: as in the forward pass
 *   (default -1, 0, 1e-5 and none)
 * @returns {Gradients} dx of x's shape; dweight and dbias with the sizes of the dims, in the order in which dim names
 *   them, as weight has them, also where no weight was given
 * @throws {TypeError} as {@link normalize}
 * @throws {RangeError} as {@link normalize}, or if dy or an out has a wrong shape
 * @example
 * normalizeBackward([[1, 0, 0]], [[1, 2, 4]]).dx; // => tensor([[0.2291, -0.3436, 0.1145]])
 * const dy = [[1, 0], [0, 0], [0, 1]], x = [[1, 2], [3, 5], [2, 9]];
 * const { dx, dweight } = normalizeBackward(dy, x, { dim: 0, correction: 1 });
 * dx; // => tensor([[ 0.1667,  0.0462], [ 0.1667, -0.0808], [-0.3333,  0.0346]])
 * dweight; // => tensor([-1.0000, 0.0000, 1.0441])
 */
export function normalizeBackward(dy: Input, x: Input, options?: NormalizeOptions & NormalizeBackwardOptions): Gradients;
export type NormalizeOptions = {
    /**
     * the dim or dims that share one mean and one variance (default -1)
     */
    dim?: Dims | undefined;
    /**
     * the variance's divisor is n - correction: any finite number >= 0 (default 0)
     */
    correction?: number | undefined;
};
export type NormalizeTargets = {
    /**
     * of x's shape; may be dy or x itself
     */
    dx: Target;
    /**
     * with the sizes of the dims, as they are named (default: a new tensor)
     */
    dweight?: Target | undefined;
    /**
     * of dweight's shape (default: a new tensor)
     */
    dbias?: Target | undefined;
};
export type NormalizeBackwardOptions = {
    /**
     * as in the forward pass (default: none, as if it were 1)
     */
    weight?: Input | null | undefined;
    /**
     * as in the forward pass (default 1e-5)
     */
    eps?: number | undefined;
    /**
     * dx, and of dweight and dbias what is in it, are written and returned (default: new
     * tensors)
     */
    out?: NormalizeTargets | undefined;
};
import type { Input } from "../tensor/as-tensor.js";
import type { Affine } from "../operands/forward.js";
import type { Out } from "../operands/forward.js";
import type { WithoutStats } from "./layer-norm.js";
import type { Tensor } from "../tensor/tensor.js";
import type { WithStats } from "./layer-norm.js";
import type { LayerNormStats } from "./layer-norm.js";
import type { PerhapsStats } from "./layer-norm.js";
import type { Gradients } from "../operands/forward.js";
import type { Dims } from "./statistics.js";
import type { Target } from "../tensor/as-tensor.js";
