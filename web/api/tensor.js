/** Tensors: float32, row-major, contiguous. */
import {
  checkBoolean, checkOptions, checkShape, describe, elementCount, isFloat32Array, MAX_RANK, sameShape,
  shapeText, tagOf, wrongType, wrongValue,
} from "./arguments.js";
import { formatTensor } from "./print.js";
import { allocateResident, freeResident, heapView } from "./wasm.js";

/**
 * A number, or arrays of them nested to any depth (up to 8), each level of one length.
 * @typedef {number | NestedArray} Nested
 */

/**
 * An array of {@link Nested}: spelt out, for an alias in JSDoc may not stand in its own definition. `flat` tells arrays
 * from strings and typed arrays.
 * @typedef {{ readonly length: number, readonly [index: number]: Nested, readonly flat: unknown }} NestedArray
 */

/**
 * What every op takes as a tensor: one of ours; anything with `data` (a Float32Array) and `shape` or `dims`, as an ONNX
 * Runtime tensor has; a Float32Array (one dim); nested numbers.
 * @typedef {Tensor | { data: Float32Array, shape: readonly number[] } | { readonly data: unknown, readonly dims:
 *   readonly number[] } | Float32Array | Nested} Input
 */

/**
 * Where a result may be written: a tensor, or anything with the data (a Float32Array) and shape of one.
 * @typedef {{ readonly data: Float32Array, readonly shape: readonly number[] }} Target
 */

/**
 * Elements in WebAssembly memory. All who know of them share one record: so they are freed once, and all see it.
 * @typedef {object} Place
 * @property {number} block what is to be freed; 0: nothing, another has the memory
 * @property {number} pointer in bytes; 0: freed
 * @property {number} size how many elements
 */

/** @param {Place} place */
function free(place) {
  if (place.pointer === 0) return;
  place.pointer = 0;
  freeResident(place.block, place.size);
}

/** Frees the memory of resident tensors that were not disposed. */
const collected = new FinalizationRegistry(free);

/**
 * The tensor whose elements a view shows. It lives as long as the view, as the values of a WeakMap do: otherwise the
 * memory could be freed, and given to another tensor, while somebody still reads it.
 * @type {WeakMap<Float32Array, Tensor>}
 */
const owners = new WeakMap();

/** Only this file makes tensors. */
const KEY = {};

/**
 * What `using` calls; older browsers lack it.
 * @type {typeof Symbol.dispose}
 */
const DISPOSE = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** The view of a resident tensor of which nobody has asked for one. */
const NOTHING = new Float32Array(0);

/**
 * A tensor: made by {@link tensor}, {@link empty}, {@link zeros}, {@link ones} or {@link full}, and by every op.
 *
 * An ordinary one wraps a Float32Array of the JavaScript heap: there is nothing to free. A resident one lives in
 * WebAssembly memory: kernels work on it without a copy, and `dispose()` or `using` frees it.
 */
export class Tensor {
  /**
   * The shape, as ops use it: never changed. (Engines read a frozen array at half the speed.)
   * @internal
   * @type {readonly number[]}
   */
  _sizes;
  /**
   * The shape, frozen, once somebody has asked for it.
   * @internal
   * @type {readonly number[] | null}
   */
  _shape = null;
  /**
   * How many elements.
   * @readonly
   * @type {number}
   */
  size;
  /**
   * True if it lives in WebAssembly memory.
   * @readonly
   * @type {boolean}
   */
  resident;
  /**
   * The elements, or the last view of them if they are in WebAssembly memory. (Not a private field: Firefox 89 has
   * none, and a proxy, as user interface frameworks make, could not reach it.)
   * @internal
   * @type {Float32Array}
   */
  _view;
  /**
   * Where the elements are in WebAssembly memory; null: they are in the JavaScript heap.
   * @internal
   * @type {Place | null}
   */
  _place = null;

  /**
   * @private
   * @param {readonly number[]} sizes the shape: checked, and in nobody else's hands
   * @param {Float32Array | null} data its elements, not copied; null: resident, not initialised
   * @param {object} key
   */
  constructor(sizes, data, key) {
    if (key !== KEY) throw new TypeError("Tensor: expected tensor(), empty() or the like, got new Tensor()");
    this._sizes = sizes;
    this.size = elementCount(sizes);
    this.resident = data === null;
    this._view = data ?? NOTHING;
    if (data !== null) return;
    this._place = { ...allocateResident(sizes, this.size), size: this.size };
    collected.register(this, this._place);
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
    return this._place === null ? 0 : this._place.pointer;
  }

  /** @internal */
  get _disposed() {
    return this._place !== null && this._place.pointer === 0;
  }

