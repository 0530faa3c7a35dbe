/**
 * The operands of a backward pass.
 * @param {Operands} all
 * @param {Input} gradient dy
 * @param {Tensor} source x
 * @param {number} step how many elements of x belong to one outer index
 * @param {readonly number[]} shape of weight and bias
 * @param {{ weight?: unknown, out?: unknown }} options
 * @param {readonly (typeof GRADIENTS[number])[]} [names]
 * @param {number} [needed] how many of them, the first, an out has to have (default: all)
 */
export function backwardOperands(all: Operands, gradient: Input, source: Tensor, step: number, shape: readonly number[], options: {
    weight?: unknown;
    out?: unknown;
}, names?: readonly ((typeof GRADIENTS)[number])[], needed?: number): {
    dx: import("./operands.js").Result;
    dweight: Operand;
    dbias: Operand;
    dy: Operand;
    x: Operand;
    weight: Operand;
};
export function backwardScratch(all: Operands, n: number): Operand;
/**
 * @typedef {object} DxOut
 * @property {{ dx: Target }} [out] dx is written and returned: of x's shape; may be dy or x itself (default: a new
 *   tensor)
 */
export const GRADIENTS: readonly ["dx", "dweight", "dbias"];
export const WEIGHT_GRADIENTS: readonly ["dx", "dweight"];
export const DX: readonly ["dx"];
export function gradientsOf({ dx, dweight, dbias }: Record<"dx" | "dweight" | "dbias", Operand>): Gradients;
export type DxOut = {
    /**
     * dx is written and returned: of x's shape; may be dy or x itself (default: a new
     * tensor)
     */
    out?: {
        dx: Target;
    } | undefined;
};
import type { Operands } from "./operands.js";
import type { Input } from "../tensor/as-tensor.js";
import type { Tensor } from "../tensor/tensor.js";
import type { Operand } from "./operands.js";
import type { Gradients } from "./forward.js";
import type { Target } from "../tensor/as-tensor.js";
