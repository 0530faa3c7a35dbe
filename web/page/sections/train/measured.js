/** What was measured beforehand, of many seeds: runs.json, which tests/fixtures/train.mjs writes. */
import stored from "./runs.json" with { type: "json" };

/** @typedef {import("./spec.js").Norm} Norm */
/** @typedef {[first: number, median: number, third: number]} Quartiles */
/**
 * @typedef {object} Measured
 * @property {number} seeds
 * @property {{ losses: number[], hidden: number[], words: string[][] }} first  the run with which the page begins
 * @property {Record<Norm, { last: Quartiles, hidden: Quartiles }>} norms  over all seeds, after the last step
 * @property {{ rms: number, none: number }} behind  with how many seeds LayerNorm ended below them
 */

export const measured = /** @type {Measured} */ (/** @type {unknown} */ (stored));
