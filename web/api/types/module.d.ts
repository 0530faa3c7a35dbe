/**
 * @template Saved
 * @param {Layer<Saved>} layer
 * @returns {Saved} what its forward() kept
 */
export function saved<Saved>(layer: Layer<Saved>): Saved;
/**
 * Adds to the gradients of a layer's parameters, in float32 as torch does: one addition an element, for which no kernel
 * is worth its call.
 * @param {Layer<any>} layer
 * @param {{ dweight: Tensor, dbias?: Tensor }} gradients
 */
export function accumulate(layer: Layer<any>, { dweight, dbias }: {
    dweight: Tensor;
    dbias?: Tensor;
}): void;
export function python(value: boolean): "True" | "False";
/** @template Saved what forward() keeps for backward() */
export class Layer<Saved> {
    /**
     * @internal
     * @type {Saved | undefined}
     */
    _saved: Saved | undefined;
    /**
     * Of the parameters, under their names; made when first asked for.
     * @internal
     * @type {Map<string, Tensor>}
     */
    _gradients: Map<string, Tensor>;
    /** @returns {Parameter[]} weight, then bias, as far as there are any */
    parameters(): Parameter[];
    /** Sets the gradients of the parameters to 0. */
    zeroGrad(): void;
}
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
import type { Tensor } from "./tensor.js";
import type { Input } from "./tensor.js";
