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
    /** @type {Tensor} [outFeatures, inFeatures] */
    weight: Tensor;
    /** @type {Tensor | null} [outFeatures] */
    bias: Tensor | null;
    /**
     * @param {Input} x [..., inFeatures]; kept, not copied, for backward()
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
     * @param {Input} x kept, not copied, for backward()
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
 * Layers one after the other, as torch.nn.Sequential. A layer of one's own needs the four methods of a Module.
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
    /** @param {...Module} layers */
    constructor(...layers: Module[]);
    /** @type {readonly Module[]} */
    layers: readonly Module[];
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
import type { Tensor } from "./tensor.js";
import { Layer } from "./module.js";
import type { Input } from "./tensor.js";
import type { Module } from "./module.js";
