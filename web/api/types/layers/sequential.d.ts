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
     * Moves what all layers have to WebAssembly memory, or back, as resident() of each: all of it, or nothing. Of a layer
     * of one's own it calls resident() or, where there is none, moves the tensors of its state.
     * @override
     * @param {boolean} [resident] false: back to the JavaScript heap (default true)
     * @returns {this}
     * @throws {TypeError} as its layers
     * @throws {RangeError} as its layers
     * @throws {Error} as its layers
     */
    override resident(resident?: boolean): this;
    /**
     * The forward passes of all layers, in order. Where one throws, running statistics, out and what backward() needs are
     * as they were.
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
    training?: boolean;
    train?: () => unknown;
    eval?: () => unknown;
    state?: () => Record<string, Tensor>;
    resident?: (resident: boolean) => unknown;
    dispose?: () => unknown;
};
import { Layer } from "./layer.js";
import type { Module } from "./layer.js";
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import { Tensor } from "../tensor/tensor.js";
