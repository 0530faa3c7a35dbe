/** @import { Tensor } from "./tensor.js" */
/**
 * Elements in WebAssembly memory. All who know of them share one record: so they are freed once, and all see it.
 * @typedef {object} Place
 * @property {number} pointer in bytes; 0: freed
 * @property {number} size how many elements
 */
/** @param {Place} place */
export function free(place: Place): void;
/**
 * @param {object} owner frees it when it is collected
 * @param {readonly number[]} shape
 * @param {number} size how many elements
 * @returns {Place} not initialised
 */
export function placeFor(owner: object, shape: readonly number[], size: number): Place;
/**
 * The tensor whose elements a view shows. It lives as long as the view, as the values of a WeakMap do: otherwise the
 * memory could be freed, and given to another tensor, while somebody still reads it.
 * @type {WeakMap<Float32Array, Tensor>}
 */
export const owners: WeakMap<Float32Array, Tensor>;
export function notInUse(name: string, sizes: readonly number[], lost: string): Error;
/**
 * Elements in WebAssembly memory. All who know of them share one record: so they are freed once, and all see it.
 */
export type Place = {
    /**
     * in bytes; 0: freed
     */
    pointer: number;
    /**
     * how many elements
     */
    size: number;
};
import type { Tensor } from "./tensor.js";
