/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */
/**
 * A row of its weight for each index, as torch.nn.Embedding: the weight is drawn from the standard normal distribution,
 * from the current seed. See {@link embedding}.
 *
 * @extends {WeightedLayer<Tensor>}
 * @example
 * manualSeed(123);
 * const layer = new Embedding(3, 2); // => Embedding(3, 2)
 * layer.forward([2, 0]); // => tensor([[-1.1969, 0.2093], [-0.1115, 0.1204]])
 */
export class Embedding extends WeightedLayer<Tensor> {
    /**
     * A table of rows, drawn from the current seed.
     *
     * @param {number} count how many rows: the indices are below it
     * @param {number} features how many elements a row has
     * @throws {TypeError} if an argument is not a number
     * @throws {RangeError} if an argument is not an integer >= 1, or memory does not suffice
     */
    constructor(count: number, features: number);
    /**
     * The forward pass.
     *
     * @param {ArrayLike<number> | Input} indices of rows, each an integer from 0 to count - 1: of one dim
     * @param {Out} [options] out: written and returned (default: a new tensor)
     * @returns {Tensor} [indices, features]
     * @throws {TypeError} if indices is no list of numbers
     * @throws {RangeError} if an index is no row of the weight; if out has another shape
     */
    forward(indices: ArrayLike<number> | Input, options?: Out): Tensor;
}
import type { Tensor } from "../tensor/tensor.js";
import { WeightedLayer } from "./layer.js";
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
