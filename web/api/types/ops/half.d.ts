/**
 * A tensor of numbers in half precision, as checkpoints hold them: bits of IEEE 754's binary16, PyTorch's
 * torch.float16. Float32 has every one of them; NaN stays NaN. (A Float16Array needs no conversion: it is an input
 * everywhere.)
 *
 * @param {Uint16Array} bits of each number
 * @param {readonly number[]} [shape] of as many elements (default: one dim)
 * @param {HalfOptions} [options] resident: whether a new tensor is in WebAssembly memory (default false); out: where
 *   the numbers go (default: a new tensor)
 * @returns {Tensor}
 * @throws {TypeError} if bits is no Uint16Array, an option is unknown or of a wrong type, or both are given
 * @throws {RangeError} if the shape has another number of elements, or out another shape; if memory does not suffice
 * @example
 * fromFloat16(new Uint16Array([0x3c00, 0xc000, 0x7bff, 0x7c00])).toArray(); // => [1, -2, 65504, Infinity]
 */
export function fromFloat16(bits: Uint16Array, shape?: readonly number[], options?: HalfOptions): Tensor;
/**
 * A tensor of numbers in bfloat16, the upper 16 bits of a float32: PyTorch's torch.bfloat16. NaN stays NaN.
 *
 * @param {Uint16Array} bits of each number
 * @param {readonly number[]} [shape] of as many elements (default: one dim)
 * @param {HalfOptions} [options] resident: whether a new tensor is in WebAssembly memory (default false); out: where
 *   the numbers go (default: a new tensor)
 * @returns {Tensor}
 * @throws {TypeError} as {@link fromFloat16}
 * @throws {RangeError} as {@link fromFloat16}
 * @example
 * fromBfloat16(new Uint16Array([0x3f80, 0xc000, 0x4049, 0x7f80])).toArray(); // => [1, -2, 3.140625, Infinity]
 */
export function fromBfloat16(bits: Uint16Array, shape?: readonly number[], options?: HalfOptions): Tensor;
/**
 * The bits of a tensor's elements in half precision, IEEE 754's binary16, as `x.to(torch.float16)`: rounded to the
 * nearest, and to the even one of two as near; from 65520 on infinity. NaN stays NaN.
 *
 * @param {Input} x of any shape
 * @returns {Uint16Array} row-major
 * @throws {TypeError} if x is no tensor, nor anything that is taken for one
 * @example
 * toFloat16([1, -2, 65504, 0.1]); // => Uint16Array(4) [15360, 49152, 31743, 11878]
 */
export function toFloat16(x: Input): Uint16Array;
/**
 * The bits of a tensor's elements in bfloat16, as `x.to(torch.bfloat16)`: rounded to the nearest, and to the even one
 * of two as near. NaN stays NaN.
 *
 * @param {Input} x of any shape
 * @returns {Uint16Array} row-major
 * @throws {TypeError} if x is no tensor, nor anything that is taken for one
 * @example
 * toBfloat16([1, -2, 3.14159]); // => Uint16Array(3) [16256, 49152, 16457]
 */
export function toBfloat16(x: Input): Uint16Array;
/**
 * Where converted numbers go.
 */
export type HalfOptions = {
    /**
     * whether a new tensor is in WebAssembly memory (default false)
     */
    resident?: boolean | undefined;
    /**
     * written and returned: of that shape, of either kind, and with no memory of the bits
     * (default: a new tensor)
     */
    out?: Target | undefined;
};
/**
 * a kernel, by pointers
 */
export type Convert = (to: number, from: number, count: number) => void;
import { Tensor } from "../tensor/tensor.js";
import type { Input } from "../tensor/as-tensor.js";
import type { Target } from "../tensor/as-tensor.js";
