/**
 * Layer normalization with a learned scale and shift, as torch.nn.LayerNorm: weight starts at 1, bias at 0.
 *
 * @extends {Layer<{ x: Tensor, mean: Tensor, rstd: Tensor }>}
 * @example
 * new LayerNorm(768).forward(x); // x: [..., 768]
 */
export class LayerNorm extends Layer<{
    x: Tensor;
    mean: Tensor;
    rstd: Tensor;
}> {
    /**
     * @param {Dims} normalizedShape the last dim of the inputs, or the last dims
     * @param {{ eps?: number, elementwiseAffine?: boolean, bias?: boolean }} [options] eps: default 1e-5;
     *   elementwiseAffine: with weight and bias (default true); bias: with a bias (default true)
     * @throws {RangeError} if a size is not an integer >= 1, or eps not a finite number >= 0
     */
    constructor(normalizedShape: Dims, options?: {
        eps?: number;
        elementwiseAffine?: boolean;
        bias?: boolean;
    });
    /** @readonly @type {readonly number[]} */
    readonly normalizedShape: readonly number[];
    /** @type {number} added to the variance, inside the root */
    eps: number;
    /** @readonly @type {Tensor | null} of the normalised shape; null without elementwiseAffine */
    readonly weight: Tensor | null;
    /** @readonly @type {Tensor | null} of the normalised shape; null without elementwiseAffine, or without bias */
    readonly bias: Tensor | null;
    /**
     * @param {Input} x [..., normalizedShape]; kept, not copied: not to be changed before backward()
     * @returns {Tensor} of x's shape
     */
    forward(x: Input): Tensor;
    /**
     * @param {Input} dy the gradient of what the last forward() gave
     * @returns {Tensor} dx; weight's and bias's gradients are added to
     * @throws {Error} if there was no forward()
     */
    backward(dy: Input): Tensor;
}
/**
 * Root mean square normalization with a learned scale, as torch.nn.RMSNorm: weight starts at 1.
 *
 * @extends {Layer<{ x: Tensor, rrms: Tensor }>}
 * @example
 * new RMSNorm(768, { eps: 1e-6 }).forward(x); // x: [..., 768]
 */
export class RMSNorm extends Layer<{
    x: Tensor;
    rrms: Tensor;
}> {
    /**
     * @param {Dims} normalizedShape the last dim of the inputs, or the last dims
     * @param {{ eps?: number, elementwiseAffine?: boolean }} [options] eps: default 2^-23, float32's epsilon;
     *   elementwiseAffine: with a weight (default true)
     * @throws {RangeError} if a size is not an integer >= 1, or eps not a finite number >= 0
     */
    constructor(normalizedShape: Dims, options?: {
        eps?: number;
        elementwiseAffine?: boolean;
    });
    /** @readonly @type {readonly number[]} */
    readonly normalizedShape: readonly number[];
    /** @type {number | undefined} added to the mean square, inside the root; undefined: the epsilon of float32 */
    eps: number | undefined;
    /** @readonly @type {Tensor | null} of the normalised shape; null without elementwiseAffine */
    readonly weight: Tensor | null;
    /**
     * @param {Input} x [..., normalizedShape]; kept, not copied: not to be changed before backward()
     * @returns {Tensor} of x's shape
     */
    forward(x: Input): Tensor;
    /**
     * @param {Input} dy the gradient of what the last forward() gave
     * @returns {Tensor} dx; weight's gradient is added to
     * @throws {Error} if there was no forward()
     */
    backward(dy: Input): Tensor;
}
/**
 * Batch normalization with a learned scale and shift, as torch.nn.BatchNorm1d, 2d and 3d in one: weight starts at 1,
 * bias at 0, the running mean at 0, the running variance at 1.
 *
 * @extends {Layer<{ x: Tensor, training: boolean }>}
 * @example
 * const layer = new BatchNorm(64);
 * layer.forward(x); // x: [N, 64, ...]
 * layer.eval().forward(x); // with the running statistics
 */
