/** What a file has: a list of tensors, of each its name, dtype and shape, and how a part of it is read. */
import { sizeOf } from "../../../kit/shapes.js";
import { readWindow } from "./window.js";

/** @typedef {import("./window.js").Window} Window */
/**
 * @typedef {object} Listed  a tensor, as a file lists it
 * @property {string} name
 * @property {string} dtype  as NumPy calls it, or as the file does if it cannot be read
 * @property {readonly number[]} shape
 * @property {string} why  it cannot be shown; "" if it can
 * @property {(window: Window) => Promise<Float32Array>} read
 */
/**
 * @typedef {object} Source  what was dropped, chosen or pasted
 * @property {string} name
 * @property {string} kind  "a safetensors file"
 * @property {readonly Listed[]} tensors
 * @property {string} note  what was left out, in a sentence; "" if nothing was
 */

/** @type {Listed["read"]} */
const nothing = async () => new Float32Array(0);

/**
 * @param {string} name
 * @param {import("./window.js").Stored & { isRead: boolean }} stored
 * @returns {Listed}
 */
export function listed(name, stored) {
  const { dtype, shape, isRead } = stored;
  const why = isRead
    ? sizeOf(shape) === 0
      ? "It has no numbers."
      : ""
    : `Its numbers are ${dtype}, and bool, int, uint and float are read here.`;
  return { name, dtype, shape, why, read: why === "" ? (window) => readWindow(stored, window) : nothing };
}

/**
 * A matrix that is in memory.
 * @param {string} name
 * @param {readonly number[]} shape  of one or two dims
 * @param {Float32Array} values
 * @returns {Listed}
 */
export function inMemory(name, shape, values) {
  const width = shape[shape.length - 1];
  const read = async (/** @type {Window} */ { row, rows, column, columns }) => {
    const part = new Float32Array(rows * columns);
    for (let r = 0; r < rows; r++) {
      const first = (row + r) * width + column;
      part.set(values.subarray(first, first + columns), r * columns);
    }
    return part;
  };
  return { name, dtype: "float32", shape, why: "", read };
}
