/** A matrix in memory, row after row, and the cache lines that its cells come with. */
import { COLUMNS, ROWS } from "./limits.js";

/** On most machines. */
export const LINE_BYTES = 64;
/** @typedef {typeof import("./spec.js").spec.initial.type} Type */
/** @typedef {typeof import("./spec.js").spec.initial.dim} Dim */
/** @type {Record<Type, number>} */
export const BYTES = { float32: 4, float64: 8 };

/** How many numbers a line holds. @param {Type} type */
export const lineSize = (type) => LINE_BYTES / BYTES[type];

/** @param {number} cell @param {Type} type */
export const lineOf = (cell, type) => Math.floor(cell / lineSize(type));

/** Row and column of a cell. @param {number} cell */
export const placeOf = (cell) => [Math.floor(cell / COLUMNS), cell % COLUMNS];

/**
 * The cells that share a mean with one: its row over dim −1, its column over dim 0.
 * @param {number} cell
 * @param {Dim} dim
 */
export function groupOf(cell, dim) {
  const [row, column] = placeOf(cell);
  return dim === "-1"
    ? Array.from({ length: COLUMNS }, (_, i) => row * COLUMNS + i)
    : Array.from({ length: ROWS }, (_, i) => i * COLUMNS + column);
}

/** The lines that some cells lie in. @param {readonly number[]} cells @param {Type} type */
export const linesOf = (cells, type) => [...new Set(cells.map((cell) => lineOf(cell, type)))];

/**
 * What a group fetches: lines, numbers in these, and how many it uses.
 * @param {number} cell
 * @param {Dim} dim
 * @param {Type} type
 */
export function fetched(cell, dim, type) {
  const group = groupOf(cell, dim);
  const lines = linesOf(group, type);
  return { lines: lines.length, numbers: lines.length * lineSize(type), used: group.length };
}
