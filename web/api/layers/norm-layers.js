/** The normalization layers as objects, with torch.nn's names and defaults. */
import {
  checkBoolean,
  checkEps,
  checkFinite,
  checkInteger,
  checkOptions,
  checkShape,
  tuple,
  wrongValue,
} from "../checks/arguments.js";
import { batchNorm, batchNormBackward } from "../ops/batch-norm.js";
import { channelsOf } from "../operands/channels.js";
import { full, ones, zeros } from "../tensor/create.js";
import { MOMENTUM, WEIGHT_OFFSET } from "../checks/defaults.js";
import { checkGroups, groupNorm, groupNormBackward, instanceNorm, instanceNormBackward } from "../ops/group-norm.js";
import { addLayerNorm, layerNorm, layerNormBackward } from "../ops/layer-norm.js";
import { AffineLayer, represent, WeightedLayer } from "./layer.js";
import { checkNormalizedShape } from "../operands/normalized-shape.js";
import { addRmsNorm, rmsNorm, rmsNormBackward } from "../ops/rms-norm.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { SumOut } from "../ops/layer-norm.js" */
/** @import { Out } from "../operands/forward.js" */
/** @import { Dims } from "../ops/statistics.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @param {Input} x
 * @param {number} channels that the layer was made for
 * @returns {Tensor} x, [N, channels, ...]
 */
function checkChannels(x, channels) {
  const source = asTensor(x, "x");
  if (source._sizes[1] === channels) return source;
  throw wrongValue("x", `shape [N, ${channels}, ...]`, source._sizes);
}

/**
 * @param {Dims} normalizedShape
 * @returns {number[]} a shape that weight and bias can have
 */
const parameterShape = (normalizedShape) => checkShape(checkNormalizedShape(normalizedShape), "normalizedShape");

/**
 * @param {readonly number[]} shape
 * @returns {Dims} the same for ops, which take 0.3 microseconds longer with a frozen array
 */
const quick = (shape) => (shape.length === 1 ? shape[0] : shape.slice());

/**
 * @param {number} count
 * @param {string} name of the argument
 * @returns {number} how many channels a layer has: as many elements as weight and bias can have
 */
const checkChannelCount = (count, name) => checkShape([checkInteger(count, name, 1)], name)[0];

const OUT = ["out"];

/** @param {Out | undefined} options of forward() */
const outOf = (options) => checkOptions(options, OUT).out;

/**
 * @typedef {object} LayerNormOptions
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 * @property {boolean} [elementwiseAffine] with weight and bias (default true)
 * @property {boolean} [bias] with a bias, if with a weight (default true)
 */

/**
 * @typedef {object} RMSNormOptions
 * @property {number} [eps] added to the mean square, inside the root: a finite number >= 0 (default: the epsilon of
 *   float32, 2^-23)
 * @property {boolean} [elementwiseAffine] with a weight (default true)
 * @property {number} [weightOffset] added to the weight in float32: 1 where a model stores weight - 1, as Gemma does
 *   (default 0)
 */

/**
 * @typedef {object} BatchNormOptions
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 * @property {number} [momentum] the weight of the new in the running statistics: a finite number (default 0.1)
 * @property {boolean} [affine] with weight and bias (default true)
 * @property {boolean} [trackRunningStats] with running statistics (default true); without them the statistics are those
 *   of the batch after eval() too
 */

/**
 * @typedef {object} GroupNormOptions
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 * @property {boolean} [affine] with weight and bias (default true)
 */

/**
 * @typedef {object} InstanceNormOptions
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 * @property {boolean} [affine] with weight and bias (default false, as in torch)
 */

/** A layer that scales and shifts what it has normalised. */
class NormLayer extends AffineLayer {
  /**
   * @param {readonly number[]} shape of weight and bias
   * @param {unknown} eps
   * @param {boolean} affine whether there is a weight: 1 at first
   * @param {boolean} [bias] whether there is a bias: 0 at first
   */
  constructor(shape, eps, affine, bias = affine) {
    super();
    /**
     * Added to the variance, inside the root.
     * @type {number}
     */
    this.eps = checkEps(eps);
    this._own("weight", affine ? ones(shape) : null);
    this._own("bias", bias ? zeros(shape) : null);
  }
}

