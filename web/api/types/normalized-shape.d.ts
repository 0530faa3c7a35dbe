/** @import { Input, Tensor } from "./tensor.js" */
/**
 * @param {unknown} normalizedShape
 * @returns {number[]} a copy, as an array, each size at least 1
 */
export function checkNormalizedShape(normalizedShape: unknown): number[];
/**
 * A tensor as rows.
 * @typedef {object} Rows
 * @property {Tensor} source
 * @property {readonly number[]} sizes the normalised shape
 * @property {number} outer how many rows
 * @property {number} n elements in a row
 */
/**
 * @param {Input} x
 * @param {unknown} normalizedShape
 * @returns {Rows}
 * @throws {RangeError} if it is not the end of x's shape
 */
export function rowsOf(x: Input, normalizedShape: unknown): Rows;
/**
 * A tensor as rows.
 */
export type Rows = {
    source: Tensor;
    /**
     * the normalised shape
     */
    sizes: readonly number[];
    /**
     * how many rows
     */
    outer: number;
    /**
     * elements in a row
     */
    n: number;
};
import type { Input } from "./tensor.js";
import type { Tensor } from "./tensor.js";
