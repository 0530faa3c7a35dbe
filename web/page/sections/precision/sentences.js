/** The precision lens in words. */
import { formatNumber, formatTick, scientific, withMinus } from "../../kit/format.js";
import { allDigitsOf, printed } from "../../figure/words/small-numbers.js";

export { allDigitsOf, printed, writtenOut } from "../../figure/words/small-numbers.js";

/** @typedef {import("./spec.js").Order} Order */
/** @typedef {import("./spec.js").PrecisionFigure["from"]} From */
/** @typedef {import("./job.js").At} At */

/** @type {Record<Order, string>} */
export const ORDER_NAMES = { left: "left to right", right: "right to left", torch: "as PyTorch does" };

/** "−1.5 ulps" @param {number} sum @param {number} unit */
export function inUlps(sum, unit) {
  const ulps = sum / unit;
  return Number.isFinite(ulps) ? `${formatTick(ulps)} ${Math.abs(ulps) === 1 ? "ulp" : "ulps"}` : "–";
}

/** @param {number} value @param {Order} order @param {number} sum @param {number} unit */
export const narrateSum = (value, order, sum, unit) =>
  `The number is ${allDigitsOf(value)}. Added ${ORDER_NAMES[order]}, the sum is ${printed(sum)}, ${inUlps(sum, unit)}.`;

/** Which output of the layer is a last bit less. @type {Partial<Record<From, number>>} */
const LESS = { less1: 1, less3: 3 };

/**
 * Why the mean of the six is what it is, in a sentence: how much the sum is, and what that comes from.
 * @param {From} from
 * @param {boolean} isEdited
 * @param {Order} order
 * @param {number} sum
 * @param {number} unit  one ulp of the largest
 */
export function whyOfMean(from, isEdited, order, sum, unit) {
  if (!Number.isFinite(sum)) return "One of the six is not a finite number, and neither is the sum.";
  const left =
    sum === 0
      ? "What each step rounded away cancels here: the sum is exactly 0."
      : `What is left is ${inUlps(sum, unit)} of the largest of the six.`;
  if (isEdited) return `${left} A bit was flipped by hand.`;
  const output = LESS[from];
  if (output === undefined) return left;
  const here = from === "less1" ? ", as this page’s Linear rounds it" : "";
  const book = from === "less1" && order === "torch" ? ": PyTorch prints the book’s mean" : "";
  return `${left} Output ${output} of the layer was a last bit less than PyTorch has it${here}${book}.`;
}

export const WAY_NAMES = { onePass: "E[x²] − E[x]²", twoPasses: "two passes", kernels: "this package" };

/** "10,000" @param {number} mean */
export const meanText = (mean) => mean.toLocaleString("en");

/**
 * A number in a table: four digits, or an exponent; 1 has its zeros, which say how near it is.
 * @param {number} value
 * @param {number} [digits]
 */
export function brief(value, digits = 4) {
  if (value === 0 || !Number.isFinite(value)) return value === 0 ? "0" : formatNumber(value);
  const size = Math.abs(value);
  if (Number.isInteger(value) && size > 1 && size < 1e5) return withMinus(String(value));
  if (size >= 1e5 || size < 1e-3) return withMinus(scientific(value, 1));
  return withMinus(size >= 100 ? value.toFixed(0) : value.toPrecision(digits));
}

/**
 * The variance that one pass gives, beside the right one; in a sentence of two.
 * @param {At} at
 * @param {number} mean
 * @param {number} apart
 */
export function finding({ variance, ways: { onePass } }, mean, apart) {
  const where = `At a mean of ${meanText(mean)}, E[x²] − E[x]² `;
  const gives =
    onePass.variance < 0
      ? `comes out as ${brief(onePass.variance)}. A variance below 0 has no root: the standard deviation is NaN.`
      : `comes out as ${brief(onePass.variance)}, where ${brief(variance)} is right.`;
  return `${where}${gives} E[x²] is about ${brief(mean * mean + variance)}, and there float32’s numbers lie ${brief(apart)} apart.`;
}
