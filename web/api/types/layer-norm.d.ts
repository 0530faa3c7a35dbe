/**
 * Layer normalization (Ba, Kiros and Hinton, 2016), as torch.nn.functional.layer_norm: over the last dims, with the
 * biased variance.
 *
 *     y = (x - mean) / sqrt(variance + eps) * weight + bias
 *
 * @overload
 * @param {Input} x
 * @param {Dims} normalizedShape the last dim of x, or the last dims: what shares one mean and one variance
 * @param {Affine & Out & { stats?: false }} [options] weight, bias: of the normalised shape
 * @returns {Tensor} of x's shape
 * @throws {RangeError} if normalizedShape is not the end of x's shape, if weight or bias has another shape than it, or
 *   if eps is not a finite number >= 0
 * @example
 * layerNorm([[1, 2, 3], [4, 5, 6]], 3, { weight: [1, 1, 2] });
 */
export function layerNorm(x: Input, normalizedShape: Dims, options?: (Affine & Out & {
    stats?: false;
}) | undefined): Tensor;
/**
 * The same, with the statistics that {@link layerNormBackward} can use.
 *
 * @overload
 * @param {Input} x
 * @param {Dims} normalizedShape
 * @param {Affine & Out & { stats: true }} options
 * @returns {{ y: Tensor, mean: Tensor, rstd: Tensor }} mean and rstd = 1 / sqrt(variance + eps) keep the normalised
 *   dims with size 1
 */
export function layerNorm(x: Input, normalizedShape: Dims, options: Affine & Out & {
    stats: true;
}): {
    y: Tensor;
    mean: Tensor;
    rstd: Tensor;
};
/**
 * The gradients of {@link layerNorm}. With g = dy * weight, x-hat = (x - mean) * rstd, and means over the row:
 *
 *     dx = rstd * (g - mean(g) - x-hat * mean(g * x-hat))    dweight = sum(dy * x-hat)    dbias = sum(dy)
 *
 * The sums are in double. dweight and dbias are given also where there is no weight: it is 1 then.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {Dims} normalizedShape
 * @param {{ weight?: Input | null, eps?: number, mean?: Input, rstd?: Input, out?: GradientTargets }} [options] weight,
 *   eps: as in the forward pass; mean, rstd: what the forward pass gave with `stats: true`, so that they need not be
 *   computed again: both or neither; out: all three are written and returned
 * @returns {Gradients} dx of x's shape, dweight and dbias of the normalised shape
 * @throws {TypeError} if only one of mean and rstd is given
 * @throws {RangeError} as {@link layerNorm}, or if dy, mean or rstd has a wrong shape
 * @example
 * const { dx, dweight, dbias } = layerNormBackward([[1, 0, 0]], [[1, 2, 4]], 3, { weight: [1, 1, 2] });
 */
export function layerNormBackward(dy: Input, x: Input, normalizedShape: Dims, options?: {
    weight?: Input | null;
    eps?: number;
    mean?: Input;
    rstd?: Input;
    out?: GradientTargets;
}): Gradients;
/**
 * `sum = x + residual` and `y = layerNorm(sum)`, in one pass: the step between two blocks of a transformer.
 *
 * @param {Input} x
 * @param {Input} residual of x's shape
 * @param {Dims} normalizedShape
 * @param {Affine & { out?: { y: Target, sum: Target } }} [options] as {@link layerNorm}'s; out: both are written and
 *   returned; each may be x or residual, as sum is where a residual stream is updated in place
 * @returns {{ y: Tensor, sum: Tensor }} of x's shape
 * @throws {RangeError} as {@link layerNorm}, or if residual has another shape than x
 * @example
 * const { y, sum } = addLayerNorm([[1, 2, 3]], [[0.5, 0, 0]], 3);
 */
export function addLayerNorm(x: Input, residual: Input, normalizedShape: Dims, options?: Affine & {
    out?: {
        y: Target;
        sum: Target;
    };
}): {
    y: Tensor;
    sum: Tensor;
};
/** @import { Dims } from "./statistics.js" */
/** @import { Input, Target, Tensor } from "./tensor.js" */
/**
 * @typedef {object} Affine
 * @property {Input | null} [weight] what x-hat is multiplied by: of the normalised shape, or of one element a channel.
 *   Default: nothing
 * @property {Input | null} [bias] what is added then, of the same shape. Default: nothing
 * @property {number} [eps] added to the variance, inside the root (default 1e-5)
 */
/** @typedef {{ out?: Target }} Out out: written and returned; of the result's shape; may be the input itself */
/**
 * The gradients of a sum over y * dy, of which each has the shape of what it belongs to.
 * @typedef {{ dx: Tensor, dweight: Tensor, dbias: Tensor }} Gradients
 */
/** @typedef {{ dx: Target, dweight: Target, dbias: Target }} GradientTargets dx may be dy or x itself */
/** What `out` of a backward pass holds. */
export const GRADIENTS: readonly ["dx", "dweight", "dbias"];
export type Affine = {
    /**
     * what x-hat is multiplied by: of the normalised shape, or of one element a channel.
     * Default: nothing
     */
    weight?: Input | null | undefined;
    /**
     * what is added then, of the same shape. Default: nothing
     */
    bias?: Input | null | undefined;
    /**
     * added to the variance, inside the root (default 1e-5)
     */
    eps?: number | undefined;
};
/**
 * out: written and returned; of the result's shape; may be the input itself
 */
export type Out = {
    out?: Target;
};
/**
 * The gradients of a sum over y * dy, of which each has the shape of what it belongs to.
 */
export type Gradients = {
    dx: Tensor;
    dweight: Tensor;
    dbias: Tensor;
};
/**
 * dx may be dy or x itself
 */
export type GradientTargets = {
    dx: Target;
    dweight: Target;
    dbias: Target;
};
import type { Input } from "./tensor.js";
import type { Dims } from "./statistics.js";
import type { Tensor } from "./tensor.js";
import type { Target } from "./tensor.js";
