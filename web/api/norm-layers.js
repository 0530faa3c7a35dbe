/** The normalization layers as objects, with torch.nn's names and defaults. */
import {
  checkBoolean, checkFinite, checkInteger, checkNonNegative, checkOptions, checkShape, shapeText, wrongValue,
} from "./arguments.js";
import { batchNorm, batchNormBackward } from "./batch-norm.js";
import { channelsOf } from "./channels.js";
import { checkGroups, groupNorm, groupNormBackward, instanceNorm, instanceNormBackward } from "./group-norm.js";
import { layerNorm, layerNormBackward } from "./layer-norm.js";
import { accumulate, Layer, python, saved } from "./module.js";
import { formatFloat } from "./print.js";
import { rmsNorm, rmsNormBackward } from "./rms-norm.js";
import { checkNormalizedShape } from "./rows.js";
import { asTensor, ones, zeros } from "./tensor.js";

/** @import { Dims } from "./statistics.js" */
/** @import { Input, Tensor } from "./tensor.js" */

/**
 * A shape as a tuple of Python's.
 * @param {readonly number[]} shape
 */
const tuple = (shape) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;

/**
 * @param {Input} x
 * @param {number} channels that the layer was made for
 * @returns {Tensor} x, [N, channels, ...]
 */
function checkChannels(x, channels) {
  const source = asTensor(x, "x");
  if (source._sizes[1] === channels) return source;
  throw wrongValue("x", `shape [N, ${channels}, ...]`, shapeText(source._sizes));
}

/**
 * @param {Dims} normalizedShape
 * @returns {number[]} a shape that weight and bias can have
 */
const parameterShape = (normalizedShape) => checkShape(checkNormalizedShape(normalizedShape), "normalizedShape");

/**
 * @param {number} count
 * @param {string} name of the argument
 * @returns {number} how many channels a layer has: as many elements as weight and bias can have
 */
const checkChannelCount = (count, name) => checkShape([checkInteger(count, name, 1)], name)[0];

/**
 * Layer normalization with a learned scale and shift, as torch.nn.LayerNorm: weight starts at 1, bias at 0.
 *
 * @extends {Layer<{ x: Tensor, mean: Tensor, rstd: Tensor }>}
 * @example
 * new LayerNorm(768).forward(x); // x: [..., 768]
 */
export class LayerNorm extends Layer {
  /** @readonly @type {readonly number[]} */
  normalizedShape;
  /** @type {number} added to the variance, inside the root */
  eps;
  /** @readonly @type {Tensor | null} of the normalised shape; null without elementwiseAffine */
  weight;
  /** @readonly @type {Tensor | null} of the normalised shape; null without elementwiseAffine, or without bias */
  bias;

  /**
   * @param {Dims} normalizedShape the last dim of the inputs, or the last dims
   * @param {{ eps?: number, elementwiseAffine?: boolean, bias?: boolean }} [options] eps: default 1e-5;
   *   elementwiseAffine: with weight and bias (default true); bias: with a bias (default true)
   * @throws {RangeError} if a size is not an integer >= 1, or eps not a finite number >= 0
   */
  constructor(normalizedShape, options) {
    super();
    const { eps = 1e-5, elementwiseAffine = true, bias = true } =
      checkOptions(options, ["eps", "elementwiseAffine", "bias"]);
    this.normalizedShape = Object.freeze(parameterShape(normalizedShape));
    this.eps = checkNonNegative(eps, "eps");
    checkBoolean(bias, "bias");
    const affine = checkBoolean(elementwiseAffine, "elementwiseAffine");
    this.weight = affine ? ones(this.normalizedShape) : null;
    this.bias = affine && bias ? zeros(this.normalizedShape) : null;
  }

  /**
   * @param {Input} x [..., normalizedShape]; kept, not copied: not to be changed before backward()
   * @returns {Tensor} of x's shape
   */
  forward(x) {
    const { normalizedShape, weight, bias, eps } = this, source = asTensor(x, "x");
    const { y, mean, rstd } = layerNorm(source, normalizedShape, { weight, bias, eps, stats: true });
    this._saved = { x: source, mean, rstd };
    return y;
  }

