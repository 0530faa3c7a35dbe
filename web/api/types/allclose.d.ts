/**
 * Whether |a - b| <= atol + rtol * |b| for every element, as torch.allclose. Equal infinities are close.
 *
 * @param {Input} a
 * @param {Input} b of the same shape
 * @param {{ rtol?: number, atol?: number, equalNan?: boolean }} [options] rtol: default 1e-5; atol: default 1e-8;
 *   equalNan: NaNs are close to each other (default false)
 * @returns {boolean}
 * @throws {RangeError} if the shapes differ, or a tolerance is negative
 * @example
 * allclose([1, 2], [1.000001, 2]); // true
 */
export function allclose(a: Input, b: Input, options?: {
    rtol?: number;
    atol?: number;
    equalNan?: boolean;
}): boolean;
import type { Input } from "./tensor.js";
