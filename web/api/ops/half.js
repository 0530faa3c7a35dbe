/** Half precision: bits of IEEE 754's binary16, or of bfloat16, and float32. */
import {
  checkBoolean,
  checkOptions,
  checkShape,
  elementCount,
  tagOf,
  wrongType,
  wrongValue,
} from "../checks/arguments.js";
import { ln_from_bfloat16, ln_from_float16, ln_to_bfloat16, ln_to_float16 } from "../kernel-text.js";
import { heapView } from "../memory/heap.js";
import { reserveStage } from "../memory/staging-area.js";
import { allocator, withKernels } from "../memory/wasm.js";
import { asTarget, asTensor, zerosOf } from "../tensor/as-tensor.js";
import { checkAttached } from "../tensor/floats.js";
import { Tensor } from "../tensor/tensor.js";

/** @import { Input, Target } from "../tensor/as-tensor.js" */

const fromFloat16Kernels = /* @__PURE__ */ withKernels(ln_from_float16),
  fromBfloat16Kernels = /* @__PURE__ */ withKernels(ln_from_bfloat16),
  toFloat16Kernels = /* @__PURE__ */ withKernels(ln_to_float16),
  toBfloat16Kernels = /* @__PURE__ */ withKernels(ln_to_bfloat16);

/** @typedef {(to: number, from: number, count: number) => void} Convert a kernel, by pointers */

/** How many numbers are converted at once where they are copied into WebAssembly memory: as floats 64 KiB. */
const HALF_PIECE_ELEMENTS = 2 ** 14;

/**
 * Room in the staging area for a piece of floats, and behind it for one of their bits.
 * @param {number} size of the tensor
 */
function stage(size) {
  const piece = Math.min(size, HALF_PIECE_ELEMENTS),
    floats = reserveStage(2 * piece);
  return { piece, floats, bits: floats + 4 * piece };
}

/**
 * @param {number} pointer in bytes
 * @param {number} count
 */
const bitsAt = (pointer, count) => new Uint16Array(allocator().memory.buffer, pointer, count);

/**
 * Where converted numbers go.
 * @typedef {object} HalfOptions
 * @property {boolean} [resident] whether a new tensor is in WebAssembly memory (default false)
 * @property {Target} [out] written and returned: of that shape, of either kind, and with no memory of the bits
 *   (default: a new tensor)
 */

/**
 * @param {() => Convert} kernel
 * @param {Uint16Array} bits
 * @param {readonly number[]} [shape]
 * @param {HalfOptions} [options]
 * @returns {Tensor}
 */
function from(kernel, bits, shape, options) {
  if (!ArrayBuffer.isView(bits) || tagOf(bits) !== "Uint16Array") throw notBits(bits);
  checkAttached(bits, "bits");
  const { resident, out } = checkOptions(options, OPTIONS);
  const { length: size, buffer, byteOffset } = bits,
    sizes = shape === undefined ? [size] : checkShape(shape);
  if (elementCount(sizes) !== size) throw wrongValue("shape", `${size} elements, as many as there are bits`, sizes);
  if (checkBoolean(resident, "resident") && out !== undefined) throw wrongType("resident", "nothing beside out", true);
  const target = out === undefined ? null : targetOf(out, sizes, bits),
    convert = kernel(),
    inMemory = buffer === allocator().memory.buffer; /* which may grow from here on, and detach the bits */
  const { piece, floats, bits: room } = stage(size),
    result = target ?? (resident ? Tensor._make(sizes, null) : zerosOf(sizes));
  for (let i = 0; i < size; i += piece) {
    const count = Math.min(piece, size - i),
      y = result._pointer ? result._pointer + 4 * i : floats;
    if (!inMemory) bitsAt(room, count).set(bits.subarray(i, i + count));
    convert(y, inMemory ? byteOffset + 2 * i : room, count);
    if (y === floats) result.data.set(heapView().subarray(y / 4, y / 4 + count), i);
  }
  return result;
}

const OPTIONS = ["resident", "out"];

/** @param {unknown} bits which are none */
function notBits(bits) {
  const error = wrongType("bits", "a Uint16Array", bits);
  if (ArrayBuffer.isView(bits) && tagOf(bits) === "Uint8Array") {
    error.message += " (of bytes: new Uint16Array(new Uint8Array(bytes).buffer))";
  }
  return error;
}

/**
 * @param {Target} out
 * @param {readonly number[]} sizes
 * @param {Uint16Array} bits which would be overwritten before they are read
 */
function targetOf(out, sizes, bits) {
  const target = asTarget(out, "out", sizes),
    { buffer, byteOffset, byteLength } = target.data;
  const first = Math.max(byteOffset, bits.byteOffset),
    last = Math.min(byteOffset + byteLength, bits.byteOffset + bits.byteLength);
  if (buffer === bits.buffer && first < last) throw wrongValue("out", "no memory of bits", "some of it");
  return target;
}

/**
 * @param {() => Convert} kernel
 * @param {Input} x
 * @returns {Uint16Array}
 */
function to(kernel, x) {
  const source = asTensor(x, "x"),
    { size } = source,
    convert = kernel();
  const result = new Uint16Array(size),
    { piece, floats, bits } = stage(size);
  for (let i = 0; i < size; i += piece) {
    const count = Math.min(piece, size - i);
    if (!source._pointer) heapView().set(source.data.subarray(i, i + count), floats / 4);
    convert(bits, source._pointer ? source._pointer + 4 * i : floats, count);
    result.set(bitsAt(bits, count), i);
  }
  return result;
}

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
export function fromFloat16(bits, shape, options) {
  return from(() => fromFloat16Kernels().ln_from_float16, bits, shape, options);
}

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
export function fromBfloat16(bits, shape, options) {
  return from(() => fromBfloat16Kernels().ln_from_bfloat16, bits, shape, options);
}

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
export function toFloat16(x) {
  return to(() => toFloat16Kernels().ln_to_float16, x);
}

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
export function toBfloat16(x) {
  return to(() => toBfloat16Kernels().ln_to_bfloat16, x);
}