  /**
   * The sizes of the dims; cannot be changed.
   * @type {readonly number[]}
   */
  get shape() {
    if (this._shape !== null) return this._shape;
    const shape = Object.freeze([...this._sizes]);
    Reflect.set(this, "_shape", shape); /* a tensor that somebody froze makes it anew each time */
    return shape;
  }

  /**
   * The elements, row-major: a live view. For a resident tensor take it anew from the tensor rather than keep it:
   * memory that grows detaches the views taken before. While a view is in use its tensor is not collected; a subarray
   * of it does not see to that: keep the tensor as long as the subarray.
   * @type {Float32Array}
   * @throws {Error} if the tensor was disposed
   */
  get data() {
    if (this._place === null) return this._view;
    if (this._disposed) throw disposed("this", this._sizes);
    const { buffer } = heapView();
    return this._view.buffer === buffer ? this._view : renewView(this, buffer);
  }

  /**
   * Where a resident tensor begins in WebAssembly memory, in bytes, for those who call the kernels themselves.
   * @type {number}
   * @throws {Error} if the tensor was disposed, or is not resident
   */
  get pointer() {
    if (!this.resident) throw new Error("pointer: expected a resident tensor, got an ordinary one");
    if (this._disposed) throw disposed("this", this._sizes);
    return this._pointer;
  }

  /**
   * @returns {any} a number for shape [], nested arrays otherwise
   * @example
   * ones([2, 2]).toArray(); // [[1, 1], [1, 1]]
   */
  toArray() {
    return nest(this.data, this._sizes, 0, 0, this.size);
  }

  /**
   * @returns {string} the text that PyTorch prints
   * @example
   * `${tensor([[0.1324], [0.217]])}`; // "tensor([[0.1324],\n        [0.2170]])"
   */
  toString() {
    return formatTensor(this.data, this._sizes);
  }

  /** Node's console.log shows a tensor as PyTorch prints it. */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    if (this._disposed) return `tensor(disposed, size=(${this._sizes.join(", ")}))`;
    return this.toString();
  }

  /**
   * Frees a resident tensor; using it afterwards is an Error that says so. No effect on an ordinary one, or twice.
   * @example
   * const x = empty([1024, 768], { resident: true });
   * x.dispose();
   */
  dispose() {
    if (this.resident && this._place !== null) free(this._place);
  }

  [DISPOSE]() {
    this.dispose();
  }
}

/**
 * @param {string} name of the argument
 * @param {readonly number[]} shape
 */
const disposed = (name, shape) =>
  new Error(`${name}: expected a tensor in use, got one of shape ${shapeText(shape)} that was disposed`);

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
 * @param {Float32Array} data
 * @param {readonly number[]} shape
 * @param {number} dim
 * @param {number} start of what this level covers
 * @param {number} size of it
 * @returns {any}
 */
function nest(data, shape, dim, start, size) {
  if (dim === shape.length) return data[start];
  const step = shape[dim] ? size / shape[dim] : 0;
  return Array.from({ length: shape[dim] }, (_, i) => nest(data, shape, dim + 1, start + i * step, step));
}

/* Making tensors --------------------------------------------------------------------------------------------------- */

/** @typedef {{ resident?: boolean }} MakeOptions resident: in WebAssembly memory (default false) */

/**
 * @param {number[]} shape checked
 * @param {MakeOptions | undefined} options
 * @returns {Tensor} an ordinary tensor of zeros, or a resident one that is not initialised
 */
function make(shape, options) {
  const { resident = false } = checkOptions(options, ["resident"]);
  return Tensor._make(shape, checkBoolean(resident, "resident") ? null : new Float32Array(elementCount(shape)));
}

/**
 * A tensor of these values. A Float32Array is wrapped, not copied, unless the tensor is to be resident; everything else
 * is converted to float32; a tensor is copied.
 *
 * @param {ArrayLike<number> | Input} values
 * @param {readonly number[]} [shape] default: that of the values
 * @param {MakeOptions} [options]
 * @returns {Tensor}
 * @throws {TypeError} if a value is not a number
 * @throws {RangeError} if the values are nested raggedly, or are not as many as the shape says
 * @example
 * tensor([[1, 2, 3], [4, 5, 6]]);
 * tensor(new Float32Array(6), [2, 3]);
 */
export function tensor(values, shape, options) {
  const { resident = false } = checkOptions(options, ["resident"]);
  const { data, sizes } = flatten(values, "values");
  const wanted = shape === undefined ? checkShape(sizes, "values") : checkShape(shape);
  if (elementCount(wanted) !== data.length) {
    throw wrongValue("shape", `one of ${data.length} elements, as many as there are values`, wanted);
  }
  const source = wrapArray(wanted, data, "values");
  if (!checkBoolean(resident, "resident")) return source;
  const result = Tensor._make([...wanted], null);
  result.data.set(source.data); /* of which the growth of memory may have made a new view */
  return result;
}

