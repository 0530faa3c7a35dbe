/** ReLU as a layer. */
import { relu, reluBackward } from "../block/relu.js";
import { asTensor } from "../tensor/as-tensor.js";
import { Layer } from "./layer.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * The rectifier, as torch.nn.ReLU: max(x, 0). See {@link relu}.
 *
 * @example
 * new ReLU().forward([-1, 2]); // => tensor([0., 2.])
 */
export class ReLU extends Layer {
  /**
   * The forward pass.
   *
   * @param {Input} x of any shape; kept in training, not copied: not to be changed before backward()
   * @param {Out} [options] out: written and returned; may be x itself, in training too (default: a new tensor)
   * @returns {Tensor} of x's shape
   * @throws {TypeError} if x is no tensor
   * @throws {RangeError} if out has another shape
   */
  forward(x, options) {
    const source = asTensor(x, "x");
    return this._keep(relu(source, options), null, (dy) => reluBackward(dy, source)); /* y > 0 where x > 0 */
  }

  /**
   * The text that torch prints.
   * @override
   * @returns {string}
   */
  toString() {
    return "ReLU()";
  }
}
