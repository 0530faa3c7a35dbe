/**
 * Root mean square normalization, over the last dims.
 *
 *     y = x / sqrt(mean(x^2) + eps) * (weight + weightOffset)
 *
 * weight may have more dims before those of normalizedShape, which then broadcast against x from the right: [G, d] for
 * x [..., G, d] is the grouped norm of Mamba 2 (Dao and Gu (2024), arXiv:2405.21060).
 *
 * As torch.nn.functional.rms_norm; Zhang and Sennrich, "Root Mean Square Layer Normalization" (2019), arXiv:1910.07467.
 *
 * @param {Input} x [..., normalizedShape]
 * @param {Dims} normalizedShape the last dim of x, or the last dims: what shares one mean square
 * @param {Scale & Out & WithoutStats} [options] weight: of normalizedShape, or of more dims (default: none, as if 1);
 *   weightOffset: added to it (default 0); eps (default 2^-23); stats: whether to give the statistic too (default
 *   false)
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if normalizedShape is not the end of x's shape, weight does not end with it or does not
 *   broadcast against x, eps is not a finite number >= 0, or weightOffset not a finite number
 * @example
 * rmsNorm([[1, 2, 3], [4, 5, 9]], 3); // => tensor([[0.4629, 0.9258, 1.3887], [0.6273, 0.7841, 1.4113]])
 * rmsNorm([[1, 2, 3], [4, 5, 9]], 3, { weight: [0, 0, 1], weightOffset: 1, eps: 1e-6 });
 * // => tensor([[0.4629, 0.9258, 2.7775], [0.6273, 0.7841, 2.8226]])
 */
export function rmsNorm(x: Input, normalizedShape: Dims, options?: (Scale & Out & WithoutStats) | undefined): Tensor;
/**
 * The same, with the statistic that {@link rmsNormBackward} can use.
 *
 * @param {Input} x [..., normalizedShape]
 * @param {Dims} normalizedShape the last dim of x, or the last dims
 * @param {Scale & Out & WithStats} options stats: true; weight: of normalizedShape, or of more dims (default: none, as
 *   if 1); weightOffset: added to it (default 0); eps (default 2^-23)
 * @returns {RmsNormStats} y of x's shape; rrms = 1 / sqrt(mean(x^2) + eps), with size 1 in the normalised dims
 * @example
 * rmsNorm([[1, 2, 3], [4, 5, 9]], 3, { stats: true }).rrms; // => tensor([[0.4629], [0.1568]])
 */
export function rmsNorm(x: Input, normalizedShape: Dims, options: Scale & Out & WithStats): RmsNormStats;
/**
 * The same, where it is not known beforehand whether the statistic is wanted.
 *
 * @param {Input} x [..., normalizedShape]
 * @param {Dims} normalizedShape the last dim of x, or the last dims
 * @param {Scale & Out & PerhapsStats} options stats: whether to give the statistic too; weight: of normalizedShape
 *   (default: none, as if 1); weightOffset: added to it (default 0); eps (default 2^-23)
 * @returns {Tensor | RmsNormStats} by stats
 */
export function rmsNorm(x: Input, normalizedShape: Dims, options: Scale & Out & PerhapsStats): Tensor | RmsNormStats;
/**
 * The gradients of {@link rmsNorm}.
 *
 * With g = dy * (weight + weightOffset), x-hat = x * rrms, and means over the row:
 *
 *     dx = rrms * (g - x-hat * mean(g * x-hat))    dweight = sum(dy * x-hat)
 *
 * The sum is in double, over the rows that share an element. dweight is given also where there is no weight.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {Dims} normalizedShape as in the forward pass
 * @param {Scale & SavedRrms} [options] weight, eps, weightOffset: as in the forward pass (default: none,
 *   2^-23 and 0); rrms: what it gave (default: computed again)
 * @returns {{ dx: Tensor, dweight: Tensor }} dx of x's shape, dweight of weight's shape, or of the normalised one
 * @throws {TypeError} as {@link rmsNorm}
 * @throws {RangeError} as {@link rmsNorm}, or if dy, rrms or an out has a wrong shape
 * @example
 * const { dx, dweight } = rmsNormBackward([[1, 0, 0]], [[1, 2, 4]], 3);
 * dx; // => tensor([[0.3600, -0.0360, -0.0720]])
 * dweight; // => tensor([0.3780, 0.0000, 0.0000])
 */
export function rmsNormBackward(dy: Input, x: Input, normalizedShape: Dims, options?: Scale & SavedRrms): {
    dx: Tensor;
    dweight: Tensor;
};
/**
 * `sum = x + residual` and `y = rmsNorm(sum)`, in one pass: the step between two blocks of a transformer.
 *
 * @param {Input} x [..., normalizedShape]
 * @param {Input} residual of x's shape
 * @param {Dims} normalizedShape as {@link rmsNorm}'s
 * @param {Scale & SumOut} [options] weight: of normalizedShape, or of more dims (default: none, as if 1); weightOffset:
 *   added to it (default 0); eps (default 2^-23)
 * @returns {{ y: Tensor, sum: Tensor }} both of x's shape
 * @throws {TypeError} as {@link rmsNorm}
 * @throws {RangeError} as {@link rmsNorm}, or if residual or an out has another shape than x
 * @example
 * const { y, sum } = addRmsNorm([[1, 2, 3]], [[0.5, 0, 0]], 3);
 * sum; // => tensor([[1.5000, 2.0000, 3.0000]])
 * y; // => tensor([[0.6653, 0.8871, 1.3306]])
 */
export function addRmsNorm(x: Input, residual: Input, normalizedShape: Dims, options?: Scale & SumOut): {
    y: Tensor;
    sum: Tensor;
};
export type RmsNormStats = {
    /**
     * of x's shape
     */
    y: Tensor;
    /**
     * 1 / sqrt(mean(x^2) + eps), of x's shape, with size 1 in the normalised dims
     */
    rrms: Tensor;
};
export type RmsNormTargets = {
    /**
     * of x's shape; may be dy or x itself
     */
    dx: Target;
    /**
     * of weight's shape, or of the normalised one
     */
    dweight: Target;
};
export type SavedRrms = {
    /**
     * what the forward pass gave with `stats: true`, so that it need not be computed again
     * (default: computed)
     */
    rrms?: Input | undefined;
    /**
     * both are written and returned (default: new tensors)
     */
    out?: RmsNormTargets | undefined;
};
export type Scale = {
    /**
     * of the normalised shape, or of more dims before it, which broadcast against x
     * (default: none, as if it were 1 whatever weightOffset is)
     */
    weight?: Input | null | undefined;
    /**
     * added to the mean square, inside the root: a finite number >= 0 (default: the epsilon of
     * float32, 2^-23, as in torch)
     */
    eps?: number | undefined;
    /**
     * added to the weight in float32: 1 where a model stores weight - 1, as Gemma does
     * (default 0)
     */
    weightOffset?: number | undefined;
};
import type { Input } from "../tensor/as-tensor.js";
import type { Dims } from "./statistics.js";
import type { Out } from "../operands/forward.js";
import type { WithoutStats } from "./layer-norm.js";
import type { Tensor } from "../tensor/tensor.js";
import type { WithStats } from "./layer-norm.js";
import type { PerhapsStats } from "./layer-norm.js";
import type { SumOut } from "./layer-norm.js";
import type { Target } from "../tensor/as-tensor.js";
