/** Tensors whose dims a kernel needs in another order: brought into it before the kernel runs, and back afterwards. */
import { elementCount } from "./arguments.js";
import { NONE, scratch } from "./staging.js";
import { permute } from "./wasm.js";

/** @import { Operand } from "./staging.js" */

/**
 * The elements of a tensor with its dims in another order, in room of their own; or as they stand, where they are.
 */
class Permuted {
  /**
   * @param {readonly number[]} shape of the tensor
   * @param {readonly number[] | null} order dim d is the tensor's dim order[d]; null: as they stand
   */
  constructor(shape, order) {
    this.shape = shape;
    this.order = order;
    /** To be among the operands that run() is given. */
    this.room = order ? scratch(elementCount(shape)) : NONE;
  }

  /**
   * @param {Operand} x what the kernel reads
   * @returns {number} a pointer to its elements in this order
   */
  read(x) {
    if (!this.order || !x.pointer) return x.pointer;
    permute(this.room.pointer, x.pointer, this.shape, this.order);
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
    permute(
      y.pointer,
      this.room.pointer,
      this.order.map((d) => this.shape[d]),
      inverse(this.order),
    );
  }
}

const AS_THEY_STAND = /* @__PURE__ */ new Permuted([], null);

/**
 * @param {readonly number[]} shape
 * @param {readonly number[] | null} order
 */
export const permuted = (shape, order) => (order ? new Permuted(shape, order) : AS_THEY_STAND);

/**
 * @param {readonly number[]} order of dims
 * @returns {number[]} the order that undoes it
 */
function inverse(order) {
  const result = order.slice();
  order.forEach((d, i) => (result[d] = i));
  return result;
}
