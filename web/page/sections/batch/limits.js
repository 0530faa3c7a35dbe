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
/** The word that is being read, and another sentence of the batch. */
export const WORD = "normalization";
export const OTHER_WORD = "layers";
/** So many of its letters may have been read. */
export const READ = /** @type {const} */ ([2, WORD.length]);
export const OVERS = /** @type {const} */ (["features", "tokens", "batch"]);
/** The noise that can be chosen; a link may bring any between. */
export const NOISES = [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

/** @type {Record<keyof typeof import("./spec.js").spec.initial, import("../../course/spec-form.js").LinkField>} */
export const fields = {
  trained: { whole: [1, MOST_TRAINED], what: "the number of batches" },
  evaluated: { whole: [0, MOST_EVALUATED], what: "the number of batches in eval mode" },
  mode: { words: ["train", "eval"] },
  padded: { whole: [TOKENS, MOST_PADDED], what: "the number of tokens" },
  ending: { words: ENDINGS, lock: "word" },
  other: { words: OTHERS, lock: "word" },
  over: { words: OVERS },
  read: { whole: READ, what: "the number of letters", lock: "word" },
  noise: { number: [0, 1], what: "the noise" },
};
