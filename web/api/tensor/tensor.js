/// <reference lib="esnext.disposable" preserve="true" />
/** The class of tensors: float32, row-major, contiguous. */
import { checkShape, elementCount, sameShape, shapeText, tuple, wrongType, wrongValue } from "../checks/arguments.js";
import { heapView } from "../memory/heap.js";
import { anyNumbers, elementsOf } from "./elements.js";
import { isDetached } from "./floats.js";
import { nest } from "./nested.js";
import { free, notInUse, owners, placeFor } from "./place.js";

/** @import { Input } from "./as-tensor.js" */
/** @import { Place } from "./place.js" */

/** Only this file makes tensors. */
const KEY = {};

/**
 * What `using` calls; older browsers lack it.
 * @type {typeof Symbol.dispose}
 */
export const DISPOSE = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** The view of a resident tensor of which nobody has asked for one. */
const NOTHING = new Float32Array(0);

/**
 * What PyTorch prints of a tensor whose elements it has not got.
 * @param {string} elements in their place
 * @param {readonly number[]} sizes
 */
const textWithout = (elements, sizes) => `tensor(${elements}, size=${tuple(sizes)})`;

/** @type {(data: Float32Array, sizes: readonly number[]) => string} */
let format = (_, sizes) => textWithout("...", sizes);

/**
 * Sets how tensors print. It is not imported here: a bundle of ops alone goes without.
 * @param {typeof format} formatTensor
 */
export function printWith(formatTensor) {
  format = formatTensor;
}

/**
 * A tensor: float32, row-major, contiguous. Made by {@link tensor}, {@link empty}, {@link zeros}, {@link ones} or
 * {@link full}, and by every op.
 *
 * An ordinary one wraps a Float32Array of the JavaScript heap: there is nothing to free. A resident one lives in
 * WebAssembly memory: kernels work on it without a copy, and `dispose()` or `using` frees it.
 *
 * @example
 * const x = tensor([[1, 2, 3], [4, 5, 9]]);
 * x.size; // => 6
 * x.data; // => Float32Array(6) [1, 2, 3, 4, 5, 9]
 * x instanceof Tensor; // => true
 */
export class Tensor {
  /**
   * The shape, frozen, once somebody has asked for it.
   * @internal
   * @type {readonly number[] | null}
   */
  _shape = null;
  /**
   * Where the elements are in WebAssembly memory; null: they are in the JavaScript heap.
   * @internal
   * @type {Place | null}
   */
  _place = null;
  /**
   * How far behind the beginning of that place the elements begin, in bytes.
   * @internal
   */
  _offset = 0;
  /**
   * Whether it shows rows of a tensor, which it does not free.
   * @internal
   */
  _isPart = false;

  /**
   * @private
   * @param {readonly number[]} sizes the shape: checked, and in nobody else's hands
   * @param {Float32Array | null} data its elements, not copied; null: resident, not initialised
   * @param {object} key
   */
  constructor(sizes, data, key) {
    if (key !== KEY) throw new TypeError("Tensor: expected tensor() or the like, got new Tensor()");
    /**
     * The shape, as ops use it: never changed. (Engines read a frozen array at half the speed.)
     * @internal
     * @type {readonly number[]}
     */
    this._sizes = sizes;
    /**
     * How many elements: the product of the shape.
     * @readonly
     * @type {number}
     */
    this.size = elementCount(sizes);
    /**
     * Whether it lives in WebAssembly memory.
     * @readonly
     * @type {boolean}
     */
    this.resident = data === null;
    /**
     * The elements, or the last view of them if they are in WebAssembly memory. (Not a private field: Firefox 89 has
     * none, and a proxy, as user interface frameworks make, could not reach it.)
     * @internal
     * @type {Float32Array}
     */
    this._view = data ?? NOTHING;
    if (data !== null) return;
    this._place = placeFor(this, sizes, this.size);
  }

  /**
   * @internal
   * @param {readonly number[]} sizes as the constructor's
   * @param {Float32Array | null} data
   */
  static _make(sizes, data) {
    return new Tensor(sizes, data, KEY);
  }

  /**
   * Where the elements are in WebAssembly memory, in bytes; 0: elsewhere, or freed.
   * @internal
   */
  get _pointer() {
    const { _place } = this;
    return _place === null || _place.pointer === 0 ? 0 : _place.pointer + this._offset;
  }

  /** @internal */
  get _disposed() {
    return this._place !== null && this._place.pointer === 0;
  }

