/**
 * From a tensor to a kernel and back. A resident tensor is used where it is; an ordinary one is copied into the staging
 * area and, if the kernel writes it, out again: in pieces that stay in the L2 cache, wherever the op can be cut. Pieces
 * never change a bit of the result. (The area's memory: memory/staging-area.js.)
 */
import { settleAliasing } from "./aliasing.js";
import { LN_RUN_ROWS } from "../kernels.js";
import { heapView } from "../memory/heap.js";
import { SUM, UPDATE, WRITE } from "./operands.js";
import { reserveStage, trimStage } from "../memory/staging-area.js";
import { converted } from "../tensor/tensor.js";

/** @import { Operand, Operands } from "./operands.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/** How many floats a piece may take: 128 KiB, with room beside it in the smallest L2 caches. */
const PIECE_ELEMENTS = 2 ** 15;

/** How many floats a cache line holds. */
const LINE_ELEMENTS = 16;

/** Up to this many elements a loop copies faster than a call of set(). */
const SHORT_COPY = 64;

/**
 * Runs a kernel over an outer dim, with the operands where it can reach them. Wrong aliasing is found before anything
 * is written.
 *
 * @template Needed
 * @param {() => Needed} kernels what withKernels of wasm.js gave
 * @param {number} outer
 * @param {Operands} all
 * @param {(kernels: Needed, count: number) => void} call is given how many outer indices the operands' pointers now
 *   stand for
 */
export function run(kernels, outer, all, call) {
  let staged = false;
  for (let operand = all.next; operand; operand = operand.next) {
    if (!isThere(operand)) converted(operand.tensor, operand.name || "tensor"); /* which throws */
    if (operand.use >= UPDATE && !operand.isNew && settleAliasing(operand, all)) staged = true;
    if (operand.staged) staged = true;
  }
  if (staged) runStaged(kernels, outer, all, call);
  else if (outer > 0) call(kernels(), outer);
}

/**
 * Whether the elements are where they were when the operand was made: a getter of an argument that was read later may
 * have disposed of them.
 * @param {Operand} operand
 */
const isThere = ({ tensor, pointer }) =>
  !tensor || (tensor._place ? pointer > 0 && tensor._pointer === pointer : tensor._view.length === tensor.size);

/**
 * @template Needed
 * @param {() => Needed} kernels
 * @param {number} outer
 * @param {Operands} all
 * @param {(kernels: Needed, count: number) => void} call
 */
function runStaged(kernels, outer, all, call) {
  const wasm = kernels();
  try {
    const piece = place(all, outer);
    for (let first = 0; first < outer; first += piece) {
      const count = Math.min(piece, outer - first);
      for (let operand = all.next; operand; operand = operand.next) enter(operand, first, count);
      call(wasm, count);
      for (let operand = all.next; operand; operand = operand.next) leave(operand, first, count);
    }
    all.rounding?.(all, copy);
  } finally {
    trimStage();
  }
}

/**
 * Gives every staged operand its place in the staging area.
 * @param {Operands} all
 * @param {number} outer
 * @returns {number} how many outer indices make a piece
 */
function place(all, outer) {
  let perIndex = 0,
    multiple = 1,
    total = 0;
  for (let operand = all.next; operand; operand = operand.next) {
    if (hasOwnPlace(operand)) perIndex += operand.step;
    if (operand.use === SUM) multiple = LN_RUN_ROWS; /* then sums give the same bits in pieces as at once */
  }
  const runs = Math.max(1, Math.floor(PIECE_ELEMENTS / (multiple * perIndex))); /* infinite where nothing is cut */
  const piece = Math.min(outer, runs * multiple);
  for (let operand = all.next; operand; operand = operand.next)
    if (hasOwnPlace(operand)) total += placeSize(operand, piece);
  let pointer = reserveStage(total);
  for (let operand = all.next; operand; operand = operand.next) {
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
 * Copies elements, few or many.
 * @param {Float32Array} to
 * @param {number} at
 * @param {Float32Array} from
 * @param {number} start
 * @param {number} count
 */
export function copy(to, at, from, start, count) {
  if (count > SHORT_COPY) to.set(count === from.length ? from : from.subarray(start, start + count), at);
  else for (let i = 0; i < count; i++) to[at + i] = from[start + i];
}
