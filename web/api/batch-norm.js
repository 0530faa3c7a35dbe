/** Batch normalization: in training, with the statistics of the batch, and in inference, with those that were kept. */
import {
  checkBoolean, checkFinite, checkNonNegative, checkOptions, shapeText, wrongType, wrongValue,
} from "./arguments.js";
import { channelsOf } from "./channels.js";
import { GRADIENTS } from "./layer-norm.js";
import { Permuted } from "./permuted.js";
import { input, NONE, output, outs, overwritable, run, scratch, sums, update } from "./staging.js";
import { asOptionalTensor, asTarget, asTensor, asTensorOfShape } from "./tensor.js";

/** @import { Channels } from "./channels.js" */
/** @import { Affine, Gradients, GradientTargets, Out } from "./layer-norm.js" */
/** @import { Operand } from "./staging.js" */
/** @import { Input, Target, Tensor } from "./tensor.js" */
/** @import { Kernels } from "./wasm.js" */

/** Fewer elements of a channel side by side than this are brought together first: one by one they cost 50 times more. */
const SHORT = 16;

/**
 * @typedef {object} Inference
 * @property {false} [training]
 * @property {Input | null} [runningMean] [C], must be given
 * @property {Input | null} [runningVar] [C], must be given
 * @property {number} [momentum] without effect
 */

/**
 * @typedef {object} Training
 * @property {boolean} training
 * @property {Target | null} [runningMean] [C], updated in place
 * @property {Target | null} [runningVar] [C], updated in place, with the unbiased variance
 * @property {number} [momentum] the weight of the new in running statistics (default 0.1)
 */

/**
 * The statistics of a channel run over the samples too: the channel is brought to the front, [C, N, inner]. In a tensor
 * of one sample, or of one channel, its elements lie side by side as they are.
 * @param {Channels} x
 */
const channelsFirst = ({ batch, channels, inner }) =>
  new Permuted([batch, channels, inner], batch === 1 || channels === 1 ? null : [1, 0, 2]);

/**
 * @param {Tensor} x
 * @param {Channels} channels
 */
function checkBatch({ _sizes }, { batch, inner }) {
  if (batch * inner > 1) return;
  throw wrongValue("x", "more than 1 value per channel in training", `shape ${shapeText(_sizes)}`);
}

/**
 * @param {unknown} value
 * @param {"runningMean" | "runningVar"} name
 * @param {number} channels
 */
function runningInput(value, name, channels) {
  if (value === undefined || value === null) throw wrongType(name, "a tensor, as training is false", value);
  return input(asTensorOfShape(value, name, [channels]));
}

/**
 * @param {unknown} value
 * @param {"runningMean" | "runningVar"} name
 * @param {number} channels
 */
const runningUpdate = (value, name, channels) =>
  update(value === undefined || value === null ? null : asTarget(value, name, [channels]), name);

const OPTIONS = ["weight", "bias", "eps", "out", "runningMean", "runningVar", "training", "momentum"];

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
export function batchNorm(x, options) {
  const o = checkOptions(options, OPTIONS), { eps = 1e-5, training = false, momentum = 0.1 } = o;
  const source = asTensor(x, "x"), shape = channelsOf(source), { batch, channels, inner } = shape;
  checkNonNegative(eps, "eps");
  checkFinite(momentum, "momentum");
  const step = checkBoolean(training, "training") ? source.size : channels * inner;
  const w = input(asOptionalTensor(o.weight, "weight", [channels]));
  const b = input(asOptionalTensor(o.bias, "bias", [channels]));
  const running = training ? runningUpdate : runningInput;
  const mean = running(o.runningMean, "runningMean", channels);
  const variance = running(o.runningVar, "runningVar", channels);
  if (training) checkBatch(source, shape);
  const p = overwritable(source, step), y = output(o.out, source._sizes, step, p);
  if (training) train(shape, { y, p, w, b, mean, variance }, momentum, eps);
  else {
    run(batch, [p, w, b, mean, variance, y], (wasm, count) => wasm.ln_batch_norm(
      y.pointer, p.pointer, mean.pointer, variance.pointer, w.pointer, b.pointer, count, channels, inner, eps));
  }
  return y.tensor;
}

