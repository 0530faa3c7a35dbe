/** Text as PyTorch prints it: tensors, and the floats in the representations of layers. */
import { checkBoolean, checkInteger, checkOptions, tuple, wrongType, wrongValue } from "../checks/arguments.js";
import { PRINT_OPTIONS } from "../checks/defaults.js";
import { printWith } from "./tensor.js";

/**
 * @typedef {object} PrintOptions
 * @property {number} [precision] digits after the point, 0 to 100 (default 4)
 * @property {number} [threshold] tensors of more elements are summarized; may be Infinity (default 1000)
 * @property {number} [edgeitems] items that a summary keeps at either end of a dim (default 3)
 * @property {number} [linewidth] characters a line, at most (default 80)
 * @property {boolean | undefined} [sciMode] scientific notation; undefined: as the elements ask (default)
 */

const PREFIX = "tensor(";

/** toExponential takes no more digits. */
const MAX_PRECISION = 100;

/** @typedef {Required<Omit<PrintOptions, "sciMode">> & Pick<PrintOptions, "sciMode">} Current */

/** @type {Current} */
let current = PRINT_OPTIONS;

/**
 * How tensors print from now on, as torch.set_printoptions. Merged into the current options: `{}` changes nothing, and
 * unlike PyTorch's a call that does not mention sciMode keeps it.
 *
 * @param {PrintOptions | "default"} options at first precision 4, threshold 1000, edgeitems 3, linewidth 80, sciMode
 *   undefined; "default" restores those, which are PyTorch's
 * @returns {void}
 * @throws {TypeError} if an option is unknown or of the wrong type
 * @throws {RangeError} if a number is not an integer, or too small or too large; then nothing has changed
 * @example
 * setPrintOptions({ precision: 2 });
 * tensor([1 / 3, 100]); // => tensor([0.33, 100.00])
 * setPrintOptions("default");
 * tensor([1 / 3, 100]); // => tensor([0.3333, 100.0000])
 */
export function setPrintOptions(options) {
  printWith(formatTensor);
  if (options === "default") {
    current = PRINT_OPTIONS;
    return;
  }
  if (typeof options !== "object") throw wrongType("options", 'an object or "default"', options);
  checkOptions(options, Object.keys(PRINT_OPTIONS));
  const { precision = current.precision, threshold = current.threshold } = options;
  const { edgeitems = current.edgeitems, linewidth = current.linewidth } = options;
  const { sciMode } = { ...current, ...options };
  if (checkInteger(precision, "precision") > MAX_PRECISION) {
    throw wrongValue("precision", `an integer <= ${MAX_PRECISION}`, precision);
  }
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
  const { threshold, edgeitems, linewidth } = current,
    summarize = data.length > threshold;

  /**
   * @param {number} dim
   * @param {number} offset the row-major index over the dims before dim
   * @param {(value: number) => string} show
   * @param {number} width of what it gives
   * @returns {string}
   */
  const body = (dim, offset, show, width) => {
    if (dim === shape.length) return show(data[offset]);
    const size = shape[dim],
      below = shape.length - 1 - dim,
      indent = PREFIX.length + dim;
    let items = [];
    for (let i = 0; i < size; i++) {
      if (summarize && i === edgeitems && size > 2 * edgeitems) {
        items.push(below ? "..." : " ...");
        i = size - edgeitems;
      }
      items.push(body(dim + 1, offset * size + i, show, width));
    }
    if (!below) items = joinLines(items, Math.max(1, Math.floor((linewidth - indent) / (width + ", ".length))));
    return `[${items.join(`,${"\n".repeat(below || 1)}${" ".repeat(indent + 1)}`)}]`;
  };

  /** @type {number[]} */
  const shown = [];
  body(0, 0, (value) => `${shown.push(value)}`, 1);
  const { width, show } = elementFormat(shown);
  return `${PREFIX}${body(0, 0, show, width)})`;
}

/**
 * A tensor without elements; its shape is printed where [] alone would not tell it.
 * @param {readonly number[]} shape
 */
