/**
 * Doubles that a kernel reads and writes, as statistics of columns are. Tensors are float32; what an op's operands have
 * for doubles is room in the staging area, for all pieces of a call.
 */
import { heapView } from "../memory/heap.js";
import { scratch } from "./operands.js";

/** @import { Operand, Operands } from "./operands.js" */

/** Doubles, and their room. */
class Doubles {
  /** Whether they have been copied there. */
  isThere = false;

  /**
   * @param {Float64Array} values
   * @param {Operand} room
   */
  constructor(values, room) {
    this.values = values;
    this.room = room;
  }

  /** Good until memory grows. */
  view() {
    return new Float64Array(heapView().buffer, this.room.pointer, this.values.length);
  }

  /**
   * From the first piece on they are there.
   * @returns {number} a pointer
   */
  read() {
    if (!this.isThere) this.view().set(this.values);
    this.isThere = true;
    return this.room.pointer;
  }

  /** Brings back what the kernel wrote. */
  write() {
    this.values.set(this.view());
  }
}

/**
 * @param {Operands} all
 * @param {Float64Array} values
 */
export const doubles = (all, values) => new Doubles(values, scratch(all, 2 * values.length));
