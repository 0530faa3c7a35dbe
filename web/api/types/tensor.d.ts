/// <reference lib="esnext.disposable" preserve="true" />
/**
 * Sets how tensors print. It is not imported here: a bundle of ops alone goes without.
 * @param {typeof format} formatTensor
 */
export function printWith(formatTensor: typeof format): void;
/**
 * A tensor of the caller's array, which may be a view of WebAssembly memory: then it is followed where memory grows.
 * @param {readonly number[]} shape
 * @param {Float32Array} data
 * @param {string} name
 */
export function wrapArray(shape: readonly number[], data: Float32Array, name: string): Tensor;
/**
 * @param {readonly number[]} sizes as the constructor's
 * @returns {Tensor} ordinary, of zeros
 * @throws {RangeError} if the JavaScript heap has no room
 */
export function zerosOf(sizes: readonly number[]): Tensor;
/**
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {readonly number[]} shape that it must have
 * @returns {Tensor}
 */
export function asTensorOfShape(value: unknown, name: string, shape: readonly number[]): Tensor;
/**
 * A tensor of the caller's to write to.
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {readonly number[]} shape that it must have
 * @returns {Tensor}
 */
export function asTarget(value: unknown, name: string, shape: readonly number[]): Tensor;
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
     * memory that grows detaches the views taken before. While a view is in use its tensor is not collected; a subarray
     * of it does not see to that: keep the tensor as long as the subarray.
     * @type {Float32Array}
     * @throws {Error} if the tensor was disposed
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
     * Frees a resident tensor; using it afterwards is an Error that says so. No effect on an ordinary one, or twice.
     * Resident tensors that nobody refers to any more are freed too, sooner or later, where the host has a
     * FinalizationRegistry.
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
export function asTensor(value: unknown, name: string): Tensor;
export function isTensorLike(value: unknown): value is {
    data: unknown;
    shape?: unknown;
    dims?: unknown;
};
export function resultTensor(out: unknown, shape: readonly number[], name: string): Tensor;
/**
 * A number, or arrays of them nested to any depth (up to 8), each level of one length.
 */
export type Nested = number | NestedArray;
/**
 * An array of {@link Nested}: spelt out, for an alias in JSDoc may not stand in its own definition. `flat` tells arrays
 * from strings and typed arrays.
 */
export type NestedArray = {
    readonly length: number;
    readonly [index: number]: Nested;
    readonly flat: unknown;
};
/**
 * What every op takes as a tensor: one of ours; anything with `data` (a Float32Array) and `shape` or `dims`, as an ONNX
 * Runtime tensor has; a Float32Array (one dim); nested numbers.
 */
export type Input = Tensor | {
    data: Float32Array;
    shape: readonly number[];
} | {
    readonly data: unknown;
    readonly dims: readonly number[];
} | Float32Array | Nested;
/**
 * Where a result may be written: a tensor, or anything with the data (a Float32Array) and shape of one.
 */
export type Target = {
    readonly data: Float32Array;
    readonly shape: readonly number[];
};
/**
 * Elements in WebAssembly memory. All who know of them share one record: so they are freed once, and all see it.
 */
export type Place = {
    /**
     * in bytes; 0: freed
     */
    pointer: number;
    /**
     * how many elements
     */
    size: number;
};
/** @type {(data: Float32Array, sizes: readonly number[]) => string} */
declare let format: (data: Float32Array, sizes: readonly number[]) => string;
export {};
