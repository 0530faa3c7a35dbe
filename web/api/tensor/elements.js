/** The elements of all that is taken for a tensor and is none of ours, and their shape. */
import { checkShape, tagOf, wrongType } from "../checks/arguments.js";
import { asFloat32Array, isFloats } from "./floats.js";
import { flatten } from "./nested.js";

/**
 * @typedef {object} Elements
 * @property {number[]} sizes
 * @property {Float32Array} data of any length yet
 */

/**
 * @param {unknown} value
 * @param {string} name of the argument
 * @returns {Elements}
 */
export function elementsOf(value, name) {
  if (isFloats(value)) return { sizes: [value.length], data: asFloat32Array(value, name) };
  if (isTensorLike(value)) return elementsOfTensor(value, name);
  if (typeof value === "number" || Array.isArray(value)) return flatten(value, name);
  if (isClone(value)) {
    throw new TypeError(`${name}: expected a tensor, got a clone of one: send its data and shape, tensor(data, shape)`);
  }
  throw wrongType(name, "a tensor, a Float32Array or nested numbers (tensor() rounds other arrays to float32)", value);
}

/**
 * @param {unknown} value
 * @returns {value is { data: unknown, shape?: unknown, dims?: unknown }}
 */
export const isTensorLike = (value) => typeof value === "object" && value !== null && "data" in value;

/**
 * @param {{ data: unknown, shape?: unknown, dims?: unknown }} value
 * @param {string} name
 */
function elementsOfTensor(value, name) {
  const data = dataOf(value, name),
    key = value.shape === undefined && "dims" in value ? "dims" : "shape";
  if (!isFloats(data)) throw wrongType(`${name}.data`, "a Float32Array", data);
  const sizes = checkShape(value[key], `${name}.${key}`);
  return { sizes, data: asFloat32Array(data, name) };
}

/**
 * What structuredClone or postMessage makes of a tensor: its fields, in a plain object.
 * @param {unknown} value
 */
const isClone = (value) => typeof value === "object" && value !== null && "_view" in value;

/**
 * What elementsOf takes, made of what else {@link tensor} takes: typed arrays of other kinds, and lists of numbers.
 * @param {unknown} values
 * @param {string} name
 * @returns {unknown}
 */
export function anyNumbers(values, name) {
  if (typeof values === "number" || Array.isArray(values) || isFloats(values)) return values;
  if (isTensorLike(values) || isClone(values)) return values;
  if (!isArrayLike(values) || tagOf(values).startsWith("Big")) {
    /* BigInt64Array */
    throw wrongType(name, "a tensor, a typed array or nested numbers", values);
  }
  return ArrayBuffer.isView(values) ? new Float32Array(values) : Array.from(values);
}

/**
 * @param {unknown} value
 * @returns {value is ArrayLike<any>}
 */
const isArrayLike = (value) =>
  typeof value === "object" && Number.isInteger(/** @type {Partial<ArrayLike<any>> | null} */ (value)?.length);

/**
 * @param {{ data: unknown }} value
 * @param {string} name
 */
function dataOf(value, name) {
  try {
    return value.data;
  } catch (cause) {
    /* as that of a tensor of ONNX Runtime on the GPU does, or of another copy's that was disposed */
    const expected = "a Float32Array (of a tensor on the GPU: await getData())";
    throw new Error(`${name}.data: expected ${expected}, got ${cause}`, { cause });
  }
}
