/** Numbers as files store them: by dtype, how many bytes a number takes, and how it becomes a float32. */
import { fromBfloat16, fromFloat16 } from "layernorm";

/**
 * @typedef {object} Elements
 * @property {number} bytes of one
 * @property {(view: DataView, places: ArrayLike<number>, isLittle: boolean) => Float32Array} read  the numbers that
 *   begin at these bytes
 */

/**
 * @param {number} bytes
 * @param {(view: DataView, place: number, isLittle: boolean) => number} get
 * @returns {Elements}
 */
const plain = (bytes, get) => ({
  bytes,
  read: (view, places, isLittle) => Float32Array.from(places, (place) => get(view, place, isLittle)),
});

/**
 * Numbers of 16 bits, which the package makes into float32.
 * @param {(bits: Uint16Array, shape: readonly number[]) => { data: Float32Array }} convert
 * @returns {Elements}
 */
const half = (convert) => ({
  bytes: 2,
  read: (view, places, isLittle) =>
    convert(
      Uint16Array.from(places, (place) => view.getUint16(place, isLittle)),
      [places.length],
    ).data,
});

/**
 * By NumPy's names. Whole numbers of 64 bits and float64 are rounded to the nearest float32, the first by way of the
 * nearest double.
 * @type {Readonly<Record<string, Elements>>}
 */
export const ELEMENTS = {
  bool: plain(1, (view, place) => (view.getUint8(place) === 0 ? 0 : 1)),
  int8: plain(1, (view, place) => view.getInt8(place)),
  uint8: plain(1, (view, place) => view.getUint8(place)),
  int16: plain(2, (view, place, isLittle) => view.getInt16(place, isLittle)),
  uint16: plain(2, (view, place, isLittle) => view.getUint16(place, isLittle)),
  int32: plain(4, (view, place, isLittle) => view.getInt32(place, isLittle)),
  uint32: plain(4, (view, place, isLittle) => view.getUint32(place, isLittle)),
  int64: plain(8, (view, place, isLittle) => Number(view.getBigInt64(place, isLittle))),
  uint64: plain(8, (view, place, isLittle) => Number(view.getBigUint64(place, isLittle))),
  float16: half(fromFloat16),
  bfloat16: half(fromBfloat16),
  float32: plain(4, (view, place, isLittle) => view.getFloat32(place, isLittle)),
  float64: plain(8, (view, place, isLittle) => view.getFloat64(place, isLittle)),
};

/** @param {string} dtype */
export const isKnown = (dtype) => Object.hasOwn(ELEMENTS, dtype);
