/**
 * What the kernel adds to in double, over all outer indices: out, or a new tensor, gets the rounded sums.
 * @param {Operands} all
 * @param {unknown} out
 * @param {readonly number[]} shape
 * @param {string} name
 */
export function sums(all: Operands, out: unknown, shape: readonly number[], name: string): Result;
/**
 * The members of an op's `out` that takes several tensors.
 * @template {string} Name
 * @param {unknown} out
 * @param {readonly Name[]} names
 * @param {number} [needed] how many of them, the first, may not be left out (default: all)
 * @returns {Partial<Record<Name, unknown>>} nothing in it if there is no out
 */
export function outs<Name extends string>(out: unknown, names: readonly Name[], needed?: number): Partial<Record<Name, unknown>>;
/** @import { Tensor } from "../tensor/tensor.js" */
/** The step of an operand of which all elements belong to every outer index. */
export const WHOLE: 0;
/** Reads each element before it writes one of an output to the very same memory. */
export const REPLACE: 1;
/** Reads and writes the same memory. */
export const UPDATE: 2;
export const WRITE: 3;
/** Adds to doubles, over all outer indices; the sums are rounded into the tensor at the end. */
export const SUM: 4;
/** @typedef {(to: Float32Array, at: number, from: Float32Array, start: number, count: number) => void} Copy */
/** All that an op's kernels read and write: a chain, for an array would make short calls slower. */
export class Operands {
    /**
     * The first one.
     * @type {Operand | null}
     */
    next: Operand | null;
    /** @type {Operands | Operand} */
    last: Operands | Operand;
    /**
     * What rounds the sums among them, given what copies elements; null where there are none.
     * @type {((all: Operands, copy: Copy) => void) | null}
     */
    rounding: ((all: Operands, copy: Copy) => void) | null;
}
/** What a kernel reads or writes. */
export class Operand {
    /**
     * @param {Operands} all the op's operands, to which this one is added
     * @param {number} use
     * @param {Tensor | null} tensor null: scratch, or none (a null pointer)
     * @param {number} step how many elements belong to one outer index; WHOLE: all of them belong to each; of scratch:
     *   how many there are
     * @param {boolean} [isNew] made for the result: it shares memory with nothing
     * @param {Operand | null} [over] a REPLACE input whose place in the staging area an output takes, if both have one
     * @param {string} [name] of the argument that an output was given as
     */
    constructor(all: Operands, use: number, tensor: Tensor | null, step: number, isNew?: boolean, over?: Operand | null, name?: string);
    /**
     * The one that was made after it for the same op.
     * @type {Operand | null}
     */
    next: Operand | null;
    use: number;
    tensor: Tensor | null;
    step: number;
    isNew: boolean | undefined;
    over: Operand | null | undefined;
    name: string;
    size: number;
    /** Whether it has a place in the staging area; otherwise it is used where it is. */
    staged: boolean;
    /** Where the elements of the piece at hand are for the kernel: in the tensor, or in the staging area. */
    pointer: number;
}
/** @typedef {Operand & { tensor: Tensor }} Result an operand that holds a result */
/** An operand that is left out: a null pointer, which belongs to no op. */
export const NONE: Operand;
export function input(all: Operands, tensor: Tensor, step?: number): Operand;
export function overwritable(all: Operands, tensor: Tensor, step: number): Operand;
export function output(all: Operands, out: unknown, shape: readonly number[], step: number, over?: Operand | null, name?: string): Result;
export function update(all: Operands, tensor: Tensor, name: string): Operand;
export function scratch(all: Operands, size: number): Operand;
export type Copy = (to: Float32Array, at: number, from: Float32Array, start: number, count: number) => void;
/**
 * an operand that holds a result
 */
export type Result = Operand & {
    tensor: Tensor;
};
import type { Tensor } from "../tensor/tensor.js";
