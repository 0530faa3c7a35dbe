/** Group normalization, and instance normalization, where each channel is a group. */
import { checkBoolean, checkEps, checkInteger, checkOptions, wrongValue } from "../checks/arguments.js";
import { ln_group_norm, ln_group_norm_backward, ln_instance_norm } from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { backwardOperands, gradientsOf } from "../operands/backward.js";
import { channelsOf } from "../operands/channels.js";
import { forwardOperands } from "../operands/forward.js";
import { NONE, Operands, output } from "../operands/operands.js";
import { run } from "../operands/staging.js";

/** @import { LayerNormStats, PerhapsStats, WithoutStats, WithStats } from "./layer-norm.js" */
/** @import { Affine, BackwardOptions, Gradients, Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @param {unknown} groups
 * @param {number} channels
 * @returns {number} groups, which divides the channels
 */
export function checkGroups(groups, channels) {
  const count = checkInteger(groups, "groups", 1);
  if (channels % count) throw wrongValue("groups", `a divisor of the number of channels, ${channels}`, count);
  return count;
}

/**
 * @param {Input} x
 * @param {(channels: number) => number} countGroups
 */
function channelGroupsOf(x, countGroups) {
  const { source, batch, channels, inner, step } = channelsOf(x);
  if (step > 0) return { source, batch, channels, inner, step, groups: countGroups(channels) };
  throw wrongValue("x", "at least one element in a group", source._sizes);
}

const groupKernels = /* @__PURE__ */ withKernels(ln_group_norm),
  instanceKernels = /* @__PURE__ */ withKernels(ln_instance_norm),
  backwardKernels = /* @__PURE__ */ withKernels(ln_group_norm_backward);

const OPTIONS = ["weight", "bias", "eps", "out", "stats"];

/**
 * A call's arguments, checked, and its result once its kernel has run.
 * @param {Input} x
 * @param {(channels: number) => number} countGroups
 * @param {(shape: readonly number[], groups: number) => number[]} statisticShape
 * @param {Affine & Out & { stats?: boolean }} [options]
 */
function prepare(x, countGroups, statisticShape, options) {
  const o = checkOptions(options, OPTIONS),
    eps = checkEps(o.eps),
    stats = checkBoolean(o.stats, "stats");
  const { source, batch, channels, inner, step, groups } = channelGroupsOf(x, countGroups);
  const all = new Operands(),
    operands = forwardOperands(all, source, step, [channels], o, o.out),
    statistic = () => (stats ? output(all, undefined, statisticShape(source._sizes, groups), groups) : NONE),
    mean = statistic(),
    rstd = statistic();
  const result = () => {
    const { tensor } = operands.y;
    return stats ? /** @type {LayerNormStats} */ ({ y: tensor, mean: mean.tensor, rstd: rstd.tensor }) : tensor;
  };
  return { all, ...operands, mean, rstd, batch, groups, channels, inner, eps, result };
}

const BACKWARD_OPTIONS = ["weight", "eps", "out"];

/**
 * @param {Input} dy
 * @param {Input} x
 * @param {(channels: number) => number} countGroups
 * @param {BackwardOptions} [options]
 * @returns {Gradients}
 */
function backward(dy, x, countGroups, options) {
  const o = checkOptions(options, BACKWARD_OPTIONS),
    eps = checkEps(o.eps);
  const { source, batch, channels, inner, step, groups } = channelGroupsOf(x, countGroups);
  const all = new Operands();
  const operands = backwardOperands(all, dy, source, step, [channels], o);
  run(backwardKernels, batch, all, (wasm, count) =>
    wasm.ln_group_norm_backward(
      operands.dx.pointer,
      operands.dweight.pointer,
      operands.dbias.pointer,
      operands.dy.pointer,
      operands.x.pointer,
      operands.weight.pointer,
      count,
      groups,
      channels / groups,
      inner,
      eps,
    ),
  );
  return gradientsOf(operands);
}

/** Where each channel is a group. @param {number} channels */
const each = (channels) => channels;

/**
 * Group normalization: within each sample, over groups of channels that lie side by side, with the biased variance.
 *
 *     y = (x - mean) / sqrt(variance + eps) * weight[channel] + bias[channel]
 *
 * As torch.nn.functional.group_norm; Wu and He, "Group Normalization" (2018), arXiv:1803.08494. A group of one element
 * gives the bias.
 *
 * @overload
 * @param {Input} x [N, C, ...]
 * @param {number} groups how many; divides C
 * @param {Affine & Out & WithoutStats} [options] weight, bias: [C] (default: none, as if 1 and 0); eps (default 1e-5);
 *   stats: whether to give the statistics too (default false)
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if x has fewer than 2 dims or no element in a group, groups does not divide C, weight or bias is
 *   not of shape [C], or eps is not a finite number >= 0
 * @example
 * groupNorm([[[1, 2], [3, 4], [5, 6], [7, 9]]], 2);
 * // => tensor([[[-1.3416, -0.4472], [0.4472, 1.3416], [-1.1832, -0.5071], [0.1690, 1.5213]]])
 */
/**
 * The same, with the statistics of each group.
 *
 * @overload
 * @param {Input} x [N, C, ...]
 * @param {number} groups a divisor of C
 * @param {Affine & Out & WithStats} options stats: true; weight, bias: [C] (default: none, as if 1 and 0); eps (default
 *   1e-5)
 * @returns {LayerNormStats} y of x's shape; mean, and rstd = 1 / sqrt(variance + eps), both [N, groups], as
 *   torch.native_group_norm gives them
 * @example
 * groupNorm([[[1, 2], [3, 4], [5, 6], [7, 9]]], 2, { stats: true }).mean; // => tensor([[2.5000, 6.7500]])
 */