  /**
   * The sizes of the dims: [] for a scalar; cannot be changed.
   * @type {readonly number[]}
   * @example
   * zeros([2, 3]).shape; // => [2, 3]
   */
  get shape() {
    if (this._shape !== null) return this._shape;
    const shape = Object.freeze([...this._sizes]);
    Reflect.set(this, "_shape", shape); /* a tensor that somebody froze makes it anew each time */
    return shape;
  }

  /**
   * The elements, row-major: a live view. For a resident tensor take it anew from the tensor rather than keep it:
   * memory that grows detaches the views taken before. JavaScript takes a view before it computes what is to be
   * written: in `x.data[0] = mean(y).item()` and `x.data[0] += f()` the call may make memory grow, and the number is
   * lost without an error. Write by {@link Tensor.copyFrom} or {@link Tensor.fill}, or compute the number in a line
   * before. While a view is in use its tensor is not collected; a subarray of it does not see to that: keep the tensor
   * as long as the subarray.
   * @type {Float32Array}
   * @throws {Error} if the tensor was disposed, or its buffer given away (postMessage, structuredClone)
   * @example
   * const x = zeros([2, 2]);
   * x.data.set([1, 2, 3, 4]);
   * x; // => tensor([[1., 2.], [3., 4.]])
   */
  get data() {
    if (this._place === null) return this._view.length === this.size ? this._view : checkUsable(this, "tensor")._view;
    checkInUse(this, "tensor");
    const { buffer } = heapView();
    return this._view.buffer === buffer ? this._view : renewView(this, buffer);
  }

  /**
   * Where a resident tensor begins in WebAssembly memory, in bytes, for those who call the {@link kernels} themselves.
   * @type {number}
   * @throws {Error} if the tensor was disposed, or is not resident
   * @example
   * const x = tensor([-1, 2], [2], { resident: true });
   * kernels().ln_relu(x.pointer, x.pointer, x.size);
   * x; // => tensor([0., 2.])
   * x.dispose();
   */
  get pointer() {
    if (!this.resident) throw new Error("pointer: expected a resident tensor, got an ordinary one");
    checkInUse(this, "tensor");
    return this._pointer;
  }

  /**
   * Writes values into this tensor, of either kind. Right also where computing them made memory grow, unlike
   * `x.data.set(values)`: there the view of x is taken before the values are computed.
   * @param {Input | ArrayLike<number>} values what {@link tensor} takes: of this tensor's shape, or flat (one dim) and
   *   of as many elements
   * @returns {this}
   * @throws {TypeError} if a value is not a number
   * @throws {RangeError} if the values are of another shape
   * @throws {Error} if the tensor was disposed
   * @example
   * const x = zeros([2, 2], { resident: true });
   * x.copyFrom([1, 2, 3, 4]); // => tensor([[1., 2.], [3., 4.]])
   * x.copyFrom(relu([[-1, 1], [-1, 1]])); // => tensor([[0., 1.], [0., 1.]])
   * x.dispose();
   */
  copyFrom(values) {
    const source = converted(anyNumbers(values, "values"), "values"),
      { _sizes: sizes } = source;
    if (!sameShape(sizes, this._sizes) && (sizes.length !== 1 || source.size !== this.size)) {
      throw wrongValue("values", `shape ${shapeText(this._sizes)}, or ${this.size} elements in one dim`, sizes);
    }
    this.data.set(source.data);
    return this;
  }

  /**
   * Makes every element one value.
   * @param {number} value of each element
   * @returns {this}
   * @throws {TypeError} if value is not a number
   * @throws {Error} if the tensor was disposed
   * @example
   * empty([3]).fill(0.5); // => tensor([0.5000, 0.5000, 0.5000])
   */
  fill(value) {
    if (typeof value !== "number") throw wrongType("value", "a number", value);
    this.data.fill(value);
    return this;
  }

  /**
   * The only element, as a number.
   * @returns {number}
   * @throws {RangeError} if there are more elements than one, or none
   * @throws {Error} if the tensor was disposed
   * @example
   * mean([1, 2, 6]).item(); // => 3
   */
  item() {
    if (this.size !== 1) throw wrongValue("tensor", "one element", this._sizes);
    return this.data[0];
  }

