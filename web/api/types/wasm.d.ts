/**
 * The kernels themselves, for those who call them by pointer: the functions of c/norm.h, which is their manual, and the
 * allocator. Pointers are byte offsets into WebAssembly memory, as `pointer` of a resident tensor is one. Nothing is
 * checked. The first call loads them, if nothing has before.
 *
 * @returns {Kernels}
 * @throws {Error} if the host has no WebAssembly SIMD, or forbids compiling
 * @example
 * const x = tensor([[1, 2, 3], [4, 5, 9]], [2, 3], { resident: true });
 * kernels().ln_rms_norm(x.pointer, 0, x.pointer, 0, 2, 3, 0, 1e-6); // y, rrms, x, weight, rows, n, offset, eps
 * x; // => tensor([[0.4629, 0.9258, 1.3887], [0.6273, 0.7841, 1.4113]])
 * x.dispose();
 */
export function kernels(): Kernels;
/**
 * Instantiates the kernels now rather than at the first use. Needed only where the host forbids compiling from bytes,
 * or where several workers are to share one compiled module.
 *
 * @param {CompiledModule | ArrayBuffer | ArrayBufferView} [source] `layernorm/kernels.wasm`, compiled or as bytes;
 *   default: the copy that the package holds
 * @throws {TypeError} if source is something else
 * @throws {Error} if something has already used WebAssembly memory, if the host has no WebAssembly SIMD, or if the
 *   module is not this version's
 * @example
 * init(await WebAssembly.compileStreaming(fetch("/kernels.wasm")));
 * layerNorm([1, 3], 2, { eps: 0 }); // => tensor([-1., 1.])
 */
export function init(source?: CompiledModule | ArrayBuffer | ArrayBufferView): void;
/**
 * How much memory is in use, in bytes. It loads nothing: before the first use of WebAssembly memory both are 0.
 *
 * @returns {{ total: number, resident: number }} the size of WebAssembly memory, and how much of it resident tensors
 *   hold
 * @example
 * memoryUsage(); // => { total: 0, resident: 0 }
 */
export function memoryUsage(): {
    total: number;
    resident: number;
};
/**
 * The whole memory as float32, of length 0 before the first use; good until the next allocation.
 * @returns {Float32Array}
 */
export function heapView(): Float32Array;
/**
 * Memory for a resident tensor, not initialised.
 * @param {readonly number[]} shape
 * @param {number} elements
 * @returns {number} a pointer
 */
export function allocateResident(shape: readonly number[], elements: number): number;
/**
 * @param {number} pointer
 * @param {number} elements
 */
export function freeResident(pointer: number, elements: number): void;
/**
 * Room for elements in the staging area, until the next call of this function.
 * @param {number} elements
 * @returns {number} a pointer
 */
export function reserveStage(elements: number): number;
/** Gives a large staging area back. */
export function trimStage(): void;
/**
 * ln_permute, with shape and order from JavaScript.
 * @param {number} y pointer
 * @param {number} x pointer
 * @param {readonly number[]} shape of x
 * @param {readonly number[]} order
 */
export function permute(y: number, x: number, shape: readonly number[], order: readonly number[]): void;
/**
 * What the module exports: the functions of c/norm.h (pointers and sizes are byte offsets and element counts), and the
 * C allocator.
 */
export type Kernels = {
    /**
     * a WebAssembly.Memory
     */
    memory: {
        readonly buffer: ArrayBuffer;
        grow: (pages: number) => number;
    };
    /**
     * 0: no room; one above 2 GiB is negative, which `>>> 0` mends
     */
    malloc: (bytes: number) => number;
    free: (pointer: number) => void;
    ln_moments: (mean: number, variance: number, std: number, x: number, outer: number, n: number, inner: number, correction: number) => void;
    ln_layer_norm: (y: number, mean: number, rstd: number, x: number, weight: number, bias: number, outer: number, n: number, inner: number, correction: number, eps: number) => void;
    ln_add_layer_norm: (y: number, sum: number, x: number, residual: number, weight: number, bias: number, outer: number, n: number, eps: number) => void;
    ln_layer_norm_backward: (dx: number, dweight: number, dbias: number, scratch: number, dy: number, x: number, mean: number, rstd: number, weight: number, outer: number, n: number, eps: number) => void;
    ln_rms_norm: (y: number, rrms: number, x: number, weight: number, outer: number, n: number, weightOffset: number, eps: number) => void;
    ln_add_rms_norm: (y: number, sum: number, x: number, residual: number, weight: number, outer: number, n: number, weightOffset: number, eps: number) => void;
    ln_rms_norm_backward: (dx: number, dweight: number, scratch: number, dy: number, x: number, rrms: number, weight: number, outer: number, n: number, weightOffset: number, eps: number) => void;
    ln_group_norm: (y: number, mean: number, rstd: number, x: number, weight: number, bias: number, outer: number, groups: number, channels: number, inner: number, eps: number) => void;
    ln_group_norm_backward: (dx: number, dweight: number, dbias: number, dy: number, x: number, weight: number, outer: number, groups: number, channels: number, inner: number, eps: number) => void;
    ln_batch_norm: (y: number, x: number, mean: number, variance: number, weight: number, bias: number, outer: number, channels: number, inner: number, eps: number) => void;
    ln_batch_norm_backward: (dx: number, dweight: number, dbias: number, dy: number, x: number, mean: number, variance: number, weight: number, outer: number, channels: number, inner: number, eps: number) => void;
    ln_update_running: (running: number, batch: number, n: number, momentum: number) => void;
    ln_linear: (y: number, x: number, weight: number, bias: number, rows: number, inputs: number, outputs: number) => void;
    ln_relu: (y: number, x: number, n: number) => void;
    ln_relu_backward: (dx: number, dy: number, x: number, n: number) => void;
    ln_manual_seed: (seed: number) => void;
    ln_uniform: (y: number, n: number, from: number, to: number) => void;
    ln_normal: (y: number, n: number) => void;
    ln_permute: (y: number, x: number, shape: number, order: number, rank: number) => void;
    ln_allclose: (a: number, b: number, n: number, rtol: number, atol: number, equalNan: number) => number;
    ln_round: (y: number, x: number, n: number) => void;
};
/**
 * A WebAssembly.Module, where the project's types know of it: those of Node.js do not, those of browsers ("dom") do.
 */
export type CompiledModule = typeof globalThis extends {
    WebAssembly: {
        Module: new (...args: any[]) => infer M;
    };
} ? M & object : object;
