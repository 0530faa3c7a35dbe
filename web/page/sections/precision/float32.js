/** Float32 arithmetic in parts: the bits of a number, the worth of its last bit, and sums that round at each step. */

const cell = new DataView(new ArrayBuffer(4));

/** The 32 bits of a number, as a whole number from 0. @param {number} value */
export function bitsOf(value) {
  cell.setFloat32(0, value);
  return cell.getUint32(0);
}

/** @param {number} bits */
export function float32Of(bits) {
  cell.setUint32(0, bits);
  return cell.getFloat32(0);
}

export const BITS = 32;
const FRACTION_BITS = 23;
/** Is subtracted from the exponent's eight bits, so that they can stand for negative exponents too. */
export const BIAS = 127;
/** Where the exponent's bits are all 1: infinity, or NaN. */
const LAST_EXPONENT = 255;

/** Which of the three parts the bits belong to, the first bit first. @param {number} place  from 0 */
export const partAt = (place) => (place === 0 ? "sign" : place < BITS - FRACTION_BITS ? "exponent" : "fraction");

/** @param {number} bits @param {number} place  from 0, the sign's */
export const bitAt = (bits, place) => (bits >>> (BITS - 1 - place)) & 1;

/** @param {number} bits @param {number} place */
export const flipped = (bits, place) => (bits ^ (1 << (BITS - 1 - place))) >>> 0;

/**
 * @param {number} bits
 * @returns {{ sign: 0 | 1, exponent: number, fraction: number }} each as a whole number
 */
export const partsOf = (bits) => ({
  sign: /** @type {0 | 1} */ (bits >>> 31),
  exponent: (bits >>> FRACTION_BITS) & LAST_EXPONENT,
  fraction: bits & (2 ** FRACTION_BITS - 1),
});

/**
 * The power of 2 that a number's last bit is worth. It is the same for all numbers below the smallest normal one.
 * @param {number} value
 * @param {number} [fractionBits]  23 in float32, 10 in float16, 7 in bfloat16
 * @param {number} [least]  the exponent of the smallest normal number
 */
export function ulpPower(value, fractionBits = FRACTION_BITS, least = 1 - BIAS) {
  const power = partsOf(bitsOf(value)).exponent - BIAS;
  return Math.max(power, least) - fractionBits;
}

/** The distance from a number to the next float32 that is larger in size. @param {number} value */
export const ulpOf = (value) => (Number.isFinite(value) ? 2 ** ulpPower(value) : NaN);

/** The largest in size. @param {readonly number[]} values */
export const largestOf = (values) => Math.max(...values.map(Math.abs));

/** A sum without rounding, as far as float64 goes. @param {ArrayLike<number>} values */
export function wideSum(values) {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}
