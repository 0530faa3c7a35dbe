/** Batch normalization: in training, with the statistics of the batch, and in inference, with those that were kept. */
import { checkBoolean, checkEps, checkFinite, checkOptions, wrongType, wrongValue } from "../checks/arguments.js";
import { MOMENTUM } from "../checks/defaults.js";
import {
  ln_batch_norm,
  ln_batch_norm_backward,
  ln_group_norm_backward,
  ln_instance_norm,
  ln_update_running,
} from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { backwardOperands, gradientsOf } from "../operands/backward.js";
import { channelsOf } from "../operands/channels.js";
import { forwardOperands, parameter } from "../operands/forward.js";
import { NONE, Operands, scratch, update } from "../operands/operands.js";
import { permuted } from "../operands/permuted.js";
import { run } from "../operands/staging.js";
import { asTarget } from "../tensor/as-tensor.js";

/** @import { Affine, BackwardOptions, Gradients, Out } from "../operands/forward.js" */
/** @import { Input, Target } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * Where a channel has fewer elements side by side than this, they are brought together first: else 50 times the time.
 */
const SHORT_INNER = 16;

/**
 * @typedef {object} Inference
 * @property {false} [training] true takes the statistics of the batch (default false: the running ones)
 * @property {Input} runningMean [C]
 * @property {Input} runningVar [C]
 * @property {number} [momentum] without effect (default 0.1)
 */

/**
 * @typedef {object} Training
 * @property {true} training takes the statistics of the batch (default false: the running ones)
 * @property {Target | null} [runningMean] [C], updated in place (default: none)
 * @property {Target | null} [runningVar] [C], updated in place, with the unbiased variance (default: none)
 * @property {number} [momentum] the weight of the new in running statistics: a finite number (default 0.1)
 */

/**
 * @typedef {object} TrainingOrNot
 * @property {boolean} [training] true takes the statistics of the batch (default false: the running ones)
 * @property {Tensor | null} [runningMean] [C]; in training updated in place
 * @property {Tensor | null} [runningVar] [C]; in training updated in place, with the unbiased variance
 * @property {number} [momentum] the weight of the new in running statistics: a finite number (default 0.1)
 */

/**
 * The channels of x. The statistics of a channel run over the samples too: `first` brings it to the front, [C, N,
 * inner]. In a tensor of one sample, or of one channel, its elements lie side by side as they are. Kernels that walk a
 * channel from sample to sample were tried in its place: forward 1.0 to 1.6 times as fast from about 200 elements a
 * sample on, half as fast at 30 and 50 times slower at 1, for 350 bytes more.
 * @param {Input} x
 * @param {boolean} training
 */
function batchOf(x, training) {
  const { source, batch, channels, inner, step } = channelsOf(x),
    n = batch * inner;
  if (training && n <= 1) {
    throw wrongValue("x", "more than 1 value per channel in training", source._sizes);
  }
  const order = batch === 1 || channels === 1 ? null : [1, 0, 2];
  /** @type {(all: Operands, together?: boolean) => ReturnType<typeof permuted>} */
  const first = (all, together = true) => permuted(all, [batch, channels, inner], together ? order : null);
  return { source, batch, channels, inner, step, n, first };
}

/**
 * @param {Operands} all
 * @param {unknown} value
 * @param {string} name
 * @param {number} channels
 */
function runningInput(all, value, name, channels) {
  const result = parameter(all, value, name, [channels]);
  if (result === NONE) throw wrongType(name, "a tensor, as training is false", value);
  return result;
}

/** @type {typeof runningInput} */
const runningUpdate = (all, value, name, channels) =>
  value === undefined || value === null ? NONE : update(all, asTarget(value, name, [channels]), name);

/**
 * @typedef {object} BatchNormBackwardOptions
 * @property {boolean} [training] as in the forward pass (default false)
 * @property {Input | null} [runningMean] [C]; must be given unless training, where it has no part in it
 * @property {Input | null} [runningVar] [C]; must be given unless training, where it has no part in it
 */

const kernels = /* @__PURE__ */ withKernels(ln_batch_norm, ln_instance_norm, ln_update_running),
  backwardKernels = /* @__PURE__ */ withKernels(ln_batch_norm_backward, ln_group_norm_backward);

