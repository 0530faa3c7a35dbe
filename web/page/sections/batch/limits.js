/** What the section's two figures may become, by a link or by hand. */

/** So many mini-batches there are to train on, and so many others for eval mode. */
export const MOST_TRAINED = 40;
export const MOST_EVALUATED = 20;
/** How many numbers a mini-batch has. */
export const SIZE = 8;
/** The longer sentence has so many tokens; and the most to which both are filled up. */
export const TOKENS = 3;
export const MOST_PADDED = 5;
export const ENDINGS = /** @type {const} */ (["sat", "ran"]);
export const OTHERS = /** @type {const} */ (["slept", "hid"]);

/** @type {Record<keyof typeof import("./spec.js").spec.initial, import("../../course/spec-form.js").LinkField>} */
export const fields = {
  trained: { whole: [1, MOST_TRAINED], what: "the number of batches" },
  evaluated: { whole: [0, MOST_EVALUATED], what: "the number of batches in eval mode" },
  mode: { words: ["train", "eval"] },
  padded: { whole: [TOKENS, MOST_PADDED], what: "the number of tokens" },
  ending: { words: ENDINGS, lock: "word" },
  other: { words: OTHERS, lock: "word" },
};
