/// <reference lib="esnext.disposable" preserve="true" />
/** Tensors: float32, row-major, contiguous. */
import {
  checkShape,
  elementCount,
  isFloat32Array,
  isFloat16Array,
  MAX_RANK,
  sameShape,
  shapeText,
  tagOf,
  tuple,
  wrongType,
  wrongValue,
} from "../checks/arguments.js";
import { allocateResident, freeResident, heapView } from "../memory/heap.js";

/**
 * A number, or arrays of them nested to any depth (up to 8), each level of one length; the innermost may be
 * Float32Arrays, as embeddings come: `[row, row]`.
 * @typedef {number | NestedArray} Nested
 */

/**
 * An array of {@link Nested}: spelt out, for an alias in JSDoc may not stand in its own definition. `flat` tells arrays
 * from strings and typed arrays.
 * @typedef {{ readonly length: number, readonly [index: number]: Nested | Floats, readonly flat: unknown }} NestedArray
 */

/**
 * A Float16Array, in runtimes that have it: spelt out, for older libraries of TypeScript lack its name.
 * @typedef {ArrayBufferView & { readonly [Symbol.toStringTag]: "Float16Array", readonly length: number,
 *   readonly [index: number]: number }} HalfArray
 */

/**
 * What elements come in: a Float32Array, which is used as it is, or a Float16Array, of which a copy is converted.
 * @typedef {Float32Array | HalfArray} Floats
 */

/**
 * What every op takes as a tensor: one of ours; anything with `data` (a Float32Array or Float16Array) and `shape` or
 * `dims`, as an ONNX Runtime tensor has; a Float32Array or Float16Array (one dim); nested numbers; rows, `[row, row]`.
 * @typedef {Tensor | { data: Floats, shape: readonly number[] } | { readonly data: unknown, readonly dims:
 *   readonly number[] } | Floats | Nested} Input
 */

/**
 * Where a result may be written: a tensor, or anything with `data` (a Float32Array) and `shape` or `dims`.
 * @typedef {{ readonly data: Float32Array, readonly shape: readonly number[] } |
 *   { readonly data: unknown, readonly dims: readonly number[] }} Target
 */

/**
 * Elements in WebAssembly memory. All who know of them share one record: so they are freed once, and all see it.
 * @typedef {object} Place
 * @property {number} pointer in bytes; 0: freed
 * @property {number} size how many elements
 */

/** @param {Place} place */
function free(place) {
  const { pointer, size } = place;
  if (pointer === 0) return;
  place.pointer = 0;
  freeResident(pointer, size);
}

