/**
 * What an op is given, as a tensor: an input, of any shape or of one; and where its result goes.
 *
 * Every op takes several tensors. The functions that it calls for them are short, so that an engine compiles them into
 * the op: what is rare stands apart.
 */
import { sameShape, shapeText, wrongType, wrongValue } from "../checks/arguments.js";
import { isTensorLike } from "./elements.js";
import { isConverted, zerosFor } from "./floats.js";
import { converted, Tensor } from "./tensor.js";

/** @import { Floats } from "./floats.js" */
/** @import { Nested } from "./nested.js" */

/**
 * What every op takes as a tensor: one of ours; anything with `data` (a Float32Array, Float16Array or Float64Array) and
 * `shape` or `dims`, as an ONNX Runtime tensor has; such an array alone (one dim); nested numbers; rows, `[row, row]`.
 * @typedef {Tensor | { data: Floats, shape: readonly number[] } | { readonly data: unknown, readonly dims:
 *   readonly number[] } | Floats | Nested} Input
 */

/**
 * Where a result may be written: a tensor, or anything with `data` (a Float32Array) and `shape` or `dims`.
 * @typedef {{ readonly data: Float32Array, readonly shape: readonly number[] } |
 *   { readonly data: unknown, readonly dims: readonly number[] }} Target
 */

/**
 * @param {unknown} value
 * @param {string} name of the argument
 * @returns {Tensor}
 */
export const asTensor = (value, name) => (isPlaced(value) ? value : converted(value, name));

/**
 * A tensor of ours whose elements are in WebAssembly memory, and not freed.
 * @param {unknown} value
 * @returns {value is Tensor}
 */
const isPlaced = (value) => value instanceof Tensor && value._place !== null && value._place.pointer !== 0;

/**
 * @param {readonly number[]} sizes checked, and in nobody else's hands
 * @returns {Tensor} ordinary, of zeros
 * @throws {RangeError} if the JavaScript heap has no room
 */
export const zerosOf = (sizes) => Tensor._make(sizes, zerosFor(sizes));

/**
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {readonly number[]} shape that it must have
 * @returns {Tensor}
 */
export function asTensorOfShape(value, name, shape) {
  const tensor = asTensor(value, name);
  if (sameShape(tensor._sizes, shape)) return tensor;
  throw wrongValue(name, `shape ${shapeText(shape)}`, tensor._sizes);
}

/**
 * A tensor of the caller's to write to.
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {readonly number[]} shape that it must have
 * @returns {Tensor}
 */
export function asTarget(value, name, shape) {
  if (value instanceof Tensor) return asTensorOfShape(value, name, shape);
  if (!isTensorLike(value)) throw wrongType(name, "a tensor or { data, shape }", value);
  if (isConverted(value.data)) throw wrongType(`${name}.data`, "a Float32Array", value.data);
  return asTensorOfShape(value, name, shape);
}

/**
 * Where a result goes: into out, if one was given, otherwise into a new ordinary tensor.
 * @param {unknown} out
 * @param {readonly number[]} shape of the result
 * @param {string} name of the argument
 * @returns {Tensor}
 */
export const resultTensor = (out, shape, name) => (out === undefined ? zerosOf(shape) : asTarget(out, name, shape));
