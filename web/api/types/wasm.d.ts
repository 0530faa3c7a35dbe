/**
 * The kernels, loaded by the first call.
 * @returns {Kernels}
 */
export function kernels(): Kernels;
/**
 * Instantiates the kernels now rather than at the first use. Needed only where the host forbids compiling from bytes,
 * or where several workers are to share one compiled module.
 *
 * @param {WebAssembly.Module | BufferSource} [source] `layernorm/kernels.wasm`, compiled or as bytes; default: the copy
 *   that the package holds
 * @throws {TypeError} if source is something else
 * @throws {Error} if something has already used WebAssembly memory, if the host has no WebAssembly SIMD, or if the
 *   module is not this version's
 * @example
 * init(await WebAssembly.compileStreaming(fetch("/kernels.wasm")));
 */
export function init(source?: WebAssembly.Module | BufferSource): void;
/**
 * How much memory is in use, in bytes. It loads nothing: before the first use of WebAssembly memory both are 0.
 *
 * @returns {{ total: number, resident: number }} the size of WebAssembly memory, and how much of it resident tensors
 *   hold
 * @example
 * memoryUsage(); // { total: 0, resident: 0 }
 */
export function memoryUsage(): {
    total: number;
    resident: number;
};
/**
 * Memory for a resident tensor, not initialised.
 * @param {readonly number[]} shape
 * @param {number} elements
 * @returns {Block}
 */
export function allocateResident(shape: readonly number[], elements: number): Block;
/**
 * @param {number} block
 * @param {number} elements
 */
export function freeResident(block: number, elements: number): void;
/**
 * Room for elements in the staging area, until the next call of this function.
 * @param {number} elements
 * @returns {number} a pointer, where a cache line begins
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
export function heapView(): Float32Array<ArrayBuffer>;
/**
 * Memory that begins with a cache line: a vector that crosses from one into the next takes longer.
 */
export type Block = {
    /**
     * what is to be freed
     */
    block: number;
    /**
     * where the elements begin
     */
    pointer: number;
};
/**
 * What the module exports: the functions of c/norm.h (pointers and sizes are byte offsets and element counts), and the
 * C allocator.
 */
export type Kernels = {
    memory: WebAssembly.Memory;
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
