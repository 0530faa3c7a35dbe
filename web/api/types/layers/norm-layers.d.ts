/**
 * Layer normalization with a learned scale and shift, as torch.nn.LayerNorm: weight starts at 1, bias at 0. See
 * {@link layerNorm}.
 *
 * @example
 * const layer = new LayerNorm(3); // => LayerNorm((3,), eps=1e-05, elementwise_affine=True)
 * layer.forward([[1, 2, 3], [4, 5, 9]]); // => tensor([[-1.2247, 0.0000, 1.2247], [-0.9258, -0.4629, 1.3887]])
 * layer.loadState({ weight: [1, 1, 2], bias: [0, 0, 0] }); // trained weights go in like this
 * layer.forward([[1, 2, 3], [4, 5, 9]]); // => tensor([[-1.2247, 0.0000, 2.4495], [-0.9258, -0.4629, 2.7775]])
 */
export class LayerNorm extends NormLayer {
    /**
     * Layer normalization with a learned scale and shift.
     *
     * @param {Dims} normalizedShape the last dim of the inputs, or the last dims
     * @param {LayerNormOptions} [options] eps (default 1e-5), elementwiseAffine (default true), bias (default true)
     * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
     * @throws {RangeError} if a size is not an integer >= 1, or eps not a finite number >= 0
     */
    constructor(normalizedShape: Dims, options?: LayerNormOptions);
    /**
     * The last dim of the inputs, or the last dims.
     * @readonly
     * @type {readonly number[]}
     */
    readonly normalizedShape: readonly number[];
    /**
     * The forward pass.
     *
     * @param {Input} x [..., normalizedShape]; kept in training, not copied: not to be changed before
     *   backward()
     * @param {Out} [options] out: written and returned; of x's shape; may be x itself, but then there is no backward()
     *   (default: a new tensor)
     * @returns {Tensor} of x's shape
     * @throws {TypeError} if x is no tensor
     * @throws {RangeError} if x or out has another shape
     */
    forward(x: Input, options?: Out): Tensor;
    /**
     * `sum = x + residual` and `y = forward(sum)`, in one pass: see {@link addLayerNorm}.
     *
     * After it backward(dy), which is given the gradient of y, returns that of sum by way of y: with what comes to sum by
     * other ways, added to it, it is the gradient of x and of residual alike.
     *
     * @param {Input} x [..., normalizedShape]
     * @param {Input} residual of x's shape
     * @param {SumOut} [options] out: y and sum are written and returned; they may be x and residual themselves (default:
     *   new tensors). In training sum is kept, not copied: not to be changed before backward()
     * @returns {{ y: Tensor, sum: Tensor }} both of x's shape
     * @throws {TypeError} if x or residual is no tensor
     * @throws {RangeError} if x, residual or an out has another shape
     * @example
     * const { y, sum } = new LayerNorm(3).addForward([[1, 2, 3]], [[0.5, 0, 0]]);
     * sum; // => tensor([[1.5000, 2.0000, 3.0000]])
     * y; // => tensor([[-1.0690, -0.2673, 1.3363]])
     */
    addForward(x: Input, residual: Input, options?: SumOut): {
        y: Tensor;
        sum: Tensor;
    };
}
/**
 * Root mean square normalization with a learned scale, as torch.nn.RMSNorm: weight + weightOffset starts at 1. See
 * {@link rmsNorm}.
 *
 * @example
 * const layer = new RMSNorm(3, { eps: 1e-6 }); // => RMSNorm((3,), eps=1e-06, elementwise_affine=True)
 * layer.forward([[1, 2, 3], [4, 5, 9]]); // => tensor([[0.4629, 0.9258, 1.3887], [0.6273, 0.7841, 1.4113]])
 */
