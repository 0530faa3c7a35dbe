/** @import { BiasShape, LayerNormStats, PerhapsStats, WithoutStats, WithStats } from "./layer-norm.js" */
/** @import { ChannelParameter } from "../operands/channels.js" */
/** @import { Affine, BackwardOptions, Gradients, Out, WeightOffset } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */
/**
 * @param {unknown} groups
 * @param {number} channels
 * @param {readonly number[]} [shape] of x, if there is one
 * @returns {number} groups, which divides the channels
 */
export function checkGroups(groups: unknown, channels: number, shape?: readonly number[]): number;
/**
 * Group normalization: within each sample, over groups of channels that lie side by side, with the biased variance.
 *
 *     y = (x - mean) / sqrt(variance + eps) * (weight[channel] + weightOffset) + bias[channel]
 *
 * weight and bias, each by itself, may be [N, C]: a row for each sample, where scale and shift depend on a prompt or a
 * time step (Perez and others, "FiLM" (2017), arXiv:1709.07871).
 *
 * As torch.nn.functional.group_norm; Wu and He, "Group Normalization" (2018), arXiv:1803.08494. A group of one element
 * gives the bias.
 *
 * @param {Input} x [N, C, ...]
 * @param {number} groups how many; divides C
 * @param {Affine & WeightOffset & Out & WithoutStats} [options] weight, bias: [C], or [N, C] with a row for each
 *   sample (default: none, as if 1 and 0); weightOffset: added to weight (default 0); eps (default 1e-5); stats: give
 *   the statistics too (default false)
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if x has fewer than 2 dims or no element in a group, groups does not divide C, weight or bias is
 *   neither [C] nor [N, C], eps is not a finite number >= 0, or weightOffset not a finite number
 * @example
 * groupNorm([[[1, 2], [3, 4], [5, 6], [7, 9]]], 2);
 * // => tensor([[[-1.3416, -0.4472], [0.4472, 1.3416], [-1.1832, -0.5071], [0.1690, 1.5213]]])
 * groupNorm([[[1, 3]], [[2, 6]]], 1, { weight: [[0], [1]], bias: [[0], [5]], weightOffset: 1 });
 * // => tensor([[[-1.0000, 1.0000]], [[3.0000, 7.0000]]])
 */
export function groupNorm(x: Input, groups: number, options?: (Affine & WeightOffset & Out & WithoutStats) | undefined): Tensor;
/**
 * The same, with the statistics of each group.
 *
 * @param {Input} x [N, C, ...]
 * @param {number} groups a divisor of C
 * @param {Affine & WeightOffset & Out & WithStats} options stats: true; weight, bias: [C] or [N, C] (default: none,
 *   as if 1 and 0); weightOffset: added to weight (default 0); eps (default 1e-5)
 * @returns {LayerNormStats} y of x's shape; mean, and rstd = 1 / sqrt(variance + eps), both [N, groups], as
 *   torch.native_group_norm gives them
 * @example
 * groupNorm([[[1, 2], [3, 4], [5, 6], [7, 9]]], 2, { stats: true }).mean; // => tensor([[2.5000, 6.7500]])
 */
export function groupNorm(x: Input, groups: number, options: Affine & WeightOffset & Out & WithStats): LayerNormStats;
/**
 * The same, where it is not known beforehand whether statistics are wanted.
 *
 * @param {Input} x [N, C, ...]
 * @param {number} groups a divisor of C
 * @param {Affine & WeightOffset & Out & PerhapsStats} options stats: whether to give the statistics too; weight,
 *   bias: [C] or [N, C] (default: none, as if 1 and 0); weightOffset: added to weight (default 0); eps (default 1e-5)
 * @returns {Tensor | LayerNormStats} by stats
 */
export function groupNorm(x: Input, groups: number, options: Affine & WeightOffset & Out & PerhapsStats): Tensor | LayerNormStats;
/**
 * The gradients of {@link groupNorm}: dx as in {@link layerNormBackward}, over the group; dweight and dbias are sums
 * over the samples that share an element and over the elements of a channel, in double.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {number} groups as in the forward pass
 * @param {BackwardOptions & BiasShape & WeightOffset} [options] weight, weightOffset, eps: as in the forward pass
 *   (default: none, 0 and 1e-5); bias: as in the forward pass, if its shape is another than weight's (default: of
 *   weight's shape)
 * @returns {Gradients} dx of x's shape; dweight of weight's shape ([C] if there is none); dbias of bias's, or else of
 *   dweight's
 * @throws {TypeError} as {@link groupNorm}
 * @throws {RangeError} as {@link groupNorm}, or if dy or an out has a wrong shape
 * @example
 * groupNormBackward([[[1], [0], [0]]], [[[1], [2], [4]]], 1).dx; // => tensor([[[0.2291], [-0.3436], [0.1145]]])
 */