/**
 * Layer normalization with a learned scale and shift, as torch.nn.LayerNorm: weight starts at 1, bias at 0. See
 * {@link layerNorm}.
 *
 * @example
 * const layer = new LayerNorm(3); // => LayerNorm((3,), eps=1e-05, elementwise_affine=True)
 * layer.forward([[1, 2, 3], [4, 5, 9]]); // => tensor([[-1.2247, 0.0000, 1.2247], [-0.9258, -0.4629, 1.3887]])
 * layer.loadState({ weight: [1, 1, 2], bias: [0, 0, 0] }); // trained weights go in like this
 * layer.forward([[1, 2, 3], [4, 5, 9]]); // => tensor([[-1.2247, 0.0000, 2.4495], [-0.9258, -0.4629, 2.7775]])
 */
export class LayerNorm extends NormLayer {
  /**
   * Layer normalization with a learned scale and shift.
   *
   * @param {Dims} normalizedShape the last dim of the inputs, or the last dims
   * @param {LayerNormOptions} [options] eps (default 1e-5), elementwiseAffine (default true), bias (default true)
   * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
   * @throws {RangeError} if a size is not an integer >= 1, or eps not a finite number >= 0
   */
  constructor(normalizedShape, options) {
    const { eps, elementwiseAffine = true, bias = true } = checkOptions(options, ["eps", "elementwiseAffine", "bias"]);
    const shape = parameterShape(normalizedShape),
      affine = checkBoolean(elementwiseAffine, "elementwiseAffine");
    super(shape, eps, affine, checkBoolean(bias, "bias") && affine);
    /**
     * The last dim of the inputs, or the last dims.
     * @readonly
     * @type {readonly number[]}
     */
    this.normalizedShape = Object.freeze(shape);
    /** @internal */
    this._dims = quick(shape);
  }

  /**
   * The forward pass.
   *
   * @param {Input} x [..., normalizedShape]; kept in training, not copied: not to be changed before
   *   backward()
   * @param {Out} [options] out: written and returned; of x's shape; may be x itself, but then there is no backward()
   *   (default: a new tensor)
   * @returns {Tensor} of x's shape
   * @throws {TypeError} if x is no tensor
   * @throws {RangeError} if x or out has another shape
   */
  forward(x, options) {
    const { _dims, weight, bias, eps } = this,
      out = outOf(options),
      source = asTensor(x, "x");
    if (!this.training) return this._keep(layerNorm(source, _dims, { weight, bias, eps, out }));
    const { y, mean, rstd } = layerNorm(source, _dims, { weight, bias, eps, out, stats: true });
    const saved = { weight, eps, mean, rstd };
    return this._keep(y, source, (dy) => layerNormBackward(dy, source, _dims, saved));
  }

  /**
   * `sum = x + residual` and `y = forward(sum)`, in one pass: see {@link addLayerNorm}.
   *
   * After it backward(dy), which is given the gradient of y, returns that of sum by way of y: with what comes to sum by
   * other ways, added to it, it is the gradient of x and of residual alike.
   *
   * @param {Input} x [..., normalizedShape]
   * @param {Input} residual of x's shape
   * @param {SumOut} [options] out: y and sum are written and returned; they may be x and residual themselves (default:
   *   new tensors). In training sum is kept, not copied: not to be changed before backward()
   * @returns {{ y: Tensor, sum: Tensor }} both of x's shape
   * @throws {TypeError} if x or residual is no tensor
   * @throws {RangeError} if x, residual or an out has another shape
   * @example
   * const { y, sum } = new LayerNorm(3).addForward([[1, 2, 3]], [[0.5, 0, 0]]);
   * sum; // => tensor([[1.5000, 2.0000, 3.0000]])
   * y; // => tensor([[-1.0690, -0.2673, 1.3363]])
   */
  addForward(x, residual, options) {
    const { _dims, weight, bias, eps } = this,
      { out } = checkOptions(options, OUT);
    const { y, sum } = addLayerNorm(x, residual, _dims, { weight, bias, eps, out });
    this._keep(y, null, (dy) => layerNormBackward(dy, sum, _dims, { weight, eps }));
    return { y, sum };
  }

  /**
   * The text that torch prints.
   * @override
   * @returns {string}
   */
  toString() {
    return represent("LayerNorm", [tuple(this.normalizedShape)], { eps: this.eps, elementwise_affine: this.weight });
  }
}

