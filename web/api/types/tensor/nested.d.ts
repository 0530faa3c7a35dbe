/** @import { Floats } from "./floats.js" */
/**
 * A number, or arrays of them nested to any depth (up to 8), each level of one length; the innermost may be
 * Float32Arrays, as embeddings come: `[row, row]`, each of which is copied at once.
 * @typedef {number | NestedArray} Nested
 */
/**
 * An array of {@link Nested}: spelt out, for an alias in JSDoc may not stand in its own definition. `flat` tells arrays
 * from strings and typed arrays.
 * @typedef {{ readonly length: number, readonly [index: number]: Nested | Floats, readonly flat: unknown }} NestedArray
 */
/**
 * @param {unknown} nested a number, or an array
 * @param {string} name
 * @returns {{ sizes: number[], data: Float32Array }} sizes: those along the first element of each level
 */
export function flatten(nested: unknown, name: string): {
    sizes: number[];
    data: Float32Array;
};
/**
 * Elements as numbers in nested arrays; of a scalar the number itself.
 * @param {Float32Array} data
 * @param {readonly number[]} shape
 * @param {number} dim
 * @param {number} start of what this level covers
 * @param {number} size of it
 * @returns {any}
 */
export function nest(data: Float32Array, shape: readonly number[], dim: number, start: number, size: number): any;
/**
 * A number, or arrays of them nested to any depth (up to 8), each level of one length; the innermost may be
 * Float32Arrays, as embeddings come: `[row, row]`, each of which is copied at once.
 */
export type Nested = number | NestedArray;
/**
 * An array of {@link Nested}: spelt out, for an alias in JSDoc may not stand in its own definition. `flat` tells arrays
 * from strings and typed arrays.
 */
export type NestedArray = {
    readonly length: number;
    readonly [index: number]: Nested | Floats;
    readonly flat: unknown;
};
/**
 * Where something stands, as values[1][0]: spelt out for an error only, which takes as long as to copy a row.
 */
export type Path = {
    name: string;
    indices: number[];
};
import type { Floats } from "./floats.js";
