/**
 * From a tensor to a kernel and back. A resident tensor is used where it is; an ordinary one is copied into the staging
 * area and, if the kernel writes it, out again: in pieces that stay in the L2 cache, wherever the op can be cut.
 */
import { heapView, kernels, reserveStage, trimStage } from "./wasm.js";
import { overlap } from "./tensor.js";

/** @import { Tensor } from "./tensor.js" */
/** @import { Kernels } from "./wasm.js" */

/** How many floats a piece may take: 256 KiB. */
const PIECE_ELEMENTS = 2 ** 16;

/**
 * What a kernel reads or writes.
 * @typedef {object} Operand
 * @property {"read" | "write" | "scratch"} use
 * @property {Tensor | null} tensor null: none (a null pointer), or scratch
 * @property {number} step how many elements belong to one outer index; WHOLE: all of it belongs to each
 * @property {boolean} staged it has a place in the staging area; otherwise it is used where it is
 * @property {number} pointer of the piece at hand
 */

/** The step of what all outer indices share. */
const WHOLE = -1;

/**
 * @param {"read" | "write" | "scratch"} use
 * @param {Tensor | null} tensor
 * @param {number} step
 * @returns {Operand}
 */
const operand = (use, tensor, step) => ({ use, tensor, step, staged: false, pointer: 0 });

/** @type {(tensor: Tensor | null, step?: number) => Operand} */
export const input = (tensor, step = WHOLE) => operand("read", tensor, step);

/** @type {(tensor: Tensor | null, step: number) => Operand} */
export const output = (tensor, step) => operand("write", tensor, step);

/** Room that a kernel needs and nobody else sees. @type {(step: number) => Operand} */
export const scratch = (step) => operand("scratch", null, step);

/**
 * Runs a kernel over an outer dim, with the operands where it can reach them.
 *
 * @param {number} outer
 * @param {Operand[]} operands
 * @param {(kernels: Kernels, count: number) => void} call is given how many outer indices the operands' pointers now
 *   stand for
 * @param {Operand} [overwritten] what the kernel may read and write at the same place; default: nothing
 */
export function run(outer, operands, call, overwritten) {
  if (outer === 0) return;
  const wasm = kernels();
  const written = operands.filter(({ use, tensor }) => use === "write" && tensor);
  for (const operand of operands) operand.staged = isStaged(operand, written, overwritten);
  try {
    const piece = place(operands.filter(({ staged }) => staged), outer);
    for (let first = 0; first < outer; first += piece) {
      const count = Math.min(piece, outer - first);
      for (const operand of operands) enter(operand, first, count);
      call(wasm, count);
      for (const operand of written) if (operand.staged) leave(operand, first, count);
    }
  } finally {
    trimStage();
  }
}

/**
 * An ordinary tensor is staged; so is a resident one that is about to be overwritten while it is still read.
 * @param {Operand} operand
 * @param {Operand[]} written
 * @param {Operand | undefined} overwritten
 */
function isStaged(operand, written, overwritten) {
  const { tensor, use } = operand;
  if (!tensor) return use === "scratch";
  if (!tensor.resident) return true;
  if (use !== "read" || operand === overwritten) return false;
  return written.some((other) => overlap(tensor, /** @type {Tensor} */ (other.tensor)));
}

/**
 * Gives every staged operand its place in the staging area.
 * @param {Operand[]} staged
 * @param {number} outer
 * @returns {number} how many outer indices make a piece
 */
function place(staged, outer) {
  if (staged.length === 0) return outer;
  const perIndex = staged.reduce((sum, { step }) => sum + (step === WHOLE ? 0 : step), 0);
  const piece = Math.min(outer, Math.max(1, Math.floor(PIECE_ELEMENTS / Math.max(1, perIndex))));
  const elements = staged.map(({ tensor, step }) =>
    align(step === WHOLE ? /** @type {Tensor} */ (tensor).size : step * piece));
  let pointer = reserveStage(elements.reduce((sum, count) => sum + count, 0));
  staged.forEach((operand, i) => {
    operand.pointer = pointer;
    pointer += elements[i] * 4;
  });
  return piece;
}

/** Whole vectors, so that each operand begins at a multiple of 16 bytes. @param {number} elements */
const align = (elements) => Math.ceil(elements / 4) * 4;

/**
 * Sets the operand's pointer for a piece, and copies what the kernel will read of it into the staging area.
 * @param {Operand} operand
 * @param {number} first
 * @param {number} count
 */
function enter(operand, first, count) {
  const { use, tensor, step, staged, pointer } = operand;
  if (!tensor) return;
  if (!staged) operand.pointer = tensor.pointer + (step === WHOLE ? 0 : first * step * 4);
  else if (use === "read" && step !== WHOLE) {
    heapView().set(tensor.data.subarray(first * step, (first + count) * step), pointer / 4);
  } else if (use === "read" && first === 0) heapView().set(tensor.data, pointer / 4);
}

/**
 * Copies what the kernel wrote out of the staging area.
 * @param {Operand} operand
 * @param {number} first
 * @param {number} count
 */
function leave({ tensor, step, pointer }, first, count) {
  const start = pointer / 4;
  /** @type {Tensor} */ (tensor).data.set(heapView().subarray(start, start + count * step), first * step);
}
