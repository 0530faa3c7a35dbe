/**
 * Runs a kernel over an outer dim, with the operands where it can reach them.
 *
 * @param {number} outer
 * @param {Operand[]} operands
 * @param {(kernels: Kernels, count: number) => void} call is given how many outer indices the operands' pointers now
 *   stand for
 * @param {Operand} [overwritten] what the kernel may read and write at the same place; default: nothing
 */
export function run(outer: number, operands: Operand[], call: (kernels: Kernels, count: number) => void, overwritten?: Operand): void;
/** @type {(tensor: Tensor | null, step?: number) => Operand} */
export const input: (tensor: Tensor | null, step?: number) => Operand;
/** @type {(tensor: Tensor | null, step: number) => Operand} */
export const output: (tensor: Tensor | null, step: number) => Operand;
/** Room that a kernel needs and nobody else sees. @type {(step: number) => Operand} */
export const scratch: (step: number) => Operand;
/**
 * What a kernel reads or writes.
 */
export type Operand = {
    use: "read" | "write" | "scratch";
    /**
     * null: none (a null pointer), or scratch
     */
    tensor: Tensor | null;
    /**
     * how many elements belong to one outer index; WHOLE: all of it belongs to each
     */
    step: number;
    /**
     * it has a place in the staging area; otherwise it is used where it is
     */
    staged: boolean;
    /**
     * of the piece at hand
     */
    pointer: number;
};
import type { Kernels } from "./wasm.js";
import type { Tensor } from "./tensor.js";
