/**
 * A row that is added up, step by step: one number an instruction, and four. Whole numbers, so that every order gives
 * the same.
 */
import { STEPS } from "./limits.js";

export const LANES = 4;

/** As many as there are steps without SIMD. */
export const ROW = /** @type {const} */ ([3, -1, 4, 1, -5, 9, 2, -6, 5, 3, -5, 8, -9, 7, 9, 3]);

/**
 * Additions of four numbers each; then the two upper lanes go onto the two lower ones, and of these one onto the other.
 */
const LOADS = STEPS / LANES;
const FOLDS = Math.log2(LANES);
/** So many instructions it takes with SIMD. */
export const SIMD_STEPS = LOADS + FOLDS;

/** @param {readonly number[]} values */
const sum = (values) => values.reduce((a, b) => a + b, 0);

/**
 * Where an adder has come.
 * @typedef {object} Adder
 * @property {number} done     instructions
 * @property {number} of       so many there are
 * @property {number} taken    numbers of the row that are in the sums
 * @property {number} last     so many of these came with the last instruction
 * @property {number[]} sums   of each lane that still counts
 */

/** @param {number} step @returns {Adder} */
export const withoutSimd = (step) => ({
  done: step,
  of: STEPS,
  taken: step,
  last: Math.min(step, 1),
  sums: [sum(ROW.slice(0, step))],
});

/** @param {number} step @returns {Adder} */
export function withSimd(step) {
  const done = Math.min(step, SIMD_STEPS);
  const loads = Math.min(done, LOADS);
  const taken = loads * LANES;
  const lanes = LANES / 2 ** Math.max(0, done - LOADS);
  const sums = Array.from({ length: lanes }, (_, lane) =>
    sum(ROW.slice(0, taken).filter((_, i) => i % lanes === lane)),
  );
  return { done, of: SIMD_STEPS, taken, last: step > 0 && step <= LOADS ? LANES : 0, sums };
}

/** What the last instruction has done. @param {number} step */
export function lanesText(step) {
  if (step === 0) return "Nothing is added yet.";
  const { done, sums } = withSimd(step);
  const of = (/** @type {readonly number[]} */ list) => list.join(", ").replaceAll("-", "−");
  if (step > SIMD_STEPS) return `The four lanes were done after ${SIMD_STEPS} instructions: ${of(sums)}.`;
  if (done <= LOADS) return `f32x4.add: ${LANES} numbers onto ${LANES} sums, each in its lane: ${of(sums)}.`;
  return sums.length > 1
    ? `The upper two lanes are added onto the lower two: ${of(sums)}.`
    : `One lane is added onto the other: ${of(sums)}, the sum of the row.`;
}