export class RMSNorm extends WeightedLayer<Tensor | null> {
    /**
     * Root mean square normalization with a learned scale.
     *
     * @param {Dims} normalizedShape the last dim of the inputs, or the last dims
     * @param {RMSNormOptions} [options] eps (default 2^-23), elementwiseAffine (default true), weightOffset (default 0)
     * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
     * @throws {RangeError} if a size is not an integer >= 1, eps not a finite number >= 0, or weightOffset not a finite
     *   number
     */
    constructor(normalizedShape: Dims, options?: RMSNormOptions);
    /**
     * The last dim of the inputs, or the last dims.
     * @readonly
     * @type {readonly number[]}
     */
    readonly normalizedShape: readonly number[];
    /**
     * Added to the mean square, inside the root; undefined: the epsilon of float32, 2^-23.
     * @type {number | undefined}
     */
    eps: number | undefined;
    /**
     * Added to the weight in float32: 1 where a model stores weight - 1, as Gemma does.
     * @type {number}
     */
    weightOffset: number;
    /**
     * The forward pass.
     *
     * @param {Input} x [..., normalizedShape]; kept in training, not copied: not to be changed before
     *   backward()
     * @param {Out} [options] out: written and returned; of x's shape; may be x itself, but then there is no backward()
     *   (default: a new tensor)
     * @returns {Tensor} of x's shape
     * @throws {TypeError} if x is no tensor
     * @throws {RangeError} if x or out has another shape
     */
    forward(x: Input, options?: Out): Tensor;
    /**
     * `sum = x + residual` and `y = forward(sum)`, in one pass: see {@link addRmsNorm}.
     *
     * After it backward(dy), which is given the gradient of y, returns that of sum by way of y: with what comes to sum by
     * other ways, added to it, it is the gradient of x and of residual alike.
     *
     * @param {Input} x [..., normalizedShape]
     * @param {Input} residual of x's shape
     * @param {SumOut} [options] out: y and sum are written and returned; they may be x and residual themselves (default:
     *   new tensors). In training sum is kept, not copied: not to be changed before backward()
     * @returns {{ y: Tensor, sum: Tensor }} both of x's shape
     * @throws {TypeError} if x or residual is no tensor
     * @throws {RangeError} if x, residual or an out has another shape
     * @example
     * const { y, sum } = new RMSNorm(3).addForward([[1, 2, 3]], [[0.5, 0, 0]]);
     * sum; // => tensor([[1.5000, 2.0000, 3.0000]])
     * y; // => tensor([[0.6653, 0.8871, 1.3306]])
     */
    addForward(x: Input, residual: Input, options?: SumOut): {
        y: Tensor;
        sum: Tensor;
    };
}
/**
 * Batch normalization with a learned scale and shift, as torch.nn.BatchNorm1d, 2d and 3d in one: weight starts at 1,
 * bias at 0, the running mean at 0, the running variance at 1. See {@link batchNorm}.
 *
 * @example
 * const layer = new BatchNorm(2); // => BatchNorm(2, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
 * layer.forward([[1, 2], [3, 6]]); // => tensor([[-1.0000, -1.0000], [1.0000, 1.0000]])
 * layer.eval().forward([[1, 2], [3, 6]]); // => tensor([[0.7628, 1.2271], [2.6697, 4.2950]])
 */
