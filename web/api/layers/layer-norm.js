/** Layer normalization as a layer, with torch.nn's name and defaults. */
import { checkBoolean, checkOptions, tuple } from "../checks/arguments.js";
import { addLayerNorm, layerNorm, layerNormBackward } from "../ops/layer-norm.js";
import { asTensor } from "../tensor/as-tensor.js";
import { represent } from "./layer.js";
import { NormLayer, OUT, outOf, parameterShape, quick } from "./norm-layer.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { SumOut } from "../ops/layer-norm.js" */
/** @import { Dims } from "../ops/statistics.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} LayerNormOptions
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 * @property {boolean} [elementwiseAffine] with weight and bias (default true)
 * @property {boolean} [bias] with a bias, if with a weight (default true)
 */

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