const OPTIONS = ["weight", "bias", "eps", "out", "runningMean", "runningVar", "training", "momentum"];

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
 * @overload
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
/**
 * The same where it is not known beforehand whether it is training. (`training: false` alone is refused, as the call
 * would be: it needs runningMean and runningVar.)
 *
 * @template {Affine & Out & TrainingOrNot} Options
 * @overload
 * @param {Input} x [N, C, ...]
 * @param {Options & ("training" extends keyof Options ? boolean extends Options["training"] ? unknown : never :
 *   never)} options runningMean, runningVar: [C];
 *   training (default false); momentum (default 0.1); weight, bias: [C] (default: none, as if 1 and 0); eps (default
 *   1e-5)
 * @returns {Tensor} of x's shape
 */
/**
 * @param {Input} x
 * @param {Affine & Out & (Inference | Training | TrainingOrNot)} options
 * @returns {Tensor}
 */
export function batchNorm(x, options) {
  const o = checkOptions(options, OPTIONS),
    { momentum = MOMENTUM } = o,
    training = checkBoolean(o.training, "training");
  const eps = checkEps(o.eps),
    { source, batch, channels, inner, step, n, first } = batchOf(x, training);
  checkFinite(momentum, "momentum");
  const all = new Operands();
  const operands = forwardOperands(all, source, training ? source.size : step, [channels], o, o.out);
  const { y, weight, bias } = operands,
    running = training ? runningUpdate : runningInput;
  const mean = running(all, o.runningMean, "runningMean", channels);
  const variance = running(all, o.runningVar, "runningVar", channels);
  if (!training) {
    run(kernels, batch, all, (wasm, count) =>
      wasm.ln_batch_norm(
        y.pointer,
        operands.x.pointer,
        mean.pointer,
        variance.pointer,
        weight.pointer,
        bias.pointer,
        count,
        channels,
        inner,
        eps,
      ),
    );
    return y.tensor;
  }
  const rows = first(all),
    batchMean = scratch(all, channels),
    batchVariance = variance === NONE ? NONE : scratch(all, channels);
  run(kernels, Math.min(channels, 1), all, (wasm) => {
    const from = rows.read(operands.x),
      [to, means, variances] = [rows.target(y), batchMean.pointer, batchVariance.pointer];
    wasm.ln_instance_norm(to, means, variances, 0, from, weight.pointer, bias.pointer, 0, 0, 1, channels, n, 0, eps);
    rows.write(y);
    if (mean !== NONE) wasm.ln_update_running(mean.pointer, means, channels, momentum);
    if (variance !== NONE) wasm.ln_update_running(variance.pointer, variances, channels, momentum);
  });
  return y.tensor;
}

const BACKWARD_OPTIONS = ["weight", "eps", "training", "runningMean", "runningVar", "out"];

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
export function batchNormBackward(dy, x, options) {
  const o = checkOptions(options, BACKWARD_OPTIONS),
    training = checkBoolean(o.training, "training");
  const eps = checkEps(o.eps),
    { source, batch, channels, inner, step, n, first } = batchOf(x, training);
  const together = training || inner < SHORT_INNER;
  const all = new Operands();
  const operands = backwardOperands(all, dy, source, together ? source.size : step, [channels], o);
  const { dx, dweight, dbias, weight } = operands;
  const mean = training ? NONE : runningInput(all, o.runningMean, "runningMean", channels);
  const variance = training ? NONE : runningInput(all, o.runningVar, "runningVar", channels);
  const dyRows = first(all, together),
    xRows = first(all, together);
  run(backwardKernels, together ? Math.min(channels, n, 1) : batch, all, (wasm, count) => {
    const to = dyRows.target(dx),
      dyFrom = dyRows.read(operands.dy),
      xFrom = xRows.read(operands.x);
    if (training) {
      wasm.ln_group_norm_backward(
        to,
        dweight.pointer,
        dbias.pointer,
        dyFrom,
        xFrom,
        weight.pointer,
        0,
        0,
        1,
        channels,
        1,
        n,
        0,
        eps,
      );
    } else {
      wasm.ln_batch_norm_backward(
        to,
        dweight.pointer,
        dbias.pointer,
        dyFrom,
        xFrom,
        mean.pointer,
        variance.pointer,
        weight.pointer,
        count,
        channels,
        together ? n : inner,
        eps,
      );
    }
    dyRows.write(dx);
  });
  return gradientsOf(operands);
}
