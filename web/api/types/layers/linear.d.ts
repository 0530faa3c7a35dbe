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
export class Linear extends AffineLayer<Tensor> {
    /**
     * A linear layer, initialised from the current seed.
     *
     * @param {number} inFeatures the last size of the inputs
     * @param {number} outFeatures the last size of the outputs
     * @param {LinearOptions} [options] bias (default true)
     * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
     * @throws {RangeError} if a number of features is not an integer >= 1, or memory does not suffice
     */
    constructor(inFeatures: number, outFeatures: number, options?: LinearOptions);
    /**
     * The forward pass.
     *
     * @param {Input} x [..., inFeatures]; kept in training, not copied: not to be changed before backward()
     * @param {Out} [options] out: written and returned (default: a new tensor)
     * @returns {Tensor} [..., outFeatures]
     * @throws {TypeError} if x is no tensor
     * @throws {RangeError} if x or out has another shape
     */
    forward(x: Input, options?: Out): Tensor;
}
export type LinearOptions = {
    /**
     * with a bias (default true)
     */
    bias?: boolean | undefined;
};
import type { Tensor } from "../tensor/tensor.js";
import { AffineLayer } from "./layer.js";
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
