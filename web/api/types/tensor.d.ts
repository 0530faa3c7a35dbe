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
export function tensor(values: ArrayLike<number> | Input, shape?: readonly number[], options?: MakeOptions): Tensor;
/**
 * @param {readonly number[]} shape
 * @param {number} value
 * @param {MakeOptions} [options]
 * @returns {Tensor} filled with value
 * @throws {RangeError} as {@link empty}
 * @example
 * full([2, 2], 0.5);
 */
export function full(shape: readonly number[], value: number, options?: MakeOptions): Tensor;
/**
 * A tensor: made by {@link tensor}, {@link empty}, {@link zeros}, {@link ones} or {@link full}, and by every op.
 *
 * An ordinary one wraps a Float32Array of the JavaScript heap: there is nothing to free. A resident one lives in
 * WebAssembly memory: kernels work on it without a copy, and `dispose()` or `using` frees it.
 */
export class Tensor {
    /**
     * @internal
     * @param {readonly number[]} sizes as the constructor's
     * @param {Float32Array | null} data
     */
    static _make(sizes: readonly number[], data: Float32Array | null): Tensor;
    /**
     * @private
     * @param {readonly number[]} sizes the shape: checked, and in nobody else's hands
     * @param {Float32Array | null} data its elements, not copied; null: resident, not initialised
     * @param {object} key
     */
    private constructor();
    /**
     * The shape, as ops use it: never changed. (Engines read a frozen array at half the speed.)
     * @internal
     * @type {readonly number[]}
     */
    _sizes: readonly number[];
    /**
     * The shape, frozen, once somebody has asked for it.
     * @internal
     * @type {readonly number[] | null}
     */
    _shape: readonly number[] | null;
    /**
     * How many elements.
     * @readonly
     * @type {number}
     */
    readonly size: number;
    /**
     * True if it lives in WebAssembly memory.
     * @readonly
     * @type {boolean}
     */
    readonly resident: boolean;
    /**
     * The elements, or the last view of them if they are in WebAssembly memory. (Not a private field: Firefox 89 has
     * none, and a proxy, as user interface frameworks make, could not reach it.)
     * @internal
     * @type {Float32Array}
     */
    _view: Float32Array;
    /**
     * Where the elements are in WebAssembly memory; null: they are in the JavaScript heap.
     * @internal
     * @type {Place | null}
     */
    _place: Place | null;
    /**
     * Where the elements are in WebAssembly memory, in bytes; 0: elsewhere, or freed.
     * @internal
     */
    get _pointer(): number;
    /** @internal */
    get _disposed(): boolean;
    /**
     * The sizes of the dims; cannot be changed.
     * @type {readonly number[]}
     */
    get shape(): readonly number[];
    /**
     * The elements, row-major: a live view. For a resident tensor take it anew from the tensor rather than keep it:
     * memory that grows detaches the views taken before. While a view is in use its tensor is not collected; a subarray
     * of it does not see to that: keep the tensor as long as the subarray.
     * @type {Float32Array}
     * @throws {Error} if the tensor was disposed
     */
    get data(): Float32Array;
    /**
     * Where a resident tensor begins in WebAssembly memory, in bytes, for those who call the kernels themselves.
     * @type {number}
     * @throws {Error} if the tensor was disposed, or is not resident
     */
    get pointer(): number;
    /**
     * @returns {any} a number for shape [], nested arrays otherwise
     * @example
     * ones([2, 2]).toArray(); // [[1, 1], [1, 1]]
     */
    toArray(): any;
    /**
     * @returns {string} the text that PyTorch prints
     * @example
     * `${tensor([[0.1324], [0.217]])}`; // "tensor([[0.1324],\n        [0.2170]])"
     */
    toString(): string;
    /**
     * Frees a resident tensor; using it afterwards is an Error that says so. No effect on an ordinary one, or twice.
     * @example
     * const x = empty([1024, 768], { resident: true });
     * x.dispose();
     */
    dispose(): void;
    [Symbol.dispose](): void;
}
export function empty(shape: readonly number[], options?: MakeOptions): Tensor;
export function zeros(shape: readonly number[], options?: MakeOptions): Tensor;
export function ones(shape: readonly number[], options?: MakeOptions): Tensor;
export function asTensor(value: unknown, name: string): Tensor;
export function asTensorOfShape(value: unknown, name: string, shape: readonly number[]): Tensor;
export function asOptionalTensor(value: unknown, name: string, shape: readonly number[]): Tensor | null;
export function asTarget(value: unknown, name: string, shape: readonly number[]): Tensor;
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
     * what is to be freed; 0: nothing, another has the memory
     */
    block: number;
    /**
     * in bytes; 0: freed
     */
    pointer: number;
    /**
     * how many elements
     */
    size: number;
};
/**
 * resident: in WebAssembly memory (default false)
 */
export type MakeOptions = {
    resident?: boolean;
};
