/** From the bytes of a tensor in a safetensors file to a tensor: new, or the caller's. */
import { sameShape, shapeText, wrongType, wrongValue } from "../checks/arguments.js";
import { empty, fromBfloat16, fromFloat16, tensor, Tensor } from "../index.js";
import { quoted } from "./format.js";

/** @import { Target } from "../index.js" */
/** @import { Entry } from "./header.js" */

/**
 * Where elements go: into a new ordinary tensor, into a new resident one, or into the caller's.
 * @typedef {{ resident?: boolean, out?: Target }} Destination
 */

/**
 * Bytes, and whether they are nobody else's: then a tensor may keep them.
 * @typedef {object} Bytes
 * @property {Uint8Array} bytes
 * @property {boolean} isOwn
 */

/**
 * Makes a tensor of elements.
 * @typedef {(bytes: Bytes, shape: readonly number[], to: Destination) => Tensor} Read
 */

/**
 * What can be read, by dtype.
 * @type {Readonly<Record<string, Read>>}
 */
const READERS = {
  F16: ({ bytes }, shape, to) => fromFloat16(viewOf(Uint16Array, bytes), shape, to),
  BF16: ({ bytes }, shape, to) => fromBfloat16(viewOf(Uint16Array, bytes), shape, to),
  F32: ({ bytes, isOwn }, shape, to) => {
    if (!to.resident && !to.out) return tensor(viewOf(Float32Array, isOwn ? bytes : new Uint8Array(bytes)), shape);
    const y = placeOf(shape, to),
      { buffer, byteOffset, byteLength } = y.data;
    new Uint8Array(buffer, byteOffset, byteLength).set(bytes);
    return y;
  },
  F64: ({ bytes }, shape, to) => {
    const y = placeOf(shape, to);
    y.data.set(viewOf(Float64Array, bytes)); /* rounded as JavaScript's numbers are */
    return y;
  },
};

/**
 * Bytes as elements: where they are, or in a copy if they begin at no multiple of an element's size.
 * @template {Uint16Array<ArrayBufferLike> | Float32Array<ArrayBufferLike> | Float64Array<ArrayBufferLike>} T
 * @param {{ new (buffer: ArrayBufferLike, byteOffset: number, length: number): T, BYTES_PER_ELEMENT: number }} Elements
 * @param {Uint8Array} bytes
 * @returns {T}
 */
function viewOf(Elements, bytes) {
  const { BYTES_PER_ELEMENT: size } = Elements,
    { buffer, byteOffset, byteLength } = bytes.byteOffset % size ? new Uint8Array(bytes) : bytes;
  return new Elements(buffer, byteOffset, byteLength / size);
}

/**
 * @param {readonly number[]} shape
 * @param {Destination} to
 */
const placeOf = (shape, { out, resident }) => (out === undefined ? empty(shape, { resident }) : targetOf(out, shape));

/**
 * The caller's tensor, of the shape that it must have.
 * @param {Target} out
 * @param {readonly number[]} shape
 * @returns {Tensor} it, or one that has its elements
 */
export function targetOf(out, shape) {
  if (typeof out !== "object" || out === null || !("data" in out))
    throw wrongType("out", "a tensor or { data, shape }", out);
  const target = out instanceof Tensor ? out : tensor(/** @type {Float32Array} */ (out.data), sizesOf(out));
  if (target.data !== out.data) throw wrongType("out.data", "a Float32Array", out.data);
  if (!sameShape(target.shape, shape)) throw wrongValue("out", `shape ${shapeText(shape)}`, target.shape);
  return target;
}

/** @param {Target} tensor */
const sizesOf = (tensor) => ("shape" in tensor ? tensor.shape : tensor.dims);

/** @param {string} dtype @returns {Read | undefined} */
const readerOf = (dtype) => (Object.hasOwn(READERS, dtype) ? READERS[dtype] : undefined);

/** @param {string} dtype */
export const isReadable = (dtype) => readerOf(dtype) !== undefined;

/**
 * @param {string} name of a tensor
 * @param {string} dtype
 * @returns {Read}
 * @throws {TypeError} if such elements cannot be read
 */
export function checkReadable(name, dtype) {
  const read = readerOf(dtype);
  if (read) return read;
  throw new TypeError(`tensor ${quoted(name)}: expected dtype F32, F16, BF16 or F64, got ${quoted(dtype)}`);
}

/**
 * @param {string} name
 * @param {Entry} entry
 * @param {Bytes} from its bytes
 * @param {Destination} [to]
 * @returns {Tensor}
 */
export function tensorOf(name, { dtype, shape, begin, end }, from, to = {}) {
  const read = checkReadable(name, dtype),
    { length } = from.bytes;
  if (length === end - begin) return read(from, shape, to);
  const got = `${length}: the file changed, or was transferred`;
  throw new Error(`tensor ${quoted(name)}: expected its ${end - begin} bytes, got ${got}`);
}
