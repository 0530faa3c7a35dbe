/** Text as PyTorch prints it: tensors, and the floats in the representations of layers. */
import { checkBoolean, checkInteger, checkOptions, wrongType, wrongValue } from "./arguments.js";

/**
 * @typedef {object} PrintOptions
 * @property {number} [precision] digits after the point, 0 to 100 (default 4)
 * @property {number} [threshold] tensors of more elements are summarized; may be Infinity (default 1000)
 * @property {number} [edgeitems] items that a summary keeps at either end of a dim (default 3)
 * @property {number} [linewidth] characters a line, at most (default 80)
 * @property {boolean | undefined} [sciMode] scientific notation; undefined: as the elements ask (default)
 */

const PREFIX = "tensor(";

/** Stands among a dim's indices where a summary leaves some out. */
const GAP = -1;

/** toExponential takes no more digits. */
const MAX_PRECISION = 100;

const DEFAULTS = {
  precision: 4,
  threshold: 1000,
  edgeitems: 3,
  linewidth: 80,
  sciMode: /** @type {boolean | undefined} */ (undefined),
};

let current = DEFAULTS;

/**
 * How tensors print from now on. Merged into the current options: `{}` changes nothing, and unlike
 * torch.set_printoptions a call that does not mention sciMode keeps it.
 *
 * @param {PrintOptions | "default"} options "default" restores PyTorch's
 * @returns {void}
 * @throws {TypeError} if an option is unknown or of the wrong type
 * @throws {RangeError} if a number is not an integer, or too small or too large; then nothing has changed
 * @example
 * setPrintOptions({ sciMode: false });
 */
export function setPrintOptions(options) {
  if (options === "default") {
    current = DEFAULTS;
    return;
  }
  if (typeof options !== "object") throw wrongType("options", 'an object or "default"', options);
  checkOptions(options, Object.keys(DEFAULTS));
  const { precision = current.precision, threshold = current.threshold } = options;
  const { edgeitems = current.edgeitems, linewidth = current.linewidth } = options;
  const sciMode = "sciMode" in options ? options.sciMode : current.sciMode;
  checkInteger(precision, "precision");
  if (precision > MAX_PRECISION) throw wrongValue("precision", `an integer <= ${MAX_PRECISION}`, precision);
  if (threshold !== Infinity) checkInteger(threshold, "threshold");
  checkInteger(edgeitems, "edgeitems", 1);
  checkInteger(linewidth, "linewidth", 1);
  if (sciMode !== undefined) checkBoolean(sciMode, "sciMode");
  current = { precision, threshold, edgeitems, linewidth, sciMode };
}

/**
 * @param {Float32Array} data row-major
 * @param {readonly number[]} shape
 * @returns {string} e.g. "tensor([[0.1324],\n        [0.2170]])"
 */
export function formatTensor(data, shape) {
  if (data.length === 0) return formatEmpty(shape);
  const summarize = data.length > current.threshold;
  const shown = shape.map((size) => shownIndices(size, summarize));
  const { width, format } = elementFormat(shownElements(data, shape, shown));

  /** @type {(dim: number, offset: number) => string} offset: the row-major index over the dims before dim */
  const body = (dim, offset) => {
    if (dim === shape.length) return format(data[offset]);
    const indent = PREFIX.length + dim;
    const dimsBelow = shape.length - 1 - dim;
    const gap = dimsBelow === 0 ? " ..." : "...";
    const items = shown[dim].map((index) => index === GAP ? gap : body(dim + 1, offset * shape[dim] + index));
    const rows = dimsBelow === 0 ? joinLines(items, indent, width) : items;
    return `[${rows.join("," + "\n".repeat(Math.max(1, dimsBelow)) + " ".repeat(indent + 1))}]`;
  };
  return `${PREFIX}${body(0, 0)})`;
}

/**
 * A tensor without elements; its shape is printed where [] alone would not tell it.
 * @param {readonly number[]} shape
 */
function formatEmpty(shape) {
  const body = `${PREFIX}[]`;
  if (shape.length === 1) return `${body})`;
  const size = `size=(${shape.join(", ")})`;
  /* PyTorch counts two characters more than stand on the line, then the ", " in between. */
  const fits = body.length + 2 + 2 + size.length <= current.linewidth;
  return `${body},${fits ? " " : "\n" + " ".repeat(PREFIX.length)}${size})`;
}

/**
 * @param {number} size
 * @param {boolean} summarize
 * @returns {number[]}
 */
function shownIndices(size, summarize) {
  const { edgeitems } = current;
  if (!summarize || size <= 2 * edgeitems) return Array.from({ length: size }, (_, i) => i);
  const head = Array.from({ length: edgeitems }, (_, i) => i);
  return [...head, GAP, ...head.map((i) => size - edgeitems + i)];
}

/**
 * @param {Float32Array} data
 * @param {readonly number[]} shape
 * @param {readonly number[][]} shown per dim
 */
function shownElements(data, shape, shown) {
  let offsets = [0];
  shape.forEach((size, dim) => {
    const indices = shown[dim].filter((index) => index !== GAP);
    offsets = offsets.flatMap((offset) => indices.map((index) => offset * size + index));
  });
  return offsets.map((offset) => data[offset]);
}

