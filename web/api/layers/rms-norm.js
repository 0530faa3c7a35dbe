/** Root mean square normalization as a layer, with torch.nn's name and defaults. */
import { checkBoolean, checkEps, checkFinite, checkOptions, tuple } from "../checks/arguments.js";
import { WEIGHT_OFFSET } from "../checks/defaults.js";
import { addRmsNorm, rmsNorm, rmsNormBackward } from "../ops/rms-norm.js";
import { asTensor } from "../tensor/as-tensor.js";
import { full } from "../tensor/create.js";
import { WeightedLayer, represent } from "./layer.js";
import { OUT, outOf, parameterShape, quick } from "./norm-layer.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { SumOut } from "../ops/layer-norm.js" */
/** @import { Dims } from "../ops/statistics.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} RMSNormOptions
 * @property {number} [eps] added to the mean square, inside the root: a finite number >= 0 (default: the epsilon of
 *   float32, 2^-23)
 * @property {boolean} [elementwiseAffine] with a weight (default true)
 * @property {number} [weightOffset] added to the weight in float32: 1 where a model stores weight - 1, as Gemma does
 *   (default 0)
 */

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
