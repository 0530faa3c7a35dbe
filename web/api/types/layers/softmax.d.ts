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
    constructor(options?: SoftmaxDim);
    /**
     * The dim.
     * @readonly
     * @type {number}
     */
    readonly dim: number;
    /**
     * The forward pass.
     *
     * @param {Input} x of any shape
     * @param {Out} [options] out: written and returned; may be x itself, in training too (default: a new tensor)
     * @returns {Tensor} of x's shape; kept in training, not copied: not to be changed before backward()
     * @throws {TypeError} if x is no tensor
     * @throws {RangeError} if x has no such dim, or out has another shape
     */
    forward(x: Input, options?: Out): Tensor;
}
import { Layer } from "./layer.js";
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
import type { SoftmaxDim } from "../block/softmax.js";
