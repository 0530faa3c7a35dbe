/** The typed arrays that elements come in, and new ones of zeros. */
import { elementCount, shapeText, tagOf, wrongValue } from "../checks/arguments.js";

/**
 * A Float16Array, in runtimes that have it: spelt out, for older libraries of TypeScript lack its name.
 * @typedef {ArrayBufferView & { readonly [Symbol.toStringTag]: "Float16Array", readonly length: number,
 *   readonly [index: number]: number }} HalfArray
 */

/**
 * What elements come in: a Float32Array, which is used as it is, or a Float16Array or a Float64Array, of which a copy
 * is converted: the latter is rounded, as numbers are.
 * @typedef {Float32Array | Float64Array | HalfArray} Floats
 */

/**
 * A Float32Array of any realm (a frame, a vm context, a test runner's sandbox), where instanceof fails.
 * @param {unknown} value
 * @returns {value is Float32Array}
 */
export const isFloat32Array = (value) =>
  ArrayBuffer.isView(value) && (value.constructor === Float32Array /* at a tenth of the time */ || isOf(value, SINGLE));

/** The tags of typed arrays that are converted. Engines have Float16Array since 2025; asking for its tag needs none. */
const CONVERTED = ["Float16Array", "Float64Array"],
  SINGLE = ["Float32Array"];

/** @type {(value: unknown, tags: readonly string[]) => boolean} */
const isOf = (value, tags) => ArrayBuffer.isView(value) && tags.includes(tagOf(value));

/**
 * A Float16Array or a Float64Array of any realm: no place for a result, which would be lost in the copy.
 * @param {unknown} value
 */
export const isConverted = (value) => isOf(value, CONVERTED);

/**
 * @param {unknown} value
 * @returns {value is Floats}
 */
export const isFloats = (value) => isFloat32Array(value) || isConverted(value);

/** @param {ArrayBufferView} view @returns {boolean} whether its memory is gone: then it looks empty */
export function isDetached({ buffer }) {
  try {
    new Uint8Array(buffer); /* throws if it is detached; `detached` itself is too new */
    return false;
  } catch {
    return true;
  }
}

/**
 * A view whose memory is gone would give an empty result.
 * @param {ArrayBufferView} view
 * @param {string} name
 */
export function checkAttached(view, name) {
  if (!isDetached(view)) return;
  throw wrongValue(
    name,
    `a ${tagOf(view)} with its memory`,
    "a detached one (transferred, or a view of WebAssembly memory from before it grew?)",
  );
}

/**
 * @param {Floats} floats what is no Float32Array is converted, in a copy
 * @param {string} name
 * @returns {Float32Array}
 */
export function asFloat32Array(floats, name) {
  if (floats.length === 0) checkAttached(floats, name);
  return isFloat32Array(floats) ? floats : new Float32Array(floats);
}

/**
 * @param {readonly number[]} sizes
 * @returns {Float32Array} of zeros, as many as a tensor of these sizes has elements
 * @throws {RangeError} if the JavaScript heap has no room
 */
export function zerosFor(sizes) {
  const count = elementCount(sizes);
  try {
    return new Float32Array(count);
  } catch (cause) {
    const what = `a tensor of shape ${shapeText(sizes)}: ${count * 4} bytes`;
    throw new RangeError(`${what} do not fit into the JavaScript heap`, { cause });
  }
}
