/** Nested arrays of numbers: to elements, and back. */
import { checkShape, MAX_RANK, wrongType, wrongValue } from "../checks/arguments.js";
import { asFloat32Array, isFloats, zerosFor } from "./floats.js";
import { notInUse, owners } from "./place.js";

/** @import { Floats } from "./floats.js" */

/**
 * A number, or arrays of them nested to any depth (up to 8), each level of one length; the innermost may be
 * Float32Arrays, as embeddings come: `[row, row]`.
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
  else copyNested(data, 0, nested, sizes, 0, name);
  return { sizes, data };
}

/**
 * Copies nested numbers into data, and checks on the way that every level has one length and every leaf is a number.
 * @param {Float32Array} data
 * @param {number} at
 * @param {unknown} nested
 * @param {number[]} sizes
 * @param {number} dim
 * @param {string} name of what is being copied, as values[1][0]
 * @returns {number} where the next element goes
 */
function copyNested(data, at, nested, sizes, dim, name) {
  const row = isFloats(nested) && rowOf(nested, name);
  if (!(row || Array.isArray(nested)) || nested.length !== sizes[dim]) {
    throw wrongValue(
      name,
      `${sizes[dim]} elements, as those before it have`,
      row || Array.isArray(nested) ? nested.length : nested,
    );
  }
  if (row && dim + 1 === sizes.length) {
    data.set(row, at);
    return at + row.length;
  }
  for (let i = 0; i < nested.length; i++) {
    /* holes too */
    const item = nested[i];
    if (dim + 1 < sizes.length) at = copyNested(data, at, item, sizes, dim + 1, `${name}[${i}]`);
    else if (typeof item === "number") data[at++] = item;
    else throw (Array.isArray(item) ? wrongValue : wrongType)(`${name}[${i}]`, "a number", item);
  }
  return at;
}

/**
 * @param {Floats} floats
 * @param {string} name
 */
function rowOf(floats, name) {
  const row = asFloat32Array(floats, name);
  if (owners.get(row)?._disposed) throw notInUse(name, [row.length], "disposed");
  return row;
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