export function groupNormBackward(dy: Input, x: Input, groups: number, options?: BackwardOptions & BiasShape & WeightOffset): Gradients;
/**
 * Instance normalization: each channel of each sample by itself, with the biased variance.
 *
 *     y = (x - mean) / sqrt(variance + eps) * (weight[channel] + weightOffset) + bias[channel]
 *
 * With weight and bias [N, C], the standard deviations and means of another image's channels, it is the adaptive
 * instance normalization of Huang and Belongie, "Arbitrary Style Transfer in Real-time" (2017), arXiv:1703.06868.
 *
 * As torch.nn.functional.instance_norm without running statistics; Ulyanov, Vedaldi and Lempitsky, "Instance
 * Normalization" (2016), arXiv:1607.08022. A channel of one element gives the bias, as in WebNN (torch refuses it, and
 * so does the class {@link InstanceNorm}).
 *
 * @param {Input} x [N, C, ...]
 * @param {Affine & WeightOffset & Out & WithoutStats} [options] weight, bias: [C], or [N, C] with a row for each
 *   sample (default: none, as if 1 and 0); weightOffset: added to weight (default 0); eps (default 1e-5); stats: give
 *   the statistics too (default false)
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if x has fewer than 2 dims or no element in a channel, weight or bias is neither [C] nor [N, C],
 *   eps is not a finite number >= 0, or weightOffset not a finite number
 * @example
 * instanceNorm([[[1, 2, 3], [4, 5, 9]]]); // => tensor([[[-1.2247, 0.0000, 1.2247], [-0.9258, -0.4629, 1.3887]]])
 * instanceNorm([[[1, 3]], [[2, 6]]], { weight: [[1], [2]], bias: [[0], [5]] });
 * // => tensor([[[-1.0000, 1.0000]], [[3.0000, 7.0000]]])
 */
export function instanceNorm(x: Input, options?: (Affine & WeightOffset & Out & WithoutStats) | undefined): Tensor;
/**
 * The same, with the statistics of each channel.
 *
 * @param {Input} x [N, C, ...]
 * @param {Affine & WeightOffset & Out & WithStats} options stats: true; weight, bias: [C] or [N, C] (default: none,
 *   as if 1 and 0); weightOffset: added to weight (default 0); eps (default 1e-5)
 * @returns {LayerNormStats} y of x's shape; mean, and rstd = 1 / sqrt(variance + eps), both [N, C, 1, ...]
 * @example
 * instanceNorm([[[1, 2, 3], [4, 5, 9]]], { stats: true }).mean; // => tensor([[[2.], [6.]]])
 */
export function instanceNorm(x: Input, options: Affine & WeightOffset & Out & WithStats): LayerNormStats;
/**
 * The same, where it is not known beforehand whether statistics are wanted.
 *
 * @param {Input} x [N, C, ...]
 * @param {Affine & WeightOffset & Out & PerhapsStats} options stats: whether to give the statistics too; weight,
 *   bias: [C] or [N, C] (default: none, as if 1 and 0); weightOffset: added to weight (default 0); eps (default 1e-5)
 * @returns {Tensor | LayerNormStats} by stats
 */
export function instanceNorm(x: Input, options: Affine & WeightOffset & Out & PerhapsStats): Tensor | LayerNormStats;
/**
 * The gradients of {@link instanceNorm}: as {@link groupNormBackward}'s, with a group for each channel.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {BackwardOptions & BiasShape & WeightOffset} [options] weight, weightOffset, eps: as in the forward pass
 *   (default: none, 0 and 1e-5); bias: as in the forward pass, if its shape is another than weight's (default: of
 *   weight's shape)
 * @returns {Gradients} dx of x's shape; dweight of weight's shape ([C] if there is none); dbias of bias's, or else of
 *   dweight's
 * @throws {TypeError} as {@link instanceNorm}
 * @throws {RangeError} as {@link instanceNorm}, or if dy or an out has a wrong shape
 * @example
 * instanceNormBackward([[[1, 0, 0]]], [[[1, 2, 4]]]).dx; // => tensor([[[0.2291, -0.3436, 0.1145]]])
 */
export function instanceNormBackward(dy: Input, x: Input, options?: BackwardOptions & BiasShape & WeightOffset): Gradients;
export type GroupOptions = Affine & WeightOffset & Out & {
    stats?: boolean;
};
import type { Input } from "../tensor/as-tensor.js";
import type { Affine } from "../operands/forward.js";
import type { WeightOffset } from "../operands/forward.js";
import type { Out } from "../operands/forward.js";
import type { WithoutStats } from "./layer-norm.js";
import type { Tensor } from "../tensor/tensor.js";
import type { WithStats } from "./layer-norm.js";
import type { LayerNormStats } from "./layer-norm.js";
import type { PerhapsStats } from "./layer-norm.js";
import type { BackwardOptions } from "../operands/forward.js";
import type { BiasShape } from "./layer-norm.js";
import type { Gradients } from "../operands/forward.js";
