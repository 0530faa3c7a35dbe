/** @import { Input, Tensor } from "./tensor.js" */
/**
 * What training changes.
 * @typedef {object} Parameter
 * @property {string} name "weight" or "bias"; in a Sequential with its index in front, "0.weight", as in torch
 * @property {Tensor} value
 * @property {Tensor} grad of value's shape: 0 at first, added to by backward(), zeroed by zeroGrad()
 */
/**
 * What every layer is. backward is given the gradient of what the last forward() gave; it returns dx, and adds to the
 * parameters' gradients. Layers keep x itself, not a copy: it must not be changed between forward() and backward().
 * @typedef {{ forward(x: Input): Tensor, backward(dy: Input): Tensor, parameters(): Parameter[], zeroGrad(): void }}
 *   Module
 */
/** @typedef {Partial<Record<"weight" | "bias", Tensor | null>>} Parameters */
/** @typedef {(dy: Input) => { dx: Tensor, [gradient: `d${string}`]: Tensor | undefined }} BackwardPass */
/** The layers' common ancestor. */
export class Layer {
    /**
     * What training changes: weight, then bias, as far as there are any.
     * @returns {Parameter[]}
     * @example
     * new LayerNorm(3).parameters().map(({ name }) => name); // => ['weight', 'bias']
     */
    parameters(): Parameter[];
    /**
     * Sets the gradients of the parameters to 0.
     * @returns {void}
     * @example
     * const layer = new LayerNorm(3);
     * layer.forward([[1, 2, 3]]);
     * layer.backward([[1, 0, 0]]);
     * layer.zeroGrad();
     * layer.parameters()[1].grad; // => tensor([0., 0., 0.])
     */
    zeroGrad(): void;
    /**
     * The backward pass of the last forward(). The gradients of the parameters are added to those that are there: in
     * float32 as torch does, one addition an element, for which no kernel is worth its call.
     *
     * @param {Input} dy the gradient of what the last forward() gave, of its shape
     * @returns {Tensor} dx, of x's shape
     * @throws {TypeError} if dy is no tensor
     * @throws {RangeError} if dy has another shape than y
     * @throws {Error} if there was no forward()
     * @example
     * const layer = new LayerNorm(3);
     * layer.forward([[1, 2, 4]]);
     * layer.backward([[1, 0, 0]]); // => tensor([[0.2291, -0.3436, 0.1145]])
     * layer.parameters()[1].grad; // => tensor([1., 0., 0.])
     */
    backward(dy: Input): Tensor;
}
export function represent(name: string, sizes: readonly (string | number)[], options: Record<string, number | undefined | Tensor | null>): string;
/**
 * What training changes.
 */
export type Parameter = {
    /**
     * "weight" or "bias"; in a Sequential with its index in front, "0.weight", as in torch
     */
    name: string;
    value: Tensor;
    /**
     * of value's shape: 0 at first, added to by backward(), zeroed by zeroGrad()
     */
    grad: Tensor;
};
/**
 * What every layer is. backward is given the gradient of what the last forward() gave; it returns dx, and adds to the
 * parameters' gradients. Layers keep x itself, not a copy: it must not be changed between forward() and backward().
 */
export type Module = {
    forward(x: Input): Tensor;
    backward(dy: Input): Tensor;
    parameters(): Parameter[];
    zeroGrad(): void;
};
export type Parameters = Partial<Record<"weight" | "bias", Tensor | null>>;
export type BackwardPass = (dy: Input) => {
    dx: Tensor;
    [gradient: `d${string}`]: Tensor | undefined;
};
import type { Tensor } from "./tensor.js";
import type { Input } from "./tensor.js";