export class BatchNorm extends Layer<{
    x: Tensor;
    training: boolean;
}> {
    /**
     * @param {number} features how many channels
     * @param {{ eps?: number, momentum?: number, affine?: boolean, trackRunningStats?: boolean }} [options] eps: default
     *   1e-5; momentum: default 0.1; affine: with weight and bias (default true); trackRunningStats: with running
     *   statistics (default true); without them the statistics are those of the batch after eval() too
     * @throws {RangeError} if features is not an integer >= 1, eps not a finite number >= 0, or momentum not a finite
     *   number
     */
    constructor(features: number, options?: {
        eps?: number;
        momentum?: number;
        affine?: boolean;
        trackRunningStats?: boolean;
    });
    /** @readonly @type {number} */
    readonly features: number;
    /** @type {number} added to the variance, inside the root */
    eps: number;
    /** @type {number} the weight of the new in the running statistics */
    momentum: number;
    /** @readonly @type {Tensor | null} [features]; null without affine */
    readonly weight: Tensor | null;
    /** @readonly @type {Tensor | null} [features]; null without affine */
    readonly bias: Tensor | null;
    /** @readonly @type {Tensor | null} [features]; null without trackRunningStats. Not a parameter */
    readonly runningMean: Tensor | null;
    /** @readonly @type {Tensor | null} [features]; null without trackRunningStats. Not a parameter */
    readonly runningVar: Tensor | null;
    /** Whether forward() takes the statistics of its batch, and updates the running ones: true at first. */
    training: boolean;
    /** From now on forward() takes the statistics of its batch. */
    train(): this;
    /** From now on forward() takes the running statistics. */
    eval(): this;
    /**
     * @param {Input} x [N, features, ...]; kept, not copied: not to be changed before backward()
     * @returns {Tensor} of x's shape
     */
    forward(x: Input): Tensor;
    /**
     * @param {Input} dy the gradient of what the last forward() gave
     * @returns {Tensor} dx; weight's and bias's gradients are added to
     * @throws {Error} if there was no forward()
     */
    backward(dy: Input): Tensor;
}
/**
 * Group normalization with a learned scale and shift, as torch.nn.GroupNorm: weight starts at 1, bias at 0.
 *
 * @extends {Layer<Tensor>}
 * @example
 * new GroupNorm(8, 64).forward(x); // x: [N, 64, ...]
 */
export class GroupNorm extends Layer<Tensor> {
    /**
     * @param {number} groups divides channels
     * @param {number} channels
     * @param {{ eps?: number, affine?: boolean }} [options] eps: default 1e-5; affine: with weight and bias (default
     *   true)
     * @throws {RangeError} if groups does not divide channels, one is not an integer >= 1, or eps not a finite number
     *   >= 0
     */
    constructor(groups: number, channels: number, options?: {
        eps?: number;
        affine?: boolean;
    });
    /** @readonly @type {number} */
    readonly groups: number;
    /** @readonly @type {number} */
    readonly channels: number;
    /** @type {number} added to the variance, inside the root */
    eps: number;
    /** @readonly @type {Tensor | null} [channels]; null without affine */
    readonly weight: Tensor | null;
    /** @readonly @type {Tensor | null} [channels]; null without affine */
    readonly bias: Tensor | null;
    /**
     * @param {Input} x [N, channels, ...]; kept, not copied: not to be changed before backward()
     * @returns {Tensor} of x's shape
     */
    forward(x: Input): Tensor;
    /**
     * @param {Input} dy the gradient of what the last forward() gave
     * @returns {Tensor} dx; weight's and bias's gradients are added to
     * @throws {Error} if there was no forward()
     */
    backward(dy: Input): Tensor;
}
/**
 * Instance normalization, as torch.nn.InstanceNorm1d, 2d and 3d in one, without running statistics: so it prints
 * without momentum and track_running_stats. With affine, weight starts at 1 and bias at 0.
 *
 * @extends {Layer<Tensor>}
 * @example
 * new InstanceNorm(64).forward(x); // x: [N, 64, ...]
 */
export class InstanceNorm extends Layer<Tensor> {
    /**
     * @param {number} features how many channels
     * @param {{ eps?: number, affine?: boolean }} [options] eps: default 1e-5; affine: with weight and bias (default
     *   false, as in torch)
     * @throws {RangeError} if features is not an integer >= 1, or eps not a finite number >= 0
     */
    constructor(features: number, options?: {
        eps?: number;
        affine?: boolean;
    });
    /** @readonly @type {number} */
    readonly features: number;
    /** @type {number} added to the variance, inside the root */
    eps: number;
    /** @readonly @type {Tensor | null} [features]; null without affine */
    readonly weight: Tensor | null;
    /** @readonly @type {Tensor | null} [features]; null without affine */
    readonly bias: Tensor | null;
    /**
     * @param {Input} x [N, features, ...]; kept, not copied: not to be changed before backward()
     * @returns {Tensor} of x's shape
     * @throws {RangeError} if x has other channels or, as in torch, one element in each
     */
    forward(x: Input): Tensor;
    /**
     * @param {Input} dy the gradient of what the last forward() gave
     * @returns {Tensor} dx; weight's and bias's gradients, if there are any, are added to
     * @throws {Error} if there was no forward()
     */
    backward(dy: Input): Tensor;
}
import type { Tensor } from "./tensor.js";
import { Layer } from "./module.js";
import type { Input } from "./tensor.js";
import type { Dims } from "./statistics.js";
