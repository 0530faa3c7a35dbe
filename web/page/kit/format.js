/**
 * How numbers are written on the page: PyTorch's four decimals, with a true minus sign. The functions for a whole
 * tensor and for eps are in figure/words/format-tensor.js, which comes with the later sections.
 */

/** Ties go to even on the exact value, as in PyTorch (toFixed sends them away from zero). */
const FOUR_DECIMALS = new Intl.NumberFormat("en", {
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
  useGrouping: false,
  roundingMode: "halfEven",
});

/** Of a number, its exponent included: −1e−04. @param {string} text */
export const withMinus = (text) => text.replaceAll("-", "−");

/** Two digits of exponent at least, as PyTorch prints: "5e-05" of "5e-5". @param {string} text */
export const padExponent = (text) => text.replace(/e([+-])(\d)$/, "e$10$2");

/**
 * "1e-05", "2.5e+06": without zeros at the end; two digits of exponent at least, as PyTorch prints.
 * @param {number} value
 * @param {number | undefined} digits of the fraction, at most; undefined: as many as it has
 */
export const scientific = (value, digits) => padExponent(value.toExponential(digits).replace(/\.?0+e/, "e"));

/**
 * One number: 0.3470, −0.0000, 10, NaN, ∞. A tensor of whole numbers drops the point, as PyTorch does.
 * @param {number} value
 * @param {boolean} [whole]
 */
export function formatNumber(value, whole = false) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (Math.abs(value) >= 1e5) return withMinus(scientific(value, 2));
  if (whole) return withMinus(Object.is(value, -0) ? "-0" : String(value));
  return withMinus(FOUR_DECIMALS.format(value));
}

/**
 * A mark on the axis: round, so 0.3 and not 0.30000000000000004.
 * @param {number} value
 * @param {number} [digits] that tell it from the next mark
 */
export function formatTick(value, digits = 4) {
  const size = Math.abs(value);
  const rounded = Number(value.toPrecision(Math.max(digits, 4)));
  return withMinus(size >= 1e5 || (size > 0 && size < 1e-4) ? scientific(rounded, 2) : String(rounded));
}

/** Numbers on the page end here, so that no sum of a few of them leaves float32. */
export const LARGEST = 1e30;

/** A place or a size on the page, as exact as one can see. @param {number} value */
export const percent = (value) => `${Number(value.toFixed(3))}%`;

/** A decimal number, however large: 1, -.5, 2.5e-7. */
export const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The number that a person typed, or NaN. @param {string} text */
export function parseNumber(text) {
  const plain = text
    .trim()
    .replaceAll("−", "-")
    .replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  if (!DECIMAL.test(plain)) return NaN;
  const value = Number(plain);
  return Math.abs(value) <= LARGEST ? Math.fround(value) : NaN;
}

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** Small counts as words, for prose. @param {number} count */
export const inWords = (count) => WORDS[count] ?? String(count);

/** "one column", "six columns". @param {number} count @param {string} noun */
export const countedInWords = (count, noun) => `${inWords(count)} ${plural(count, noun)}`;

/** @param {number} count @param {string} noun */
export const plural = (count, noun) => (count === 1 ? noun : `${noun}s`);

/**
 * A number in a readout, which stands still while its digits run: always two decimals, as long as there is room.
 * @param {number} value
 * @param {boolean} [signed]  also with a plus
 */
export function formatReadout(value, signed = false) {
  const size = Math.abs(value);
  if (!(size < 1e5)) return formatNumber(value);
  const text = size.toFixed(size < 100 ? 2 : size < 1000 ? 1 : 0);
  return (value < 0 && Number(text) > 0 ? "−" : signed ? "+" : "") + text;
}

/**
 * A number beside a picture of it: two decimals, or two digits where it is small. Never part of arithmetic.
 * @param {number} value
 */
export function formatBrief(value) {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e5) return formatNumber(value);
  const size = Math.abs(value);
  if (size < 5e-7) return "0.00";
  if (size < 1e-3) return withMinus(scientific(value, 1));
  return withMinus(size < 0.095 ? Number(value.toPrecision(2)).toString() : value.toFixed(2));
}
