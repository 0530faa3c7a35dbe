/**
 * @typedef {object} BatchNormOptions
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 * @property {number} [momentum] the weight of the new in the running statistics: a finite number (default 0.1)
 * @property {boolean} [affine] with weight and bias (default true)
 * @property {boolean} [trackRunningStats] with running statistics (default true); without them the statistics are those
 *   of the batch after eval() too
 */
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
    /**
     * Whether the running statistics normalise in training, too: see {@link BatchNorm.freeze}.
     * @readonly
     * @type {boolean}
     */
    readonly frozen: boolean;
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
     * From now on the running statistics normalise in training, too. They are not updated, and are constants to
     * backward(): as torch does after bn.eval() while the model trains, to fine-tune with batches that are too small to
     * have statistics of their own. Weight and bias learn as before; train() and eval() leave the layer frozen.
     *
     * @param {boolean} [frozen] false: as at first, training takes the statistics of its batch (default true)
     * @returns {this}
     * @throws {TypeError} if frozen is not a boolean
     * @throws {RangeError} if the layer was made without running statistics
     * @example
     * const layer = new BatchNorm(2).freeze();
     * layer.forward([[1, 2], [3, 6]]); // => tensor([[1.0000, 2.0000], [3.0000, 6.0000]])
     * layer.backward([[1, 0], [0, 0]]); // => tensor([[1.0000, 0.0000], [0.0000, 0.0000]])
     * layer.runningMean; // => tensor([0., 0.])
     */
    freeze(frozen?: boolean): this;
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
import { NormLayer } from "./norm-layer.js";
import type { Tensor } from "../tensor/tensor.js";
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
