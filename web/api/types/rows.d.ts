/** @import { Tensor } from "./tensor.js" */
/**
 * @param {unknown} normalizedShape
 * @returns {number[]} a copy, as an array, each size at least 1
 */
export function checkNormalizedShape(normalizedShape: unknown): number[];
/**
 * A tensor as rows.
 * @typedef {object} Rows
 * @property {readonly number[]} sizes the normalised shape
 * @property {number} outer how many rows
 * @property {number} n elements in a row
 */
/**
 * @param {Tensor} x
 * @param {unknown} normalizedShape
 * @returns {Rows}
 * @throws {RangeError} if it is not the end of x's shape
 */
export function rowsOf({ _sizes: shape, size }: Tensor, normalizedShape: unknown): Rows;
export function statisticShape(shape: readonly number[], { sizes }: Rows): number[];
/** What `out` holds where a residual is added first. */
export const ADD_OUTS: readonly ["y", "sum"];
export function backwardScratch({ n }: Rows): number;
/**
 * A tensor as rows.
 */
export type Rows = {
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
import type { Tensor } from "./tensor.js";
