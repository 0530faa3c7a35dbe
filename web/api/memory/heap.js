/** WebAssembly memory: resident tensors in it, how much of it is in use, and what there is to say when it is full. */
import { shapeText } from "../checks/arguments.js";
import { allocator, instance } from "./wasm.js";

/** A page of the host, in elements, and how far apart within it neighbours begin. */
const PAGE_ELEMENTS = 1024,
  STAGGER_ELEMENTS = 272;

/** All of the memory. Growth detaches it: then its length is 0. */
let heap = new Float32Array(0);

let residentBytes = 0,
  residentTensors = 0;

/**
 * How much memory is in use, in bytes. It loads nothing: before the first use of WebAssembly memory both are 0.
 *
 * @returns {{ total: number, resident: number }} the size of WebAssembly memory, and how much of it resident tensors
 *   hold
 * @example
 * memoryUsage(); // => { total: 0, resident: 0 }
 */
export function memoryUsage() {
  return { total: instance?.memory.buffer.byteLength ?? 0, resident: residentBytes };
}

/**
 * The whole memory as float32, of length 0 before the first use; good until the next allocation.
 * @returns {Float32Array}
 */
export function heapView() {
  if (heap.length === 0 && instance) heap = new Float32Array(instance.memory.buffer);
  return heap;
}

/**
 * Where memory that threads share grows, a view of it is not detached: then this makes heapView() take a new one.
 * @internal
 */
export function forgetView() {
  heap = new Float32Array(0);
}

/**
 * @param {number} elements
 * @returns {number} a pointer; 0 where memory cannot hold them
 */
export const tryAllocate = (elements) => (elements < 2 ** 30 ? allocator().malloc(elements * 4) >>> 0 : 0);

/**
 * @param {string} what needs the memory
 * @param {number} elements
 */
export const outOfMemory = (what, elements) =>
  new RangeError(
    `${what}: ${elements * 4} bytes do not fit into WebAssembly memory (4 GiB at most; ` +
      `${memoryUsage().total} bytes now, ${residentBytes} of them in resident tensors, of which ${residentTensors} are ` +
      "alive: dispose() those that are done with; garbage collection waits for the end of the task)",
  );

/**
 * Tensors that lie at the same place of their pages slow each other down: a processor that compares the last 12 bits
 * takes a load behind a store for one of what is being stored (Intel's optimization manual: 4K aliasing). So those of
 * several pages take up to a page more, and the next one begins elsewhere.
 * @param {number} elements
 * @returns {number} elements to allocate
 */
function staggered(elements) {
  if (elements < 4 * PAGE_ELEMENTS) return elements;
  return elements + ((STAGGER_ELEMENTS - elements) & (PAGE_ELEMENTS - 1));
}

/**
 * Memory for a resident tensor, not initialised.
 * @param {readonly number[]} shape
 * @param {number} elements
 * @returns {number} a pointer
 */
export function allocateResident(shape, elements) {
  const pointer = tryAllocate(staggered(elements));
  if (pointer === 0) throw outOfMemory(`a resident tensor of shape ${shapeText(shape)}`, elements);
  residentBytes += elements * 4;
  residentTensors++;
  return pointer;
}

/**
 * @param {number} pointer
 * @param {number} elements
 */
export function freeResident(pointer, elements) {
  allocator().free(pointer);
  residentBytes -= elements * 4;
  residentTensors--;
}
