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
    forward(x: Input, options?: Out): Tensor;
}
import { Layer } from "./layer.js";
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
