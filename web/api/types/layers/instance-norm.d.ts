/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */
/**
 * @typedef {object} InstanceNormOptions
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 * @property {boolean} [affine] with weight and bias (default false, as in torch)
 */
/**
 * Instance normalization, as torch.nn.InstanceNorm1d, 2d and 3d in one, without running statistics: so it prints
 * without momentum and track_running_stats. With affine, weight starts at 1 and bias at 0. See {@link instanceNorm}.
 *
 * @example
 * const layer = new InstanceNorm(2); // => InstanceNorm(2, eps=1e-05, affine=False)
 * layer.forward([[[1, 2, 3], [4, 5, 9]]]); // => tensor([[[-1.2247, 0.0000, 1.2247], [-0.9258, -0.4629, 1.3887]]])
 */
export class InstanceNorm extends NormLayer {
    /**
     * Instance normalization.
     *
     * @param {number} features how many channels
     * @param {InstanceNormOptions} [options] eps (default 1e-5), affine (default false)
     * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
     * @throws {RangeError} if features is not an integer >= 1, or eps not a finite number >= 0
     */
    constructor(features: number, options?: InstanceNormOptions);
    /**
     * How many channels.
     * @readonly
     * @type {number}
     */
    readonly features: number;
    /**
     * The forward pass.
     *
     * @param {Input} x [N, features, ...]; kept in training, not copied: not to be changed before
     *   backward()
     * @param {Out} [options] out: written and returned; of x's shape; may be x itself, but then there is no backward()
     *   (default: a new tensor)
     * @returns {Tensor} of x's shape
     * @throws {TypeError} if x is no tensor
     * @throws {RangeError} if x or out has another shape or, as in torch, x one element in each channel
     */
    forward(x: Input, options?: Out): Tensor;
}
export type InstanceNormOptions = {
    /**
     * added to the variance, inside the root: a finite number >= 0 (default 1e-5)
     */
    eps?: number | undefined;
    /**
     * with weight and bias (default false, as in torch)
     */
    affine?: boolean | undefined;
};
import { NormLayer } from "./norm-layer.js";
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