/**
 * @param {unknown} values
 * @param {string} name of the argument
 * @returns {{ data: Float32Array, sizes: number[] }}
 */
function flatten(values, name) {
  if (isFloat32Array(values)) return { data: checkAttached(values, name), sizes: [values.length] };
  if (ArrayBuffer.isView(values) && "length" in values && !isBigIntArray(values)) {
    const data = new Float32Array(/** @type {ArrayLike<number>} */ (/** @type {unknown} */ (values)));
    return { data, sizes: [data.length] };
  }
  if (isTensorLike(values)) {
    const { data, _sizes } = asTensor(values, name);
    return { data: data.slice(), sizes: [..._sizes] };
  }
  const nested = isArrayLike(values) ? Array.from(values) : values;
  const sizes = nestedShape(nested, name);
  const data = new Float32Array(elementCount(sizes));
  fill(data, 0, nested, sizes, 0, name);
  return { data, sizes };
}

/** @param {ArrayBufferView} view */
const isBigIntArray = (view) => tagOf(view).startsWith("Big");

/**
 * @param {Float32Array} view
 * @param {string} name
 * @returns {Float32Array} view, unless its memory is gone: then it looks empty, and would give an empty result
 */
function checkAttached(view, name) {
  if (view.length || view.buffer.byteLength) return view;
  try {
    new Uint8Array(view.buffer); /* throws if it is detached; `detached` itself is too new */
  } catch {
    throw wrongValue(name, "a Float32Array with its memory",
      "one that is detached (a view of WebAssembly memory, from before it grew?)");
  }
  return view;
}

/**
 * A tensor of the caller's array, which may be a view of WebAssembly memory: then it is followed where memory grows.
 * @param {readonly number[]} shape
 * @param {Float32Array} data
 * @param {string} name
 */
function wrapArray(shape, data, name) {
  const result = Tensor._make(shape, data);
  if (data.buffer !== heapView().buffer) return result;
  result._place = owners.get(data)?._place ?? { block: 0, pointer: data.byteOffset, size: data.length };
  if (result._disposed) throw disposed(name, shape);
  return result;
}

/**
 * @param {unknown} value
 * @returns {value is ArrayLike<unknown>}
 */
const isArrayLike = (value) => typeof value === "object" && value !== null && !Array.isArray(value) &&
  !ArrayBuffer.isView(value) && "length" in value && Number.isInteger(value.length);

/**
 * @param {unknown} value
 * @returns {value is { data: unknown, shape?: unknown, dims?: unknown }}
 */
const isTensorLike = (value) =>
  typeof value === "object" && value !== null && "data" in value && ("shape" in value || "dims" in value);

/**
 * The sizes along the first element of each level.
 * @param {unknown} nested
 * @param {string} name
 * @returns {number[]}
 */
function nestedShape(nested, name) {
  const sizes = [];
  for (let level = nested; Array.isArray(level); level = level[0]) {
    sizes.push(level.length);
    if (sizes.length > MAX_RANK) throw wrongValue(name, `at most ${MAX_RANK} dims`, "more");
  }
  return sizes;
}

/**
 * Copies nested numbers into data, and checks on the way that every level has one length and every leaf is a number.
 * @param {Float32Array} data
 * @param {number} at
 * @param {unknown} nested
 * @param {number[]} sizes
 * @param {number} dim
 * @param {string} name of what is being copied, as values[1][0]
 * @returns {number} where the next element goes
 */
function fill(data, at, nested, sizes, dim, name) {
  if (dim === sizes.length) {
    if (Array.isArray(nested)) throw wrongValue(name, "a number, as those before it", `${nested.length} elements`);
    if (typeof nested !== "number") throw wrongType(name, "a number", nested);
    data[at] = nested;
    return at + 1;
  }
  if (!Array.isArray(nested)) throw wrongValue(name, `${sizes[dim]} elements, as those before it have`, nested);
  if (nested.length !== sizes[dim]) {
    throw wrongValue(name, `${sizes[dim]} elements, as those before it have`, `${nested.length}`);
  }
  for (let i = 0; i < nested.length; i++) at = fill(data, at, nested[i], sizes, dim + 1, `${name}[${i}]`);
  return at;
}

/**
 * A tensor whose elements are to be written: 0 in an ordinary one, whatever memory holds in a resident one.
 *
 * @param {readonly number[]} shape
 * @param {MakeOptions} [options]
 * @returns {Tensor}
 * @throws {RangeError} if a size is not an integer >= 0, or memory does not suffice
 * @example
 * const x = empty([1024, 768], { resident: true });
 * x.data.set(activations);
 */
export const empty = (shape, options) => make(checkShape(shape), options);

/**
 * @param {readonly number[]} shape
 * @param {number} value
 * @param {MakeOptions} [options]
 * @returns {Tensor} filled with value
 * @throws {RangeError} as {@link empty}
 * @example
 * full([2, 2], 0.5);
 */
