/** @import { Out } from "../operands/forward.js" */
/** @import { Dims } from "../ops/statistics.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */
/**
 * @param {Input} x
 * @param {number} channels that the layer was made for
 * @returns {Tensor} x, [N, channels, ...]
 */
export function checkChannels(x: Input, channels: number): Tensor;
export function parameterShape(normalizedShape: Dims): number[];
export function quick(shape: readonly number[]): Dims;
export function checkChannelCount(count: number, name: string): number;
export const OUT: string[];
export function outOf(options: Out | undefined): import("../tensor/as-tensor.js").Target | undefined;
/** A layer that scales and shifts what it has normalised. */
export class NormLayer extends AffineLayer<Tensor | null> {
    /**
     * @param {readonly number[]} shape of weight and bias
     * @param {unknown} eps
     * @param {boolean} affine whether there is a weight: 1 at first
     * @param {boolean} [bias] whether there is a bias: 0 at first
     */
    constructor(shape: readonly number[], eps: unknown, affine: boolean, bias?: boolean);
    /**
     * Added to the variance, inside the root.
     * @type {number}
     */
    eps: number;
}
import type { Input } from "../tensor/as-tensor.js";
import type { Tensor } from "../tensor/tensor.js";
import type { Dims } from "../ops/statistics.js";
import type { Out } from "../operands/forward.js";
import { AffineLayer } from "./layer.js";
