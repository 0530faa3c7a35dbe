/** The linear layer, with torch.nn's name and defaults. */
import { checkBoolean, checkInteger, checkOptions, checkShape } from "../checks/arguments.js";
import { linear, linearBackward } from "../block/linear.js";
import { uniform } from "../ops/random.js";
import { asTensor } from "../tensor/as-tensor.js";
import { AffineLayer, represent } from "./layer.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} LinearOptions
 * @property {boolean} [bias] with a bias (default true)
 */

/**
 * A linear layer, initialised from the current seed as torch.nn.Linear is: weight, then bias, uniform within
 * 1 / sqrt(inFeatures). See {@link linear}.
 *
 * @extends {AffineLayer<Tensor>}
 * @example
 * manualSeed(123);
 * const layer = new Linear(2, 3); // => Linear(in_features=2, out_features=3, bias=True)
 * layer.forward([1, 2]); // => tensor([-0.7554, -0.3801, -0.0126])
 */
export class Linear extends AffineLayer {
  /**
   * A linear layer, initialised from the current seed.
   *
   * @param {number} inFeatures the last size of the inputs
   * @param {number} outFeatures the last size of the outputs
   * @param {LinearOptions} [options] bias (default true)
   * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
   * @throws {RangeError} if a number of features is not an integer >= 1, or memory does not suffice
   */
  constructor(inFeatures, outFeatures, options) {
    super();
    const { bias = true } = checkOptions(options, ["bias"]);
    checkInteger(inFeatures, "inFeatures", 1);
    checkInteger(outFeatures, "outFeatures", 1);
    checkBoolean(bias, "bias");
    const bound = 1 / Math.sqrt(inFeatures);
    this._own("weight", uniform(checkShape([outFeatures, inFeatures], "[outFeatures, inFeatures]"), -bound, bound));
    this._own("bias", bias ? uniform([outFeatures], -bound, bound) : null);
  }

  /**
   * The forward pass.
   *
   * @param {Input} x [..., inFeatures]; kept in training, not copied: not to be changed before backward()
   * @param {Out} [options] out: written and returned (default: a new tensor)
   * @returns {Tensor} [..., outFeatures]
   * @throws {TypeError} if x is no tensor
   * @throws {RangeError} if x or out has another shape
   */
  forward(x, options) {
    const { weight, bias } = this,
      source = asTensor(x, "x");
    return this._keep(linear(source, weight, bias, options), source, (dy) => linearBackward(dy, source, weight));
  }

  /**
   * The text that torch prints.
   * @override
   * @returns {string}
   */
  toString() {
    const [outFeatures, inFeatures] = this.weight._sizes;
    return represent("Linear", [`in_features=${inFeatures}`, `out_features=${outFeatures}`], { bias: this.bias });
  }
}
