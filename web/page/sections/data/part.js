/** Which part of a tensor the figure takes: all of it, or some rows, whole as far as there is room. */
import { MAX_RANK, MAX_SIZE, sizeOf } from "../../kit/shapes.js";
import { columnsOf, rowsOf } from "./read/window.js";

/** @typedef {import("./read/window.js").Window} Window */

/** So many rows are shown at a time, and so many numbers of each where only some are asked for. */
export const ROWS = 12;
export const NARROW = 12;

/**
 * @typedef {object} Wish
 * @property {number} row  the first one
 * @property {number} column
 * @property {boolean} isNarrow  whether a few numbers of each row are enough
 */

/** @type {Wish} */
export const FIRST = { row: 0, column: 0, isNarrow: false };

/**
 * @param {readonly number[]} shape
 * @param {Wish} wish  of rows and columns that may not be there: the nearest are taken
 * @returns {{ part: Window, shape: readonly number[] }}  and the shape in which the figure has it
 */
export function partOf(shape, { row, column, isNarrow }) {
  const [height, width] = [rowsOf(shape), columnsOf(shape)];
  const columns = Math.min(width, isNarrow ? NARROW : MAX_SIZE);
  const rows = Math.min(height, ROWS, Math.floor(MAX_SIZE / columns));
  const part = {
    row: within(row, height - rows),
    rows,
    column: within(column, width - columns),
    columns,
  };
  if (shape.length < 2) return { part, shape: [columns] };
  const isWhole = rows === height && columns === width && shape.length <= MAX_RANK;
  return { part, shape: isWhole ? shape : [rows, columns] };
}

/** @param {number} place @param {number} last */
const within = (place, last) => Math.min(Math.max(Math.trunc(place), 0), last);

/** Whether the figure has all of a tensor. @param {readonly number[]} shape @param {Window} part */
export const isAll = (shape, { rows, columns }) => rows * columns === sizeOf(shape);
