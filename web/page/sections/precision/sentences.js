/** The precision lens in words. */
import { formatNumber, formatTick, scientific } from "../../kit/format.js";
import { shortest } from "../../kit/shortest.js";

/** @typedef {import("./spec.js").Order} Order */
/** @typedef {import("./job.js").At} At */

/** @type {Record<Order, string>} */
export const ORDER_NAMES = { left: "left to right", right: "right to left", torch: "as PyTorch does" };

/** An exponent's minus sign is a true one too. @param {string} text */
const withMinus = (text) => text.replaceAll("-", "−");

/** A float32 with all its digits. @param {number} value */
export const allDigitsOf = (value) =>
  Number.isFinite(value) ? withMinus(shortest(value).replace(/e([+-])(\d)$/, "e$10$2")) : formatNumber(value);

/** As PyTorch prints a very small number: −5.9605e-08. @param {number} value */
export function printed(value) {
  if (value === 0 || !Number.isFinite(value)) return value === 0 ? "0" : formatNumber(value);
  const size = Math.abs(value);
  return size < 1e-4 || size >= 1e5 ? withMinus(scientific(value, 4)) : formatNumber(value);
}

/** Written out, without an exponent. @param {number} value @param {number} [digits] that count */
export const writtenOut = (value, digits = 5) =>
  withMinus(value.toFixed(digits - 1 - Math.floor(Math.log10(Math.abs(value)))));

/** "−1.5 ulps" @param {number} sum @param {number} unit */
export function inUlps(sum, unit) {
  const ulps = sum / unit;
  return Number.isFinite(ulps) ? `${formatTick(ulps)} ${Math.abs(ulps) === 1 ? "ulp" : "ulps"}` : "–";
}

/** @param {number} value @param {Order} order @param {number} sum @param {number} unit */
export const narrateSum = (value, order, sum, unit) =>
  `The number is ${allDigitsOf(value)}. Added ${ORDER_NAMES[order]}, the sum is ${printed(sum)}, ${inUlps(sum, unit)}.`;

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

/** What the one pass gives, and what of it is right. @param {At} at @param {number} mean @param {number} apart */
export function finding({ variance, ways: { onePass } }, mean, apart) {
  const where = `At a mean of ${meanText(mean)}, E[x²] − E[x]² `;
  const gives =
    onePass.variance < 0
      ? `comes out as ${brief(onePass.variance)}. A variance below 0 has no root: the standard deviation is NaN.`
      : `comes out as ${brief(onePass.variance)}, where ${brief(variance)} is right.`;
  return `${where}${gives} E[x²] is about ${brief(mean * mean + variance)}, and there float32’s numbers lie ${brief(apart)} apart.`;
}
