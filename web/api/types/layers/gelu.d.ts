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
    constructor(options?: GeluOptions);
    /**
     * Which form.
     * @readonly
     * @type {"none" | "tanh"}
     */
    readonly approximate: "none" | "tanh";
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
    forward(x: Input, options?: Out): Tensor;
}
import { Layer } from "./layer.js";
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
import type { GeluOptions } from "../block/gelu.js";
