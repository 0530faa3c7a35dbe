/** What the two networks may become, by a link or by hand. */

export const SEEDS = 2 ** 31;
export const MOST_TRAINED = 500;
/** So many that a finger can choose one on the slider. What many networks lose at each: losses.json. */
export const PACES = [0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3];
/** The decision maps: each side has so many cells, and goes from −reach to reach. */
export const MAP = { cells: 56, reach: 1.1 };

/** @type {Record<keyof typeof import("./spec.js").spec.initial, import("../../course/spec-form.js").LinkField>} */
export const fields = {
  seed: { whole: [0, SEEDS - 1], what: "a seed", lock: "seed" },
  pace: { number: [PACES[0], PACES[PACES.length - 1]], what: "the networks’ rate", lock: "rate" },
  trained: { whole: [0, MOST_TRAINED], what: "the number of training steps" },
};
