/** Group normalization, and instance normalization, where each channel is a group. */
import { checkInteger, checkNonNegative, checkOptions, shapeText, wrongValue } from "./arguments.js";
import { channelsOf } from "./channels.js";
import { GRADIENTS } from "./layer-norm.js";
import { input, output, outs, overwritable, run, sums } from "./staging.js";
import { asOptionalTensor, asTensor, asTensorOfShape } from "./tensor.js";

/** @import { Channels } from "./channels.js" */
/** @import { Affine, Gradients, GradientTargets, Out } from "./layer-norm.js" */
/** @import { Input, Tensor } from "./tensor.js" */

/** @typedef {{ weight?: Input | null, eps?: number, out?: GradientTargets }} BackwardOptions */

const OPTIONS = ["weight", "bias", "eps", "out"];

/**
 * @param {Tensor} x
 * @param {Channels} channels
 * @param {number} groups
 * @param {Affine & Out} [options]
 * @returns {Tensor}
 */
function forward(x, { batch, channels, inner }, groups, options) {
  const { weight, bias, eps = 1e-5, out } = checkOptions(options, OPTIONS);
  checkNonNegative(eps, "eps");
  const p = overwritable(x, channels * inner);
  const w = input(asOptionalTensor(weight, "weight", [channels]));
  const b = input(asOptionalTensor(bias, "bias", [channels]));
  const y = output(out, x._sizes, channels * inner, p);
  run(batch, [p, w, b, y], (wasm, count) => wasm.ln_group_norm(
    y.pointer, 0, 0, p.pointer, w.pointer, b.pointer, count, groups, channels / groups, inner, eps));
  return y.tensor;
}

const BACKWARD_OPTIONS = ["weight", "eps", "out"];

/**
 * @param {Input} dy
 * @param {Tensor} x
 * @param {Channels} channels
 * @param {number} groups
 * @param {BackwardOptions} [options]
 * @returns {Gradients}
 */
function backward(dy, x, { batch, channels, inner }, groups, options) {
  const { weight, eps = 1e-5, out } = checkOptions(options, BACKWARD_OPTIONS);
  checkNonNegative(eps, "eps");
  const step = channels * inner, given = outs(out, GRADIENTS);
  const g = overwritable(asTensorOfShape(dy, "dy", x._sizes), step), p = overwritable(x, step);
  const w = input(asOptionalTensor(weight, "weight", [channels]));
  const dx = output(given.dx, x._sizes, step, g, "out.dx");
  const dweight = sums(given.dweight, [channels], "out.dweight"), dbias = sums(given.dbias, [channels], "out.dbias");
  run(batch, [g, p, w, dx, dweight, dbias], (wasm, count) => wasm.ln_group_norm_backward(
    dx.pointer, dweight.pointer, dbias.pointer, g.pointer, p.pointer, w.pointer,
    count, groups, channels / groups, inner, eps));
  return { dx: dx.tensor, dweight: dweight.tensor, dbias: dbias.tensor };
}

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
 * @param {Tensor} x
 * @returns {Channels} with at least one element for each sample
 */
function nonEmptyChannelsOf(x) {
  const result = channelsOf(x);
  if (result.channels * result.inner > 0) return result;
  throw wrongValue("x", "at least one element in a group", `shape ${shapeText(x._sizes)}`);
}

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
export function groupNorm(x, groups, options) {
  const source = asTensor(x, "x"), shape = nonEmptyChannelsOf(source);
  return forward(source, shape, checkGroups(groups, shape.channels), options);
}

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
export function groupNormBackward(dy, x, groups, options) {
  const source = asTensor(x, "x"), shape = nonEmptyChannelsOf(source);
  return backward(dy, source, shape, checkGroups(groups, shape.channels), options);
}

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
export function instanceNorm(x, options) {
  const source = asTensor(x, "x"), shape = nonEmptyChannelsOf(source);
  return forward(source, shape, shape.channels, options);
}

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
export function instanceNormBackward(dy, x, options) {
  const source = asTensor(x, "x"), shape = nonEmptyChannelsOf(source);
  return backward(dy, source, shape, shape.channels, options);
}
