/** GELU as a layer. */
import { checkApproximate, gelu, geluBackward } from "../block/gelu.js";
import { checkOptions } from "../checks/arguments.js";
import { asTensor } from "../tensor/as-tensor.js";
import { Layer } from "./layer.js";

/** @import { GeluOptions } from "../block/gelu.js" */
/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * GELU, as torch.nn.GELU: x * P(X <= x) of a normal X. See {@link gelu}.
 *
 * @example
 * new GELU({ approximate: "tanh" }); // => GELU(approximate='tanh')
 * new GELU().forward([-1, 2]); // => tensor([-0.1587, 1.9545])
 */
export class GELU extends Layer {
  /**
   * GELU.
   *
   * @param {GeluOptions} [options] approximate: "none" for the error function, "tanh" (default "none")
   * @throws {TypeError} if an option has a wrong type, or is unknown
   * @throws {RangeError} if approximate is another string
   */
  constructor(options) {
    super();
    const { approximate } = checkOptions(options, ["approximate"]);
    /**
     * Which form.
     * @readonly
     * @type {"none" | "tanh"}
     */
    this.approximate = checkApproximate(approximate);
  }

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
    const { approximate } = this,
      source = asTensor(x, "x"),
      { out } = checkOptions(options, ["out"]);
    const y = gelu(source, { approximate, out });
    return this._keep(y, source, (dy) => geluBackward(dy, source, { approximate }));
  }

  /**
   * The text that torch prints.
   * @override
   * @returns {string}
   */
  toString() {
    return `GELU(approximate='${this.approximate}')`;
  }
}