  /**
   * @param {Input} dy the gradient of what the last forward() gave
   * @returns {Tensor} dx; weight's and bias's gradients are added to
   * @throws {Error} if there was no forward()
   */
  backward(dy) {
    const { x, mean, rstd } = saved(this), { weight, eps } = this;
    const gradients = layerNormBackward(dy, x, this.normalizedShape, { weight, eps, mean, rstd });
    accumulate(this, gradients);
    return gradients.dx;
  }

  /** @override */
  toString() {
    const { normalizedShape, eps, weight } = this;
    return `LayerNorm(${tuple(normalizedShape)}, eps=${formatFloat(eps)}, ` +
      `elementwise_affine=${python(weight !== null)})`;
  }
}

/**
 * Root mean square normalization with a learned scale, as torch.nn.RMSNorm: weight starts at 1.
 *
 * @extends {Layer<{ x: Tensor, rrms: Tensor }>}
 * @example
 * new RMSNorm(768, { eps: 1e-6 }).forward(x); // x: [..., 768]
 */
export class RMSNorm extends Layer {
  /** @readonly @type {readonly number[]} */
  normalizedShape;
  /** @type {number | undefined} added to the mean square, inside the root; undefined: the epsilon of float32 */
  eps;
  /** @readonly @type {Tensor | null} of the normalised shape; null without elementwiseAffine */
  weight;

  /**
   * @param {Dims} normalizedShape the last dim of the inputs, or the last dims
   * @param {{ eps?: number, elementwiseAffine?: boolean }} [options] eps: default 2^-23, float32's epsilon;
   *   elementwiseAffine: with a weight (default true)
   * @throws {RangeError} if a size is not an integer >= 1, or eps not a finite number >= 0
   */
  constructor(normalizedShape, options) {
    super();
    const { eps, elementwiseAffine = true } = checkOptions(options, ["eps", "elementwiseAffine"]);
    this.normalizedShape = Object.freeze(parameterShape(normalizedShape));
    this.eps = eps === undefined ? undefined : checkNonNegative(eps, "eps");
    this.weight = checkBoolean(elementwiseAffine, "elementwiseAffine") ? ones(this.normalizedShape) : null;
  }

  /**
   * @param {Input} x [..., normalizedShape]; kept, not copied: not to be changed before backward()
   * @returns {Tensor} of x's shape
   */
  forward(x) {
    const { normalizedShape, weight, eps } = this, source = asTensor(x, "x");
    const { y, rrms } = rmsNorm(source, normalizedShape, { weight, eps, stats: true });
    this._saved = { x: source, rrms };
    return y;
  }

  /**
   * @param {Input} dy the gradient of what the last forward() gave
   * @returns {Tensor} dx; weight's gradient is added to
   * @throws {Error} if there was no forward()
   */
  backward(dy) {
    const { x, rrms } = saved(this), { weight, eps } = this;
    const gradients = rmsNormBackward(dy, x, this.normalizedShape, { weight, eps, rrms });
    accumulate(this, gradients);
    return gradients.dx;
  }

  /** @override */
  toString() {
    const eps = this.eps === undefined ? "None" : formatFloat(this.eps);
    return `RMSNorm(${tuple(this.normalizedShape)}, eps=${eps}, elementwise_affine=${python(this.weight !== null)})`;
  }
}

/**
 * Batch normalization with a learned scale and shift, as torch.nn.BatchNorm1d, 2d and 3d in one: weight starts at 1,
 * bias at 0, the running mean at 0, the running variance at 1.
 *
 * @extends {Layer<{ x: Tensor, training: boolean }>}
 * @example
 * const layer = new BatchNorm(64);
 * layer.forward(x); // x: [N, 64, ...]
 * layer.eval().forward(x); // with the running statistics
 */
