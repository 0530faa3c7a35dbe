/**
 * From a tensor to a kernel and back. A resident tensor is used where it is; an ordinary one is copied into the staging
 * area and, if the kernel writes it, out again: in pieces that stay in the L2 cache, wherever the op can be cut. Pieces
 * never change a bit of the result.
 */
import { isKnown, wrongType, wrongValue } from "./arguments.js";
import { constants } from "./kernels.js";
import { resultTensor } from "./tensor.js";
import { heapView, kernels, reserveStage, trimStage } from "./wasm.js";

/** @import { Tensor } from "./tensor.js" */
/** @import { Kernels } from "./wasm.js" */

/** How many floats a piece may take: 128 KiB, with room beside it in the smallest L2 caches. */
const PIECE_ELEMENTS = 2 ** 15;

/** Sums give the same bits in pieces if these are a multiple of so many. */
const RUN = constants.LN_RUN_ROWS;

/** Up to here a loop copies faster than a call of set(). */
const SHORT = 64;

/** The step of what all outer indices share. */
const WHOLE = -1;

/* What a kernel does with an operand. Outputs are those from WRITE on. */

const READ = 0;
/** Reads each element before an output at the very same memory overwrites it. */
const REPLACE = 1;
/** Uses it as room that nobody else sees. */
const SCRATCH = 2;
const WRITE = 3;
/** Reads and writes it, all at once. */
const UPDATE = 4;
/** Adds to doubles, over all outer indices, which are rounded into it at the end. */
const SUM = 5;

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
  constructor(use, tensor, step, isNew, over, name = "") {
    this.use = use;
    this.tensor = tensor;
    this.step = step;
    this.isNew = isNew;
    this.over = over;
    this.name = name;
    /** It has a place in the staging area; otherwise it is used where it is. */
    this.staged = tensor === null ? use === SCRATCH : !tensor.resident || use === SUM;
    /** Of the piece at hand: where the tensor has it, or in the staging area. */
    this.pointer = tensor === null ? 0 : tensor._pointer;
  }
}

/** @typedef {Operand & { tensor: Tensor }} Result an operand that holds a result */

/** A null pointer. */
export const NONE = new Operand(READ, null, WHOLE, true, null);

/**
 * What the kernel reads.
 * @param {Tensor | null} tensor null: a null pointer
 * @param {number} [step] default: all of it belongs to every outer index
 * @returns {Operand}
 */
export const input = (tensor, step = WHOLE) => tensor === null ? NONE : new Operand(READ, tensor, step, false, null);

/**
 * What the kernel reads, and may overwrite with an output at the same place.
 * @param {Tensor} tensor
 * @param {number} step
 * @returns {Operand}
 */
export const overwritable = (tensor, step) => new Operand(REPLACE, tensor, step, false, null);

/**
 * What the kernel writes: out, or a new tensor.
 * @param {unknown} out
 * @param {readonly number[]} shape
 * @param {number} step
 * @param {Operand | null} [over] an overwritable input of the same step
 * @param {string} [name]
 * @returns {Result}
 */
export const output = (out, shape, step, over = null, name = "out") => /** @type {Result} */ (
  new Operand(WRITE, resultTensor(out, shape, name), step, out === undefined, over, name));

/**
 * What the kernel adds to in double, over all outer indices: out, or a new tensor, gets the rounded sums.
 * @param {unknown} out
 * @param {readonly number[]} shape
 * @param {string} name
 * @returns {Result}
 */
export const sums = (out, shape, name) => /** @type {Result} */ (
  new Operand(SUM, resultTensor(out, shape, name), WHOLE, out === undefined, null, name));

/**
 * What the kernel reads and writes in place, in an op that is not cut.
 * @param {Tensor | null} tensor null: a null pointer
 * @param {string} name of the argument
 * @returns {Operand}
 */
export const update = (tensor, name) =>
  tensor === null ? NONE : new Operand(UPDATE, tensor, tensor.size, false, null, name);

/**
 * Room that a kernel needs and nobody else sees.
 * @param {number} size
 * @returns {Operand}
 */