/**
 * Lines of at most linewidth characters, reckoned as if every item were `width` wide.
 * @param {string[]} items
 * @param {number} indent
 * @param {number} width
 */
function joinLines(items, indent, width) {
  const perLine = Math.max(1, Math.floor((current.linewidth - indent) / (width + ", ".length)));
  const lines = [];
  for (let i = 0; i < items.length; i += perLine) lines.push(items.slice(i, i + perLine).join(", "));
  return lines;
}

/**
 * One format for all elements, chosen by the finite non-zero ones alone.
 * @param {readonly number[]} elements
 * @returns {{ width: number, format: (value: number) => string }}
 */
function elementFormat(elements) {
  const { precision, sciMode } = current;
  const deciding = elements.filter((value) => Number.isFinite(value) && value !== 0);
  if (deciding.length === 0) return { width: 1, format: integer };

  const magnitudes = deciding.map(Math.abs);
  const largest = magnitudes.reduce((a, b) => Math.max(a, b));
  const smallest = magnitudes.reduce((a, b) => Math.min(a, b));
  const integral = magnitudes.every(Number.isInteger);
  const wideRange = largest / smallest > 1000 || largest > 1e8 || (!integral && smallest < 1e-4);

  /** @type {(value: number) => string} */
  const plain = integral ? integer : (value) => fixed(value, precision);
  /** @type {(value: number) => string} */
  const exponential = (value) => scientific(value, precision);
  const style = (/** @type {boolean} */ scientificNotation) => scientificNotation ? exponential : plain;
  /* The width is that of the style which the elements ask for, also where sciMode then decides otherwise. */
  const width = deciding.map(style(wideRange)).reduce((longest, text) => Math.max(longest, text.length), 1);
  const format = style(sciMode ?? wideRange);
  return { width, format: (value) => format(value).padStart(width) };
}

/** @param {number} value */
function integer(value) {
  return Number.isFinite(value) ? `${fixed(value, 0)}.` : nonFinite(value);
}

/**
 * C's %.{digits}f of a float32.
 * @param {number} value
 * @param {number} digits
 */
function fixed(value, digits) {
  if (!Number.isFinite(value)) return nonFinite(value);
  const text = String(roundedMultiple(value, digits)).padStart(digits + 1, "0");
  return sign(value) + withPoint(text, text.length - digits);
}

/**
 * C's %.{digits}e of a float32.
 * @param {number} value
 * @param {number} digits
 */
function scientific(value, digits) {
  if (!Number.isFinite(value)) return nonFinite(value);
  /* toExponential rounds ties away from zero; the exponent is right even so: a tie that carries ends in 9. */
  const exponent = Number(value.toExponential(digits).split("e")[1]);
  const text = String(roundedMultiple(value, digits - exponent)).padStart(digits + 1, "0");
  return `${sign(value)}${withPoint(text, 1)}e${exponentText(exponent)}`;
}

/**
 * |value| * 10^decimals as the nearest integer, ties to even as in C, from the exact value of a float32.
 * (toFixed rounds ties away from zero, and falls back to exponents at 1e21.)
 * @param {number} value
 * @param {number} decimals
 * @returns {bigint}
 */
function roundedMultiple(value, decimals) {
  /* Every float32 is a multiple of 2^-149, and a double holds the product exactly. */
  let numerator = BigInt(Math.abs(value) * 2 ** 149);
  let denominator = 2n ** 149n;
  if (decimals >= 0) numerator *= 10n ** BigInt(decimals);
  else denominator *= 10n ** BigInt(-decimals);
  const quotient = numerator / denominator;
  const twiceRest = 2n * (numerator % denominator);
  const up = twiceRest > denominator || (twiceRest === denominator && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}

/**
 * @param {string} digits
 * @param {number} whole how many of them stand before the point
 */
function withPoint(digits, whole) {
  return whole === digits.length ? digits : `${digits.slice(0, whole)}.${digits.slice(whole)}`;
}

/** @param {number} value */
function sign(value) {
  return value < 0 || Object.is(value, -0) ? "-" : "";
}

/** @param {number} value */
function nonFinite(value) {
  return Number.isNaN(value) ? "nan" : `${sign(value)}inf`;
}

/**
 * A sign and at least two digits, as in 1e-05.
 * @param {number} exponent
 */
function exponentText(exponent) {
  return (exponent < 0 ? "-" : "+") + String(Math.abs(exponent)).padStart(2, "0");
}

/**
 * A double as Python's repr writes it: the shortest digits that read back as it, e.g. 1e-05, 0.1, 5.0.
 * @param {number} value
 * @returns {string}
 */
export function formatFloat(value) {
  if (!Number.isFinite(value)) return nonFinite(value);
  const [digits, exponent] = Math.abs(value).toExponential().split("e");
  if (Number(exponent) < -4 || Number(exponent) >= 16) {
    return `${sign(value)}${digits}e${exponentText(Number(exponent))}`;
  }
  const text = String(Math.abs(value));
  return sign(value) + (text.includes(".") ? text : `${text}.0`);
}
