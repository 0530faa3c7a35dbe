/**
 * The bits of all ops of the table, as one hash an op: equal in every engine, and from change to change unless a kernel
 * is meant to round differently. tests/fixtures/bits.json has them.
 */
import { kinds, normals } from "./api/reference.js";
import { makeInputs, ops } from "./ops.js";

/** @import { Kind } from "./api/reference.js" */
/** @import { Op } from "./ops.js" */

const EPS = 1e-5;

/** Lengths of a group: with tails of every loop, and more than one run of additions. */
const LENGTHS = [37, 1027];

/** A weight multiplies the error of a mean, which kernels therefore take the more precisely. */
const LARGEST_WEIGHTS = [3, 16, 1e3, 1e6];

/** What a NaN is hashed as: its own bits differ from machine to machine. */
const NAN_BITS = 0x7fc00000;

/**
 * Goes on with a hash of 32 bits: each step can be undone, so no two words give the same.
 * @param {number} hash
 * @param {Float32Array} values
 */
function hashed(hash, values) {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  for (let i = 0; i < words.length; i++) {
    hash = Math.imul(hash ^ (Number.isNaN(values[i]) ? NAN_BITS : words[i]), 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  return hash;
}

/** @param {number} hash */
const hex = (hash) => (hash >>> 0).toString(16).padStart(8, "0");

/**
 * The shapes of the table with every kind of group in turn, groups of every kind in some lengths, and large weights.
 * @param {Op} op
 * @returns {{ shape: number[], kind: Kind | "mixed", largest?: number }[]}
 */
const casesOf = (op) => [
  ...op.shapes.map((shape) => ({ shape, kind: /** @type {const} */ ("mixed") })),
  ...LENGTHS.flatMap((n) => Object.values(kinds).map((kind) => ({ shape: op.sized(n), kind }))),
  ...LARGEST_WEIGHTS.map((largest) => ({ shape: op.sized(LENGTHS[1]), kind: kinds["1e4 +- 1e-2"], largest })),
];

/** @param {Op} op @returns {string} of all that it gives */
function hashOf(op) {
  let hash = 1;
  for (const { shape, kind, largest } of casesOf(op)) {
    const inputs = makeInputs(op, shape, { kind, eps: EPS });
    if (largest) inputs.weight?.data.fill(largest, 1, 2);
    const outputs = op.call(inputs, undefined, EPS);
    for (const { data } of Object.values(outputs)) hash = hashed(hash, data);
  }
  return hex(hash);
}

/** Calls every op, in shapes that are not long, and with groups of two lengths. */
export function callEach() {
  for (const op of ops) {
    const sized = LENGTHS.map((n) => op.sized(n));
    for (const shape of [...op.shapes.slice(0, -1), ...sized])
      for (const kind of /** @type {const} */ (["mixed", kinds["1e4 +- 1e-2"]]))
        op.call(makeInputs(op, shape, { kind, eps: EPS }), undefined, EPS);
  }
}

/**
 * The numbers that the inputs are made of come first: an engine whose Math.log differs would show there.
 * @returns {Record<string, string>} by the op's name
 */
export const bits = () => ({
  "N(0, 1)": hex(hashed(1, normals(1e5))),
  ...Object.fromEntries(ops.map((op) => [op.name, hashOf(op)])),
});
