/**
 * Batch normalization: each channel over all samples.
 *
 *     y = (x - mean) / sqrt(variance + eps) * weight[channel] + bias[channel]
 *
 * In inference (training: false) mean and variance are runningMean and runningVar. In training they are the batch's
 * own, the variance biased; runningMean and runningVar, each if it is given, are updated in place:
 * `running = (1 - momentum) * running + momentum * batch`, with the unbiased variance.
 *
 * As torch.nn.functional.batch_norm; Ioffe and Szegedy, "Batch Normalization" (2015), arXiv:1502.03167.
 *
 * @param {Input} x [N, C, ...]
 * @param {Affine & Out & (Inference | Training)} options runningMean, runningVar: [C]; training (default false);
 *   momentum (default 0.1); weight, bias: [C] (default: none, as if 1 and 0); eps (default 1e-5)
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, an option is unknown, or training is false and
 *   runningMean or runningVar is not given
 * @throws {RangeError} if x has fewer than 2 dims or, in training, no more than one value per channel; if another shape
 *   is not [C], eps is not a finite number >= 0, or momentum not a finite number
 * @example
 * const runningMean = zeros([2]), runningVar = ones([2]);
 * batchNorm([[1, 2], [3, 6]], { training: true, runningMean, runningVar });
 * // => tensor([[-1.0000, -1.0000], [1.0000, 1.0000]])
 * runningMean; // => tensor([0.2000, 0.4000])
 * batchNorm([[1, 2], [3, 6]], { runningMean: [2, 3], runningVar: [1, 4] });
 * // => tensor([[-1.0000, -0.5000], [1.0000, 1.5000]])
 */
export function batchNorm(x: Input, options: Affine & Out & (Inference | Training)): Tensor;
/**
 * The same where it is not known beforehand whether it is training. (`training: false` alone is refused, as the call
 * would be: it needs runningMean and runningVar.)
 *
 * @template {Affine & Out & TrainingOrNot} Options
 * @param {Input} x [N, C, ...]
 * @param {Options & ("training" extends keyof Options ? boolean extends Options["training"] ? unknown : never :
 *   never)} options runningMean, runningVar: [C];
 *   training (default false); momentum (default 0.1); weight, bias: [C] (default: none, as if 1 and 0); eps (default
 *   1e-5)
 * @returns {Tensor} of x's shape
 */
export function batchNorm<Options extends Affine & Out & TrainingOrNot>(x: Input, options: Options & ("training" extends keyof Options ? boolean extends Options["training"] ? unknown : never : never)): Tensor;
/**
 * The gradients of {@link batchNorm}. In training dx is as in {@link layerNormBackward}, over the channel of all
 * samples; in inference mean and variance are constants: dx = dy * weight / sqrt(runningVar + eps). dweight and dbias
 * are sums over the samples and the elements of a channel, in double.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {BackwardOptions & BatchNormBackwardOptions} [options] training, runningMean, runningVar, weight, eps: as in
 *   the forward pass (default: false, none, and 1e-5)
 * @returns {Gradients} dx of x's shape, dweight and dbias [C]
 * @throws {TypeError} as {@link batchNorm}
 * @throws {RangeError} as {@link batchNorm}, or if dy or an out has a wrong shape
 * @example
 * const { dx, dbias } = batchNormBackward([[1, 0], [0, 0], [0, 1]], [[1, 2], [3, 5], [2, 9]], { training: true });
 * dx; // => tensor([[0.2041, 0.0566], [0.2041, -0.0990], [-0.4082, 0.0424]])
 * dbias; // => tensor([1., 1.])
 */
export function batchNormBackward(dy: Input, x: Input, options?: BackwardOptions & BatchNormBackwardOptions): Gradients;
export type Inference = {
    /**
     * true takes the statistics of the batch (default false: the running ones)
     */
    training?: false | undefined;
    /**
     * [C]
     */
    runningMean: Input;
    /**
     * [C]
     */
    runningVar: Input;
    /**
     * without effect (default 0.1)
     */
    momentum?: number | undefined;
};
export type Training = {
    /**
     * takes the statistics of the batch (default false: the running ones)
     */
    training: true;
    /**
     * [C], updated in place (default: none)
     */
    runningMean?: Target | null | undefined;
    /**
     * [C], updated in place, with the unbiased variance (default: none)
     */
    runningVar?: Target | null | undefined;
    /**
     * the weight of the new in running statistics: a finite number (default 0.1)
     */
    momentum?: number | undefined;
};
export type TrainingOrNot = {
    /**
     * true takes the statistics of the batch (default false: the running ones)
     */
    training?: boolean | undefined;
    /**
     * [C]; in training updated in place
     */
    runningMean?: Tensor | null | undefined;
    /**
     * [C]; in training updated in place, with the unbiased variance
     */
    runningVar?: Tensor | null | undefined;
    /**
     * the weight of the new in running statistics: a finite number (default 0.1)
     */
    momentum?: number | undefined;
};
export type BatchNormBackwardOptions = {
    /**
     * as in the forward pass (default false)
     */
    training?: boolean | undefined;
    /**
     * [C]; must be given unless training, where it has no part in it
     */
    runningMean?: Input | null | undefined;
    /**
     * [C]; must be given unless training, where it has no part in it
     */
    runningVar?: Input | null | undefined;
};
import type { Input } from "../tensor/as-tensor.js";
import type { Affine } from "../operands/forward.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
import type { BackwardOptions } from "../operands/forward.js";
import type { Gradients } from "../operands/forward.js";
import type { Target } from "../tensor/as-tensor.js";
