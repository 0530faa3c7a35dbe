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
  return (index) => fitted(values[index], format(index), CELL_ROOM);
}

/**
 * A number as it was written, or with as many decimals as there is room for.
 * @param {number} value
 * @param {string} text
 * @param {number} room  characters
 */
function fitted(value, text, room) {
  if (text.length <= room || !Number.isFinite(value)) return text;
  if (text.includes("e")) return withMinus(scientific(value, Math.max(2 - (text.length - room), 0)));
  return withMinus(value.toFixed(Math.max(room - text.indexOf(".") - 1, 0)));
}

/**
 * The same with the sign before it that says what is done with them: "−0.132", "−(−0.35)".
 * @param {ArrayLike<number>} values
 * @param {string} sign
 * @returns {(index: number) => string}
 */
export function operandFormatterOf(values, sign) {
  const format = formatterOf(values);
  return (index) => {
    const value = values[index];
    return value < 0
      ? `${sign}(${fitted(value, format(index), CELL_ROOM - 2)})`
      : `${sign}${fitted(value, format(index), CELL_ROOM - 1)}`;
  };
}

/** The numbers of one tensor as its cells have room for them. @param {ArrayLike<number>} values */
export const formatCells = (values) => allOf(values, cellFormatterOf(values));

/** eps as typed in code: 1e-05 and 0, with a plain hyphen and all digits. @param {number} eps */
export const formatEps = (eps) => (eps === 0 ? "0" : eps < 1e-3 ? scientific(eps, undefined) : String(eps));
