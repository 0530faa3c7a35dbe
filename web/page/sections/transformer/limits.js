/** What may be typed for the small GPT, and how each of its norms may be computed. */
import { NORMS } from "./spec.js";

export const MOST_LETTERS = 15;
export const SEEDS = 2 ** 31;
/** As trained, left out, RMSNorm in its place, over the tokens, with a large eps, without weight and bias. */
export const MODES = /** @type {const} */ (["trained", "off", "rms", "tokens", "eps", "plain"]);

/** @type {Record<keyof typeof import("./spec.js").spec.initial, import("../../course/spec-form.js").LinkField>} */
export const fields = {
  word: {
    text: new RegExp(`^[a-z]{0,${MOST_LETTERS}}$`),
    what: `a word here has at most ${MOST_LETTERS} letters from a to z, all small`,
    lock: "word",
  },
  norm: { whole: [0, NORMS - 1], what: "the norm" },
  modes: { words: MODES, count: NORMS, lock: "norms" },
  applies: { words: ["one", "all"] },
  seed: { whole: [0, SEEDS - 1], what: "a seed", lock: "seed" },
};
