/**
 * The mean over the given dims: `sum(x) / n`, as torch.mean. The sum is in double.
 *
 * @param {Input} x of any shape
 * @param {Reduce} [options] dim (default: all), keepdim (default false)
 * @returns {Tensor} x's shape without the reduced dims, or with size 1 there
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if dim names no dim of x, or one twice, or is []; or if there is nothing to average
 * @example
 * mean([[1, 2, 3], [4, 5, 9]]); // => tensor(4.)
 * mean([[1, 2, 3], [4, 5, 9]], { dim: -1, keepdim: true }); // => tensor([[2.], [6.]])
 */
export function mean(x: Input, options?: Reduce): Tensor;
/**
 * The variance over the given dims: `sum((x - mean)^2) / (n - correction)`, as torch.var. `n <= correction` gives
 * infinity, or NaN if the sum is 0.
 *
 * @param {Input} x of any shape
 * @param {Reduce & Correction} [options] dim (default: all), keepdim (default false), correction (default 1)
 * @returns {Tensor} x's shape without the reduced dims, or with size 1 there
 * @throws {TypeError} as {@link mean}
 * @throws {RangeError} as {@link mean}, or if correction is not a finite number >= 0
 * @example
 * variance([[1, 2, 3], [4, 5, 9]], { dim: 1 }); // => tensor([1., 7.])
 * variance([1, 2, 3, 4], { correction: 0 }); // => tensor(1.2500)
 */
export function variance(x: Input, options?: Reduce & Correction): Tensor;
/**
 * The standard deviation over the given dims: the root of {@link variance}, as torch.std. It is right also where the
 * variance itself overflows or underflows float32.
 *
 * @param {Input} x of any shape
 * @param {Reduce & Correction} [options] dim (default: all), keepdim (default false), correction (default 1)
 * @returns {Tensor} x's shape without the reduced dims, or with size 1 there
 * @throws {TypeError} as {@link mean}
 * @throws {RangeError} as {@link variance}
 * @example
 * std([[1, 2, 3], [4, 5, 9]], { dim: -1 }); // => tensor([1.0000, 2.6458])
 */
export function std(x: Input, options?: Reduce & Correction): Tensor;
/**
 * Mean and variance at once, in one pass over x, as torch.var_mean.
 *
 * @param {Input} x of any shape
 * @param {Omit<Reduce, "out"> & Correction & MomentsOut} [options] dim (default: all), keepdim (default false),
 *   correction (default 1)
 * @returns {{ mean: Tensor, variance: Tensor }} each as {@link mean} and {@link variance} give it
 * @throws {TypeError} as {@link mean}
 * @throws {RangeError} as {@link variance}
 * @example
 * const { mean, variance } = moments([[1, 2, 3], [4, 5, 9]], { dim: -1 });
 * mean; // => tensor([2., 6.])
 * variance; // => tensor([1., 7.])
 */
export function moments(x: Input, options?: Omit<Reduce, "out"> & Correction & MomentsOut): {
    mean: Tensor;
    variance: Tensor;
};
/**
 * One dim or several, counted from the front or, negative, from the end.
 */
export type Dims = number | readonly number[];
export type Reduce = {
    /**
     * the dim or dims to reduce: those that disappear (default: all of them)
     */
    dim?: Dims | undefined;
    /**
     * keep the reduced dims with size 1 (default false)
     */
    keepdim?: boolean | undefined;
    /**
     * written and returned: of the result's shape; may be x itself (default: a new tensor)
     */
    out?: Target | undefined;
};
export type Correction = {
    /**
     * the divisor is n - correction: 1, Bessel's, is the unbiased estimate; 0 the biased
     * one that normalization layers use; any finite number >= 0 (default 1)
     */
    correction?: number | undefined;
};
export type MomentTargets = {
    /**
     * of the result's shape
     */
    mean: Target;
    /**
     * of the result's shape
     */
    variance: Target;
};
export type MomentsOut = {
    /**
     * both are written and returned (default: new tensors)
     */
    out?: MomentTargets | undefined;
};
/**
 * where each moment that is wanted goes
 */
export type Wanted = {
    mean?: Operand;
    variance?: Operand;
    std?: Operand;
};
import type { Input } from "../tensor/as-tensor.js";
import type { Tensor } from "../tensor/tensor.js";
import type { Target } from "../tensor/as-tensor.js";
import type { Operand } from "../operands/operands.js";