export const scratch = (size) => new Operand(SCRATCH, null, size, true, null);

/**
 * The members of an op's `out` that takes several tensors.
 * @template {string} Name
 * @param {unknown} out
 * @param {readonly Name[]} names
 * @returns {Partial<Record<Name, unknown>>} nothing in it if there is no out
 */
export function outs(out, names) {
  if (out === undefined) return {};
  if (typeof out !== "object" || out === null || !names.every((name) => name in out)) {
    throw wrongType("out", membersText(names), out);
  }
  for (const key in out) {
    if (!isKnown(key, names)) {
      throw new TypeError(`out: expected ${membersText(names)}, got one that has ${JSON.stringify(key)} too`);
    }
  }
  return /** @type {Record<Name, unknown>} */ (out);
}

/** @param {readonly string[]} names */
const membersText = (names) =>
  `an object with ${[names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ")}`;

/**
 * Runs a kernel over an outer dim, with the operands where it can reach them. Wrong aliasing is found before anything
 * is written.
 *
 * @param {number} outer
 * @param {Operand[]} operands inputs before the outputs that take their places
 * @param {(kernels: Kernels, count: number) => void} call is given how many outer indices the operands' pointers now
 *   stand for
 */
export function run(outer, operands, call) {
  let staged = false;
  for (const operand of operands) {
    if (operand.use >= WRITE && !operand.isNew && settleAliasing(operand, operands)) staged = true;
    if (operand.staged) staged = true;
  }
  if (staged) runStaged(outer, operands, call);
  else if (outer > 0) call(kernels(), outer);
}

/**
 * An output is the same memory as an input, or none of it; and no two outputs share any. A resident input that the
 * kernel would overwrite while it still reads it is staged.
 * @param {Operand} out
 * @param {Operand[]} operands
 * @returns {boolean} whether there is such an input
 */
function settleAliasing(out, operands) {
  let result = false;
  for (const other of operands) {
    if (other.isNew || other === out) continue;
    const shared = overlap(out, other);
    if (shared === "none") continue;
    if (other.use >= WRITE) throw wrongValue(out.name, "no memory of another output", `some of ${other.name}`);
    if (shared === "part") throw wrongValue(out.name, "the very memory of an input or none of it", "a part of it");
    if (out.use !== SUM && other.use !== REPLACE) result = other.staged = true;
  }
  return result;
}

/**
 * How much memory the tensors of two operands share, as long as none has its place in the staging area.
 * @param {Operand} a
 * @param {Operand} b
 * @returns {"none" | "part" | "same"}
 */
function overlap(a, b) {
  const s = /** @type {Tensor} */ (a.tensor), t = /** @type {Tensor} */ (b.tensor);
  let p = a.pointer, q = b.pointer;
  if (p === 0 || q === 0) {
    if (p !== q || s._view.buffer !== t._view.buffer) return "none";
    p = s._view.byteOffset;
    q = t._view.byteOffset;
  }
  if (Math.max(p, q) >= Math.min(p + 4 * s.size, q + 4 * t.size)) return "none"; /* also where one is empty */
  return p === q && s.size === t.size ? "same" : "part";
}

/**
 * @param {number} outer
 * @param {Operand[]} operands
 * @param {(kernels: Kernels, count: number) => void} call
 */
function runStaged(outer, operands, call) {
  const wasm = kernels();
  try {
    const piece = place(operands, outer);
    for (let first = 0; first < outer; first += piece) {
      const count = Math.min(piece, outer - first);
      for (const operand of operands) enter(operand, first, count);
      call(wasm, count);
      for (const operand of operands) leave(operand, first, count);
    }
    for (const operand of operands) if (operand.use === SUM) round(operand, wasm);
  } finally {
    trimStage();
  }
}

/**
 * Gives every staged operand its place in the staging area.
 * @param {Operand[]} operands
 * @param {number} outer
 * @returns {number} how many outer indices make a piece
 */