  /**
   * The same elements in another shape: what is written to one tensor shows in the other. Of a resident tensor it is
   * resident, too, and the two own one memory: as long as either is in use it is not collected, and `dispose()` of
   * either frees it for both.
   * @param {readonly number[]} shape of as many elements; one size may be -1, which is worked out
   * @returns {Tensor}
   * @throws {TypeError} if shape is not an array of numbers
   * @throws {RangeError} if the shape has another number of elements, or -1 cannot be worked out
   * @throws {Error} if the tensor was disposed
   * @example
   * const x = tensor([1, 2, 3, 4, 5, 6]);
   * x.reshape([2, -1]); // => tensor([[1., 2., 3.], [4., 5., 6.]])
   */
  reshape(shape) {
    const sizes = fittedShape(shape, this.size),
      result = Tensor._make(sizes, this.data);
    return inPlaceOf(this, result, this._offset);
  }

  /**
   * The rows from begin to end of the first dim, in the same memory: what is written to them shows in this tensor, and
   * the other way round. So `out: cache.rows(t, t + 1)` writes a row of a cache where it is, and `cache.rows(0, t + 1)`
   * reads all that are there. Of a resident tensor they are resident, too: right after memory has grown, and as long as
   * they are in use the tensor is not collected. They own nothing: `dispose()` of them does nothing, and once the
   * tensor is disposed they are as well.
   * @param {number} [begin] the first row; below 0 it counts from the end (default 0)
   * @param {number} [end] the row behind the last; below 0 it counts from the end (default: all that follow)
   * @returns {Tensor}
   * @throws {TypeError} if begin or end is not a number
   * @throws {RangeError} if they are no rows of this tensor, if end comes before begin, or if the tensor has no dims
   * @throws {Error} if the tensor was disposed
   * @example
   * const cache = zeros([3, 2]);
   * relu([[5, -1]], { out: cache.rows(1, 2) }); // => tensor([[5., 0.]])
   * cache; // => tensor([[0., 0.], [5., 0.], [0., 0.]])
   * cache.rows(-2); // => tensor([[5., 0.], [0., 0.]])
   */
  rows(begin = 0, end) {
    const { _sizes: sizes } = this,
      [count, ...rest] = sizes;
    if (count === undefined) throw wrongValue("tensor", "a first dim, whose rows these are", sizes);
    const first = checkRow(begin, "begin", count),
      last = end === undefined ? count : checkRow(end, "end", count);
    if (last < first) throw wrongValue("end", `at least begin, ${first}`, last);
    const step = elementCount(rest),
      whole = this.data,
      data = whole.subarray(first * step, last * step),
      result = Tensor._make([last - first, ...rest], data);
    if (this._place === null) return result;
    owners.set(data, owners.get(whole) ?? this);
    result._isPart = true;
    return inPlaceOf(this, result, this._offset + 4 * first * step);
  }

  /**
   * The elements as numbers.
   * @returns {any} a number for shape [], nested arrays otherwise
   * @throws {Error} if the tensor was disposed
   * @example
   * ones([2, 2]).toArray(); // => [[1, 1], [1, 1]]
   */
  toArray() {
    return nest(this.data, this._sizes, 0, 0, this.size);
  }

  /**
   * What JSON.stringify saves of a tensor: its elements, as {@link Tensor.toArray} gives them. (For NaN and infinities
   * JSON has null.)
   * @returns {any}
   * @throws {Error} if the tensor was disposed
   * @example
   * JSON.stringify({ x: ones([2, 2]) }); // => '{"x":[[1,1],[1,1]]}'
   */
  toJSON() {
    return this.toArray();
  }

  /**
   * The text that PyTorch prints, by the options of {@link setPrintOptions}. (In a bundle that takes nothing of this
   * package but ops as functions, and makes no tensor by hand, it is "tensor(..., size=(2, 6))": what prints elements
   * is not in it.)
   * @returns {string}
   * @throws {Error} if the tensor was disposed
   * @example
   * `${tensor([0.1324, 0.217])}`; // => 'tensor([0.1324, 0.2170])'
   */
  toString() {
    return format(this.data, this._sizes);
  }