function formatEmpty(shape) {
  const body = `${PREFIX}[]`;
  if (shape.length === 1) return `${body})`;
  const size = `size=${tuple(shape)}`;
  /* PyTorch counts two characters more than stand on the line, then the ", " in between. */
  const fits = body.length + 2 + 2 + size.length <= current.linewidth;
  return `${body},${fits ? " " : `\n${" ".repeat(PREFIX.length)}`}${size})`;
}

/**
 * @param {string[]} items
 * @param {number} perLine how many fit, as if every item were of one width
 */
function joinLines(items, perLine) {
  const lines = [];
  for (let i = 0; i < items.length; i += perLine) lines.push(items.slice(i, i + perLine).join(", "));
  return lines;
}

/**
 * One format for all elements, chosen by the finite non-zero ones alone.
 * @param {readonly number[]} elements
 * @returns {{ width: number, show: (value: number) => string }}
 */
function elementFormat(elements) {
  const { precision, sciMode } = current,
    deciding = elements.filter((value) => Number.isFinite(value) && value !== 0);
  const magnitudes = deciding.map(Math.abs),
    integral = magnitudes.every(Number.isInteger);
  const largest = magnitudes.reduce((a, b) => Math.max(a, b), 0);
  const smallest = magnitudes.reduce((a, b) => Math.min(a, b), Infinity);
  const wideRange = largest / smallest > 1000 || largest > 1e8 || smallest < 1e-4;
  /** @type {(scientific: boolean) => (value: number) => string} */
  const style = (scientific) => (value) =>
    scientific || !integral
      ? decimal(value, precision, scientific)
      : decimal(value, 0, false) + (Number.isFinite(value) ? "." : "");
  /* The width is that of the style which the elements ask for, also where sciMode then decides otherwise. */
  const width = deciding.map(style(wideRange)).reduce((longest, text) => Math.max(longest, text.length), 1);
  const show = style(deciding.length > 0 && (sciMode ?? wideRange));
  return { width, show: (value) => show(value).padStart(width) };
}

/**
 * C's %.{digits}f or %.{digits}e of a float32.
 * @param {number} value
 * @param {number} digits
 * @param {boolean} scientific
 */
function decimal(value, digits, scientific) {
  if (!Number.isFinite(value)) return nonFinite(value);
  /* toExponential rounds ties away from zero; the exponent is right even so: a tie that carries ends in 9. */
  const exponent = scientific ? value.toExponential(digits).split("e")[1] : "";
  const text = String(roundedMultiple(value, digits - Number(exponent))).padStart(digits + 1, "0");
  const point = text.length - digits;
  return (
    sign(value) +
    text.slice(0, point) +
    (digits ? "." : "") +
    text.slice(point) +
    (scientific ? exponentText(exponent) : "")
  );
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
  let numerator = BigInt(Math.abs(value) * 2 ** 149),
    denominator = 2n ** 149n;
  if (decimals >= 0) numerator *= 10n ** BigInt(decimals);
  else denominator *= 10n ** BigInt(-decimals);
  const quotient = numerator / denominator,
    twiceRest = 2n * (numerator % denominator);
  return twiceRest > denominator || (twiceRest === denominator && quotient % 2n) ? quotient + 1n : quotient;
}

/** @param {number} value */
const sign = (value) => (value < 0 || Object.is(value, -0) ? "-" : "");

/** @param {number} value */
const nonFinite = (value) => (Number.isNaN(value) ? "nan" : `${sign(value)}inf`);

/**
 * With at least two digits, as in e-05.
 * @param {string} exponent a sign and digits
 */
const exponentText = (exponent) => `e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;

/**
 * A double as Python's repr writes it: the shortest digits that read back as it, e.g. 1e-05, 0.1, 5.0.
 * @param {number} value
 * @returns {string}
 */
export function formatFloat(value) {
  if (!Number.isFinite(value)) return nonFinite(value);
  const magnitude = Math.abs(value),
    text = String(magnitude);
  const [digits, exponent] = magnitude.toExponential().split("e");
  if (Number(exponent) < -4 || Number(exponent) >= 16) return sign(value) + digits + exponentText(exponent);
  return sign(value) + text + (text.includes(".") ? "" : ".0");
}
