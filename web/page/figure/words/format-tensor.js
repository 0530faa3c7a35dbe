/** How the numbers of one tensor are written, all in the same style, and eps as it stands in its code. */
import { formatNumber, scientific, withMinus } from "../../kit/format.js";

/** Whether a tensor holds finite numbers, and whole ones alone. @param {ArrayLike<number>} values */
export function isWhole(values) {
  let found = false;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) continue;
    if (!Number.isInteger(values[i])) return false;
    found = true;
  }
  return found;
}

/**
 * How the numbers of one tensor are written, all in the same style: only those that are asked for are formatted.
 * @param {ArrayLike<number>} values
 * @returns {(index: number) => string}
 */
export function formatterOf(values) {
  const whole = isWhole(values);
  return (index) => formatNumber(values[index], whole);
}

/** One number of a tensor, in the tensor's style. @param {ArrayLike<number>} values @param {number} index */
export const formatAt = (values, index) => formatterOf(values)(index);

/** The numbers of one tensor, all in the same style. @param {ArrayLike<number>} values */
export const formatNumbers = (values) => allOf(values, formatterOf(values));

/** @param {ArrayLike<number>} values @param {(index: number) => string} format */
const allOf = (values, format) => Array.from(values, (_, index) => format(index));

/** A cell has room for this many characters: "−0.8719". */
const CELL_ROOM = 7;

/**
 * How the numbers of one tensor are written in its cells: long ones with fewer decimals.
 * @param {ArrayLike<number>} values
 * @returns {(index: number) => string}
 */
export function cellFormatterOf(values) {
  const format = formatterOf(values);
  return (index) => {
    const text = format(index);
    if (text.length <= CELL_ROOM) return text;
    const excess = text.length - CELL_ROOM;
    if (text.includes("e")) return withMinus(scientific(values[index], Math.max(2 - excess, 0)));
    return withMinus(values[index].toFixed(Math.max(CELL_ROOM - text.indexOf(".") - 1, 0)));
  };
}

/** The numbers of one tensor as its cells have room for them. @param {ArrayLike<number>} values */
export const formatCells = (values) => allOf(values, cellFormatterOf(values));

/** eps as typed in code: 1e-05 and 0, with a plain hyphen and all digits. @param {number} eps */
export const formatEps = (eps) => (eps === 0 ? "0" : eps < 1e-3 ? scientific(eps, undefined) : String(eps));