export function full(shape, value, options) {
  if (typeof value !== "number") throw wrongType("value", "a number", value);
  const result = empty(shape, options);
  result.data.fill(value);
  return result;
}

/**
 * @param {readonly number[]} shape
 * @param {MakeOptions} [options]
 * @returns {Tensor} filled with 0
 * @throws {RangeError} as {@link empty}
 * @example
 * zeros([2, 3]);
 */
export const zeros = (shape, options) => full(shape, 0, options);

/**
 * @param {readonly number[]} shape
 * @param {MakeOptions} [options]
 * @returns {Tensor} filled with 1
 * @throws {RangeError} as {@link empty}
 * @example
 * ones([768]);
 */
export const ones = (shape, options) => full(shape, 1, options);

/* Taking tensors --------------------------------------------------------------------------------------------------- */

const EXPECTED_INPUT = "a tensor (one of ours, or with data and shape or dims), a Float32Array or nested numbers";

/* Every op takes several tensors. The functions that it calls for them are short, so that an engine compiles them into
   the op: what is rare stands apart. */

/**
 * @param {unknown} value
 * @param {string} name of the argument
 * @returns {Tensor}
 */
export const asTensor = (value, name) => isPlaced(value) ? value : converted(value, name);

/**
 * A tensor of ours whose elements are in WebAssembly memory, and not freed.
 * @param {unknown} value
 * @returns {value is Tensor}
 */
const isPlaced = (value) => value instanceof Tensor && value._place !== null && value._place.pointer !== 0;

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {Tensor}
 */
function converted(value, name) {
  if (value instanceof Tensor) return checkUsable(value, name);
  if (isFloat32Array(value)) return wrapArray([value.length], checkAttached(value, name), name);
  if (isTensorLike(value)) return wrap(value, name);
  if (ArrayBuffer.isView(value)) {
    throw new TypeError(`${name}: expected a Float32Array, got ${describe(value)}; tensor(...) converts it`);
  }
  if (typeof value !== "number" && !Array.isArray(value)) throw wrongType(name, EXPECTED_INPUT, value);
  const { data, sizes } = flatten(value, name);
  return Tensor._make(checkShape(sizes, name), data);
}

/**
 * @param {{ data: unknown, shape?: unknown, dims?: unknown }} value
 * @param {string} name
 */
function wrap(value, name) {
  const { data } = value;
  if (!isFloat32Array(data)) throw wrongType(`${name}.data`, "a Float32Array", data);
  const key = value.shape === undefined && "dims" in value ? "dims" : "shape";
  const shape = checkShape(value[key], `${name}.${key}`);
  return checkUsable(wrapArray(shape, checkAttached(data, `${name}.data`), name), name);
}

/**
 * @param {Tensor} value
 * @param {string} name
 */
function checkUsable(value, name) {
  if (value._disposed) throw disposed(name, value._sizes);
  const { length } = value.data;
  if (length === value.size) return value;
  throw wrongValue(name, `${value.size} elements for shape ${shapeText(value._sizes)}`, `${length}`);
}

/**
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {readonly number[]} shape that it must have
 * @returns {Tensor}
 */
export const asTensorOfShape = (value, name, shape) => checkTensorShape(asTensor(value, name), name, shape);

/**
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {readonly number[]} shape that it must have
 * @returns {Tensor | null} null if none was given
 */
export const asOptionalTensor = (value, name, shape) =>
  value === undefined || value === null ? null : asTensorOfShape(value, name, shape);

/**
 * @param {Tensor} value
 * @param {string} name
 * @param {readonly number[]} shape
 */
function checkTensorShape(value, name, shape) {
  if (sameShape(value._sizes, shape)) return value;
  throw wrongValue(name, `shape ${shapeText(shape)}`, shapeText(value._sizes));
}

/**
 * A tensor of the caller's to write to.
 *
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {readonly number[]} shape that it must have
 * @returns {Tensor}
 */
export const asTarget = (value, name, shape) =>
  checkTensorShape(isPlaced(value) ? value : convertedTarget(value, name), name, shape);

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {Tensor}
 */
function convertedTarget(value, name) {
  if (value instanceof Tensor) return checkUsable(value, name);
  if (isTensorLike(value)) return wrap(value, name);
  throw wrongType(name, "a tensor", value);
}

/**
 * Where a result goes: into out, if one was given, otherwise into a new ordinary tensor.
 *
 * @param {unknown} out
 * @param {readonly number[]} shape of the result
 * @param {string} name of the argument
 * @returns {Tensor}
 */
export const resultTensor = (out, shape, name) =>
  out === undefined ? Tensor._make(shape, new Float32Array(elementCount(shape))) : asTarget(out, name, shape);
