/** Group normalization, and instance normalization, where each channel is a group. */
import { checkBoolean, checkEps, checkInteger, checkOffset, checkOptions, wrongValue } from "../checks/arguments.js";
import { ln_group_norm, ln_group_norm_backward, ln_instance_norm } from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { GRADIENTS, gradientsOf } from "../operands/backward.js";
import { channelParameter, channelsLast, channelsOf } from "../operands/channels.js";
import { input, NONE, Operands, outs, output, overwritable, sums } from "../operands/operands.js";
import { run } from "../operands/staging.js";
import { asTensorOfShape } from "../tensor/as-tensor.js";

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
export function checkGroups(groups, channels, shape = []) {
  const count = checkInteger(groups, "groups", 1);
  if (channels % count === 0) return count;
  const expected = `a divisor of the number of channels, ${channels}`;
  throw wrongValue("groups", expected, `${count}${channelsLast(shape, (size) => size % count === 0)}`);
}

/**
 * @param {Input} x
 * @param {(channels: number, shape: readonly number[]) => number} countGroups
 */
function channelGroupsOf(x, countGroups) {
  const { source, batch, channels, inner, step } = channelsOf(x);
  if (step > 0) return { source, batch, channels, inner, step, groups: countGroups(channels, source._sizes) };
  throw wrongValue("x", "at least one element in a group", source._sizes);
}

const groupKernels = /* @__PURE__ */ withKernels(ln_group_norm),
  instanceKernels = /* @__PURE__ */ withKernels(ln_instance_norm),
  backwardKernels = /* @__PURE__ */ withKernels(ln_group_norm_backward);

const OPTIONS = ["weight", "bias", "eps", "weightOffset", "out", "stats"];

/** @typedef {Affine & WeightOffset & Out & { stats?: boolean }} GroupOptions */

/**
 * @param {Operands} all
 * @param {ChannelParameter} parameter
 */
const valuesOf = (all, { tensor }) => (tensor ? input(all, tensor) : NONE);

/**
 * A call's arguments, checked, and its result once its kernel has run.
 * @param {Input} x
 * @param {(channels: number, shape: readonly number[]) => number} countGroups
 * @param {(shape: readonly number[], groups: number) => number[]} statisticShape
 * @param {GroupOptions} [options]
 */
function prepare(x, countGroups, statisticShape, options) {
  const o = checkOptions(options, OPTIONS),
    eps = checkEps(o.eps),
    offset = checkOffset(o.weightOffset),
    stats = checkBoolean(o.stats, "stats");
  const { source, batch, channels, inner, step, groups } = channelGroupsOf(x, countGroups);
  const all = new Operands(),
    from = overwritable(all, source, step),
    weight = channelParameter(all, o.weight, "weight", source),
    bias = channelParameter(all, o.bias, "bias", source, weight),
    scale = { values: valuesOf(all, weight), row: weight.row },
    shift = { values: valuesOf(all, bias), row: bias.row },
    y = output(all, o.out, source._sizes, step, from),
    statistic = () => (stats ? output(all, undefined, statisticShape(source._sizes, groups), groups) : NONE),
    mean = statistic(),
    rstd = statistic();
  const result = () => {
    const { tensor } = y;
    return stats ? /** @type {LayerNormStats} */ ({ y: tensor, mean: mean.tensor, rstd: rstd.tensor }) : tensor;
  };
  return { all, y, x: from, scale, shift, mean, rstd, batch, groups, channels, inner, offset, eps, result };
}

const BACKWARD_OPTIONS = ["weight", "bias", "eps", "weightOffset", "out"];

/**
 * @param {Input} gradient dy
 * @param {Input} input x
 * @param {(channels: number, shape: readonly number[]) => number} countGroups
 * @param {BackwardOptions & BiasShape & WeightOffset} [options]
 * @returns {Gradients}
 */
