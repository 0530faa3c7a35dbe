/**
 * What a kernel reads and writes. Every function that makes an operand enters it in the op's list, which run() of
 * staging.js is given: so the call of the kernel alone names them all, in the order of c/norm.h.
 */
import { checkOptions, wrongType } from "./arguments.js";
import { resultTensor } from "./tensor.js";

/** @import { Tensor } from "./tensor.js" */

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

/** What a kernel reads or writes. */
export class Operand {
  /**
   * @param {number} use
   * @param {Tensor | null} tensor null: scratch, or none (a null pointer)
   * @param {number} step how many elements belong to one outer index; WHOLE: all of them belong to each; of scratch:
   *   how many there are
   * @param {boolean} isNew made for the result: it shares memory with nothing
   * @param {Operand | null} over a REPLACE input whose place in the staging area an output takes, if both have one
   * @param {string} name of the argument that an output was given as
   */
  constructor(use, tensor, step, isNew, over, name) {
    /**
     * The one after it in the op's list.
     * @type {Operand | null}
     */
    this.next = null;
    this.use = use;
    this.tensor = tensor;
    this.step = tensor ? step : WHOLE;
    this.isNew = isNew;
    this.over = over;
    this.name = name;
    this.size = tensor ? tensor.size : step;
    /** Whether it has a place in the staging area; otherwise it is used where it is. */
    this.staged = tensor ? !tensor.resident || use === SUM : use === SCRATCH;
    /** Where the elements are for the kernel, in the tensor or in the staging area: those of the piece at hand. */
    this.pointer = tensor ? tensor._pointer : 0;
  }
}

/** @typedef {Operand & { tensor: Tensor }} Result an operand that holds a result */

/** All that an op's kernels read and write: a chain, for an array would make short calls slower. */
export class Operands {
  /** @type {Operand | null} */
  first = null;
  /** @type {Operand | null} */
  last = null;
}

/** An operand that is left out: a null pointer. It stands in no list. */
export const NONE = new Operand(READ, null, 0, true, null, "");

/**
 * @param {Operands} all
 * @param {Operand} operand
 */
function entered(all, operand) {
  if (all.last) all.last.next = operand;
  else all.first = operand;
  all.last = operand;
  return operand;
}

/**
 * What the kernel reads.
 * @param {Operands} all
 * @param {Tensor} tensor
 * @param {number} [step] default: all of it belongs to every outer index
 */
export const input = (all, tensor, step = WHOLE) => entered(all, new Operand(READ, tensor, step, false, null, ""));

/**
 * What the kernel reads, and may overwrite with an output at the same place.
 * @param {Operands} all
 * @param {Tensor} tensor
 * @param {number} step
 */
export const overwritable = (all, tensor, step) => entered(all, new Operand(REPLACE, tensor, step, false, null, ""));

/**
 * What the kernel writes: out, or a new tensor.
 * @param {Operands} all
 * @param {unknown} out
 * @param {readonly number[]} shape
 * @param {number} step
 * @param {Operand | null} [over] an overwritable input of the same step
 * @param {string} [name]
 */
export const output = (all, out, shape, step, over = null, name = "out") =>
  /** @type {Result} */ (
    entered(all, new Operand(WRITE, resultTensor(out, shape, name), step, out === undefined, over, name))
  );

/**
 * What the kernel adds to in double, over all outer indices: out, or a new tensor, gets the rounded sums.
 * @param {Operands} all
 * @param {unknown} out
 * @param {readonly number[]} shape
 * @param {string} name
 */
export const sums = (all, out, shape, name) =>
  /** @type {Result} */ (
    entered(all, new Operand(SUM, resultTensor(out, shape, name), WHOLE, out === undefined, null, name))
  );

/**
 * What the kernel reads and writes in place, in an op that is not cut into pieces. It is entered between the inputs and
 * the outputs: where an output shares its memory, the error names this argument.
 * @param {Operands} all with an input and an output in it
 * @param {Tensor} tensor
 * @param {string} name of the argument
 */
export function update(all, tensor, name) {
  const operand = new Operand(UPDATE, tensor, tensor.size, false, null, name);
  let before = /** @type {Operand} */ (all.first);
  while (before.next && before.next.use !== WRITE) before = before.next;
  operand.next = before.next;
  before.next = operand;
  return operand;
}

/**
 * Room that a kernel needs and nobody else sees.
 * @param {Operands} all
 * @param {number} size
 */
export const scratch = (all, size) => entered(all, new Operand(SCRATCH, null, size, true, null, ""));

/**
 * The members of an op's `out` that takes several tensors.
 * @template {string} Name
 * @param {unknown} out
 * @param {readonly Name[]} names
 * @returns {Partial<Record<Name, unknown>>} nothing in it if there is no out
 */
export function outs(out, names) {
  if (out === undefined) return {};
  /** @type {Partial<Record<Name, unknown>>} */
  const given = checkOptions(/** @type {any} */ (out), names, "out");
  for (const name of names) if (given[name] === undefined) throw wrongType(`out.${name}`, "a tensor", undefined);
  return given;
}
