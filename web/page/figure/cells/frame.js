/**
 * Where the elements of a tensor are drawn. The last dim lies across and the one before it down: a matrix.
 * Matrices of a third dim stand one under the other; of four dims they make a grid, the first dim down, the second
 * across. A large tensor, or slabs one behind the other, are seen through a window on all rows.
 */
import { LARGE, sizeOf } from "../../kit/shapes.js";

/** @typedef {readonly number[]} Shape */
/**
 * @typedef {object} Frame
 * @property {number} width    columns of a matrix: the size of the last dim
 * @property {number} height   rows, of all matrices
 * @property {number} period   rows of a matrix, after which the next one begins
 * @property {number} matrix   rows that are drawn together: those of a matrix, or of a window
 * @property {number} across   matrices side by side
 * @property {number} top      the first row that is shown
 * @property {number} left     the first column
 * @property {number} rows     how many rows are shown
 * @property {number} columns  how many columns
 */
/** @typedef {"facets" | "stack" | "window"} Manner */
/** @typedef {{ top: number, left: number, bottom: number, right: number }} Box in rows and columns, inclusive */
/**
 * One rectangle of a group: cells of one matrix, or (cells: null) whole matrices.
 * @typedef {{ group: number, matrices: Box, cells: Box | null }} Part
 */

/** Rows of a window; its columns follow the width of the screen. */
const WINDOW_ROWS = 8;
/** Slabs that can be told apart one behind the other. */
const SLABS = 4;

/**
 * Which way a dim lies: its indices count columns, rows, or slabs one behind the other.
 * @param {number} dim
 * @param {number} rank
 * @param {Manner} manner
 */
export function wayOf(dim, rank, manner) {
  if (dim === rank - 1 || (rank === 4 && dim === 1 && manner === "facets")) return "columns";
  return manner === "stack" && dim === 0 ? "depth" : "rows";
}

/** @param {Shape} shape */
const lastOf = (shape) => shape[shape.length - 1];

/** @param {Shape} shape @returns {Frame} */
export function wholeFrame(shape) {
  const width = lastOf(shape);
  const height = sizeOf(shape) / width;
  const period = shape[shape.length - 2] ?? 1;
  return {
    width,
    height,
    period,
    matrix: period,
    across: shape.length === 4 ? shape[1] : 1,
    top: 0,
    left: 0,
    rows: height,
    columns: width,
  };
}

/**
 * A start from which `length` of `end` places include `at`, as near to the start before as can be.
 * @param {number} start @param {number} length @param {number} at @param {number} end
 */
const slide = (start, length, at, end) => Math.max(0, Math.min(Math.max(start, at - length + 1), at, end - length));

/**
 * A window in which an element is.
 * @param {Shape} shape
 * @param {number} index
 * @param {{ top: number, left: number }} before  where the window was, or is on a tensor beside
 * @param {number} most  columns
 * @returns {Frame}
 */
function windowFrame(shape, index, before, most) {
  const { width, height, period } = wholeFrame(shape);
  const rows = Math.min(WINDOW_ROWS, height);
  const columns = Math.min(most, width);
  return {
    width,
    height,
    period,
    matrix: rows,
    across: 1,
    top: slide(before.top, rows, Math.floor(index / width), height),
    left: slide(before.left, columns, index % width, width),
    rows,
    columns,
  };
}

/** The slab in which an element is. @param {Shape} shape @param {number} index @returns {Frame} */
function slabFrame(shape, index) {
  const whole = wholeFrame(shape);
  const { matrix, width } = whole;
  return { ...whole, top: Math.floor(index / (matrix * width)) * matrix, rows: matrix };
}

/** @param {Shape} shape */
export const canStack = (shape) => shape.length === 3 && shape[0] > 1 && shape[0] <= SLABS && !isLarge(shape);

/** @param {Shape} shape */
export const isLarge = (shape) => sizeOf(shape) > LARGE;

/**
 * @param {Manner} manner
 * @param {Shape} shape
 * @param {number} index  an element that must be seen
 * @param {{ top: number, left: number }} before
 * @param {number} most  columns of a window
 */
export function frameOf(manner, shape, index, before, most) {
  if (manner === "window") return windowFrame(shape, index, before, most);
  return manner === "stack" ? slabFrame(shape, index) : wholeFrame(shape);
}

