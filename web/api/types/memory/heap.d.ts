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
 * Where memory that threads share grows, a view of it is not detached: then this makes heapView() take a new one.
 * @internal
 */
export function forgetView(): void;
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
export function tryAllocate(elements: number): number;
export function outOfMemory(what: string, elements: number): RangeError;