export class BatchNorm extends NormLayer {
    /**
     * Batch normalization with a learned scale and shift.
     *
     * @param {number} features how many channels
     * @param {BatchNormOptions} [options] eps (default 1e-5), momentum (default 0.1), affine (default true),
     *   trackRunningStats (default true)
     * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
     * @throws {RangeError} if features is not an integer >= 1, eps not a finite number >= 0, or momentum not a finite
     *   number
     */
    constructor(features: number, options?: BatchNormOptions);
    /**
     * How many channels.
     * @readonly
     * @type {number}
     */
    readonly features: number;
    /**
     * The weight of the new in the running statistics.
     * @type {number}
     */
    momentum: number;
    /** @param {Tensor} value */
    set runningMean(value: Tensor);
    /**
     * The running mean, [features]: 0 at first; null without trackRunningStats. Not a parameter. A tensor of the same
     * shape may take its place.
     * @returns {Tensor | null}
     */
    get runningMean(): Tensor | null;
    /** @param {Tensor} value */
    set runningVar(value: Tensor);
    /**
     * The running variance, [features]: 1 at first; null without trackRunningStats. Not a parameter. A tensor of the same
     * shape may take its place.
     * @returns {Tensor | null}
     */
    get runningVar(): Tensor | null;
    /**
     * The forward pass.
     *
     * @param {Input} x [N, features, ...]; kept in training, not copied: not to be changed before
     *   backward()
     * @param {Out} [options] out: written and returned; of x's shape; may be x itself, but then there is no backward()
     *   (default: a new tensor)
     * @returns {Tensor} of x's shape
     * @throws {TypeError} if x is no tensor
     * @throws {RangeError} if x or out has another shape or, in training, x no more than one value per channel
     */
    forward(x: Input, options?: Out): Tensor;
}
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
export type LayerNormOptions = {
    /**
     * added to the variance, inside the root: a finite number >= 0 (default 1e-5)
     */
    eps?: number | undefined;
    /**
     * with weight and bias (default true)
     */
    elementwiseAffine?: boolean | undefined;
    /**
     * with a bias, if with a weight (default true)
     */
    bias?: boolean | undefined;
};
export type RMSNormOptions = {
    /**
     * added to the mean square, inside the root: a finite number >= 0 (default: the epsilon of
     * float32, 2^-23)
     */
    eps?: number | undefined;
    /**
     * with a weight (default true)
     */
    elementwiseAffine?: boolean | undefined;
    /**
     * added to the weight in float32: 1 where a model stores weight - 1, as Gemma does
     * (default 0)
     */
    weightOffset?: number | undefined;
};
export type BatchNormOptions = {
    /**
     * added to the variance, inside the root: a finite number >= 0 (default 1e-5)
     */
    eps?: number | undefined;
    /**
     * the weight of the new in the running statistics: a finite number (default 0.1)
     */
    momentum?: number | undefined;
    /**
     * with weight and bias (default true)
     */
    affine?: boolean | undefined;
    /**
     * with running statistics (default true); without them the statistics are those
     * of the batch after eval() too
     */
    trackRunningStats?: boolean | undefined;
};
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
/**
 * @typedef {object} LayerNormOptions
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 * @property {boolean} [elementwiseAffine] with weight and bias (default true)
 * @property {boolean} [bias] with a bias, if with a weight (default true)
 */
/**
 * @typedef {object} RMSNormOptions
 * @property {number} [eps] added to the mean square, inside the root: a finite number >= 0 (default: the epsilon of
 *   float32, 2^-23)
 * @property {boolean} [elementwiseAffine] with a weight (default true)
 * @property {number} [weightOffset] added to the weight in float32: 1 where a model stores weight - 1, as Gemma does
 *   (default 0)
 */
/**
 * @typedef {object} BatchNormOptions
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 * @property {number} [momentum] the weight of the new in the running statistics: a finite number (default 0.1)
 * @property {boolean} [affine] with weight and bias (default true)
 * @property {boolean} [trackRunningStats] with running statistics (default true); without them the statistics are those
 *   of the batch after eval() too
 */
/**
 * @typedef {object} GroupNormOptions
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 * @property {boolean} [affine] with weight and bias (default true)
 */
/**
 * @typedef {object} InstanceNormOptions
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 * @property {boolean} [affine] with weight and bias (default false, as in torch)
 */
/** A layer that scales and shifts what it has normalised. */
declare class NormLayer extends AffineLayer<Tensor | null> {
    /**
     * @param {readonly number[]} shape of weight and bias
     * @param {unknown} eps
     * @param {boolean} affine whether there is a weight: 1 at first
     * @param {boolean} [bias] whether there is a bias: 0 at first
     */
    constructor(shape: readonly number[], eps: unknown, affine: boolean, bias?: boolean);
    /**
     * Added to the variance, inside the root.
     * @type {number}
     */
    eps: number;
}
import type { Dims } from "../ops/statistics.js";
import type { Input } from "../tensor/tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
import type { SumOut } from "../ops/layer-norm.js";
import { WeightedLayer } from "./layer.js";
import { AffineLayer } from "./layer.js";
export {};
