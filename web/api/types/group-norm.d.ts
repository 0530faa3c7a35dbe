/**
 * @param {unknown} groups
 * @param {number} channels
 * @returns {number} groups, which divides the channels
 */
export function checkGroups(groups: unknown, channels: number): number;
/**
 * Group normalization (Wu and He, 2018), as torch.nn.functional.group_norm: within each sample, over groups of channels
 * that lie side by side, with the biased variance.
 *
 *     y = (x - mean) / sqrt(variance + eps) * weight[channel] + bias[channel]
 *
 * A group of one element gives the bias.
 *
 * @param {Input} x [N, C, ...]
 * @param {number} groups how many; divides C
 * @param {Affine & Out} [options] weight, bias: [C]
 * @returns {Tensor} of x's shape
 * @throws {RangeError} if x has fewer than 2 dims, groups does not divide C, weight or bias is not of shape [C], or eps
 *   is not a finite number >= 0
 * @example
 * groupNorm([[[1, 2], [3, 4], [5, 6], [7, 9]]], 2); // 4 channels of 2 elements, in 2 groups
 */
export function groupNorm(x: Input, groups: number, options?: Affine & Out): Tensor;
/**
 * The gradients of {@link groupNorm}: dx as in layerNormBackward, over the group; dweight and dbias are sums over the
 * samples and the elements of a channel, in double. They are given also where there is no weight: it is 1 then.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {number} groups
 * @param {BackwardOptions} [options] weight, eps: as in the forward pass; out: all three are written and returned
 * @returns {Gradients} dx of x's shape, dweight and dbias [C]
 * @throws {RangeError} as {@link groupNorm}, or if dy has another shape than x
 * @example
 * const { dx } = groupNormBackward([[[1], [0]]], [[[1], [2]]], 1);
 */
export function groupNormBackward(dy: Input, x: Input, groups: number, options?: BackwardOptions): Gradients;
/**
 * Instance normalization (Ulyanov, Vedaldi and Lempitsky, 2016), as torch.nn.functional.instance_norm without running
 * statistics: each channel of each sample by itself, with the biased variance.
 *
 *     y = (x - mean) / sqrt(variance + eps) * weight[channel] + bias[channel]
 *
 * A channel of one element gives the bias, as in WebNN (torch refuses it, and so does the class InstanceNorm).
 *
 * @param {Input} x [N, C, ...]
 * @param {Affine & Out} [options] weight, bias: [C]
 * @returns {Tensor} of x's shape
 * @throws {RangeError} if x has fewer than 2 dims, weight or bias is not of shape [C], or eps is not a finite number
 *   >= 0
 * @example
 * instanceNorm([[[1, 2, 3], [4, 5, 9]]]); // 2 channels of 3 elements
 */
export function instanceNorm(x: Input, options?: Affine & Out): Tensor;
/**
 * The gradients of {@link instanceNorm}: as {@link groupNormBackward}'s, with a group for each channel.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {BackwardOptions} [options] weight, eps: as in the forward pass; out: all three are written and returned
 * @returns {Gradients} dx of x's shape, dweight and dbias [C]
 * @throws {RangeError} as {@link instanceNorm}, or if dy has another shape than x
 * @example
 * const { dx } = instanceNormBackward([[[1, 0, 0]]], [[[1, 2, 4]]]);
 */
export function instanceNormBackward(dy: Input, x: Input, options?: BackwardOptions): Gradients;
export type BackwardOptions = {
    weight?: Input | null;
    eps?: number;
    out?: GradientTargets;
};
import type { Input } from "./tensor.js";
import type { Affine } from "./layer-norm.js";
import type { Out } from "./layer-norm.js";
import type { Tensor } from "./tensor.js";
import type { Gradients } from "./layer-norm.js";
import type { GradientTargets } from "./layer-norm.js";
