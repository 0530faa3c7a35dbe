/** Numbers near 0, as PyTorch prints them and written out, and a float32 with all its digits. */
import { formatNumber, padExponent, withMinus } from "../../kit/format.js";
import { shortest } from "../../kit/shortest.js";

/** A float32 with all its digits. @param {number} value */
export const allDigitsOf = (value) =>
  Number.isFinite(value) ? withMinus(padExponent(shortest(value))) : formatNumber(value);

/** As PyTorch prints a very small number: −5.9605e−08, 5.0000e−05. @param {number} value */
export function printed(value) {
  if (value === 0 || !Number.isFinite(value)) return value === 0 ? "0" : formatNumber(value);
  const size = Math.abs(value);
  return size < 1e-4 || size >= 1e5 ? withMinus(padExponent(value.toExponential(4))) : formatNumber(value);
}

/** Written out, without an exponent. @param {number} value @param {number} [digits] that count */
export const writtenOut = (value, digits = 5) =>
  withMinus(value.toFixed(digits - 1 - Math.floor(Math.log10(Math.abs(value)))));