function backward(gradient, input, countGroups, options) {
  const o = checkOptions(options, BACKWARD_OPTIONS),
    eps = checkEps(o.eps),
    offset = checkOffset(o.weightOffset);
  const { source, batch, channels, inner, step, groups } = channelGroupsOf(input, countGroups);
  /** @type {{ dx?: unknown, dweight?: unknown, dbias?: unknown }} */
  const given = outs(o.out, GRADIENTS);
  const all = new Operands(),
    dy = overwritable(all, asTensorOfShape(gradient, "dy", source._sizes), step),
    x = overwritable(all, source, step),
    weight = channelParameter(all, o.weight, "weight", source),
    bias = channelParameter(all, o.bias, "bias", source, weight),
    values = valuesOf(all, weight),
    dx = output(all, given.dx, source._sizes, step, dy, "out.dx"),
    dweight = sums(all, given.dweight, weight.shape, "out.dweight"),
    dbias = sums(all, given.dbias, bias.shape, "out.dbias");
  run(backwardKernels, batch, all, (wasm, count) =>
    wasm.ln_group_norm_backward(
      dx.pointer,
      dweight.pointer,
      dbias.pointer,
      dy.pointer,
      x.pointer,
      values.pointer,
      weight.row.pointer,
      bias.row.pointer,
      count,
      groups,
      channels / groups,
      inner,
      offset,
      eps,
    ),
  );
  return gradientsOf({ dx, dweight, dbias });
}

/** Where each channel is a group. @param {number} channels */
const each = (channels) => channels;

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
 * @overload
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
/**
 * The same, with the statistics of each group.
 *
 * @overload
 * @param {Input} x [N, C, ...]
 * @param {number} groups a divisor of C
 * @param {Affine & WeightOffset & Out & WithStats} options stats: true; weight, bias: [C] or [N, C] (default: none,
 *   as if 1 and 0); weightOffset: added to weight (default 0); eps (default 1e-5)
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
 * @param {Affine & WeightOffset & Out & PerhapsStats} options stats: whether to give the statistics too; weight,
 *   bias: [C] or [N, C] (default: none, as if 1 and 0); weightOffset: added to weight (default 0); eps (default 1e-5)
 * @returns {Tensor | LayerNormStats} by stats
 */
/**
 * @param {Input} x
 * @param {number} groups
 * @param {GroupOptions} [options]
 * @returns {Tensor | LayerNormStats}
 */
export function groupNorm(x, groups, options) {
  const countGroups = (/** @type {number} */ channels, /** @type {readonly number[]} */ shape) =>
    checkGroups(groups, channels, shape);
  const shapeOf = (/** @type {readonly number[]} */ [batch], /** @type {number} */ count) => [batch, count],
    it = prepare(x, countGroups, shapeOf, options);
  run(groupKernels, it.batch, it.all, (wasm, count) =>
    wasm.ln_group_norm(
      it.y.pointer,
      it.mean.pointer,
      it.rstd.pointer,
      it.x.pointer,
      it.scale.values.pointer,
      it.shift.values.pointer,
      it.scale.row.pointer,
      it.shift.row.pointer,
      count,
      it.groups,
      it.channels / it.groups,
      it.inner,
      it.offset,
      it.eps,
    ),
  );
  return it.result();
}

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
export function groupNormBackward(dy, x, groups, options) {
  return backward(dy, x, (channels, shape) => checkGroups(groups, channels, shape), options);
}

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
 * @overload
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
/**
 * The same, with the statistics of each channel.
 *
 * @overload
 * @param {Input} x [N, C, ...]
 * @param {Affine & WeightOffset & Out & WithStats} options stats: true; weight, bias: [C] or [N, C] (default: none,
 *   as if 1 and 0); weightOffset: added to weight (default 0); eps (default 1e-5)
 * @returns {LayerNormStats} y of x's shape; mean, and rstd = 1 / sqrt(variance + eps), both [N, C, 1, ...]
 * @example
 * instanceNorm([[[1, 2, 3], [4, 5, 9]]], { stats: true }).mean; // => tensor([[[2.], [6.]]])
 */
/**
 * The same, where it is not known beforehand whether statistics are wanted.
 *
 * @overload
 * @param {Input} x [N, C, ...]
 * @param {Affine & WeightOffset & Out & PerhapsStats} options stats: whether to give the statistics too; weight,
 *   bias: [C] or [N, C] (default: none, as if 1 and 0); weightOffset: added to weight (default 0); eps (default 1e-5)
 * @returns {Tensor | LayerNormStats} by stats
 */
/**
 * @param {Input} x
 * @param {GroupOptions} [options]
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
      it.scale.values.pointer,
      it.shift.values.pointer,
      it.scale.row.pointer,
      it.shift.row.pointer,
      count,
      it.channels,
      it.inner,
      it.offset,
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
export function instanceNormBackward(dy, x, options) {
  return backward(dy, x, each, options);
}
