/**
 * Root mean square normalization (Zhang and Sennrich, 2019), as torch.nn.functional.rms_norm: over the last dims.
 *
 *     y = x / sqrt(mean(x^2) + eps) * (weight + weightOffset)
 *
 * @overload
 * @param {Input} x
 * @param {Dims} normalizedShape the last dim of x, or the last dims: what shares one mean square
 * @param {Scale & Out & { stats?: false }} [options]
 * @returns {Tensor} of x's shape
 * @throws {RangeError} if normalizedShape is not the end of x's shape, if weight has another shape than it, if eps is
 *   not a finite number >= 0, or weightOffset not a finite number
 * @example
 * rmsNorm([[1, 2, 3], [4, 5, 6]], 3, { weight: [1, 1, 2], eps: 1e-6 });
 */
export function rmsNorm(x: Input, normalizedShape: Dims, options?: (Scale & Out & {
    stats?: false;
}) | undefined): Tensor;
/**
 * The same, with the statistic that {@link rmsNormBackward} can use.
 *
 * @overload
 * @param {Input} x
 * @param {Dims} normalizedShape
 * @param {Scale & Out & { stats: true }} options
 * @returns {{ y: Tensor, rrms: Tensor }} rrms = 1 / sqrt(mean(x^2) + eps) keeps the normalised dims with size 1
 */
export function rmsNorm(x: Input, normalizedShape: Dims, options: Scale & Out & {
    stats: true;
}): {
    y: Tensor;
    rrms: Tensor;
};
/**
 * The gradients of {@link rmsNorm}. With g = dy * (weight + weightOffset), x-hat = x * rrms, and means over the row:
 *
 *     dx = rrms * (g - x-hat * mean(g * x-hat))    dweight = sum(dy * x-hat)
 *
 * The sum is in double. dweight is given also where there is no weight: it is 1 then.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {Dims} normalizedShape
 * @param {Scale & { rrms?: Input, out?: { dx: Target, dweight: Target } }} [options] weight, eps, weightOffset: as in
 *   the forward pass; rrms: what the forward pass gave with `stats: true`, so that it need not be computed again; out:
 *   both are written and returned; dx may be dy or x itself
 * @returns {{ dx: Tensor, dweight: Tensor }} dx of x's shape, dweight of the normalised shape
 * @throws {RangeError} as {@link rmsNorm}, or if dy or rrms has a wrong shape
 * @example
 * const { dx, dweight } = rmsNormBackward([[1, 0, 0]], [[1, 2, 4]], 3);
 */
export function rmsNormBackward(dy: Input, x: Input, normalizedShape: Dims, options?: Scale & {
    rrms?: Input;
    out?: {
        dx: Target;
        dweight: Target;
    };
}): {
    dx: Tensor;
    dweight: Tensor;
};
/**
 * `sum = x + residual` and `y = rmsNorm(sum)`, in one pass: the step between two blocks of a transformer.
 *
 * @param {Input} x
 * @param {Input} residual of x's shape
 * @param {Dims} normalizedShape
 * @param {Scale & { out?: { y: Target, sum: Target } }} [options] as {@link rmsNorm}'s; out: both are written and
 *   returned; each may be x or residual, as sum is where a residual stream is updated in place
 * @returns {{ y: Tensor, sum: Tensor }} of x's shape
 * @throws {RangeError} as {@link rmsNorm}, or if residual has another shape than x
 * @example
 * const { y, sum } = addRmsNorm([[1, 2, 3]], [[0.5, 0, 0]], 3);
 */
export function addRmsNorm(x: Input, residual: Input, normalizedShape: Dims, options?: Scale & {
    out?: {
        y: Target;
        sum: Target;
    };
}): {
    y: Tensor;
    sum: Tensor;
};
export type Scale = {
    /**
     * of the normalised shape. Default: 1, whatever weightOffset is
     */
    weight?: Input | null | undefined;
    /**
     * added to the mean square, inside the root (default: the epsilon of float32, 2^-23, as in
     * torch)
     */
    eps?: number | undefined;
    /**
     * added to the weight in float32 (default 0): 1 where a model stores weight - 1, as
     * Gemma does
     */
    weightOffset?: number | undefined;
};
import type { Input } from "./tensor.js";
import type { Dims } from "./statistics.js";
import type { Out } from "./layer-norm.js";
import type { Tensor } from "./tensor.js";
import type { Target } from "./tensor.js";
