/** Softmax as a layer. */
import { checkOneDim, softmax, softmaxBackward } from "../block/softmax.js";
import { checkInteger, checkOptions } from "../checks/arguments.js";
import { Layer, represent } from "./layer.js";

/** @import { SoftmaxDim } from "../block/softmax.js" */
/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * Softmax over one dim, as torch.nn.Softmax. See {@link softmax}.
 *
 * @example
 * new Softmax({ dim: 1 }); // => Softmax(dim=1)
 * new Softmax().forward([1, 2, 3]); // => tensor([0.0900, 0.2447, 0.6652])
 */
export class Softmax extends Layer {
  /**
   * Softmax over one dim.
   *
   * @param {SoftmaxDim} [options] dim: whose elements add up to 1 (default -1)
   * @throws {TypeError} if an option has a wrong type, or is unknown
   * @throws {RangeError} if dim is not an integer
   */
  constructor(options) {
    super();
    const { dim } = checkOptions(options, ["dim"]);
    /**
     * The dim.
     * @readonly
     * @type {number}
     */
    this.dim = checkInteger(checkOneDim(dim), "dim", -Infinity);
  }

  /**
   * The forward pass.
   *
   * @param {Input} x of any shape
   * @param {Out} [options] out: written and returned; may be x itself, in training too (default: a new tensor)
   * @returns {Tensor} of x's shape; kept in training, not copied: not to be changed before backward()
   * @throws {TypeError} if x is no tensor
   * @throws {RangeError} if x has no such dim, or out has another shape
   */
  forward(x, options) {
    const { dim } = this,
      { out } = checkOptions(options, ["out"]),
      y = softmax(x, { dim, out });
    return this._keep(y, null, (dy) => softmaxBackward(dy, y, { dim }));
  }

  /**
   * The text that torch prints.
   * @override
   * @returns {string}
   */
  toString() {
    return represent("Softmax", [`dim=${this.dim}`], {});
  }
}
