/** Nested arrays of numbers: to elements, and back. */
import { checkShape, MAX_RANK, wrongType, wrongValue } from "../checks/arguments.js";
import { checkAttached, isFloat32Array, isFloats, zerosFor } from "./floats.js";
import { notInUse, owners } from "./place.js";

/** @import { Floats } from "./floats.js" */

/**
 * A number, or arrays of them nested to any depth (up to 8), each level of one length; the innermost may be
 * Float32Arrays, as embeddings come: `[row, row]`, each of which is copied at once.
 * @typedef {number | NestedArray} Nested
 */

/**
 * An array of {@link Nested}: spelt out, for an alias in JSDoc may not stand in its own definition. `flat` tells arrays
 * from strings and typed arrays.
 * @typedef {{ readonly length: number, readonly [index: number]: Nested | Floats, readonly flat: unknown }} NestedArray
 */

/**
 * @param {unknown} nested a number, or an array
 * @param {string} name
 * @returns {{ sizes: number[], data: Float32Array }} sizes: those along the first element of each level
 */
export function flatten(nested, name) {
  const sizes = [];
  for (
    let level = /** @type {any} */ (nested);
    (Array.isArray(level) || isFloats(level)) && sizes.length <= MAX_RANK;
    level = level[0]
  ) {
    sizes.push(level.length);
  }
  const data = zerosFor(checkShape(sizes, name));
  if (typeof nested === "number") data[0] = nested;
  else copyNested(data, 0, nested, sizes, 0, { name, indices: [] });
  return { sizes, data };
}

/**
 * Where something stands, as values[1][0]: spelt out for an error only, which takes as long as to copy a row.
 * @typedef {{ name: string, indices: number[] }} Path
 */

/**
 * @param {Path} path
 * @param {number} depth how many of the indices count
 */
const textOf = ({ name, indices }, depth) =>
  name +
  indices
    .slice(0, depth)
    .map((i) => `[${i}]`)
    .join("");

/**
 * Copies nested numbers into data, and checks on the way that every level has one length and every leaf is a number.
 * @param {Float32Array} data
 * @param {number} at
 * @param {unknown} nested
 * @param {number[]} sizes
 * @param {number} dim
 * @param {Path} path of what is being copied
 * @returns {number} where the next element goes
 */
function copyNested(data, at, nested, sizes, dim, path) {
  const isRow = isFloats(nested);
  if (isRow) checkRow(nested, path, dim);
  if (!(isRow || Array.isArray(nested)) || nested.length !== sizes[dim]) {
    throw wrongValue(
      textOf(path, dim),
      `${sizes[dim]} elements, as those before it have`,
      isRow || Array.isArray(nested) ? nested.length : nested,
    );
  }
  if (isRow && dim + 1 === sizes.length) {
    data.set(nested, at);
    return at + nested.length;
  }
  for (let i = 0; i < nested.length; i++) {
    /* holes too */
    const item = nested[i];
    path.indices[dim] = i;
    if (dim + 1 < sizes.length) at = copyNested(data, at, item, sizes, dim + 1, path);
    else if (typeof item === "number") data[at++] = item;
    else throw (Array.isArray(item) ? wrongValue : wrongType)(textOf(path, dim + 1), "a number", item);
  }
  return at;
}

/**
 * A row that has lost its elements is refused.
 * @param {Floats} row
 * @param {Path} path
 * @param {number} dim
 */
function checkRow(row, path, dim) {
  if (row.length === 0) checkAttached(row, textOf(path, dim));
  if (isFloat32Array(row) && owners.get(row)?._disposed) throw notInUse(textOf(path, dim), [row.length], "disposed");
}

/**
 * Elements as numbers in nested arrays; of a scalar the number itself.
 * @param {Float32Array} data
 * @param {readonly number[]} shape
 * @param {number} dim
 * @param {number} start of what this level covers
 * @param {number} size of it
 * @returns {any}
 */
export function nest(data, shape, dim, start, size) {
  if (dim === shape.length) return data[start];
  const step = shape[dim] && size / shape[dim];
  return Array.from({ length: shape[dim] }, (_, i) => nest(data, shape, dim + 1, start + i * step, step));
}
