/**
 * Whether |a - b| <= atol + rtol * |b| for every element, as torch.allclose. Equal infinities are close.
 *
 * @param {Input} a of any shape
 * @param {Input} b of a's shape
 * @param {AllcloseOptions} [options] rtol (default 1e-5), atol (default 1e-8), equalNan (default false)
 * @returns {boolean}
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if the shapes differ, or a tolerance is not a finite number >= 0
 * @example
 * allclose([1, 2], [1.000001, 2]); // => true
 * allclose([1, 2], [1.1, 2]); // => false
 */
export function allclose(a: Input, b: Input, options?: AllcloseOptions): boolean;
export type AllcloseOptions = {
    /**
     * relative to b (default 1e-5)
     */
    rtol?: number | undefined;
    /**
     * absolute (default 1e-8)
     */
    atol?: number | undefined;
    /**
     * NaNs are close to each other (default false)
     */
    equalNan?: boolean | undefined;
};
import type { Input } from "../tensor/as-tensor.js";