  /**
   * Node's console.log shows a tensor as PyTorch prints it.
   * @returns {string}
   */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    const lost = lossOf(this);
    return lost ? textWithout(lost, this._sizes) : this.toString();
  }

  /**
   * Frees a resident tensor, and with it what {@link Tensor.reshape} and {@link Tensor.rows} made of it; using them
   * afterwards is an Error that says so. No effect on an ordinary one, on rows of another, or twice. Resident tensors
   * that nobody refers to any more are freed too, where the host has a FinalizationRegistry: sooner or later, and
   * between two tasks only ({@link empty} says more).
   * @returns {void}
   * @example
   * const x = empty([1024, 768], { resident: true });
   * x.dispose();
   * memoryUsage().resident; // => 0
   */
  dispose() {
    if (this.resident && !this._isPart) free(/** @type {Place} */ (this._place));
  }

  /**
   * What `using x = empty([2, 3], { resident: true })` calls where x goes out of scope: {@link Tensor.dispose}.
   * @returns {void}
   */
  [DISPOSE]() {
    this.dispose();
  }
}

/**
 * @param {Tensor} source in WebAssembly memory or not
 * @param {Tensor} result of elements of its own memory
 * @param {number} offset of them from the place of the source, in bytes
 * @returns {Tensor} result, which knows where it is
 */
function inPlaceOf(source, result, offset) {
  result._place = source._place;
  result._offset = offset;
  result._isPart ||= source._isPart;
  Reflect.set(result, "resident", source.resident);
  return result;
}

/**
 * @param {unknown} row
 * @param {string} name of the argument
 * @param {number} count of rows
 * @returns {number} it, counted from the front; count: behind the last one
 */
function checkRow(row, name, count) {
  if (typeof row !== "number") throw wrongType(name, "an integer", row);
  if (Number.isInteger(row) && row >= -count && row <= count) return row < 0 ? row + count : row;
  throw wrongValue(name, `an integer from ${-count} to ${count} (the tensor has ${count} rows)`, row);
}

/**
 * What became of a tensor whose elements are gone: its memory was freed, or its buffer is somewhere else now.
 * @param {Tensor} value
 * @returns {"disposed" | "transferred" | ""}
 */
function lossOf({ _disposed, _place, _view, size }) {
  if (_disposed) return "disposed";
  return _place === null && _view.length < size && isDetached(_view) ? "transferred" : "";
}

/**
 * @param {Tensor} value
 * @param {string} name of the argument
 */
function checkInUse(value, name) {
  const lost = lossOf(value);
  if (lost === "") return;
  throw notInUse(name, value._sizes, lost);
}

/**
 * @param {Tensor} tensor in WebAssembly memory
 * @param {ArrayBufferLike} buffer of that memory
 */
function renewView(tensor, buffer) {
  const view = new Float32Array(buffer, tensor._pointer, tensor.size);
  owners.set(view, owners.get(tensor._view) ?? tensor);
  Reflect.set(tensor, "_view", view); /* a tensor that somebody froze makes it anew each time */
  return view;
}

/**
 * A tensor of what is not known to be one of ours, in use and in WebAssembly memory.
 * @param {unknown} value
 * @param {string} name of the argument
 * @returns {Tensor}
 */
export function converted(value, name) {
  if (value instanceof Tensor) return checkUsable(value, name);
  const { sizes, data } = elementsOf(value, name);
  return wrapArray(sizes, data, name);
}

/**
 * A tensor of the caller's array, which may be a view of WebAssembly memory: then it is followed where memory grows.
 * @param {readonly number[]} shape
 * @param {Float32Array} data
 * @param {string} name
 */
export function wrapArray(shape, data, name) {
  const result = Tensor._make(shape, data);
  if (data.buffer === heapView().buffer) {
    const place = owners.get(data)?._place ?? { pointer: data.byteOffset, size: data.length };
    result._place = place;
    result._offset = data.byteOffset - place.pointer;
  }
  return checkUsable(result, name);
}

/**
 * @param {Tensor} value
 * @param {string} name
 */
function checkUsable(value, name) {
  checkInUse(value, name);
  const { length } = value._place === null ? value._view : value.data;
  if (length === value.size) return value;
  throw wrongValue(name, `${value.size} elements for shape ${shapeText(value._sizes)}`, length);
}

/**
 * @param {unknown} shape one size may be -1
 * @param {number} count of elements, which it must have
 * @returns {number[]}
 */
function fittedShape(shape, count) {
  const at = Array.isArray(shape) ? shape.indexOf(-1) : -1;
  const sizes = checkShape(at < 0 ? shape : /** @type {number[]} */ (shape).map((size, d) => (d === at ? 1 : size)));
  if (at >= 0) sizes[at] = count / elementCount(sizes);
  if (elementCount(sizes) === count && sizes.every(Number.isInteger)) return sizes;
  throw wrongValue("shape", `${count} elements, as many as the tensor has`, shape);
}
