/** What the threads of rows.js share. */
import { layerNorm } from "../../web/api/index.js";

/** Words of `control`: how often there was something to do, and how many threads are still at it. */
export const TURN = 0,
  BUSY = 1;

/** In place of a turn: there will be none. */
export const CLOSED = -1;

const CONTROL_BYTES = 64;

/** How often a thread looks before it goes to sleep: to be woken takes about as long, 30 microseconds. */
const LOOKS = 2000;

/**
 * @param {Int32Array} control
 * @param {number} word
 * @param {number} value that it has until another thread changes it
 * @returns {number} what it has then
 */
export function waitWhile(control, word, value) {
  for (let i = 0; i < LOOKS && Atomics.load(control, word) === value; i++);
  Atomics.wait(control, word, value);
  return Atomics.load(control, word);
}

/** @typedef {ReturnType<typeof sharedRows>} Rows */

/**
 * @param {number} rows
 * @param {number} n
 * @param {SharedArrayBuffer} [buffer]  another thread's
 */
export function sharedRows(rows, n, buffer = new SharedArrayBuffer(CONTROL_BYTES + 4 * n * (2 * rows + 2))) {
  let at = CONTROL_BYTES;
  const floats = (/** @type {number} */ length) => {
    const array = new Float32Array(buffer, at, length);
    at += array.byteLength;
    return array;
  };
  const [x, y, weight, bias] = [rows * n, rows * n, n, n].map(floats);

  /** What normalises the rows of one of so many threads. @param {number} part @param {number} threads */
  const part = (part, threads) => {
    const [first, end] = [part, part + 1].map((i) => Math.floor((rows * i) / threads)),
      shape = [end - first, n];
    const [own, out] = [x, y].map((all) => ({ data: all.subarray(first * n, end * n), shape }));
    return () => void layerNorm(own, n, { weight, bias, out });
  };
  return { buffer, control: new Int32Array(buffer, 0, 2), x, y, weight, bias, part };
}
