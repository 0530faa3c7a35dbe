/** What the network may become, by a link or by hand. */
import { NORMS, PLACES } from "./spec.js";

export const SEEDS = 2 ** 31;
export const DEPTHS = [2, 3, 4, 6, 8, 12];
export const RATES = [3e-4, 0.001, 0.002, 0.003, 0.005, 0.01, 0.02];
/** So many runs are in the chart at once. */
export const MOST_RUNS = 4;

/** @type {Record<keyof typeof import("./spec.js").spec.initial, import("../../course/spec-form.js").LinkField>} */
export const fields = {
  norm: { words: NORMS, lock: "norms" },
  place: { words: PLACES, lock: "network" },
  depth: { whole: [DEPTHS[0], DEPTHS[DEPTHS.length - 1]], what: "the number of blocks", lock: "network" },
  rate: { number: [RATES[0], RATES[RATES.length - 1]], what: "the learning rate", lock: "rate" },
  seed: { whole: [0, SEEDS - 1], what: "a seed", lock: "seed" },
};
