/** The place of a resident tensor's elements in WebAssembly memory, from when it is made until it is freed. */
import { shapeText } from "../checks/arguments.js";
import { allocateResident, freeResident } from "../memory/heap.js";

/** @import { Tensor } from "./tensor.js" */

/**
 * Elements in WebAssembly memory. All who know of them share one record: so they are freed once, and all see it.
 * @typedef {object} Place
 * @property {number} pointer in bytes; 0: freed
 * @property {number} size how many elements
 */

/** @param {Place} place */
export function free(place) {
  const { pointer, size } = place;
  if (pointer === 0) return;
  place.pointer = 0;
  freeResident(pointer, size);
}

/** Frees the memory of resident tensors that were not disposed; null where a host has none (some edge runtimes). */
const collected = typeof FinalizationRegistry === "undefined" ? null : new FinalizationRegistry(free);

/**
 * @param {object} owner frees it when it is collected
 * @param {readonly number[]} shape
 * @param {number} size how many elements
 * @returns {Place} not initialised
 */
export function placeFor(owner, shape, size) {
  const place = { pointer: allocateResident(shape, size), size };
  collected?.register(owner, place);
  return place;
}

/**
 * The tensor whose elements a view shows. It lives as long as the view, as the values of a WeakMap do: otherwise the
 * memory could be freed, and given to another tensor, while somebody still reads it.
 * @type {WeakMap<Float32Array, Tensor>}
 */
export const owners = new WeakMap();

/**
 * @param {string} name of the argument
 * @param {readonly number[]} sizes
 * @param {string} lost what became of it
 */
export const notInUse = (name, sizes, lost) =>
  new Error(`${name}: expected a tensor in use, got one of shape ${shapeText(sizes)} that was ${lost}`);
