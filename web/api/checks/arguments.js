/**
 * Checks of arguments. Every message names the argument, what was expected and what came: a TypeError for a wrong type,
 * a RangeError for a value of the right type that cannot be.
 */
import { EPS, WEIGHT_OFFSET } from "./defaults.js";
import { LN_MAX_RANK } from "../kernels.js";

/** The most dims that a tensor may have. */
export const MAX_RANK = LN_MAX_RANK;

/** WebAssembly memory ends at 4 GiB, a tensor before that. */
const MAX_ELEMENTS = 2 ** 30 - 1;

/** @type {(value: unknown) => value is number[]} */
const isShort = (value) =>
  Array.isArray(value) && value.length <= MAX_RANK && value.every((v) => typeof v === "number");

/**
 * What came, in a few words.
 * @param {unknown} value
 * @returns {string}
 */
export function describe(value) {
  if (typeof value === "string") return JSON.stringify(value.length > 20 ? `${value.slice(0, 20)}...` : value);
  if (isShort(value)) return shapeText(value);
  if (tagOf(value) === "Promise") return "Promise: await it";
  if (Object(value) === value) return /** @type {object} */ (value).constructor?.name || "Object";
  return String(value) + (typeof value === "bigint" ? "n" : "");
}

/**
 * A shape as PyTorch writes it: [2, 6].
 * @param {readonly number[]} shape
 */
export const shapeText = (shape) => `[${shape.join(", ")}]`;

/**
 * A shape as a tuple of Python's: (2, 6) or (6,).
 * @param {readonly number[]} shape
 */
export const tuple = (shape) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;

/**
 * @param {string} name of the argument
 * @param {string} expected
 * @param {unknown} got
 */
export const wrongType = (name, expected, got) => new TypeError(`${name}: expected ${expected}, got ${describe(got)}`);

/**
 * @param {string} name of the argument
 * @param {string} expected
 * @param {unknown} got a value, or a string that says what came
 */
export const wrongValue = (name, expected, got) =>
  new RangeError(`${name}: expected ${expected}, got ${typeof got === "string" ? got : describe(got)}`);

/**
 * @param {unknown} value
 * @param {string} name
 * @param {number} [least]
 * @returns {number} value, an integer of at least `least`
 */
