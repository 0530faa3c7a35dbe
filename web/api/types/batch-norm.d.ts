/**
 * Batch normalization (Ioffe and Szegedy, 2015), as torch.nn.functional.batch_norm: each channel over all samples.
 *
 *     y = (x - mean) / sqrt(variance + eps) * weight[channel] + bias[channel]
 *
 * In inference (training: false) mean and variance are runningMean and runningVar. In training they are the batch's
 * own, the variance biased; runningMean and runningVar, each if it is given, are updated in place:
 * `running = (1 - momentum) * running + momentum * batch`, with the unbiased variance.
 *
 * @param {Input} x [N, C, ...]
 * @param {Affine & Out & (Inference | Training)} options weight, bias, runningMean, runningVar: [C]; training: default
 *   false; momentum: default 0.1
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if training is false and runningMean or runningVar is not given
 * @throws {RangeError} if x has fewer than 2 dims or, in training, no more than one value per channel; if another shape
 *   is not [C], eps is not a finite number >= 0, or momentum not a finite number
 * @example
 * batchNorm([[1, 2], [3, 5]], { training: true });
 * batchNorm([[1, 2], [3, 5]], { runningMean: [2, 3], runningVar: [1, 4] });
 */
export function batchNorm(x: Input, options: Affine & Out & (Inference | Training)): Tensor;
/**
 * The gradients of {@link batchNorm}. In training dx is as in layerNormBackward, over the channel of all samples; in
 * inference mean and variance are constants, so that dx = dy * weight / sqrt(runningVar + eps). dweight and dbias are
 * sums over the samples and the elements of a channel, in double; they are given also where there is no weight: it is 1
 * then.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {{ weight?: Input | null, eps?: number, training?: boolean, runningMean?: Input | null, runningVar?: Input |
 *   null, out?: GradientTargets }} [options] as in the forward pass; in training the running statistics have no part in
 *   it; out: all three are written and returned
 * @returns {Gradients} dx of x's shape, dweight and dbias [C]
 * @throws {TypeError} if training is false and runningMean or runningVar is not given
 * @throws {RangeError} as {@link batchNorm}, or if dy has another shape than x
 * @example
 * const { dx } = batchNormBackward([[1, 0], [0, 1]], [[1, 2], [3, 5]], { training: true });
 */
export function batchNormBackward(dy: Input, x: Input, options?: {
    weight?: Input | null;
    eps?: number;
    training?: boolean;
    runningMean?: Input | null;
    runningVar?: Input | null;
    out?: GradientTargets;
}): Gradients;
/**
 * A backward pass: where dx goes, where dy and x are, how many samples, elements of a channel of one.
 */
export type Backward = (wasm: Kernels, dx: number, dy: number, x: number, outer: number, n: number) => void;
export type Inference = {
    training?: false | undefined;
    /**
     * [C], must be given
     */
    runningMean?: Input | null | undefined;
    /**
     * [C], must be given
     */
    runningVar?: Input | null | undefined;
    /**
     * without effect
     */
    momentum?: number | undefined;
};
export type Training = {
    training: boolean;
    /**
     * [C], updated in place
     */
    runningMean?: Target | null | undefined;
    /**
     * [C], updated in place, with the unbiased variance
     */
    runningVar?: Target | null | undefined;
    /**
     * the weight of the new in running statistics (default 0.1)
     */
    momentum?: number | undefined;
};
import type { Input } from "./tensor.js";
import type { Affine } from "./layer-norm.js";
import type { Out } from "./layer-norm.js";
import type { Tensor } from "./tensor.js";
import type { GradientTargets } from "./layer-norm.js";
import type { Gradients } from "./layer-norm.js";
import type { Kernels } from "./wasm.js";
import type { Target } from "./tensor.js";
