/// <reference lib="esnext.disposable" preserve="true" />
/**
 * Sets how tensors print. It is not imported here: a bundle of ops alone goes without.
 * @param {typeof format} formatTensor
 */
export function printWith(formatTensor: typeof format): void;
/**
 * A tensor of what is not known to be one of ours, in use and in WebAssembly memory.
 * @param {unknown} value
 * @param {string} name of the argument
 * @returns {Tensor}
 */
export function converted(value: unknown, name: string): Tensor;
/**
 * A tensor of the caller's array, which may be a view of WebAssembly memory: then it is followed where memory grows.
 * @param {readonly number[]} shape
 * @param {Float32Array} data
 * @param {string} name
 */
export function wrapArray(shape: readonly number[], data: Float32Array, name: string): Tensor;
/**
 * What `using` calls; older browsers lack it.
 * @type {typeof Symbol.dispose}
 */
export const DISPOSE: typeof Symbol.dispose;
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
     * @private
     * @param {readonly number[]} sizes the shape: checked, and in nobody else's hands
     * @param {Float32Array | null} data its elements, not copied; null: resident, not initialised
     * @param {object} key
     */
    private constructor();
    /**
     * How many elements: the product of the shape.
     * @readonly
     * @type {number}
     */
    readonly size: number;
    /**
     * Whether it lives in WebAssembly memory.
     * @readonly
     * @type {boolean}
     */
    readonly resident: boolean;
    /**
     * The sizes of the dims: [] for a scalar; cannot be changed.
     * @type {readonly number[]}
     * @example
     * zeros([2, 3]).shape; // => [2, 3]
     */
    get shape(): readonly number[];
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
    get data(): Float32Array;
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
    get pointer(): number;
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
    copyFrom(values: Input | ArrayLike<number>): this;
    /**
     * Makes every element one value.
     * @param {number} value of each element
     * @returns {this}
     * @throws {TypeError} if value is not a number
     * @throws {Error} if the tensor was disposed
     * @example
     * empty([3]).fill(0.5); // => tensor([0.5000, 0.5000, 0.5000])
     */
    fill(value: number): this;
    /**
     * The only element, as a number.
     * @returns {number}
     * @throws {RangeError} if there are more elements than one, or none
     * @throws {Error} if the tensor was disposed
     * @example
     * mean([1, 2, 6]).item(); // => 3
     */
    item(): number;
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
    reshape(shape: readonly number[]): Tensor;
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
    rows(begin?: number, end?: number): Tensor;
    /**
     * The elements as numbers.
     * @returns {any} a number for shape [], nested arrays otherwise
     * @throws {Error} if the tensor was disposed
     * @example
     * ones([2, 2]).toArray(); // => [[1, 1], [1, 1]]
     */
    toArray(): any;
    /**
     * What JSON.stringify saves of a tensor: its elements, as {@link Tensor.toArray} gives them. (For NaN and infinities
     * JSON has null.)
     * @returns {any}
     * @throws {Error} if the tensor was disposed
     * @example
     * JSON.stringify({ x: ones([2, 2]) }); // => '{"x":[[1,1],[1,1]]}'
     */
    toJSON(): any;
    /**
     * The text that PyTorch prints, by the options of {@link setPrintOptions}. (In a bundle that takes nothing of this
     * package but ops as functions, and makes no tensor by hand, it is "tensor(..., size=(2, 6))": what prints elements
     * is not in it.)
     * @returns {string}
     * @throws {Error} if the tensor was disposed
     * @example
     * `${tensor([0.1324, 0.217])}`; // => 'tensor([0.1324, 0.2170])'
     */
    toString(): string;
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
    dispose(): void;
    /**
     * What `using x = empty([2, 3], { resident: true })` calls where x goes out of scope: {@link Tensor.dispose}.
     * @returns {void}
     */
    [Symbol.dispose](): void;
}
/** @type {(data: Float32Array, sizes: readonly number[]) => string} */
declare let format: (data: Float32Array, sizes: readonly number[]) => string;
import type { Place } from "./place.js";
import type { Input } from "./as-tensor.js";
export {};
