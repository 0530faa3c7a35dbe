/**
 * The members of an op's `out` that takes several tensors.
 * @template {string} Name
 * @param {unknown} out
 * @param {readonly Name[]} names
 * @returns {Partial<Record<Name, unknown>>} nothing in it if there is no out
 */
export function outs<Name extends string>(out: unknown, names: readonly Name[]): Partial<Record<Name, unknown>>;
/**
 * Runs a kernel over an outer dim, with the operands where it can reach them. Wrong aliasing is found before anything
 * is written.
 *
 * @param {number} outer
 * @param {Operand[]} operands inputs before the outputs that take their places
 * @param {(kernels: Kernels, count: number) => void} call is given how many outer indices the operands' pointers now
 *   stand for
 */
export function run(outer: number, operands: Operand[], call: (kernels: Kernels, count: number) => void): void;
/** What a kernel reads or writes. */
export class Operand {
    /**
     * @param {number} use
     * @param {Tensor | null} tensor null: scratch, or none (a null pointer)
     * @param {number} step how many elements belong to one outer index; WHOLE: all of them belong to each; of scratch:
     *   how many there are
     * @param {boolean} isNew made for the result: it shares memory with nothing
     * @param {Operand | null} over a REPLACE input whose place in the staging area an output takes, if both have one
     * @param {string} name of the argument that an output was given as
     */
    constructor(use: number, tensor: Tensor | null, step: number, isNew: boolean, over: Operand | null, name: string);
    use: number;
    tensor: Tensor | null;
    step: number;
    isNew: boolean;
    over: Operand | null;
    name: string;
    size: number;
    /** It has a place in the staging area; otherwise it is used where it is. */
    staged: boolean;
    /** Of the piece at hand: where the tensor has it, or in the staging area. */
    pointer: number;
}
/** @typedef {Operand & { tensor: Tensor }} Result an operand that holds a result */
/** A null pointer. */
export const NONE: Operand;
export function input(tensor: Tensor, step?: number): Operand;
export function overwritable(tensor: Tensor, step: number): Operand;
export function output(out: unknown, shape: readonly number[], step: number, over?: Operand | null, name?: string): Result;
export function sums(out: unknown, shape: readonly number[], name: string): Result;
export function update(tensor: Tensor, name: string): Operand;
export function scratch(size: number): Operand;
/**
 * an operand that holds a result
 */
export type Result = Operand & {
    tensor: Tensor;
};
import type { Kernels } from "./wasm.js";
import type { Tensor } from "./tensor.js";
