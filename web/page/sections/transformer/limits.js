/** What may be typed for the small GPT. How each of its norms may be computed: modes.js. */
import { MODE_IDS } from "./modes.js";
import { NORM_COUNT } from "./architecture.js";

export const MOST_LETTERS = 15;
export const SEEDS = 2 ** 31;
/** In spreads. */
export const MOST_SHIFT = 3;

/** @type {Record<keyof typeof import("./spec.js").spec.initial, import("../../course/spec-form.js").LinkField>} */
export const fields = {
  word: {
    text: new RegExp(`^[a-z]{0,${MOST_LETTERS}}$`),
    what: `a word here has at most ${MOST_LETTERS} letters from a to z, all small`,
    lock: "word",
  },
  norm: { whole: [0, NORM_COUNT - 1], what: "the norm" },
  modes: { words: MODE_IDS, count: NORM_COUNT, lock: "norms" },
  applies: { words: ["one", "all"] },
  shift: { number: [0, MOST_SHIFT], what: "the shift", lock: "norms" },
  seed: { whole: [0, SEEDS - 1], what: "a seed", lock: "seed" },
};
