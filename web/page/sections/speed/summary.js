/** What the batches come to. */
import { quantile } from "d3-array";
import { sizesOf } from "./limits.js";

/** @typedef {import("./measure.js").Measured} Measured */
/** @typedef {import("./measure.js").SubjectName} SubjectName */

/**
 * Of one subject, in nanoseconds a number.
 * @typedef {object} Summary
 * @property {SubjectName} name
 * @property {number} low     the lower quartile of its batches
 * @property {number} median
 * @property {number} high
 */

/** @param {import("./spec.js").Shape} shape */
export const countOf = (shape) => sizesOf(shape).reduce((a, b) => a * b);

/** @param {Measured} measured @returns {Summary[]} NaN where there is no batch yet */
export function summaryOf({ shape, subjects }) {
  const scale = 1e6 / countOf(shape);
  return subjects.map(({ name, times }) => {
    const [low, median, high] = [0.25, 0.5, 0.75].map((share) => (quantile(times, share) ?? NaN) * scale);
    return { name, low, median, high };
  });
}

/**
 * How many times as long one takes as another.
 * @param {readonly Summary[]} summary
 * @param {SubjectName} name
 * @param {SubjectName} as
 */
export function ratioOf(summary, name, as) {
  const [a, b] = [name, as].map((each) => summary.find((one) => one.name === each)?.median ?? NaN);
  return a / b;
}

/** How much of a batch a step of the clock is, at most. @param {Measured} measured */
export const coarseness = ({ resolution, subjects }) =>
  Math.max(...subjects.map(({ calls, times }) => resolution / (calls * (quantile(times, 0.5) ?? NaN))));

/**
 * How far the middle half of the batches spreads, as a share of the median: of the subject where it is most.
 * @param {readonly Summary[]} summary
 */
export const unrest = (summary) => Math.max(...summary.map(({ low, median, high }) => (high - low) / median));
