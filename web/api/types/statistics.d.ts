/**
 * The mean over the given dims: `sum(x) / n`, as torch.mean.
 *
 * @param {Input} x
 * @param {Reduce} [options]
 * @returns {Tensor} x's shape without the reduced dims, or with size 1 there
 * @throws {RangeError} if dim names no dim of x, or one twice, or none; or if there is nothing to average
 * @example
 * mean([[1, 2, 3], [4, 5, 6]], { dim: -1, keepdim: true }); // tensor([[2.], [5.]])
 */
export function mean(x: Input, options?: Reduce): Tensor;
/**
 * The variance over the given dims: `sum((x - mean)^2) / (n - correction)`, as torch.var. Correction 1 (Bessel's) is
 * the unbiased estimate, 0 the biased one that normalization layers use. `n <= correction` gives infinity, or NaN if
 * the sum is 0.
 *
 * @param {Input} x
 * @param {ReduceSpread} [options]
 * @returns {Tensor} x's shape without the reduced dims, or with size 1 there
 * @throws {RangeError} as {@link mean}, or if correction is not a finite number >= 0
 * @example
 * variance([1, 2, 3, 4], { correction: 0 }); // tensor(1.2500)
 */
export function variance(x: Input, options?: ReduceSpread): Tensor;
/**
 * The standard deviation over the given dims: the root of {@link variance}, as torch.std. It is right also where the
 * variance itself overflows or underflows float32.
 *
 * @param {Input} x
 * @param {ReduceSpread} [options]
 * @returns {Tensor} x's shape without the reduced dims, or with size 1 there
 * @throws {RangeError} as {@link variance}
 * @example
 * std([1, 2, 3]); // tensor(1.)
 */
export function std(x: Input, options?: ReduceSpread): Tensor;
/**
 * Mean and variance at once, in one pass over x.
 *
 * @param {Input} x
 * @param {{ dim?: Dims, keepdim?: boolean, correction?: number, out?: { mean: Target, variance: Target } }} [options]
 *   as {@link variance}'s; out: both are written and returned
 * @returns {{ mean: Tensor, variance: Tensor }}
 * @throws {RangeError} as {@link variance}
 * @example
 * const { mean, variance } = moments([[1, 2, 3], [4, 5, 6]], { dim: -1 });
 */
export function moments(x: Input, options?: {
    dim?: Dims;
    keepdim?: boolean;
    correction?: number;
    out?: {
        mean: Target;
        variance: Target;
    };
}): {
    mean: Tensor;
    variance: Tensor;
};
/**
 * One dim or several, counted from the front or, negative, from the end.
 */
export type Dims = number | readonly number[];
export type Reduce = {
    /**
     * the dims to reduce: those that disappear. Default: all of them
     */
    dim?: Dims | undefined;
    /**
     * keep the reduced dims with size 1 (default false)
     */
    keepdim?: boolean | undefined;
    /**
     * written and returned; has the shape of the result; may be x itself
     */
    out?: Target | undefined;
};
/**
 * correction: the divisor is n - correction (default 1)
 */
export type ReduceSpread = Reduce & {
    correction?: number;
};
/**
 * where each moment that is wanted goes
 */
export type Wanted = {
    mean?: Operand;
    variance?: Operand;
    std?: Operand;
};
import type { Input } from "./tensor.js";
import type { Tensor } from "./tensor.js";
import type { Target } from "./tensor.js";
import type { Operand } from "./staging.js";
