/** @import { Module, Parameter } from "./layer.js" */
/** @import { Out } from "../operands/forward.js" */
/** @import { Input, Tensor } from "../tensor/tensor.js" */
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
    forward(x: Input, options?: Out): Tensor;
}
/**
 * Layers one after the other, as torch.nn.Sequential, each layer once. A layer of one's own needs the four methods of a
 * {@link Module}.
 *
 * @example
 * manualSeed(123);
 * const net = new Sequential(new Linear(2, 3), new ReLU());
 * const x = [[-1, 1]], y = net.forward(x), dx = net.backward(y); // of sum(y^2) / 2
 * for (const { value, grad } of net.parameters()) {
 *   for (let i = 0; i < value.size; i++) value.data[i] -= 0.1 * grad.data[i];
 * }
 * net.zeroGrad();
 * y; // => tensor([[0.0000, 0.0557, 0.6740]])
 * net.forward(x); // => tensor([[0.0000, 0.0390, 0.4718]])
 */
export class Sequential extends Layer {
    /**
     * Layers one after the other.
     *
     * @param {...Module} layers each once: the outputs of one are the inputs of the next
     * @throws {TypeError} if one is no layer
     * @throws {RangeError} if one is there twice, here or in a Sequential among them
     */
    constructor(...layers: Module[]);
    /**
     * The layers, in order.
     * @readonly
     * @type {readonly Module[]}
     */
    readonly layers: readonly Module[];
    /**
     * From now on its layers, those that have a train(), do as in training.
     * @override
     * @returns {this}
     */
    override train(): this;
    /**
     * From now on its layers, those that have an eval(), do as in inference.
     * @override
     * @returns {this}
     */
    override eval(): this;
    /**
     * The forward passes of all layers, in order.
     *
     * @param {Input} x what the first layer takes
     * @param {Out} [options] out: what the last layer writes to and returns (default: a new tensor)
     * @returns {Tensor} what the last layer gives
     * @throws {TypeError} as its layers
     * @throws {RangeError} as its layers
     */
    forward(x: Input, options?: Out): Tensor;
}
/**
 * What a layer of one's own may have besides.
 */
export type Stateful = Module & {
    train?: () => unknown;
    eval?: () => unknown;
    state?: () => Record<string, Tensor>;
};
export type LinearOptions = {
    /**
     * with a bias (default true)
     */
    bias?: boolean | undefined;
};
import type { Tensor } from "../tensor/tensor.js";
import { AffineLayer } from "./layer.js";
import type { Input } from "../tensor/tensor.js";
import type { Out } from "../operands/forward.js";
import { Layer } from "./layer.js";
import type { Module } from "./layer.js";
