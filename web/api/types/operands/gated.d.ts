/** @import { Input, Target } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */
/**
 * The gradients of sum(y * dy), where y is f(gate) * up.
 * @typedef {object} GatedGradients
 * @property {Tensor} dgate of gate's shape
 * @property {Tensor} dup of the same shape
 */
/**
 * @typedef {object} GatedOut
 * @property {{ dgate: Target, dup: Target }} [out] both are written and returned: of gate's shape; each may be dy, gate
 *   or up itself, but not both the same (default: new tensors)
 */
/**
 * f(gate) * up.
 * @template Wasm
 * @param {() => Wasm} kernels
 * @param {Input} gate
 * @param {Input} up
 * @param {unknown} out
 * @param {(wasm: Wasm, count: number, y: number, gate: number, up: number) => void} kernel for a piece: how many
 *   elements it has, and where
 */
export function gated<Wasm>(kernels: () => Wasm, gate: Input, up: Input, out: unknown, kernel: (wasm: Wasm, count: number, y: number, gate: number, up: number) => void): Tensor;
/**
 * The gradients of f(gate) * up.
 * @template Wasm
 * @param {() => Wasm} kernels
 * @param {Input} gradient dy
 * @param {Input} gate
 * @param {Input} up
 * @param {unknown} out
 * @param {(wasm: Wasm, count: number, dgate: number, dup: number, dy: number, gate: number, up: number) => void}
 *   kernel for a piece
 * @returns {GatedGradients}
 */
export function gatedBackward<Wasm>(kernels: () => Wasm, gradient: Input, gate: Input, up: Input, out: unknown, kernel: (wasm: Wasm, count: number, dgate: number, dup: number, dy: number, gate: number, up: number) => void): GatedGradients;
/**
 * The gradients of sum(y * dy), where y is f(gate) * up.
 */
export type GatedGradients = {
    /**
     * of gate's shape
     */
    dgate: Tensor;
    /**
     * of the same shape
     */
    dup: Tensor;
};
export type GatedOut = {
    /**
     * both are written and returned: of gate's shape; each may be dy, gate
     * or up itself, but not both the same (default: new tensors)
     */
    out?: {
        dgate: Target;
        dup: Target;
    } | undefined;
};
import type { Input } from "../tensor/as-tensor.js";
import type { Tensor } from "../tensor/tensor.js";
import type { Target } from "../tensor/as-tensor.js";