/** The element of the cell at a position, counted as cells are written. @param {Frame} frame @param {number} at */
export const indexAt = ({ top, left, columns, width }, at) =>
  (top + Math.floor(at / columns)) * width + left + (at % columns);

/** Where an element's cell is; -1 if it is not seen. @param {Frame} frame @param {number} index */
export function positionOf({ top, left, rows, columns, width }, index) {
  const [row, column] = [Math.floor(index / width) - top, (index % width) - left];
  return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : -1;
}

/**
 * The matrix of a position, and the cell in it.
 * @param {Pick<Frame, "matrix" | "across" | "columns">} frame
 * @param {number} at
 */
function placeOf({ matrix, across, columns }, at) {
  const block = Math.floor(at / (matrix * columns));
  const cell = at % (matrix * columns);
  return {
    down: Math.floor(block / across),
    across: block % across,
    row: Math.floor(cell / columns),
    column: cell % columns,
  };
}

/** @param {number} row @param {number} column @returns {Box} */
const point = (row, column) => ({ top: row, left: column, bottom: row, right: column });

/** @param {Frame} frame @param {number} at @returns {{ matrices: Box, cells: Box }} */
export function cellAt(frame, at) {
  const { down, across, row, column } = placeOf(frame, at);
  return { matrices: point(down, across), cells: point(row, column) };
}

/** @param {Box} a @param {Box} b @returns {Box} */
const around = (a, b) => ({
  top: Math.min(a.top, b.top),
  left: Math.min(a.left, b.left),
  bottom: Math.max(a.bottom, b.bottom),
  right: Math.max(a.right, b.right),
});

/**
 * The rectangles of each group that are in view.
 * @param {Frame} frame
 * @param {ArrayLike<number>} groupOf
 * @returns {Part[]}
 */
export function partsOf(frame, groupOf) {
  /** @type {Map<string, Part & { cells: Box }>} */
  const parts = new Map();
  for (let at = 0; at < frame.rows * frame.columns; at++) {
    const index = indexAt(frame, at);
    const group = groupOf[index];
    const { matrices, cells } = cellAt(frame, at);
    const key = `${group} ${Math.floor(index / (frame.period * frame.width))}`;
    const before = parts.get(key)?.cells ?? cells;
    parts.set(key, { group, matrices, cells: around(before, cells) });
  }
  return joined(frame, [...parts.values()]);
}

/** A group that fills several matrices has one outline around them. @param {Frame} frame @param {Part[]} parts */
function joined({ matrix, columns }, parts) {
  /** @type {Map<number, Part>} */
  const whole = new Map();
  const rest = parts.filter(({ group, matrices, cells }) => {
    if (cells && (cells.bottom - cells.top + 1 < matrix || cells.right - cells.left + 1 < columns)) return true;
    const before = whole.get(group);
    const { top, left, bottom, right } = before ? around(before.matrices, matrices) : matrices;
    const isOne = top === bottom && left === right;
    whole.set(group, { group, matrices: { top, left, bottom, right }, cells: isOne ? cells : null });
    return false;
  });
  return [...rest, ...whole.values()];
}

/**
 * The element to which a key leads; null if it leads nowhere.
 * @param {string} key
 * @param {number} index
 * @param {Frame} frame
 */
export function neighbour(key, index, { width, height, matrix, across, rows, columns }) {
  const place = placeOf({ matrix, across, columns: width }, index);
  const last = { row: height / across - 1, column: width * across - 1 };
  let row = place.down * matrix + place.row;
  let column = place.across * width + place.column;
  const page = rows < height ? { rows, columns: 0 } : { rows: 0, columns };
  if (key === "ArrowLeft") column--;
  else if (key === "ArrowRight") column++;
  else if (key === "ArrowUp") row--;
  else if (key === "ArrowDown") row++;
  else if (key === "Home") column = 0;
  else if (key === "End") column = last.column;
  else if (key === "PageUp") [row, column] = [row - page.rows, column - page.columns];
  else if (key === "PageDown") [row, column] = [row + page.rows, column + page.columns];
  else return null;
  row = Math.max(0, Math.min(row, last.row));
  column = Math.max(0, Math.min(column, last.column));
  const block = Math.floor(row / matrix) * across + Math.floor(column / width);
  return (block * matrix + (row % matrix)) * width + (column % width);
}
