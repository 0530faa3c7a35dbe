/** The small GPT: the word that it reads, how each of its norms is computed, and which one is looked at. */

const NORMS = 9;
export const MOST_LETTERS = 15;
export const SEEDS = 2 ** 31;

/** As trained, left out, RMSNorm in its place, over the tokens, with a large eps, without weight and bias. */
export const MODES = /** @type {const} */ (["trained", "off", "rms", "tokens", "eps", "plain"]);
/** @typedef {(typeof MODES)[number]} Mode */

/**
 * @typedef {object} ModelFigure
 * @property {string} word
 * @property {number} norm  the one that is looked at
 * @property {readonly Mode[]} modes  of each norm
 * @property {"one" | "all"} applies  what a change of mode applies to
 * @property {number} seed  of the words that it makes up
 */

/**
 * The first seed is one whose words can be read aloud in class, however the norms are set: the model has learned from a
 * list that has rude words too.
 * @type {import("../figure-spec.js").OwnSpec<ModelFigure>}
 */
export const spec = {
  initial: { word: "normal", norm: 4, modes: new Array(NORMS).fill("trained"), applies: "one", seed: 16 },
  fields: {
    word: {
      text: new RegExp(`^[a-z]{0,${MOST_LETTERS}}$`),
      what: `a word here has at most ${MOST_LETTERS} letters from a to z, all small`,
    },
    norm: { whole: [0, NORMS - 1], what: "the norm" },
    modes: { words: MODES, count: NORMS },
    applies: { words: ["one", "all"] },
    seed: { whole: [0, SEEDS - 1], what: "a seed" },
  },
};