/**
 * Root mean square normalization with a learned scale, as torch.nn.RMSNorm: weight + weightOffset starts at 1. See
 * {@link rmsNorm}.
 *
 * @example
 * const layer = new RMSNorm(3, { eps: 1e-6 }); // => RMSNorm((3,), eps=1e-06, elementwise_affine=True)
 * layer.forward([[1, 2, 3], [4, 5, 9]]); // => tensor([[0.4629, 0.9258, 1.3887], [0.6273, 0.7841, 1.4113]])
 */
export class RMSNorm extends WeightedLayer {
  /**
   * Root mean square normalization with a learned scale.
   *
   * @param {Dims} normalizedShape the last dim of the inputs, or the last dims
   * @param {RMSNormOptions} [options] eps (default 2^-23), elementwiseAffine (default true), weightOffset (default 0)
   * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
   * @throws {RangeError} if a size is not an integer >= 1, eps not a finite number >= 0, or weightOffset not a finite
   *   number
   */
  constructor(normalizedShape, options) {
    super();
    const {
      eps,
      elementwiseAffine = true,
      weightOffset = WEIGHT_OFFSET,
    } = checkOptions(options, ["eps", "elementwiseAffine", "weightOffset"]);
    /**
     * The last dim of the inputs, or the last dims.
     * @readonly
     * @type {readonly number[]}
     */
    this.normalizedShape = Object.freeze(parameterShape(normalizedShape));
    /** @internal */
    this._dims = quick(this.normalizedShape);
    /**
     * Added to the mean square, inside the root; undefined: the epsilon of float32, 2^-23.
     * @type {number | undefined}
     */
    this.eps = eps === undefined ? eps : checkEps(eps);
    /**
     * Added to the weight in float32: 1 where a model stores weight - 1, as Gemma does.
     * @type {number}
     */
    this.weightOffset = checkFinite(weightOffset, "weightOffset");
    const affine = checkBoolean(elementwiseAffine, "elementwiseAffine");
    this._own("weight", affine ? full(this.normalizedShape, 1 - weightOffset) : null);
  }

  /**
   * The forward pass.
   *
   * @param {Input} x [..., normalizedShape]; kept in training, not copied: not to be changed before
   *   backward()
   * @param {Out} [options] out: written and returned; of x's shape; may be x itself, but then there is no backward()
   *   (default: a new tensor)
   * @returns {Tensor} of x's shape
   * @throws {TypeError} if x is no tensor
   * @throws {RangeError} if x or out has another shape
   */
  forward(x, options) {
    const { _dims, weight, eps, weightOffset } = this,
      out = outOf(options),
      source = asTensor(x, "x");
    if (!this.training) return this._keep(rmsNorm(source, _dims, { weight, eps, weightOffset, out }));
    const { y, rrms } = rmsNorm(source, _dims, { weight, eps, weightOffset, out, stats: true });
    const saved = { weight, eps, weightOffset, rrms };
    return this._keep(y, source, (dy) => rmsNormBackward(dy, source, _dims, saved));
  }

  /**
   * `sum = x + residual` and `y = forward(sum)`, in one pass: see {@link addRmsNorm}.
   *
   * After it backward(dy), which is given the gradient of y, returns that of sum by way of y: with what comes to sum by
   * other ways, added to it, it is the gradient of x and of residual alike.
   *
   * @param {Input} x [..., normalizedShape]
   * @param {Input} residual of x's shape
   * @param {SumOut} [options] out: y and sum are written and returned; they may be x and residual themselves (default:
   *   new tensors). In training sum is kept, not copied: not to be changed before backward()
   * @returns {{ y: Tensor, sum: Tensor }} both of x's shape
   * @throws {TypeError} if x or residual is no tensor
   * @throws {RangeError} if x, residual or an out has another shape
   * @example
   * const { y, sum } = new RMSNorm(3).addForward([[1, 2, 3]], [[0.5, 0, 0]]);
   * sum; // => tensor([[1.5000, 2.0000, 3.0000]])
   * y; // => tensor([[0.6653, 0.8871, 1.3306]])
   */
  addForward(x, residual, options) {
    const { _dims, weight, eps, weightOffset } = this,
      { out } = checkOptions(options, OUT);
    const { y, sum } = addRmsNorm(x, residual, _dims, { weight, eps, weightOffset, out });
    this._keep(y, null, (dy) => rmsNormBackward(dy, sum, _dims, { weight, eps, weightOffset }));
    return { y, sum };
  }

