/** Of many layers or networks: the middle one, and the middle half. */
import { quantile } from "d3-array";

/** @typedef {import("./job.js").Pair} Pair */
/** @typedef {"without" | "with"} Which */
/** @typedef {"length" | "angle" | "loss"} Quantity  of a network, point by point */
/** @typedef {[first: number, median: number, third: number]} Quartiles */

export const LINES = /** @type {const} */ (["without", "with"]);

/** @param {readonly number[]} values @returns {Quartiles} */
export const quartilesOf = (values) =>
  /** @type {Quartiles} */ ([0.25, 0.5, 0.75].map((share) => quantile(values, share) ?? NaN));

/**
 * A quantity at each point of all networks' ways.
 * @param {readonly Pair[]} pairs
 * @param {Which} which
 * @param {Quantity} quantity
 */
export const wayOf = (pairs, which, quantity) =>
  pairs[0][which][quantity].map((_, i) => quartilesOf(pairs.map((pair) => pair[which][quantity][i])));

/** At first and at the end. @param {readonly Pair[]} pairs @param {Which} which @param {Quantity} quantity */
export function endsOf(pairs, which, quantity) {
  const last = pairs[0][which][quantity].length - 1;
  const [first, end] = [0, last].map((i) => quartilesOf(pairs.map((pair) => pair[which][quantity][i])));
  return { first, last: end };
}
