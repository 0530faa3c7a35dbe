/**
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {readonly number[]} shape that it must have
 * @returns {Tensor}
 */
export function asTensorOfShape(value: unknown, name: string, shape: readonly number[]): Tensor;
/**
 * A tensor of the caller's to write to.
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {readonly number[]} shape that it must have
 * @returns {Tensor}
 */
export function asTarget(value: unknown, name: string, shape: readonly number[]): Tensor;
export function asTensor(value: unknown, name: string): Tensor;
export function zerosOf(sizes: readonly number[]): Tensor;
export function resultTensor(out: unknown, shape: readonly number[], name: string): Tensor;
/**
 * What every op takes as a tensor: one of ours; anything with `data` (a Float32Array, Float16Array or Float64Array) and
 * `shape` or `dims`, as an ONNX Runtime tensor has; such an array alone (one dim); nested numbers; rows, `[row, row]`.
 */
export type Input = Tensor | {
    data: Floats;
    shape: readonly number[];
} | {
    readonly data: unknown;
    readonly dims: readonly number[];
} | Floats | Nested;
/**
 * Where a result may be written: a tensor, or anything with `data` (a Float32Array) and `shape` or `dims`.
 */
export type Target = {
    readonly data: Float32Array;
    readonly shape: readonly number[];
} | {
    readonly data: unknown;
    readonly dims: readonly number[];
};
import { Tensor } from "./tensor.js";
import type { Floats } from "./floats.js";
import type { Nested } from "./nested.js";
