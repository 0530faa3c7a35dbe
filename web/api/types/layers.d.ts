/** @import { Module, Parameter } from "./module.js" */
/** @import { Input, Tensor } from "./tensor.js" */
/**
 * A linear layer, initialised from the current seed as torch.nn.Linear is: weight, then bias, uniform within
 * 1 / sqrt(inFeatures).
 *
 * @extends {Layer<Tensor>}
 * @example
 * manualSeed(123);
 * const layer = new Linear(5, 6);
 */
export class Linear extends Layer<Tensor> {
    /**
     * @param {number} inFeatures
     * @param {number} outFeatures
     * @param {{ bias?: boolean }} [options] bias: with a bias (default true)
     * @throws {RangeError} if a number of features is not an integer >= 1
     */
    constructor(inFeatures: number, outFeatures: number, options?: {
        bias?: boolean;
    });
    /** @readonly @type {Tensor} [outFeatures, inFeatures] */
    readonly weight: Tensor;
    /** @readonly @type {Tensor | null} [outFeatures] */
    readonly bias: Tensor | null;
    /**
     * @param {Input} x [..., inFeatures]; kept, not copied: not to be changed before backward()
     * @returns {Tensor} [..., outFeatures]
     */
    forward(x: Input): Tensor;
    /**
     * @param {Input} dy the gradient of what the last forward() gave
     * @returns {Tensor} dx; weight's and bias's gradients are added to
     * @throws {Error} if there was no forward()
     */
    backward(dy: Input): Tensor;
}
/**
 * The rectifier, as torch.nn.ReLU: max(x, 0).
 *
 * @extends {Layer<Tensor>}
 * @example
 * new ReLU().forward([-1, 2]); // tensor([0., 2.])
 */
export class ReLU extends Layer<Tensor> {
    constructor();
    /**
     * @param {Input} x kept, not copied: not to be changed before backward()
     * @returns {Tensor} of x's shape
     */
    forward(x: Input): Tensor;
    /**
     * @param {Input} dy the gradient of what the last forward() gave
     * @returns {Tensor} dx
     * @throws {Error} if there was no forward()
     */
    backward(dy: Input): Tensor;
}
/**
 * Layers one after the other, as torch.nn.Sequential, each layer once. A layer of one's own needs the four methods of a
 * Module.
 *
 * @extends {Layer<never>}
 * @example
 * const net = new Sequential(new Linear(5, 6), new ReLU());
 * const y = net.forward(x), dx = net.backward(dy);
 * for (const { value, grad } of net.parameters()) {
 *   for (let i = 0; i < value.size; i++) value.data[i] -= 0.1 * grad.data[i];
 * }
 * net.zeroGrad();
 */
export class Sequential extends Layer<never> {
    /**
     * @param {...Module} layers
     * @throws {TypeError} if one is no layer
     * @throws {RangeError} if one is there twice, here or in a Sequential among them
     */
    constructor(...layers: Module[]);
    /** @readonly @type {readonly Module[]} */
    readonly layers: readonly Module[];
    /** From now on the layers that tell training from inference (BatchNorm) do as in training. */
    train(): this;
    /** From now on the layers that tell training from inference (BatchNorm) do as in inference. */
    eval(): this;
    /**
     * @param {Input} x
     * @returns {Tensor}
     */
    forward(x: Input): Tensor;
    /**
     * @param {Input} dy the gradient of what the last forward() gave
     * @returns {Tensor} dx; the gradients of all layers' parameters are added to
     * @throws {Error} if there was no forward()
     */
    backward(dy: Input): Tensor;
}
/**
 * what may tell training from inference
 */
export type Modal = Module & {
    train?: () => unknown;
    eval?: () => unknown;
};
import type { Tensor } from "./tensor.js";
import { Layer } from "./module.js";
import type { Input } from "./tensor.js";
import type { Module } from "./module.js";
