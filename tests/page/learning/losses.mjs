/**
 * Writes web/page/sections/learning/losses.json: the losses of both networks after the last step, at each rate that the
 * section offers, the median over some seeds. `node tests/page/learning/losses.mjs`; takes half a minute.
 */
import { writeFileSync } from "node:fs";
import { median } from "d3-array";
import { training } from "../../../web/page/sections/learning/spirals-networks.js";
import { MOST_TRAINED, PACES } from "../../../web/page/sections/learning/limits.js";

const SEEDS = [1, 2, 3, 4, 5];

/** @param {number} seed @param {number} rate @param {boolean} hasNorm */
export function lastLoss(seed, rate, hasNorm) {
  const steps = training({ seed, rate, hasNorm });
  let loss = NaN;
  for (let step = 0; step <= MOST_TRAINED; step++) loss = steps.next().value?.loss ?? NaN;
  return loss;
}

/** @param {number} rate */
export function atRate(rate) {
  const [without, normed] = [false, true].map((hasNorm) =>
    Number(median(SEEDS.map((seed) => lastLoss(seed, rate, hasNorm)))?.toPrecision(2)),
  );
  return { rate, without, with: normed };
}

if (import.meta.filename === process.argv[1]) {
  const rates = { seeds: SEEDS.length, steps: MOST_TRAINED, losses: PACES.map(atRate) };
  writeFileSync(
    new URL("../../../web/page/sections/learning/losses.json", import.meta.url),
    `${JSON.stringify(rates)}\n`,
  );
}
