/** What was measured beforehand, of many networks: losses.json, which tests/fixtures/spirals.mjs writes. */
import measured from "./losses.json" with { type: "json" };

/** @typedef {"without" | "with"} Which */
/** @typedef {[first: number, median: number, third: number]} Quartiles */

export const LINES = /** @type {const} */ (["without", "with"]);

export const { seeds, steps, every, rates } = measured;

/** @param {number[]} list */
const quartilesOf = (list) => /** @type {Quartiles} */ (list);

/** The last losses of all seeds at each rate. @param {Which} which */
export const lastLosses = (which) => rates.map((each) => ({ rate: each.rate, last: quartilesOf(each[which].last) }));

/** The rate with the smallest median. @param {Which} which */
export const bestOf = (which) => lastLosses(which).reduce((best, each) => (each.last[1] < best.last[1] ? each : best));

/** A network has learned the spirals, more or less, whose loss is below this. */
export const GOOD = 0.1;

/** The rates at which more than half of the networks are below that: the least and the most. @param {Which} which */
export function goodRates(which) {
  const good = lastLosses(which).filter(({ last }) => last[1] < GOOD);
  return [good[0].rate, good[good.length - 1].rate];
}

/** The rates at which the median with LayerNorm is the smaller one. */
export const helpedAt = rates.filter((each) => each.with.last[1] < each.without.last[1]).map(({ rate }) => rate);

/** @param {number} rate @returns {(typeof rates)[number]} the rate measured that is nearest, by its factor */
export const nearestTo = (rate) =>
  rates.reduce((best, each) =>
    Math.abs(Math.log(each.rate / rate)) < Math.abs(Math.log(best.rate / rate)) ? each : best,
  );

/** Before the first step: in each network, and how many times as much it is with LayerNorm. */
export const begin = {
  /** Of the numbers of a point in the second layer. */
  spread: measured.begin.spread,
  /** The length of the gradient of all weights and biases. */
  gradient: measured.begin.gradient,
  /** The largest, over all directions. */
  curvature: measured.begin.curvature,
};

/** The curvature of those with LayerNorm after some steps, at a rate that is above 2 ÷ curvature at the start. */
export const later = measured.later;

/** The network without a norm, whose weights were scaled once before the first step. */
export const scaled = { rate: measured.scaled.rate, last: quartilesOf(measured.scaled.last) };

/** @param {number} rate of those measured @param {Which} which */
export const lastAt = (rate, which) => quartilesOf(nearestTo(rate)[which].last);
