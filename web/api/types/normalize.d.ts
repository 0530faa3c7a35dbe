/**
 * Normalises over any dims: `(x - mean) / sqrt(variance + eps)`, then scaled and shifted. `{ correction: 1, eps: 0 }` is
 * the step-by-step example of the book; LayerNorm over channels of [N, C, H, W] is `{ dim: 1 }`.
 *
 * @param {Input} x
 * @param {Out & { dim?: Dims, correction?: number, eps?: number, weight?: Input | null, bias?: Input | null }} [options]
 *   dim: the dims that share one mean and variance (default -1); correction: the variance's divisor is n - correction
 *   (default 0: biased); eps: default 1e-5; weight, bias: with the sizes of those dims, in the order in which dim names
 *   them
 * @returns {Tensor} of x's shape
 * @throws {RangeError} if dim names no dim of x, or one twice, or none; if a shape does not fit; if eps or correction is
 *   not a finite number >= 0
 * @example
 * normalize([[1, 2, 3], [4, 5, 6]], { dim: 0, correction: 1, eps: 0 });
 */
export function normalize(x: Input, options?: Out & {
    dim?: Dims;
    correction?: number;
    eps?: number;
    weight?: Input | null;
    bias?: Input | null;
}): Tensor;
/**
 * @param {unknown} normalizedShape
 * @returns {number[]} as an array, each size at least 1
 */
export function checkNormalizedShape(normalizedShape: unknown): number[];
/**
 * Layer normalization (Ba, Kiros and Hinton, 2016), as torch.nn.functional.layer_norm: over the last dims, with the
 * biased variance.
 *
 *     y = (x - mean) / sqrt(variance + eps) * weight + bias
 *
 * @overload
 * @param {Input} x
 * @param {Dims} normalizedShape the last dim of x, or the last dims: what shares one mean and one variance
 * @param {Affine & Out & { stats?: false }} [options]
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
 * The same, with the statistics that a backward pass needs.
 *
 * @overload
 * @param {Input} x
 * @param {Dims} normalizedShape
 * @param {Affine & Out & { stats: true }} options
 * @returns {{ y: Tensor, mean: Tensor, rstd: Tensor }} mean and rstd keep the normalised dims with size 1
 */
export function layerNorm(x: Input, normalizedShape: Dims, options: Affine & Out & {
    stats: true;
}): {
    y: Tensor;
    mean: Tensor;
    rstd: Tensor;
};
export type Affine = {
    /**
     * of the normalised shape: what x-hat is multiplied by. Default: nothing
     */
    weight?: Input | null | undefined;
    /**
     * of the normalised shape: what is added then. Default: nothing
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
 * What the kernel needs, checked.
 */
export type Plan = {
    x: Tensor;
    groups: Groups;
    /**
     * with its dims in the order of x's
     */
    weight: Tensor | null;
    bias: Tensor | null;
    correction: number;
    eps: number;
};
import type { Input } from "./tensor.js";
import type { Dims } from "./statistics.js";
import type { Tensor } from "./tensor.js";
import type { Target } from "./tensor.js";
import type { Groups } from "./groups.js";
