/** SiLU as a layer. */
import { silu, siluBackward } from "../block/silu.js";
import { asTensor } from "../tensor/as-tensor.js";
import { Layer } from "./layer.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * SiLU, as torch.nn.SiLU: x / (1 + exp(-x)). See {@link silu}.
 *
 * @example
 * new SiLU().forward([-1, 2]); // => tensor([-0.2689, 1.7616])
 */
export class SiLU extends Layer {
  /**
   * The forward pass.
   *
   * @param {Input} x of any shape; kept in training, not copied: not to be changed before backward()
   * @param {Out} [options] out: written and returned; may be x itself, but then there is no backward() (default: a new
   *   tensor)
   * @returns {Tensor} of x's shape
   * @throws {TypeError} if x is no tensor
   * @throws {RangeError} if out has another shape
   */
  forward(x, options) {
    const source = asTensor(x, "x");
    return this._keep(silu(source, options), source, (dy) => siluBackward(dy, source));
  }

  /**
   * The text that torch prints.
   * @override
   * @returns {string}
   */
  toString() {
    return "SiLU()";
  }
}
