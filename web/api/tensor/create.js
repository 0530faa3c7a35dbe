/** Making tensors by hand. */
import { checkBoolean, checkOptions, checkShape, elementCount, wrongType, wrongValue } from "../checks/arguments.js";
import { formatTensor } from "./print.js";
import { asTensor, zerosOf } from "./as-tensor.js";
import { anyNumbers, isTensorLike } from "./elements.js";
import { printWith, Tensor, wrapArray } from "./tensor.js";

/** @import { Input } from "./as-tensor.js" */

/* Whoever makes tensors prints them: a bundle that has this file has PyTorch's text. */
printWith(formatTensor);

/**
 * @typedef {object} MakeOptions
 * @property {boolean} [resident] in WebAssembly memory (default false)
 */

/** @param {MakeOptions | undefined} options */
const isResident = (options) => checkBoolean(checkOptions(options, ["resident"]).resident, "resident");

/**
 * A tensor of these values. A Float32Array is wrapped, not copied, unless the tensor is to be resident; everything else
 * is rounded to float32: numbers, Float64Arrays, Float16Arrays, integers; a tensor is copied. (Where a Uint16Array
 * holds the bits of half precision rather than integers: {@link fromFloat16}, {@link fromBfloat16}.)
 *
 * @param {ArrayLike<number> | Input} values a tensor, nested numbers, rows (`[row, row]`, of Float32Arrays), or any
 *   typed array or list of numbers
 * @param {readonly number[]} [shape] of as many elements (default: that of the values)
 * @param {MakeOptions} [options] resident: in WebAssembly memory (default false)
 * @returns {Tensor}
 * @throws {TypeError} if a value is not a number, or an option is unknown or of a wrong type
 * @throws {RangeError} if the values are nested raggedly, or are not as many as the shape says; if memory does not
 *   suffice
 * @example
 * tensor([[1, 2, 3], [4, 5, 9]]).shape; // => [2, 3]
 * tensor(new Float64Array([1, 2, 3, 4]), [2, 2]); // => tensor([[1., 2.], [3., 4.]])
 */
export function tensor(values, shape, options) {
  const given = shape === undefined ? shape : checkShape(shape),
    resident = isResident(options),
    source = ordinary(values),
    sizes = given ?? source._sizes;
  if (elementCount(sizes) !== source.size) {
    throw wrongValue("shape", `${source.size} elements, as many as there are values`, sizes);
  }
  if (!resident) return wrapArray(sizes, source.data, "values");
  const result = Tensor._make(sizes, null);
  result.data.set(source.data); /* of which the growth of memory may have made a new view */
  return result;
}

/**
 * @param {unknown} values
 * @returns {Tensor} of a Float32Array itself, otherwise of a copy
 */
function ordinary(values) {
  const source = asTensor(anyNumbers(values, "values"), "values");
  return isTensorLike(values) ? Tensor._make(source._sizes, source.data.slice()) : source;
}

/**
 * A tensor whose elements are to be written: 0 in an ordinary one, whatever memory holds in a resident one.
 *
 * A resident one is yours to free, by {@link Tensor.dispose} or `using`. One that is left to garbage collection is
 * freed when the engine runs finalizers, which it does between two tasks: never in a synchronous loop, nor where only
 * settled promises are awaited (microtasks). 1,023 forgotten tensors of 4 MiB in such a loop take all of WebAssembly
 * memory; with `await new Promise((resolve) => setTimeout(resolve))` in it Node.js 20 keeps below 1 GiB.
 *
 * @param {readonly number[]} shape at most 8 sizes, each an integer >= 0
 * @param {MakeOptions} [options] resident: in WebAssembly memory (default false)
 * @returns {Tensor}
 * @throws {TypeError} if shape is not an array of numbers, or an option is unknown or of a wrong type
 * @throws {RangeError} if a size is not an integer >= 0, or memory does not suffice
 * @example
 * const x = empty([1024, 768], { resident: true });
 * memoryUsage().resident; // => 3145728
 * x.dispose();
 */
export function empty(shape, options) {
  const sizes = checkShape(shape);
  return isResident(options) ? Tensor._make(sizes, null) : zerosOf(sizes);
}

/**
 * A tensor filled with one value.
 *
 * @param {readonly number[]} shape at most 8 sizes, each an integer >= 0
 * @param {number} value of each element
 * @param {MakeOptions} [options] resident: in WebAssembly memory (default false)
 * @returns {Tensor}
 * @throws {TypeError} as {@link empty}, or if value is not a number
 * @throws {RangeError} as {@link empty}
 * @example
 * full([2, 2], 0.5); // => tensor([[0.5000, 0.5000], [0.5000, 0.5000]])
 */
export function full(shape, value, options) {
  if (typeof value !== "number") throw wrongType("value", "a number", value);
  return empty(shape, options).fill(value);
}

/**
 * A tensor filled with 0.
 *
 * @param {readonly number[]} shape at most 8 sizes, each an integer >= 0
 * @param {MakeOptions} [options] resident: in WebAssembly memory (default false)
 * @returns {Tensor}
 * @throws {TypeError} as {@link empty}
 * @throws {RangeError} as {@link empty}
 * @example
 * zeros([2, 3]); // => tensor([[0., 0., 0.], [0., 0., 0.]])
 */
export function zeros(shape, options) {
  return full(shape, 0, options);
}

/**
 * A tensor filled with 1.
 *
 * @param {readonly number[]} shape at most 8 sizes, each an integer >= 0
 * @param {MakeOptions} [options] resident: in WebAssembly memory (default false)
 * @returns {Tensor}
 * @throws {TypeError} as {@link empty}
 * @throws {RangeError} as {@link empty}
 * @example
 * ones([3]); // => tensor([1., 1., 1.])
 */
export function ones(shape, options) {
  return full(shape, 1, options);
}