/**
 * @param {Channels} shape
 * @param {Record<"y" | "p" | "w" | "b" | "mean" | "variance", Operand>} operands p: x; mean, variance: the running ones
 * @param {number} momentum
 * @param {number} eps
 */
function train(shape, { y, p, w, b, mean, variance }, momentum, eps) {
  const { batch, channels, inner } = shape, n = batch * inner;
  const rows = channelsFirst(shape), batchMean = scratch(channels), batchVariance = scratch(channels);
  run(Math.min(channels, 1), [p, w, b, mean, variance, y, rows.room, batchMean, batchVariance], (wasm) => {
    const from = rows.read(p);
    wasm.ln_moments(batchMean.pointer, batchVariance.pointer, 0, from, channels, n, 1, 1);
    wasm.ln_group_norm(rows.target(y), 0, 0, from, w.pointer, b.pointer, 1, channels, 1, n, eps);
    rows.write(y);
    if (mean !== NONE) wasm.ln_update_running(mean.pointer, batchMean.pointer, channels, momentum);
    if (variance !== NONE) wasm.ln_update_running(variance.pointer, batchVariance.pointer, channels, momentum);
  });
}

const BACKWARD_OPTIONS = ["weight", "eps", "training", "runningMean", "runningVar", "out"];

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
export function batchNormBackward(dy, x, options) {
  const o = checkOptions(options, BACKWARD_OPTIONS), { eps = 1e-5, training = false } = o;
  const source = asTensor(x, "x"), shape = channelsOf(source), { batch, channels, inner } = shape;
  checkNonNegative(eps, "eps");
  const isTraining = checkBoolean(training, "training"), together = isTraining || inner < SHORT;
  const step = together ? source.size : channels * inner;
  const g = overwritable(asTensorOfShape(dy, "dy", source._sizes), step), p = overwritable(source, step);
  const w = input(asOptionalTensor(o.weight, "weight", [channels]));
  const given = outs(o.out, GRADIENTS), dx = output(given.dx, source._sizes, step, g, "out.dx");
  const dweight = sums(given.dweight, [channels], "out.dweight"), dbias = sums(given.dbias, [channels], "out.dbias");
  if (isTraining) checkBatch(source, shape);
  const mean = isTraining ? NONE : runningInput(o.runningMean, "runningMean", channels);
  const variance = isTraining ? NONE : runningInput(o.runningVar, "runningVar", channels);
  /** @type {Backward} */
  const kernel = (wasm, to, dyFrom, xFrom, outer, n) => isTraining
    ? wasm.ln_group_norm_backward(
      to, dweight.pointer, dbias.pointer, dyFrom, xFrom, w.pointer, outer, channels, 1, n, eps)
    : wasm.ln_batch_norm_backward(to, dweight.pointer, dbias.pointer, dyFrom, xFrom, mean.pointer, variance.pointer,
      w.pointer, outer, channels, n, eps);
  const operands = [g, p, w, mean, variance, dx, dweight, dbias];
  if (together) runTogether(shape, operands, { dx, g, p }, kernel);
  else run(batch, operands, (wasm, count) => kernel(wasm, dx.pointer, g.pointer, p.pointer, count, inner));
  return { dx: dx.tensor, dweight: dweight.tensor, dbias: dbias.tensor };
}

/**
 * A backward pass: where dx goes, where dy and x are, how many samples, elements of a channel of one.
 * @typedef {(wasm: Kernels, dx: number, dy: number, x: number, outer: number, n: number) => void} Backward
 */

/**
 * With all of a channel's elements brought together.
 * @param {Channels} shape
 * @param {Operand[]} operands
 * @param {Record<"dx" | "g" | "p", Operand>} moved g: dy; p: x
 * @param {Backward} kernel
 */
function runTogether(shape, operands, { dx, g, p }, kernel) {
  const dyRows = channelsFirst(shape), xRows = channelsFirst(shape), n = shape.batch * shape.inner;
  run(Math.min(shape.channels, n, 1), [...operands, dyRows.room, xRows.room], (wasm) => {
    kernel(wasm, dyRows.target(dx), dyRows.read(g), xRows.read(p), 1, n);
    dyRows.write(dx);
  });
}
