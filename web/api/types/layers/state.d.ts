/**
 * Writes a state into tensors. All is checked before anything is written.
 * @param {Readonly<Record<string, Tensor>>} own the layer's tensors by name
 * @param {unknown} state
 * @param {LoadOptions | undefined} options
 */
export function loadInto(own: Readonly<Record<string, Tensor>>, state: unknown, options: LoadOptions | undefined): void;
export type LoadOptions = {
    /**
     * whether the names must be those of state(), none missing and none more (default true)
     */
    strict?: boolean | undefined;
};
import type { Tensor } from "../tensor/tensor.js";
