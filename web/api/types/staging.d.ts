/**
 * Runs a kernel over an outer dim, with the operands where it can reach them.
 *
 * @param {number} outer
 * @param {Operand[]} operands
 * @param {(kernels: Kernels, count: number) => void} call is given how many outer indices the operands' pointers now
 *   stand for
 * @param {boolean} [inPlace] false: the kernel may not write where it reads
 */
export function run(outer: number, operands: Operand[], call: (kernels: Kernels, count: number) => void, inPlace?: boolean): void;
export function input(tensor: Tensor | null, step?: number): Operand;
export function output(tensor: Tensor | null, step: number): Operand;
export function scratch(step: number): Operand;
/**
 * What a kernel reads or writes.
 */
export type Operand = {
    /**
     * null: none (a null pointer), or scratch
     */
    tensor: Tensor | null;
    /**
     * how many elements belong to one outer index; 0: all of it belongs to each
     */
    step: number;
    use: "read" | "write" | "scratch";
    /**
     * of the staging area that it takes in a piece; 0: it is used where it is
     */
    elements: number;
    /**
     * of the piece at hand
     */
    pointer: number;
};
import type { Kernels } from "./wasm.js";
import type { Tensor } from "./tensor.js";
