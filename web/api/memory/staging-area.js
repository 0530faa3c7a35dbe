/**
 * The staging area's memory: one block, which calls use one after the other. A call that needs more than there is takes
 * a larger block; a block above 4 MiB is given back at the end of the call. How much is staged at once:
 * operands/staging.js.
 */
import { outOfMemory, tryAllocate } from "./heap.js";
import { allocator } from "./wasm.js";

/** A block of up to this size is kept from call to call: 4 MiB. */
const KEPT_ELEMENTS = 2 ** 20;

const NO_BLOCK = { pointer: 0, elements: 0 };

let block = NO_BLOCK;

/**
 * Room for elements in the staging area, until the next call of this function.
 * @param {number} elements
 * @returns {number} a pointer
 */
export function reserveStage(elements) {
  if (elements <= block.elements) return block.pointer;
  freeStage();
  const pointer = tryAllocate(elements);
  if (pointer === 0) throw outOfMemory("the operands", elements);
  block = { pointer, elements };
  return pointer;
}

function freeStage() {
  if (block.pointer) allocator().free(block.pointer);
  block = NO_BLOCK;
}

/** Gives a block above KEPT_ELEMENTS back. */
export function trimStage() {
  if (block.elements > KEPT_ELEMENTS) freeStage();
}