export class BatchNorm extends Layer {
  /** @readonly @type {number} */
  features;
  /** @type {number} added to the variance, inside the root */
  eps;
  /** @type {number} the weight of the new in the running statistics */
  momentum;
  /** @readonly @type {Tensor | null} [features]; null without affine */
  weight;
  /** @readonly @type {Tensor | null} [features]; null without affine */
  bias;
  /** @readonly @type {Tensor | null} [features]; null without trackRunningStats. Not a parameter */
  runningMean;
  /** @readonly @type {Tensor | null} [features]; null without trackRunningStats. Not a parameter */
  runningVar;
  /** Whether forward() takes the statistics of its batch, and updates the running ones: true at first. */
  training = true;

  /**
   * @param {number} features how many channels
   * @param {{ eps?: number, momentum?: number, affine?: boolean, trackRunningStats?: boolean }} [options] eps: default
   *   1e-5; momentum: default 0.1; affine: with weight and bias (default true); trackRunningStats: with running
   *   statistics (default true); without them the statistics are those of the batch after eval() too
   * @throws {RangeError} if features is not an integer >= 1, eps not a finite number >= 0, or momentum not a finite
   *   number
   */
  constructor(features, options) {
    super();
    const { eps = 1e-5, momentum = 0.1, affine = true, trackRunningStats = true } =
      checkOptions(options, ["eps", "momentum", "affine", "trackRunningStats"]);
    this.features = checkChannelCount(features, "features");
    this.eps = checkNonNegative(eps, "eps");
    this.momentum = checkFinite(momentum, "momentum");
    checkBoolean(trackRunningStats, "trackRunningStats");
    this.weight = checkBoolean(affine, "affine") ? ones([features]) : null;
    this.bias = affine ? zeros([features]) : null;
    this.runningMean = trackRunningStats ? zeros([features]) : null;
    this.runningVar = trackRunningStats ? ones([features]) : null;
  }

  /** From now on forward() takes the statistics of its batch. */
  train() {
    this.training = true;
    return this;
  }

  /** From now on forward() takes the running statistics. */
  eval() {
    this.training = false;
    return this;
  }

  /**
   * @param {Input} x [N, features, ...]; kept, not copied: not to be changed before backward()
   * @returns {Tensor} of x's shape
   */
  forward(x) {
    const source = checkChannels(x, this.features), training = this.training || this.runningMean === null;
    const { weight, bias, eps, momentum, runningMean, runningVar } = this;
    const y = batchNorm(source, { weight, bias, eps, momentum, training, runningMean, runningVar });
    this._saved = { x: source, training };
    return y;
  }

  /**
   * @param {Input} dy the gradient of what the last forward() gave
   * @returns {Tensor} dx; weight's and bias's gradients are added to
   * @throws {Error} if there was no forward()
   */
  backward(dy) {
    const { x, training } = saved(this), { weight, eps, runningMean, runningVar } = this;
    const gradients = batchNormBackward(dy, x, { weight, eps, training, runningMean, runningVar });
    accumulate(this, gradients);
    return gradients.dx;
  }

  /** @override */
  toString() {
    const { features, eps, momentum, weight, runningMean } = this;
    return `BatchNorm(${features}, eps=${formatFloat(eps)}, momentum=${formatFloat(momentum)}, ` +
      `affine=${python(weight !== null)}, track_running_stats=${python(runningMean !== null)})`;
  }
}

/**
 * Group normalization with a learned scale and shift, as torch.nn.GroupNorm: weight starts at 1, bias at 0.
 *
 * @extends {Layer<Tensor>}
 * @example
 * new GroupNorm(8, 64).forward(x); // x: [N, 64, ...]
 */
export class GroupNorm extends Layer {
  /** @readonly @type {number} */
  groups;
  /** @readonly @type {number} */
  channels;
  /** @type {number} added to the variance, inside the root */
  eps;
  /** @readonly @type {Tensor | null} [channels]; null without affine */
  weight;
  /** @readonly @type {Tensor | null} [channels]; null without affine */
  bias;