  /**
   * The text that torch prints; a weightOffset, which torch has not, at its end.
   * @override
   * @returns {string}
   */
  toString() {
    const { normalizedShape, eps, weight, weightOffset } = this,
      offset = weightOffset ? { weight_offset: weightOffset } : {};
    return represent("RMSNorm", [tuple(normalizedShape)], { eps, elementwise_affine: weight, ...offset });
  }
}

/**
 * Batch normalization with a learned scale and shift, as torch.nn.BatchNorm1d, 2d and 3d in one: weight starts at 1,
 * bias at 0, the running mean at 0, the running variance at 1. See {@link batchNorm}.
 *
 * @example
 * const layer = new BatchNorm(2); // => BatchNorm(2, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
 * layer.forward([[1, 2], [3, 6]]); // => tensor([[-1.0000, -1.0000], [1.0000, 1.0000]])
 * layer.eval().forward([[1, 2], [3, 6]]); // => tensor([[0.7628, 1.2271], [2.6697, 4.2950]])
 */
export class BatchNorm extends NormLayer {
  /**
   * Batch normalization with a learned scale and shift.
   *
   * @param {number} features how many channels
   * @param {BatchNormOptions} [options] eps (default 1e-5), momentum (default 0.1), affine (default true),
   *   trackRunningStats (default true)
   * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
   * @throws {RangeError} if features is not an integer >= 1, eps not a finite number >= 0, or momentum not a finite
   *   number
   */
  constructor(features, options) {
    const {
      eps,
      momentum = MOMENTUM,
      affine = true,
      trackRunningStats = true,
    } = checkOptions(options, ["eps", "momentum", "affine", "trackRunningStats"]);
    const tracks = checkBoolean(trackRunningStats, "trackRunningStats");
    checkFinite(momentum, "momentum");
    super([checkChannelCount(features, "features")], eps, checkBoolean(affine, "affine"));
    /**
     * How many channels.
     * @readonly
     * @type {number}
     */
    this.features = features;
    /**
     * The weight of the new in the running statistics.
     * @type {number}
     */
    this.momentum = momentum;
    this._own("running_mean", tracks ? zeros([features]) : null);
    this._own("running_var", tracks ? ones([features]) : null);
  }

  /**
   * The running mean, [features]: 0 at first; null without trackRunningStats. Not a parameter. A tensor of the same
   * shape may take its place.
   * @returns {Tensor | null}
   */
  get runningMean() {
    return this._tensors.running_mean ?? null;
  }

  /** @param {Tensor} value */
  set runningMean(value) {
    this._replace("running_mean", value, "runningMean");
  }

  /**
   * The running variance, [features]: 1 at first; null without trackRunningStats. Not a parameter. A tensor of the same
   * shape may take its place.
   * @returns {Tensor | null}
   */
  get runningVar() {
    return this._tensors.running_var ?? null;
  }

  /** @param {Tensor} value */
  set runningVar(value) {
    this._replace("running_var", value, "runningVar");
  }

  /**
   * The forward pass.
   *
   * @param {Input} x [N, features, ...]; kept in training, not copied: not to be changed before
   *   backward()
   * @param {Out} [options] out: written and returned; of x's shape; may be x itself, but then there is no backward()
   *   (default: a new tensor)
   * @returns {Tensor} of x's shape
   * @throws {TypeError} if x is no tensor
   * @throws {RangeError} if x or out has another shape or, in training, x no more than one value per channel
   */
  forward(x, options) {
    const { features, weight, bias, eps, momentum, runningMean, runningVar } = this;
    const out = outOf(options),
      source = checkChannels(x, features),
      training = this.training || runningMean === null;
    const y = batchNorm(source, { weight, bias, eps, momentum, training, runningMean, runningVar, out });
    return this._keep(y, source, (dy) => batchNormBackward(dy, source, { weight, eps, training }));
  }

  /**
   * The text that torch prints.
   * @override
   * @returns {string}
   */
  toString() {
    return represent("BatchNorm", [this.features], {
      eps: this.eps,
      momentum: this.momentum,
      affine: this.weight,
      track_running_stats: this.runningMean,
    });
  }
}

/**
 * Group normalization with a learned scale and shift, as torch.nn.GroupNorm: weight starts at 1, bias at 0. See
 * {@link groupNorm}.
 *
 * @example
 * const layer = new GroupNorm(2, 4); // => GroupNorm(2, 4, eps=1e-05, affine=True)
 * layer.forward([[[1, 2], [3, 4], [5, 6], [7, 9]]]);
 * // => tensor([[[-1.3416, -0.4472], [0.4472, 1.3416], [-1.1832, -0.5071], [0.1690, 1.5213]]])
 */
