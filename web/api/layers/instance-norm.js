/** Instance normalization as a layer, with torch.nn's name and defaults. */
import { checkBoolean, checkOptions, wrongValue } from "../checks/arguments.js";
import { channelsOf } from "../operands/channels.js";
import { instanceNorm, instanceNormBackward } from "../ops/group-norm.js";
import { represent } from "./layer.js";
import { NormLayer, checkChannelCount, checkChannels, outOf } from "./norm-layer.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} InstanceNormOptions
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 * @property {boolean} [affine] with weight and bias (default false, as in torch)
 */

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
