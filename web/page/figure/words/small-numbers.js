/** Numbers near 0, as PyTorch prints them and written out, and a float32 with all its digits. */
import { formatNumber } from "../../kit/format.js";
import { shortest } from "../../kit/shortest.js";

/** An exponent's minus sign is a true one too. @param {string} text */
export const withMinuses = (text) => text.replaceAll("-", "−");

/** Two digits of exponent at least, as PyTorch prints: 5e-05. @param {string} text */
const withTwoOfExponent = (text) => text.replace(/e([+-])(\d)$/, "e$10$2");

/** A float32 with all its digits. @param {number} value */
export const allDigitsOf = (value) =>
  Number.isFinite(value) ? withMinuses(withTwoOfExponent(shortest(value))) : formatNumber(value);

/** As PyTorch prints a very small number: −5.9605e−08, 5.0000e−05. @param {number} value */
export function printed(value) {
  if (value === 0 || !Number.isFinite(value)) return value === 0 ? "0" : formatNumber(value);
  const size = Math.abs(value);
  return size < 1e-4 || size >= 1e5 ? withMinuses(withTwoOfExponent(value.toExponential(4))) : formatNumber(value);
}

/** Written out, without an exponent. @param {number} value @param {number} [digits] that count */
export const writtenOut = (value, digits = 5) =>
  withMinuses(value.toFixed(digits - 1 - Math.floor(Math.log10(Math.abs(value)))));
