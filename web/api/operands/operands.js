/**
 * What a kernel reads and writes. An operand is added to those of its op where it is made, and run() of staging.js
 * is given them all: so only the call of the kernel lists them, by the names and in the order of c/norm.h.
 */
import { checkOptions, wrongType } from "../checks/arguments.js";
import { ln_round } from "../kernel-text.js";
import { heapView } from "../memory/heap.js";
import { withKernels } from "../memory/wasm.js";
import { resultTensor } from "../tensor/as-tensor.js";

/** @import { Tensor } from "../tensor/tensor.js" */

/** The step of an operand of which all elements belong to every outer index. */
export const WHOLE = 0;

/* What a kernel does with an operand: up to UPDATE it reads it, from UPDATE on it writes it. */

const READ = 0;
/** Reads each element before it writes one of an output to the very same memory. */
export const REPLACE = 1;
/** Reads and writes the same memory. */
export const UPDATE = 2;
export const WRITE = 3;
/** Adds to doubles, over all outer indices; the sums are rounded into the tensor at the end. */
export const SUM = 4;
/** Uses it as room that nobody else sees. */
const SCRATCH = 5;

/** @typedef {(to: Float32Array, at: number, from: Float32Array, start: number, count: number) => void} Copy */

/** All that an op's kernels read and write: a chain, for an array would make short calls slower. */
export class Operands {
  /**
   * The first one.
   * @type {Operand | null}
   */
  next = null;
  /** @type {Operands | Operand} */
  last = this;
  /**
   * What rounds the sums among them, given what copies elements; null where there are none.
   * @type {((all: Operands, copy: Copy) => void) | null}
   */
  rounding = null;
}

/** What a kernel reads or writes. */
export class Operand {
  /**
   * The one that was made after it for the same op.
   * @type {Operand | null}
   */
  next = null;

  /**
   * @param {Operands} all the op's operands, to which this one is added
   * @param {number} use
   * @param {Tensor | null} tensor null: scratch, or none (a null pointer)
   * @param {number} step how many elements belong to one outer index; WHOLE: all of them belong to each; of scratch:
   *   how many there are
   * @param {boolean} [isNew] made for the result: it shares memory with nothing
   * @param {Operand | null} [over] a REPLACE input whose place in the staging area an output takes, if both have one
   * @param {string} [name] of the argument that an output was given as
   */
  constructor(all, use, tensor, step, isNew, over, name = "") {
    this.use = use;
    this.tensor = tensor;
    this.step = tensor ? step : WHOLE;
    this.isNew = isNew;
    this.over = over;
    this.name = name;
    this.size = tensor ? tensor.size : step;
    /** Whether it has a place in the staging area; otherwise it is used where it is. */
    this.staged = tensor ? !tensor.resident || use === SUM : use === SCRATCH;
    /** Where the elements of the piece at hand are for the kernel: in the tensor, or in the staging area. */
    this.pointer = tensor ? tensor._pointer : 0;
    all.last.next = this;
    all.last = this;
  }
}

/** @typedef {Operand & { tensor: Tensor }} Result an operand that holds a result */

/** An operand that is left out: a null pointer, which belongs to no op. */
export const NONE = /* @__PURE__ */ new Operand(/* @__PURE__ */ new Operands(), READ, null, 0);

/**
 * What the kernel reads.
 * @param {Operands} all
 * @param {Tensor} tensor
 * @param {number} [step] default: all of it belongs to every outer index
 */
export const input = (all, tensor, step = WHOLE) => new Operand(all, READ, tensor, step);

/**
 * What the kernel reads, and may overwrite with an output at the same place.
 * @param {Operands} all
 * @param {Tensor} tensor
 * @param {number} step
 */
export const overwritable = (all, tensor, step) => new Operand(all, REPLACE, tensor, step);

/**
 * What the kernel writes: out, or a new tensor.
 * @param {Operands} all
 * @param {unknown} out
 * @param {readonly number[]} shape
 * @param {number} step
 * @param {Operand | null} [over] an overwritable input of the same step
 * @param {string} [name]
 */
export const output = (all, out, shape, step, over, name = "out") =>
  /** @type {Result} */ (new Operand(all, WRITE, resultTensor(out, shape, name), step, out === undefined, over, name));

/**
 * What the kernel adds to in double, over all outer indices: out, or a new tensor, gets the rounded sums.
 * @param {Operands} all
 * @param {unknown} out
 * @param {readonly number[]} shape
 * @param {string} name
 */
export function sums(all, out, shape, name) {
  all.rounding = roundSums;
  return /** @type {Result} */ (
    new Operand(all, SUM, resultTensor(out, shape, name), WHOLE, out === undefined, null, name)
  );
}

const rounding = /* @__PURE__ */ withKernels(ln_round);

/**
 * Rounds the sums into their tensors. (It stands here, so that a program without sums does not have it.)
 * @param {Operands} all
 * @param {Copy} copy
 */
function roundSums(all, copy) {
  const wasm = rounding();
  for (let operand = all.next; operand; operand = operand.next) {
    if (operand.use !== SUM) continue;
    const { pointer, size } = operand,
      tensor = /** @type {Tensor} */ (operand.tensor),
      rounded = tensor.resident ? tensor._pointer : pointer + 8 * size;
    wasm.ln_round(rounded, pointer, size);
    if (!tensor.resident) copy(tensor.data, 0, heapView(), rounded / 4, size);
  }
}

/**
 * What the kernel reads and writes in place, in an op that is not cut into pieces.
 * @param {Operands} all
 * @param {Tensor} tensor
 * @param {string} name of the argument
 */
export const update = (all, tensor, name) => new Operand(all, UPDATE, tensor, tensor.size, false, null, name);

/**
 * Room that a kernel needs and nobody else sees.
 * @param {Operands} all
 * @param {number} size
 */
export const scratch = (all, size) => new Operand(all, SCRATCH, null, size, true);

/**
 * The members of an op's `out` that takes several tensors.
 * @template {string} Name
 * @param {unknown} out
 * @param {readonly Name[]} names
 * @param {number} [needed] how many of them, the first, may not be left out (default: all)
 * @returns {Partial<Record<Name, unknown>>} nothing in it if there is no out
 */
export function outs(out, names, needed = names.length) {
  if (out === undefined) return {};
  /** @type {Partial<Record<Name, unknown>>} */
  const given = checkOptions(/** @type {any} */ (out), names, "out");
  for (let i = 0; i < needed; i++)
    if (given[names[i]] === undefined) throw wrongType(`out.${names[i]}`, "a tensor", undefined);
  return given;
}
