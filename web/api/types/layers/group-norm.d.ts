/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */
/**
 * @typedef {object} GroupNormOptions
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 * @property {boolean} [affine] with weight and bias (default true)
 */
/**
 * Group normalization with a learned scale and shift, as torch.nn.GroupNorm: weight starts at 1, bias at 0. See
 * {@link groupNorm}.
 *
 * @example
 * const layer = new GroupNorm(2, 4); // => GroupNorm(2, 4, eps=1e-05, affine=True)
 * layer.forward([[[1, 2], [3, 4], [5, 6], [7, 9]]]);
 * // => tensor([[[-1.3416, -0.4472], [0.4472, 1.3416], [-1.1832, -0.5071], [0.1690, 1.5213]]])
 */
export class GroupNorm extends NormLayer {
    /**
     * Group normalization with a learned scale and shift.
     *
     * @param {number} groups how many; divides channels
     * @param {number} channels how many
     * @param {GroupNormOptions} [options] eps (default 1e-5), affine (default true)
     * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
     * @throws {RangeError} if groups does not divide channels, one is not an integer >= 1, or eps not a finite number >=
     *   0
     */
    constructor(groups: number, channels: number, options?: GroupNormOptions);
    /**
     * How many channels.
     * @readonly
     * @type {number}
     */
    readonly channels: number;
    /**
     * How many groups.
     * @readonly
     * @type {number}
     */
    readonly groups: number;
    /**
     * The forward pass.
     *
     * @param {Input} x [N, channels, ...]; kept in training, not copied: not to be changed before
     *   backward()
     * @param {Out} [options] out: written and returned; of x's shape; may be x itself, but then there is no backward()
     *   (default: a new tensor)
     * @returns {Tensor} of x's shape
     * @throws {TypeError} if x is no tensor
     * @throws {RangeError} if x or out has another shape
     */
    forward(x: Input, options?: Out): Tensor;
}
export type GroupNormOptions = {
    /**
     * added to the variance, inside the root: a finite number >= 0 (default 1e-5)
     */
    eps?: number | undefined;
    /**
     * with weight and bias (default true)
     */
    affine?: boolean | undefined;
};
import { NormLayer } from "./norm-layer.js";
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