export function checkInteger(value, name, least = 0) {
  if (typeof value !== "number") throw wrongType(name, "an integer", value);
  if (!Number.isSafeInteger(value) || value < least) throw wrongValue(name, `an integer >= ${least}`, value);
  return value;
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {number} [least]
 * @returns {number} value, finite and at least `least`
 */
export function checkFinite(value, name, least = -Infinity) {
  if (typeof value !== "number") throw wrongType(name, "a number", value);
  if (value >= least && Math.abs(value) < Infinity) return value;
  throw wrongValue(name, `a finite number${least === 0 ? " >= 0" : ""}`, value);
}

/** @type {(value: unknown, name: string) => number} */
export const checkNonNegative = (value, name) => checkFinite(value, name, 0);

/**
 * @param {unknown} eps
 * @param {number} [byDefault]
 * @returns {number} eps, or its default
 */
export const checkEps = (eps, byDefault = EPS) => checkNonNegative(eps === undefined ? byDefault : eps, "eps");

/**
 * @param {unknown} offset
 * @returns {number} what is added to the weight
 */
export const checkOffset = (offset = WEIGHT_OFFSET) => checkFinite(offset, "weightOffset");

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {boolean} value; false if it is undefined
 */
export function checkBoolean(value = false, name) {
  if (typeof value !== "boolean") throw wrongType(name, "true or false", value);
  return value;
}

/**
 * Options that this function knows, and no others: a misspelt or foreign option (unbiased, axis, keepDims) must not be
 * passed over in silence, for it would give another number than the one that was asked for.
 * @template {object} T
 * @param {T | undefined} options
 * @param {readonly string[]} known
 * @param {string} [name] of the argument
 * @returns {T}
 */
export function checkOptions(options, known, name = "options") {
  if (options === undefined) return /** @type {T} */ (NO_OPTIONS);
  if (typeof options !== "object" || options === null || Array.isArray(options)) throw notOptions(options, known, name);
  for (const key in options)
    if (!isKnown(key, known) && !isAdded(key, options)) throw notOptions(options, known, name, key);
  return options;
}

/**
 * What a program has added to all objects (old libraries do) says nothing about these options.
 * @param {string} key
 * @param {object} options
 */
const isAdded = (key, options) => key in NO_OPTIONS && !Object.keys(options).includes(key);

const NO_OPTIONS = Object.freeze({});

/**
 * known.includes(key), at half its time: the names are the very strings of the source.
 * @param {string} key
 * @param {readonly string[]} known
 */
function isKnown(key, known) {
  for (let i = 0; i < known.length; i++) if (known[i] === key) return true;
  return false;
}

/**
 * @param {unknown} options
 * @param {readonly string[]} known
 * @param {string} name
 * @param {string} [key] of options that is not known; in a tensor or a typed array it would say nothing
 */
function notOptions(options, known, name, key) {
  const names = known.join(", ");
  if (!key || describe(options) !== "Object") return wrongType(name, `an object with ${names}`, options);
  return new TypeError(`${name}: expected only ${names}, got ${key}`);
}

/**
 * What kind of built-in object it is, in any realm.
 * @param {unknown} value
 */
export const tagOf = (value) => Object.prototype.toString.call(value).slice("[object ".length, -1);

/**
 * @param {readonly number[]} shape
 * @returns {number} how many elements a tensor of that shape has
 */
export function elementCount(shape) {
  let count = 1;
  for (const size of shape) count *= size;
  return count;
}

/**
 * @param {unknown} shape
 * @param {string} name
 * @returns {number[]} a copy of it, with at most 8 dims
 */
export function checkShape(shape, name = "shape") {
  if (!Array.isArray(shape)) throw wrongType(name, "an array of sizes", shape);
  if (shape.length > MAX_RANK) throw wrongValue(name, `at most ${MAX_RANK} dims`, shape.length);
  const sizes = Array.from(shape, (size, d) => checkInteger(size, `${name}[${d}]`)); /* holes too */
  if (elementCount(sizes) > MAX_ELEMENTS) throw wrongValue(name, `at most ${MAX_ELEMENTS} elements`, sizes);
  return sizes;
}

/**
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 */
export function sameShape(a, b) {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let d = 0; d < a.length; d++) if (a[d] !== b[d]) return false;
  return true;
}

/**
 * @param {unknown} dim
 * @param {number} rank of the tensor
 * @returns {number} it, counted from the front
 */
function checkDim(dim, rank) {
  const limit = rank || 1;
  if (typeof dim !== "number") throw wrongType("dim", "an integer or an array of integers", dim);
  if (Number.isInteger(dim) && dim >= -limit && dim < limit) return dim < 0 ? dim + limit : dim;
  throw wrongValue("dim", `an integer from ${-limit} to ${limit - 1} (x has ${rank} dims)`, dim);
}

/**
 * Dims of a tensor, counted from the front, in the order given.
 * @param {unknown} dim a dim, or several; negative ones count from the end, undefined means all
 * @param {number} rank of the tensor; one of rank 0 has a dim 0 of size 1, as in PyTorch
 * @returns {number[]}
 */
export function checkDims(dim, rank) {
  if (dim === undefined) return Array.from({ length: rank }, (_, d) => d);
  const dims = Array.isArray(dim) ? dim : [dim];
  /** @type {number[]} */
  const result = [];
  if (!dims.length) throw wrongValue("dim", "at least one dim (leave it out to reduce over all)", dims);
  for (let i = 0; i < dims.length; i++) {
    /* holes too */
    const d = checkDim(dims[i], rank);
    if (result.includes(d)) throw wrongValue("dim", "each dim once", dims);
    result.push(d);
  }
  return rank ? result : [];
}
