/** Group normalization as a layer, with torch.nn's name and defaults. */
import { checkBoolean, checkOptions } from "../checks/arguments.js";
import { checkGroups, groupNorm, groupNormBackward } from "../ops/group-norm.js";
import { represent } from "./layer.js";
import { NormLayer, checkChannelCount, checkChannels, outOf } from "./norm-layer.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} GroupNormOptions
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 * @property {boolean} [affine] with weight and bias (default true)
 */

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
