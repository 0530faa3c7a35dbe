/** What the section's networks may become, by a link or by hand. */

export const SEEDS = 2 ** 31;
export const PLACES = /** @type {const} */ (["pre", "post"]);
export const LASTS = /** @type {const} */ (["with", "without"]);
/** How many networks there are before their first step, beside each other; and how many blocks they may have. */
export const NETWORKS = 24;
export const DEPTHS = [1, 2, 4, 6, 8, 12, 18, 24];
/** How many blocks a network has that learns, and how long it learns. */
export const BLOCKS = 12;
export const MOST_TRAINED = 240;
/** Each is measured of many seeds: losses.json. */
export const RATES = [0.001, 0.003, 0.01, 0.03];
export const WARM_UPS = [0, 20, 40, 80, 120];

/** @type {Record<keyof typeof import("./spec.js").spec.initial, import("../../course/spec-form.js").LinkField>} */
export const fields = {
  seed: { whole: [0, SEEDS - 1], what: "a seed", lock: "seed" },
  place: { words: PLACES },
  last: { words: LASTS, lock: "network" },
  blocks: { whole: [1, DEPTHS[DEPTHS.length - 1]], what: "the number of blocks", lock: "network" },
  rate: { number: [RATES[0], RATES[RATES.length - 1]], what: "the learning rate", lock: "rate" },
  warmUp: { whole: [0, MOST_TRAINED], what: "the steps of warm-up", lock: "rate" },
  trained: { whole: [0, MOST_TRAINED], what: "the number of training steps" },
};
