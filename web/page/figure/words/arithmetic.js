/**
 * Arithmetic that is shown comes out with the numbers shown: whoever types a line of it into a calculator gets its
 * result. Operands have four decimals, as PyTorch prints them, and more only where the result asks for more. Where no
 * few digits do, the line says "≈", and offers all digits.
 */
import { signal } from "@preact/signals";
import { formatEps, isWhole } from "./format-tensor.js";
import { formatNumber, scientific, withMinus } from "../../kit/format.js";

/**
 * @typedef {{ value: number, whole?: boolean }} Operand  whole: of a tensor of whole numbers, written without a point
 */
/** @typedef {{ texts: string[], result: string, sign: "=" | "≈", offersAll: boolean }} Line */

/**
 * A number of a tensor, in the tensor's style.
 * @param {ArrayLike<number>} values
 * @param {number} index
 * @returns {Operand}
 */
export const numberAt = (values, index) => ({ value: values[index], whole: isWhole(values) });

/** Whether a reader has asked for all digits. */
export const allDigits = signal(false);

/** The most digits beyond four decimals that are tried. */
const LEVELS = 4;
/** Above this, four decimals are at least two digits. */
const SMALL = 1e-3;
/** Below this, and from 1e5 on, a number has an exponent. */
const TINY = 1e-4;

/**
 * As many digits as are asked for, without zeros at the end: 0.000082, 8.2e-05, 1.25e+06.
 * @param {number} value
 * @param {number} digits
 */
function significant(value, digits) {
  const size = Math.abs(value);
  const sign = value < 0 ? "−" : "";
  if (size >= TINY && size < 1e5) return sign + String(Number(size.toPrecision(digits)));
  return sign + scientific(size, digits - 1);
}

/**
 * @param {Operand} operand
 * @param {number} level  digits beyond the usual ones
 */
function formatOperand({ value, whole = false }, level) {
  const size = Math.abs(value);
  if (!Number.isFinite(value) || (whole && size < 1e5)) return formatNumber(value, whole);
  // Exactly 0, and not a number that four decimals round to 0.
  if (value === 0) return "0";
  if (size < SMALL || size >= 1e5) return significant(value, 3 + level);
  if (level === 0) return formatNumber(value);
  const decimals = Math.max(4 + level, 3 + level - Math.ceil(Math.log10(size)));
  return withMinus(value.toFixed(decimals).replace(/(\.\d{4}\d*?)0+$/, "$1"));
}

/** All digits that tell a float32 from its neighbours. @param {Operand} operand */
function formatWhole({ value, whole = false }) {
  if (value === 0 || !Number.isFinite(value)) return formatNumber(value, whole);
  for (let digits = 1; ; digits++) {
    if (digits > 9 || Math.fround(Number(value.toPrecision(digits))) === value) return significant(value, digits);
  }
}

/** The number that a text on the page is read as. @param {string} text */
export const parseShown = (text) => Number(text.replaceAll("−", "-").replace("∞", "Infinity"));

/**
 * Half of the unit of a result's last digit: numbers that are nearer to each other than this are written alike.
 * @param {string} text
 */
function halfUnit(text) {
  const size = Math.abs(parseShown(text));
  if (size > 0 && (size < SMALL || size >= 1e5)) return 10 ** (Math.floor(Math.log10(size)) - 2) / 2;
  const decimals = text.split(".")[1]?.length;
  return decimals === undefined ? 1e-6 * size : 10 ** -decimals / 2;
}

/** Whether a number that was worked out is written as the result is. @param {number} value @param {string} result */
function comesOut(value, result) {
  const read = parseShown(result);
  return Object.is(value, read) || Math.abs(value - read) <= halfUnit(result) * (1 + 1e-9);
}

/** A remainder of float32's rounding is written as the 0 that it stands for, as in the cells. */
const RESIDUE = 1e-6;

/**
 * A whole number is written without a point only where exactly that comes out: 9.5 ÷ √90.25001 is −1.0000, not −1.
 * @param {Operand} result
 * @param {readonly Operand[]} operands
 * @param {boolean} isExact
 */
function formatResult({ value, whole }, operands, isExact) {
  const result = { value, whole: whole && isExact };
  const largest = Math.max(...operands.map(({ value }) => Math.abs(value)));
  return Math.abs(result.value) <= RESIDUE * largest
    ? formatNumber(result.value, result.whole)
    : formatOperand(result, 0);
}

/**
 * @param {readonly Operand[]} operands
 * @param {Operand & { text?: string }} result  text: where another line has written it already
 * @param {(...values: number[]) => number} evaluate  what the line says is done with the operands
 * @returns {Line}
 */
export function arithmetic(operands, result, evaluate) {
  const isExact = evaluate(...operands.map(({ value }) => value)) === result.value;
  const shown = result.text ?? formatResult(result, operands, isExact);
  for (let level = 0; level < LEVELS; level++) {
    const texts = operands.map((operand) => formatOperand(operand, level));
    if (comesOut(evaluate(...texts.map(parseShown)), shown))
      return { texts, result: shown, sign: "=", offersAll: false };
  }
  const asked = allDigits.value;
  return {
    texts: operands.map((operand) => (asked ? formatWhole(operand) : formatOperand(operand, 0))),
    result: asked ? (result.text ?? formatWhole(result)) : shown,
    sign: "≈",
    offersAll: true,
  };
}

/**
 * The sum of all numbers to a power, over a count: a mean, or of differences from it a variance.
 * @param {1 | 2} power
 * @param {number} count
 */
export const averageOf =
  (power, count) =>
  (/** @type {number[]} */ ...all) =>
    all.reduce((sum, value) => sum + value ** power, 0) / count;

/**
 * √(variance + eps), or √variance + eps.
 * @param {Pick<import("../../store/state.js").Figure, "eps" | "epsAt">} settings
 */
export const rootOf =
  ({ eps, epsAt }) =>
  (/** @type {number} */ variance) =>
    epsAt === "inside" ? Math.sqrt(variance + eps) : Math.sqrt(variance) + eps;

/**
 * The same in text, with a sum in brackets: √(0.0231 + 1e-05).
 * @param {Pick<import("../../store/state.js").Figure, "eps" | "epsAt">} settings
 * @param {string} variance
 */
export function rootText({ eps, epsAt }, variance) {
  if (eps === 0) return `√${variance}`;
  return epsAt === "inside" ? `√(${variance} + ${formatEps(eps)})` : `(√${variance} + ${formatEps(eps)})`;
}

/** A written number as an operand after a sign: in brackets where it is negative. @param {string} text */
export const bracketed = (text) => (text.startsWith("−") ? `(${text})` : text);
