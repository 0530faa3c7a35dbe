/**
 * Layer normalization with a learned scale and shift, as torch.nn.LayerNorm: weight starts at 1, bias at 0.
 *
 * @example
 * new LayerNorm(768).forward(x); // x: [..., 768]
 */
export class LayerNorm extends Printed {
    /**
     * @param {Dims} normalizedShape the last dim of the inputs, or the last dims
     * @param {{ eps?: number, elementwiseAffine?: boolean, bias?: boolean }} [options] eps: default 1e-5;
     *   elementwiseAffine: with weight and bias (default true); bias: with a bias (default true)
     * @throws {RangeError} if a size is not an integer >= 1, or eps not a finite number >= 0
     */
    constructor(normalizedShape: Dims, options?: {
        eps?: number;
        elementwiseAffine?: boolean;
        bias?: boolean;
    });
    /** @type {readonly number[]} */
    normalizedShape: readonly number[];
    /** @type {number} added to the variance, inside the root */
    eps: number;
    /** @type {Tensor | null} of the normalised shape; null without elementwiseAffine */
    weight: Tensor | null;
    /** @type {Tensor | null} of the normalised shape; null without elementwiseAffine, or without bias */
    bias: Tensor | null;
    /**
     * @param {Input} x [..., normalizedShape]
     * @returns {Tensor} of x's shape
     */
    forward(x: Input): Tensor;
}
/**
 * A linear layer, initialised from the current seed as torch.nn.Linear is: weight, then bias, uniform within
 * 1 / sqrt(inFeatures).
 *
 * @example
 * manualSeed(123);
 * const layer = new Linear(5, 6);
 */
export class Linear extends Printed {
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
     * @param {Input} x [..., inFeatures]
     * @returns {Tensor} [..., outFeatures]
     */
    forward(x: Input): Tensor;
}
/** The rectifier, as torch.nn.ReLU: max(x, 0). */
export class ReLU extends Printed {
    /**
     * @param {Input} x
     * @returns {Tensor} of x's shape
     */
    forward(x: Input): Tensor;
}
/**
 * Layers one after the other, as torch.nn.Sequential.
 *
 * @example
 * new Sequential(new Linear(5, 6), new ReLU()).forward(x);
 */
export class Sequential extends Printed {
    /** @param {...Layer} layers */
    constructor(...layers: Layer[]);
    /** @type {readonly Layer[]} */
    layers: readonly Layer[];
    /**
     * @param {Input} x
     * @returns {Tensor}
     */
    forward(x: Input): Tensor;
}
/**
 * A layer: something with a forward pass.
 */
export type Layer = {
    forward(x: Input): Tensor;
};
/** @import { Dims } from "./statistics.js" */
/** @import { Input, Tensor } from "./tensor.js" */
/**
 * A layer: something with a forward pass.
 * @typedef {{ forward(x: Input): Tensor }} Layer
 */
/** What prints as PyTorch prints a module, also in Node's console. */
declare class Printed {
}
import type { Tensor } from "./tensor.js";
import type { Input } from "./tensor.js";
import type { Dims } from "./statistics.js";
export {};
