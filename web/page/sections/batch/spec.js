/** BatchNorm in full, and two sentences of tokens that are normalized over features, or over batch and tokens. */

/**
 * @typedef {object} BatchFigure
 * @property {number} trained  how many mini-batches the layer has been trained on
 * @property {number} evaluated  how many further ones it was given in eval mode, since the last it was trained on
 * @property {"train" | "eval"} mode
 * @property {number} padded  to how many tokens both sentences are filled up with zeros
 * @property {"sat" | "ran"} ending  the last word of the first sentence
 * @property {"slept" | "hid"} other  the last word of the other sentence
 * @property {(typeof import("./limits.js").OVERS)[number]} over  what a letter's numbers are normalized over, where it
 *   is asked what they tell of the next letter
 * @property {number} read  how many letters of the word have been read
 * @property {number} noise  the standard deviation of what is added to the numbers that are looked at
 */

/** @type {import("../../course/spec-form.js").OwnSpec<BatchFigure>} */
export const spec = {
  initial: {
    trained: 1,
    evaluated: 0,
    mode: "train",
    padded: 3,
    ending: "sat",
    other: "slept",
    over: "tokens",
    read: 4,
    noise: 0,
  },
};
