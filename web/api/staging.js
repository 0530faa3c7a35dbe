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
 * @property {Tensor | null} tensor null: none (a null pointer), or scratch
 * @property {number} step how many elements belong to one outer index; 0: all of it belongs to each
 * @property {"read" | "write" | "scratch"} use
 * @property {number} elements of the staging area that it takes in a piece; 0: it is used where it is
 * @property {number} pointer of the piece at hand
 */

/**
 * @param {Tensor | null} tensor
 * @param {number} [step]
 * @returns {Operand}
 */
export const input = (tensor, step = 0) => ({ tensor, step, use: "read", elements: 0, pointer: 0 });

/**
 * @param {Tensor | null} tensor
 * @param {number} step
 * @returns {Operand}
 */
export const output = (tensor, step) => ({ tensor, step, use: "write", elements: 0, pointer: 0 });

/**
 * Room that a kernel needs and nobody else sees.
 * @param {number} step
 * @returns {Operand}
 */
export const scratch = (step) => ({ tensor: null, step, use: "scratch", elements: 0, pointer: 0 });

/**
 * Runs a kernel over an outer dim, with the operands where it can reach them.
 *
 * @param {number} outer
 * @param {Operand[]} operands
 * @param {(kernels: Kernels, count: number) => void} call is given how many outer indices the operands' pointers now
 *   stand for
 * @param {boolean} [inPlace] false: the kernel may not write where it reads
 */
export function run(outer, operands, call, inPlace = true) {
  if (outer === 0) return;
  const wasm = kernels();
  const staged = operands.filter((operand) => isStaged(operand, operands, inPlace));
  const piece = staged.length ? place(staged, outer) : outer;
  for (let first = 0; first < outer; first += piece) {
    const count = Math.min(piece, outer - first);
    for (const operand of operands) enter(operand, first, count);
    call(wasm, count);
    for (const operand of staged) if (operand.use === "write") leave(operand, first, count);
  }
  trimStage();
}

/**
 * An ordinary tensor is staged; so is a resident one that is about to be overwritten while it is still read.
 * @param {Operand} operand
 * @param {Operand[]} operands
 * @param {boolean} inPlace
 */
function isStaged({ tensor, use }, operands, inPlace) {
  if (!tensor) return use === "scratch";
  if (!tensor.resident) return true;
  return !inPlace && use === "read" && operands.some((o) => o.use === "write" && o.tensor && overlap(tensor, o.tensor));
}

/**
 * Gives every staged operand its place in the staging area.
 * @param {Operand[]} staged
 * @param {number} outer
 * @returns {number} how many outer indices make a piece
 */
function place(staged, outer) {
  const align = (/** @type {number} */ elements) => Math.ceil(elements / 4) * 4;
  const perIndex = staged.reduce((sum, { step }) => sum + step, 0);
  const piece = Math.min(outer, Math.max(1, Math.floor(PIECE_ELEMENTS / Math.max(1, perIndex))));
  let total = 0;
  for (const operand of staged) {
    operand.elements = align(operand.step ? operand.step * piece : /** @type {Tensor} */ (operand.tensor).size);
    total += operand.elements;
  }
  let pointer = reserveStage(total);
  for (const operand of staged) {
    operand.pointer = pointer;
    pointer += operand.elements * 4;
  }
  return piece;
}

/**
 * Sets the operand's pointer for a piece, and copies what the kernel will read of it into the staging area.
 * @param {Operand} operand
 * @param {number} first
 * @param {number} count
 */
function enter(operand, first, count) {
  const { tensor, step, use, elements, pointer } = operand;
  if (!tensor) return;
  if (elements === 0) operand.pointer = tensor.pointer + first * step * 4;
  else if (use === "read" && (step || first === 0)) {
    const data = tensor.data;
    heapView().set(step ? data.subarray(first * step, (first + count) * step) : data, pointer / 4);
  }
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
