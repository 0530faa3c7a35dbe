/** What was measured beforehand, of many trainings: losses.json, which tests/fixtures/placement.mjs writes. */
import measured from "./losses.json" with { type: "json" };

export const { seeds, steps, every, warmUps } = measured;

/** @typedef {"pre" | "post"} Place */
/** @typedef {(typeof measured.runs)[number]} Runs  of all seeds at one rate, with or without warm-up */

export const RATES = [...new Set(measured.runs.map(({ rate }) => rate))];
const [NONE, SOME] = warmUps;
export { NONE, SOME };

/** @param {Place} place @param {number} rate @param {number} warmUp @returns {Runs} */
export function runsOf(place, rate, warmUp) {
  const runs = measured.runs.find((each) => each.place === place && each.rate === rate && each.warmUp === warmUp);
  if (!runs) throw new Error(`${place} at ${rate} with ${warmUp} was not measured`);
  return runs;
}

/** @param {readonly number[]} list @param {number} value @param {(value: number) => number} place */
const nearest = (list, value, place) =>
  list.reduce((best, each) =>
    Math.abs(place(each) - place(value)) < Math.abs(place(best) - place(value)) ? each : best,
  );

/**
 * The rate and the warm-up measured that are nearest: a rate by its factor.
 * @param {number} rate
 * @param {number} warmUp
 */
export const nearestTo = (rate, warmUp) => ({
  rate: nearest(RATES, rate, Math.log),
  warmUp: nearest(warmUps, warmUp, (steps) => steps),
});

/** How many have learned, over all rates. @param {Place} place @param {number} warmUp */
export const learnedOf = (place, warmUp) => RATES.reduce((sum, rate) => sum + runsOf(place, rate, warmUp).learned, 0);
