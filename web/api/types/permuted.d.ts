export function permuted(shape: readonly number[], order: readonly number[] | null): Permuted;
/** @import { Operand } from "./staging.js" */
/**
 * The elements of a tensor with its dims in another order, in room of their own; or as they stand, where they are.
 */
declare class Permuted {
    /**
     * @param {readonly number[]} shape of the tensor
     * @param {readonly number[] | null} order dim d is the tensor's dim order[d]; null: as they stand
     */
    constructor(shape: readonly number[], order: readonly number[] | null);
    shape: readonly number[];
    order: readonly number[] | null;
    /** To be among the operands that run() is given. */
    room: Operand;
    /**
     * @param {Operand} x what the kernel reads
     * @returns {number} a pointer to its elements in this order
     */
    read(x: Operand): number;
    /**
     * @param {Operand} y what the kernel writes
     * @returns {number} a pointer to where it writes, in this order; what was read may still be there
     */
    target(y: Operand): number;
    /**
     * Brings back what the kernel wrote.
     * @param {Operand} y
     */
    write(y: Operand): void;
}
import type { Operand } from "./staging.js";
export {};
