/**
 * From a tensor to a kernel and back. A resident tensor is used where it is; an ordinary one is copied into the staging
 * area and, if the kernel writes it, out again: in pieces that stay in the L2 cache, wherever the op can be cut. Pieces
 * never change a bit of the result.
 */
import { checkOptions, wrongType, wrongValue } from "./arguments.js";
import { constants } from "./kernels.js";
import { resultTensor } from "./tensor.js";
import { heapView, kernels, reserveStage, trimStage } from "./wasm.js";

/** @import { Tensor } from "./tensor.js" */
/** @import { Kernels } from "./wasm.js" */

/** How many floats a piece may take: 128 KiB, with room beside it in the smallest L2 caches. */
const PIECE_ELEMENTS = 2 ** 15;

/** Sums give the same bits in pieces if these are a multiple of so many. */
const RUN = constants.LN_RUN_ROWS;

/** Of a cache line. */
const LINE_ELEMENTS = 16;

/** Up to here a loop copies faster than a call of set(). */
const SHORT = 64;

/** The step of what all outer indices share. */
const WHOLE = 0;

/* What a kernel does with an operand. It reads those up to UPDATE, and writes those from there on. */

const READ = 0;
/** Reads each element before an output at the very same memory overwrites it. */
const REPLACE = 1;
/** Reads and writes it, all at once. */
const UPDATE = 2;
const WRITE = 3;
/** Adds to doubles, over all outer indices, which are rounded into it at the end. */
const SUM = 4;
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
    this.use = use;
    this.tensor = tensor;
    this.step = tensor ? step : WHOLE;
    this.isNew = isNew;
    this.over = over;
    this.name = name;
    this.size = tensor ? tensor.size : step;
    /** It has a place in the staging area; otherwise it is used where it is. */
    this.staged = tensor ? !tensor.resident || use === SUM : use === SCRATCH;
    /** Of the piece at hand: where the tensor has it, or in the staging area. */
    this.pointer = tensor ? tensor._pointer : 0;
  }
}

/** @typedef {Operand & { tensor: Tensor }} Result an operand that holds a result */

/** A null pointer. */
export const NONE = new Operand(READ, null, 0, true, null, "");

/**
 * What the kernel reads.
 * @param {Tensor} tensor
 * @param {number} [step] default: all of it belongs to every outer index
 */
export const input = (tensor, step = WHOLE) => new Operand(READ, tensor, step, false, null, "");

/**
 * What the kernel reads, and may overwrite with an output at the same place.
 * @param {Tensor} tensor
 * @param {number} step
 * @returns {Operand}
 */
export const overwritable = (tensor, step) => new Operand(REPLACE, tensor, step, false, null, "");

/**
 * What the kernel writes: out, or a new tensor.
 * @param {unknown} out
 * @param {readonly number[]} shape
 * @param {number} step
 * @param {Operand | null} [over] an overwritable input of the same step
 * @param {string} [name]
 * @returns {Result}
 */
export const output = (out, shape, step, over = null, name = "out") =>
  /** @type {Result} */ (new Operand(WRITE, resultTensor(out, shape, name), step, out === undefined, over, name));

/**
 * What the kernel adds to in double, over all outer indices: out, or a new tensor, gets the rounded sums.
 * @param {unknown} out
 * @param {readonly number[]} shape
 * @param {string} name
 * @returns {Result}
 */
export const sums = (out, shape, name) =>
  /** @type {Result} */ (new Operand(SUM, resultTensor(out, shape, name), WHOLE, out === undefined, null, name));

/**
 * What the kernel reads and writes in place, in an op that is not cut.
 * @param {Tensor} tensor
 * @param {string} name of the argument
 */
export const update = (tensor, name) => new Operand(UPDATE, tensor, tensor.size, false, null, name);

/**
 * Room that a kernel needs and nobody else sees.
 * @param {number} size
 * @returns {Operand}
 */
export const scratch = (size) => new Operand(SCRATCH, null, size, true, null, "");

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
    if (operand.use >= UPDATE && !operand.isNew && settleAliasing(operand, operands)) staged = true;
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
    if (other.use >= UPDATE) throw wrongValue(out.name, "no memory of another output", `some of ${other.name}`);
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
  const s = /** @type {Tensor} */ (a.tensor),
    t = /** @type {Tensor} */ (b.tensor);
  let p = a.pointer,
    q = b.pointer;
  if (p === 0 || q === 0) {
    if (p !== q || s._view.buffer !== t._view.buffer) return "none";
    p = s._view.byteOffset;
    q = t._view.byteOffset;
  }
  if (Math.max(p, q) >= Math.min(p + 4 * a.size, q + 4 * b.size)) return "none"; /* also where one is empty */
  return p === q && a.size === b.size ? "same" : "part";
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
  let perIndex = 0,
    multiple = 1,
    total = 0;
  for (const operand of operands) {
    if (hasOwnPlace(operand)) perIndex += operand.step;
    if (operand.use === SUM) multiple = RUN;
  }
  const runs = Math.max(1, Math.floor(PIECE_ELEMENTS / (multiple * perIndex))); /* infinite where nothing is cut */
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
    if (operand.use === SUM) heapView().fill(0, operand.pointer / 4, operand.pointer / 4 + 2 * operand.size);
  }
  return piece;
}

/** @param {Operand} operand */
const hasOwnPlace = (operand) => operand.staged && !operand.over?.staged;

/**
 * @param {Operand} operand
 * @param {number} piece
 * @returns {number} in floats: whole cache lines
 */
function placeSize({ use, step, size }, piece) {
  const elements = step ? step * piece : use === SUM ? 3 * size : size; /* sums: doubles, then as floats */
  return Math.ceil(elements / LINE_ELEMENTS) * LINE_ELEMENTS;
}

/**
 * Rounds the sums into their tensor.
 * @param {Operand} operand
 * @param {Kernels} wasm
 */
function round({ tensor, pointer, size }, wasm) {
  const { resident, _pointer } = /** @type {Tensor} */ (tensor),
    rounded = resident ? _pointer : pointer + 8 * size;
  wasm.ln_round(rounded, pointer, size);
  if (!resident) copy(/** @type {Tensor} */ (tensor).data, 0, heapView(), rounded / 4, size);
}

/**
 * Sets the operand's pointer for a piece, and copies what the kernel will read of it into the staging area.
 * @param {Operand} operand
 * @param {number} first
 * @param {number} count
 */
function enter(operand, first, count) {
  const { use, tensor, step, staged, pointer, size } = operand,
    start = first * step;
  if (!tensor) return;
  if (!staged) operand.pointer = tensor._pointer + 4 * start;
  else if (use <= UPDATE && (step || !first)) {
    copy(heapView(), pointer / 4, tensor.data, start, step ? count * step : size);
  }
}

/**
 * Copies what the kernel wrote out of the staging area.
 * @param {Operand} operand
 * @param {number} first
 * @param {number} count
 */
function leave({ use, tensor, step, staged, pointer }, first, count) {
  if (staged && (use === WRITE || use === UPDATE)) {
    copy(/** @type {Tensor} */ (tensor).data, first * step, heapView(), pointer / 4, count * step);
  }
}

/**
 * @param {Float32Array} to
 * @param {number} at
 * @param {Float32Array} from
 * @param {number} start
 * @param {number} count
 */
function copy(to, at, from, start, count) {
  if (count > SHORT) to.set(count === from.length ? from : from.subarray(start, start + count), at);
  else for (let i = 0; i < count; i++) to[at + i] = from[start + i];
}
