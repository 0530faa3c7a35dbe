/**
 * A part of a tensor in a file: some rows and some columns, read by slices, so that a file of gigabytes never has to
 * fit into memory. A tensor of any number of dims is rows of its last dim here.
 */
import { coordinatesOf, sizeOf } from "../../../kit/shapes.js";
import { ELEMENTS } from "./elements.js";
import { refuse } from "./unreadable.js";

/** @typedef {{ row: number, rows: number, column: number, columns: number }} Window  the first ones, and how many */
/**
 * @typedef {object} Stored  a tensor's numbers in a file
 * @property {() => Promise<Blob>} bytes  of the file, or of what was packed in it
 * @property {number} start  where its first number is
 * @property {string} dtype  one of ELEMENTS
 * @property {boolean} isLittle  whether a number's least byte comes first
 * @property {boolean} isFortran  whether the first dim's numbers lie side by side, in place of the last dim's
 * @property {readonly number[]} shape
 */

/** Slices of a file that are so near each other, in bytes, are read as one. */
const GAP = 4096;
/** So many slices are asked for at a time. */
const AT_ONCE = 64;

/** @param {readonly number[]} shape */
export const rowsOf = (shape) => sizeOf(shape.slice(0, -1));

/** A single number is a row of one. @param {readonly number[]} shape */
export const columnsOf = (shape) => shape.at(-1) ?? 1;

/**
 * @param {Stored} stored
 * @param {Window} window
 * @returns {Promise<Float32Array>} row by row
 */
export async function readWindow(stored, window) {
  const { bytes } = ELEMENTS[stored.dtype];
  const places = placesOf(stored, window).map((place) => place * bytes);
  const order = stored.isFortran ? Uint32Array.from(places.keys()).sort((a, b) => places[a] - places[b]) : null;
  const at = (/** @type {number} */ i) => (order ? order[i] : i);
  const blob = await stored.bytes();
  const values = new Float32Array(places.length);
  const slices = slicesOf(places, at, bytes);
  for (let first = 0; first < slices.length; first += AT_ONCE)
    await Promise.all(slices.slice(first, first + AT_ONCE).map((slice) => readSlice(blob, stored, slice, values)));
  return values;
}

/**
 * Which numbers of the file they are, row by row.
 * @param {Stored} stored
 * @param {Window} window
 * @returns {Float64Array}
 */
function placesOf({ shape, isFortran }, { row, rows, column, columns }) {
  const width = columnsOf(shape);
  const leading = shape.slice(0, -1);
  const places = new Float64Array(rows * columns);
  for (let r = 0; r < rows; r++) {
    const first = isFortran ? fortranPlace(coordinatesOf(row + r, leading), leading) : (row + r) * width;
    const step = isFortran ? sizeOf(leading) : 1;
    for (let c = 0; c < columns; c++) places[r * columns + c] = first + (column + c) * step;
  }
  return places;
}

/** @param {readonly number[]} coordinates @param {readonly number[]} shape */
function fortranPlace(coordinates, shape) {
  let [place, stride] = [0, 1];
  coordinates.forEach((coordinate, dim) => {
    place += coordinate * stride;
    stride *= shape[dim];
  });
  return place;
}

/** @typedef {{ from: number, to: number, which: number[], places: number[] }} Slice */

/**
 * @param {Float64Array} places  in bytes
 * @param {(i: number) => number} at  in the order of the file
 * @param {number} bytes  of a number
 */
function slicesOf(places, at, bytes) {
  /** @type {Slice[]} */
  const slices = [];
  for (let i = 0; i < places.length; i++) {
    const place = places[at(i)];
    let last = slices.at(-1);
    if (!last || place - last.to > GAP) slices.push((last = { from: place, to: place, which: [], places: [] }));
    last.to = place + bytes;
    last.which.push(at(i));
    last.places.push(place - last.from);
  }
  return slices;
}

/** @param {Blob} blob @param {Stored} stored @param {Slice} slice @param {Float32Array} values */
async function readSlice(blob, { start, dtype, isLittle }, { from, to, which, places }, values) {
  const buffer = await blob.slice(start + from, start + to).arrayBuffer();
  if (buffer.byteLength !== to - from)
    refuse(`The file ends early: expected ${to - from} bytes at ${start + from}, got ${buffer.byteLength}.`);
  ELEMENTS[dtype].read(new DataView(buffer), places, isLittle).forEach((value, i) => {
    values[which[i]] = value;
  });
}