export class GroupNorm extends NormLayer {
  /**
   * Group normalization with a learned scale and shift.
   *
   * @param {number} groups how many; divides channels
   * @param {number} channels how many
   * @param {GroupNormOptions} [options] eps (default 1e-5), affine (default true)
   * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
   * @throws {RangeError} if groups does not divide channels, one is not an integer >= 1, or eps not a finite number >=
   *   0
   */
  constructor(groups, channels, options) {
    const { eps, affine = true } = checkOptions(options, ["eps", "affine"]);
    checkGroups(groups, checkChannelCount(channels, "channels"));
    super([channels], eps, checkBoolean(affine, "affine"));
    /**
     * How many channels.
     * @readonly
     * @type {number}
     */
    this.channels = channels;
    /**
     * How many groups.
     * @readonly
     * @type {number}
     */
    this.groups = groups;
  }

  /**
   * The forward pass.
   *
   * @param {Input} x [N, channels, ...]; kept in training, not copied: not to be changed before
   *   backward()
   * @param {Out} [options] out: written and returned; of x's shape; may be x itself, but then there is no backward()
   *   (default: a new tensor)
   * @returns {Tensor} of x's shape
   * @throws {TypeError} if x is no tensor
   * @throws {RangeError} if x or out has another shape
   */
  forward(x, options) {
    const { groups, channels, weight, bias, eps } = this,
      out = outOf(options),
      source = checkChannels(x, channels);
    const y = groupNorm(source, groups, { weight, bias, eps, out });
    return this._keep(y, source, (dy) => groupNormBackward(dy, source, groups, { weight, eps }));
  }

  /**
   * The text that torch prints.
   * @override
   * @returns {string}
   */
  toString() {
    return represent("GroupNorm", [this.groups, this.channels], { eps: this.eps, affine: this.weight });
  }
}

/**
 * Instance normalization, as torch.nn.InstanceNorm1d, 2d and 3d in one, without running statistics: so it prints
 * without momentum and track_running_stats. With affine, weight starts at 1 and bias at 0. See {@link instanceNorm}.
 *
 * @example
 * const layer = new InstanceNorm(2); // => InstanceNorm(2, eps=1e-05, affine=False)
 * layer.forward([[[1, 2, 3], [4, 5, 9]]]); // => tensor([[[-1.2247, 0.0000, 1.2247], [-0.9258, -0.4629, 1.3887]]])
 */
export class InstanceNorm extends NormLayer {
  /**
   * Instance normalization.
   *
   * @param {number} features how many channels
   * @param {InstanceNormOptions} [options] eps (default 1e-5), affine (default false)
   * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
   * @throws {RangeError} if features is not an integer >= 1, or eps not a finite number >= 0
   */
  constructor(features, options) {
    const { eps, affine } = checkOptions(options, ["eps", "affine"]);
    super([checkChannelCount(features, "features")], eps, checkBoolean(affine, "affine"));
    /**
     * How many channels.
     * @readonly
     * @type {number}
     */
    this.features = features;
  }

  /**
   * The forward pass.
   *
   * @param {Input} x [N, features, ...]; kept in training, not copied: not to be changed before
   *   backward()
   * @param {Out} [options] out: written and returned; of x's shape; may be x itself, but then there is no backward()
   *   (default: a new tensor)
   * @returns {Tensor} of x's shape
   * @throws {TypeError} if x is no tensor
   * @throws {RangeError} if x or out has another shape or, as in torch, x one element in each channel
   */
  forward(x, options) {
    const { features, weight, bias, eps } = this,
      out = outOf(options),
      source = checkChannels(x, features);
    if (channelsOf(source).inner === 1) {
      throw wrongValue("x", "more than 1 element in each channel of a sample", source._sizes);
    }
    const y = instanceNorm(source, { weight, bias, eps, out });
    return this._keep(y, source, (dy) => instanceNormBackward(dy, source, { weight, eps }));
  }

  /**
   * The text that torch prints.
   * @override
   * @returns {string}
   */
  toString() {
    return represent("InstanceNorm", [this.features], { eps: this.eps, affine: this.weight });
  }
}