  /**
   * @param {number} groups divides channels
   * @param {number} channels
   * @param {{ eps?: number, affine?: boolean }} [options] eps: default 1e-5; affine: with weight and bias (default
   *   true)
   * @throws {RangeError} if groups does not divide channels, one is not an integer >= 1, or eps not a finite number
   *   >= 0
   */
  constructor(groups, channels, options) {
    super();
    const { eps = 1e-5, affine = true } = checkOptions(options, ["eps", "affine"]);
    this.channels = checkChannelCount(channels, "channels");
    this.groups = checkGroups(groups, channels);
    this.eps = checkNonNegative(eps, "eps");
    this.weight = checkBoolean(affine, "affine") ? ones([channels]) : null;
    this.bias = affine ? zeros([channels]) : null;
  }

  /**
   * @param {Input} x [N, channels, ...]; kept, not copied: not to be changed before backward()
   * @returns {Tensor} of x's shape
   */
  forward(x) {
    const source = checkChannels(x, this.channels), { weight, bias, eps } = this;
    const y = groupNorm(source, this.groups, { weight, bias, eps });
    this._saved = source;
    return y;
  }

  /**
   * @param {Input} dy the gradient of what the last forward() gave
   * @returns {Tensor} dx; weight's and bias's gradients are added to
   * @throws {Error} if there was no forward()
   */
  backward(dy) {
    const x = saved(this), { weight, eps } = this;
    const gradients = groupNormBackward(dy, x, this.groups, { weight, eps });
    accumulate(this, gradients);
    return gradients.dx;
  }

  /** @override */
  toString() {
    const { groups, channels, eps, weight } = this;
    return `GroupNorm(${groups}, ${channels}, eps=${formatFloat(eps)}, affine=${python(weight !== null)})`;
  }
}

/**
 * Instance normalization, as torch.nn.InstanceNorm1d, 2d and 3d in one, without running statistics: so it prints
 * without momentum and track_running_stats. With affine, weight starts at 1 and bias at 0.
 *
 * @extends {Layer<Tensor>}
 * @example
 * new InstanceNorm(64).forward(x); // x: [N, 64, ...]
 */
export class InstanceNorm extends Layer {
  /** @readonly @type {number} */
  features;
  /** @type {number} added to the variance, inside the root */
  eps;
  /** @readonly @type {Tensor | null} [features]; null without affine */
  weight;
  /** @readonly @type {Tensor | null} [features]; null without affine */
  bias;

  /**
   * @param {number} features how many channels
   * @param {{ eps?: number, affine?: boolean }} [options] eps: default 1e-5; affine: with weight and bias (default
   *   false, as in torch)
   * @throws {RangeError} if features is not an integer >= 1, or eps not a finite number >= 0
   */
  constructor(features, options) {
    super();
    const { eps = 1e-5, affine = false } = checkOptions(options, ["eps", "affine"]);
    this.features = checkChannelCount(features, "features");
    this.eps = checkNonNegative(eps, "eps");
    this.weight = checkBoolean(affine, "affine") ? ones([features]) : null;
    this.bias = affine ? zeros([features]) : null;
  }

  /**
   * @param {Input} x [N, features, ...]; kept, not copied: not to be changed before backward()
   * @returns {Tensor} of x's shape
   * @throws {RangeError} if x has other channels or, as in torch, one element in each
   */
  forward(x) {
    const source = checkChannels(x, this.features), { weight, bias, eps } = this;
    if (channelsOf(source).inner === 1) {
      throw wrongValue("x", "more than 1 element in each channel of a sample", `shape ${shapeText(source._sizes)}`);
    }
    const y = instanceNorm(source, { weight, bias, eps });
    this._saved = source;
    return y;
  }

  /**
   * @param {Input} dy the gradient of what the last forward() gave
   * @returns {Tensor} dx; weight's and bias's gradients, if there are any, are added to
   * @throws {Error} if there was no forward()
   */
  backward(dy) {
    const x = saved(this), { weight, eps } = this;
    const gradients = instanceNormBackward(dy, x, { weight, eps });
    accumulate(this, gradients);
    return gradients.dx;
  }

  /** @override */
  toString() {
    return `InstanceNorm(${this.features}, eps=${formatFloat(this.eps)}, affine=${python(this.weight !== null)})`;
  }
}
