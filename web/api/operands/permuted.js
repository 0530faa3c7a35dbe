/** Tensors whose dims a kernel needs in another order: brought into it before the kernel runs, and back afterwards. */
import { ln_permute } from "../kernel-text.js";
import { elementCount, MAX_RANK } from "../checks/arguments.js";
import { outOfMemory, tryAllocate } from "../memory/heap.js";
import { withKernels } from "../memory/wasm.js";
import { NONE, scratch } from "./operands.js";

/** @import { Operand, Operands } from "./operands.js" */

const permuting = /* @__PURE__ */ withKernels(ln_permute);

/** Where a permutation's shape and order stand while the kernel reads them: two arrays of MAX_RANK uint32. */
let permutation = 0;

/**
 * ln_permute, with shape and order from JavaScript.
 * @param {number} y pointer
 * @param {number} x pointer
 * @param {readonly number[]} shape of x
 * @param {readonly number[]} order
 */
export function permuteElements(y, x, shape, order) {
  const wasm = permuting();
  permutation ||= tryAllocate(2 * MAX_RANK);
  if (permutation === 0) throw outOfMemory("the dims of a tensor", 2 * MAX_RANK);
  const sizes = new Uint32Array(wasm.memory.buffer, permutation, 2 * MAX_RANK);
  sizes.set(shape);
  sizes.set(order, MAX_RANK);
  wasm.ln_permute(y, x, permutation, permutation + 4 * MAX_RANK, shape.length);
}

/**
 * The elements of a tensor with its dims in another order, in room of their own; or as they stand, where they are.
 */
class Permuted {
  /**
   * @param {readonly number[]} shape of the tensor
   * @param {readonly number[] | null} order dim d is the tensor's dim order[d]; null: as they stand
   * @param {Operand} room for the elements in that order
   */
  constructor(shape, order, room) {
    this.shape = shape;
    this.order = order;
    this.room = room;
  }

  /**
   * @param {Operand} x what the kernel reads
   * @returns {number} a pointer to its elements in this order
   */
  read(x) {
    if (!this.order || !x.pointer) return x.pointer;
    permuteElements(this.room.pointer, x.pointer, this.shape, this.order);
    return this.room.pointer;
  }

  /**
   * @param {Operand} y what the kernel writes
   * @returns {number} a pointer to where it writes, in this order; what was read may still be there
   */
  target(y) {
    return this.order ? this.room.pointer : y.pointer;
  }

  /**
   * Brings back what the kernel wrote.
   * @param {Operand} y
   */
  write(y) {
    if (!this.order) return;
    permuteElements(
      y.pointer,
      this.room.pointer,
      this.order.map((d) => this.shape[d]),
      inverse(this.order),
    );
  }
}

const AS_THEY_STAND = /* @__PURE__ */ new Permuted([], null, NONE);

/**
 * @param {Operands} all
 * @param {readonly number[]} shape
 * @param {readonly number[] | null} order
 */
export const permuted = (all, shape, order) =>
  order ? new Permuted(shape, order, scratch(all, elementCount(shape))) : AS_THEY_STAND;

/**
 * @param {readonly number[]} order of dims
 * @returns {number[]} the order that undoes it
 */
function inverse(order) {
  const result = order.slice();
  for (let i = 0; i < order.length; i++) result[order[i]] = i;
  return result;
}