/**
 * The same, where it is not known beforehand whether statistics are wanted.
 *
 * @overload
 * @param {Input} x [N, C, ...]
 * @param {number} groups a divisor of C
 * @param {Affine & Out & PerhapsStats} options stats: whether to give the statistics too; weight, bias: [C] (default:
 *   none, as if 1 and 0); eps (default 1e-5)
 * @returns {Tensor | LayerNormStats} by stats
 */
/**
 * @param {Input} x
 * @param {number} groups
 * @param {Affine & Out & { stats?: boolean }} [options]
 * @returns {Tensor | LayerNormStats}
 */
export function groupNorm(x, groups, options) {
  const countGroups = (/** @type {number} */ channels) => checkGroups(groups, channels);
  const shapeOf = (/** @type {readonly number[]} */ [batch], /** @type {number} */ count) => [batch, count],
    it = prepare(x, countGroups, shapeOf, options);
  run(groupKernels, it.batch, it.all, (wasm, count) =>
    wasm.ln_group_norm(
      it.y.pointer,
      it.mean.pointer,
      it.rstd.pointer,
      it.x.pointer,
      it.weight.pointer,
      it.bias.pointer,
      count,
      it.groups,
      it.channels / it.groups,
      it.inner,
      it.eps,
    ),
  );
  return it.result();
}

/**
 * The gradients of {@link groupNorm}: dx as in {@link layerNormBackward}, over the group; dweight and dbias are sums
 * over the samples and the elements of a channel, in double.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {number} groups as in the forward pass
 * @param {BackwardOptions} [options] weight, eps: as in the forward pass (default: none, and 1e-5)
 * @returns {Gradients} dx of x's shape, dweight and dbias [C]
 * @throws {TypeError} as {@link groupNorm}
 * @throws {RangeError} as {@link groupNorm}, or if dy or an out has a wrong shape
 * @example
 * groupNormBackward([[[1], [0], [0]]], [[[1], [2], [4]]], 1).dx; // => tensor([[[0.2291], [-0.3436], [0.1145]]])
 */
export function groupNormBackward(dy, x, groups, options) {
  return backward(dy, x, (channels) => checkGroups(groups, channels), options);
}

/**
 * Instance normalization: each channel of each sample by itself, with the biased variance.
 *
 *     y = (x - mean) / sqrt(variance + eps) * weight[channel] + bias[channel]
 *
 * As torch.nn.functional.instance_norm without running statistics; Ulyanov, Vedaldi and Lempitsky, "Instance
 * Normalization" (2016), arXiv:1607.08022. A channel of one element gives the bias, as in WebNN (torch refuses it, and
 * so does the class {@link InstanceNorm}).
 *
 * @overload
 * @param {Input} x [N, C, ...]
 * @param {Affine & Out & WithoutStats} [options] weight, bias: [C] (default: none, as if 1 and 0); eps (default 1e-5);
 *   stats: whether to give the statistics too (default false)
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if x has fewer than 2 dims or no element in a channel, weight or bias is not of shape [C], or
 *   eps is not a finite number >= 0
 * @example
 * instanceNorm([[[1, 2, 3], [4, 5, 9]]]); // => tensor([[[-1.2247, 0.0000, 1.2247], [-0.9258, -0.4629, 1.3887]]])
 */
/**
 * The same, with the statistics of each channel.
 *
 * @overload
 * @param {Input} x [N, C, ...]
 * @param {Affine & Out & WithStats} options stats: true; weight, bias: [C] (default: none, as if 1 and 0); eps (default
 *   1e-5)
 * @returns {LayerNormStats} y of x's shape; mean, and rstd = 1 / sqrt(variance + eps), both [N, C, 1, ...]
 * @example
 * instanceNorm([[[1, 2, 3], [4, 5, 9]]], { stats: true }).mean; // => tensor([[[2.], [6.]]])
 */
/**
 * The same, where it is not known beforehand whether statistics are wanted.
 *
 * @overload
 * @param {Input} x [N, C, ...]
 * @param {Affine & Out & PerhapsStats} options stats: whether to give the statistics too; weight, bias: [C] (default:
 *   none, as if 1 and 0); eps (default 1e-5)
 * @returns {Tensor | LayerNormStats} by stats
 */
/**
 * @param {Input} x
 * @param {Affine & Out & { stats?: boolean }} [options]
 * @returns {Tensor | LayerNormStats}
 */
export function instanceNorm(x, options) {
  const it = prepare(x, each, (shape) => shape.map((size, d) => (d < 2 ? size : 1)), options);
  run(instanceKernels, it.batch, it.all, (wasm, count) =>
    wasm.ln_instance_norm(
      it.y.pointer,
      it.mean.pointer,
      0,
      it.rstd.pointer,
      it.x.pointer,
      it.weight.pointer,
      it.bias.pointer,
      count,
      it.channels,
      it.inner,
      it.eps,
    ),
  );
  return it.result();
}

/**
 * The gradients of {@link instanceNorm}: as {@link groupNormBackward}'s, with a group for each channel.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {BackwardOptions} [options] weight, eps: as in the forward pass (default: none, and 1e-5)
 * @returns {Gradients} dx of x's shape, dweight and dbias [C]
 * @throws {TypeError} as {@link instanceNorm}
 * @throws {RangeError} as {@link instanceNorm}, or if dy or an out has a wrong shape
 * @example
 * instanceNormBackward([[[1, 0, 0]]], [[[1, 2, 4]]]).dx; // => tensor([[[0.2291, -0.3436, 0.1145]]])
 */
export function instanceNormBackward(dy, x, options) {
  return backward(dy, x, each, options);
}