function place(operands, outer) {
  let perIndex = 0, multiple = 1, total = 0;
  for (const operand of operands) {
    if (hasOwnPlace(operand) && isCut(operand)) perIndex += operand.step;
    if (operand.use === SUM) multiple = RUN;
  }
  const runs = Math.max(1, Math.floor(PIECE_ELEMENTS / (multiple * Math.max(1, perIndex))));
  const piece = Math.min(outer, runs * multiple);
  for (const operand of operands) if (hasOwnPlace(operand)) total += placeSize(operand, piece);
  let pointer = reserveStage(total);
  for (const operand of operands) {
    if (!operand.staged) continue;
    if (!hasOwnPlace(operand)) operand.pointer = /** @type {Operand} */ (operand.over).pointer;
    else {
      operand.pointer = pointer;
      pointer += placeSize(operand, piece) * 4;
    }
    if (operand.use === SUM) clear(operand);
  }
  return piece;
}

/** Whether pieces have parts of it. @param {Operand} operand */
const isCut = ({ use, step }) => step !== WHOLE && use !== SCRATCH;

/** @param {Operand} operand */
const hasOwnPlace = (operand) => operand.staged && !operand.over?.staged;

/**
 * @param {Operand} operand
 * @param {number} piece
 * @returns {number} in floats: whole cache lines
 */
function placeSize(operand, piece) {
  const { use, tensor, step } = operand;
  if (step !== WHOLE) return align(isCut(operand) ? step * piece : step);
  const { size } = /** @type {Tensor} */ (tensor);
  return use === SUM ? align(2 * size) + align(size) : align(size);
}

/** @param {number} elements */
const align = (elements) => Math.ceil(elements / 16) * 16;

/** @param {Operand} operand of sums: doubles, which begin at 0 */
function clear({ tensor, pointer }) {
  heapView().fill(0, pointer / 4, pointer / 4 + 2 * /** @type {Tensor} */ (tensor).size);
}

/**
 * Rounds the sums into their tensor.
 * @param {Operand} operand
 * @param {Kernels} wasm
 */
function round(operand, wasm) {
  const tensor = /** @type {Tensor} */ (operand.tensor), { size } = tensor;
  const rounded = tensor.resident ? tensor._pointer : operand.pointer + 4 * align(2 * size);
  wasm.ln_round(rounded, operand.pointer, size);
  if (!tensor.resident) copyOut(tensor, rounded, 0, size);
}

/**
 * Sets the operand's pointer for a piece, and copies what the kernel will read of it into the staging area.
 * @param {Operand} operand
 * @param {number} first
 * @param {number} count
 */
function enter(operand, first, count) {
  const { use, tensor, step, staged, pointer } = operand;
  if (tensor === null) return;
  if (!staged) operand.pointer = tensor._pointer + (step === WHOLE ? 0 : first * step * 4);
  else if (use === WRITE || use === SUM) return;
  else if (step !== WHOLE) copyIn(pointer, tensor, first * step, count * step);
  else if (first === 0) copyIn(pointer, tensor, 0, tensor.size);
}

/**
 * Copies what the kernel wrote out of the staging area.
 * @param {Operand} operand
 * @param {number} first
 * @param {number} count
 */
function leave({ use, tensor, step, staged, pointer }, first, count) {
  if (staged && (use === WRITE || use === UPDATE)) {
    copyOut(/** @type {Tensor} */ (tensor), pointer, first * step, count * step);
  }
}

/**
 * @param {number} pointer where they go
 * @param {Tensor} tensor
 * @param {number} start
 * @param {number} count
 */
function copyIn(pointer, tensor, start, count) {
  const heap = heapView(), { data } = tensor, to = pointer / 4;
  if (count > SHORT) heap.set(count === data.length ? data : data.subarray(start, start + count), to);
  else for (let i = 0; i < count; i++) heap[to + i] = data[start + i];
}

/**
 * @param {Tensor} tensor
 * @param {number} pointer where they come from
 * @param {number} start
 * @param {number} count
 */
function copyOut(tensor, pointer, start, count) {
  const heap = heapView(), { data } = tensor, from = pointer / 4;
  if (count > SHORT) data.set(heap.subarray(from, from + count), start);
  else for (let i = 0; i < count; i++) data[start + i] = heap[from + i];
}