/** Frees the memory of resident tensors that were not disposed; null where a host has none (some edge runtimes). */
const collected = typeof FinalizationRegistry === "undefined" ? null : new FinalizationRegistry(free);

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
    this._place = { pointer: allocateResident(sizes, this.size), size: this.size };
    collected?.register(this, this._place);
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
   * memory that grows detaches the views taken before. JavaScript takes a view before it computes what is to be written:
   * in `x.data[0] = mean(y).item()` and `x.data[0] += f()` the call may make memory grow, and the number is lost without
   * an error. Write by {@link Tensor.copyFrom} or {@link Tensor.fill}, or compute the number in a line before. While a
   * view is in use its tensor is not collected; a subarray of it does not see to that: keep the tensor as long as the
   * subarray.
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
   * @param {Input | ArrayLike<number>} values what {@link tensor} takes: of this tensor's shape, or flat (one dim) and of
   *   as many elements
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
    result._place = this._place;
    Reflect.set(result, "resident", this.resident);
    return result;
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
   * Frees a resident tensor, and what {@link Tensor.reshape} made of it; using them afterwards is an Error that says so.
   * No effect on an ordinary one, or twice. Resident tensors that nobody refers to any more are freed too, where the host
   * has a FinalizationRegistry: sooner or later, and between two tasks only ({@link empty} says more).
   * @returns {void}
   * @example
   * const x = empty([1024, 768], { resident: true });
   * x.dispose();
   * memoryUsage().resident; // => 0
   */
  dispose() {
    if (this.resident) free(/** @type {Place} */ (this._place));
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
  throw new Error(`${name}: expected a tensor in use, got one of shape ${shapeText(value._sizes)} that was ${lost}`);
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
 * @param {Float32Array} data
 * @param {readonly number[]} shape
 * @param {number} dim
 * @param {number} start of what this level covers
 * @param {number} size of it
 * @returns {any}
 */
function nest(data, shape, dim, start, size) {
  if (dim === shape.length) return data[start];
  const step = shape[dim] && size / shape[dim];
  return Array.from({ length: shape[dim] }, (_, i) => nest(data, shape, dim + 1, start + i * step, step));
}

/* Taking tensors --------------------------------------------------------------------------------------------------- */

/* Every op takes several tensors. The functions that it calls for them are short, so that an engine compiles them into
   the op: what is rare stands apart. */

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
 * @param {unknown} value
 * @param {string} name
 * @returns {Tensor}
 */
function converted(value, name) {
  if (value instanceof Tensor) return checkUsable(value, name);
  if (isFloats(value)) return wrapArray([value.length], value, name);
  if (isTensorLike(value)) return wrapTensor(value, name);
  if (typeof value === "number" || Array.isArray(value)) return flatten(value, name);
  if (isClone(value)) {
    throw new TypeError(`${name}: expected a tensor, got a clone of one: send its data and shape, tensor(data, shape)`);
  }
  throw wrongType(name, "a tensor, a Float32Array or nested numbers (tensor() rounds other arrays to float32)", value);
}

/**
 * @param {unknown} value
 * @returns {value is Floats}
 */
const isFloats = (value) => isFloat32Array(value) || isFloat16Array(value);

/**
 * @param {unknown} value
 * @returns {value is { data: unknown, shape?: unknown, dims?: unknown }}
 */
export const isTensorLike = (value) => typeof value === "object" && value !== null && "data" in value;

/**
 * @param {{ data: unknown, shape?: unknown, dims?: unknown }} value
 * @param {string} name
 */
function wrapTensor(value, name) {
  const data = dataOf(value, name),
    key = value.shape === undefined && "dims" in value ? "dims" : "shape";
  if (!isFloats(data)) throw wrongType(`${name}.data`, "a Float32Array", data);
  return wrapArray(checkShape(value[key], `${name}.${key}`), data, name);
}

/**
 * What structuredClone or postMessage makes of a tensor: its fields, in a plain object.
 * @param {unknown} value
 */
const isClone = (value) => typeof value === "object" && value !== null && "_view" in value;

/**
 * What asTensor converts, made of what else {@link tensor} takes: typed arrays of other kinds, and lists of numbers.
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

/**
 * A tensor of the caller's array, which may be a view of WebAssembly memory: then it is followed where memory grows.
 * @param {readonly number[]} shape
 * @param {Floats} floats a Float16Array is converted, in a copy
 * @param {string} name
 */
export function wrapArray(shape, floats, name) {
  if (floats.length === 0) checkAttached(floats, name);
  const data = isFloat32Array(floats) ? floats : new Float32Array(floats),
    result = Tensor._make(shape, data);
  if (data.buffer === heapView().buffer) {
    result._place = owners.get(data)?._place ?? { pointer: data.byteOffset, size: data.length };
  }
  return checkUsable(result, name);
}

/** @param {ArrayBufferView} view @returns {boolean} whether its memory is gone: then it looks empty */
function isDetached({ buffer }) {
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
 * @param {readonly number[]} sizes as the constructor's
 * @returns {Tensor} ordinary, of zeros
 * @throws {RangeError} if the JavaScript heap has no room
 */
export function zerosOf(sizes) {
  const count = elementCount(sizes);
  try {
    return Tensor._make(sizes, new Float32Array(count));
  } catch (cause) {
    const what = `a tensor of shape ${shapeText(sizes)}: ${count * 4} bytes`;
    throw new RangeError(`${what} do not fit into the JavaScript heap`, { cause });
  }
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

/**
 * @param {unknown} nested a number, or an array
 * @param {string} name
 * @returns {Tensor} its sizes are those along the first element of each level
 */
function flatten(nested, name) {
  const sizes = [];
  for (
    let level = /** @type {any} */ (nested);
    (Array.isArray(level) || isFloats(level)) && sizes.length <= MAX_RANK;
    level = level[0]
  ) {
    sizes.push(level.length);
  }
  const result = zerosOf(checkShape(sizes, name)),
    data = result._view;
  if (typeof nested === "number") data[0] = nested;
  else copyNested(data, 0, nested, sizes, 0, name);
  return result;
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
function copyNested(data, at, nested, sizes, dim, name) {
  const row = isFloats(nested) && converted(nested, name).data;
  if (!(row || Array.isArray(nested)) || nested.length !== sizes[dim]) {
    throw wrongValue(
      name,
      `${sizes[dim]} elements, as those before it have`,
      row || Array.isArray(nested) ? nested.length : nested,
    );
  }
  if (row && dim + 1 === sizes.length) {
    data.set(row, at);
    return at + row.length;
  }
  for (let i = 0; i < nested.length; i++) {
    /* holes too */
    const item = nested[i];
    if (dim + 1 < sizes.length) at = copyNested(data, at, item, sizes, dim + 1, `${name}[${i}]`);
    else if (typeof item === "number") data[at++] = item;
    else throw (Array.isArray(item) ? wrongValue : wrongType)(`${name}[${i}]`, "a number", item);
  }
  return at;
}

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
  if (!isTensorLike(value)) throw wrongType(name, "a tensor", value);
  if (isFloat16Array(value.data)) throw wrongType(`${name}.data`, "a Float32Array", value.data);
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
