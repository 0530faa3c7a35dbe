/** A run: the training, and what is measured of it on the way. The worker makes it, and tests/fixtures/train.mjs. */
import { rand, softmax } from "layernorm";
import { MOST_LETTERS, STEPS, VOCABULARY } from "./architecture.js";
import { EVERY, HIDES, TELLS } from "./rhythm.js";
import { byLength, hiddenLossOn, lossOn, training } from "./training.js";

/** @typedef {import("./training.js").Settings} Settings */
/** @typedef {import("./training.js").Network} Network */

/** So many words are made up at a time. */
export const WORDS = 6;

/**
 * @typedef {object} Run  so far
 * @property {number} step  so many steps are made
 * @property {number[]} losses  on held-out words, before the first step and every EVERY steps
 * @property {number[]} hidden  the same with the letters to come cut off, every HIDES steps
 * @property {string[][]} words  that it made up, every TELLS steps
 */

/**
 * Draws a token: the first at which the sum of the probabilities up to it exceeds the uniform number.
 * @param {Float32Array} shares
 * @param {number} uniform  from [0, 1)
 */
function drawn(shares, uniform) {
  let sum = 0;
  const token = shares.findIndex((share) => (sum += share) > uniform);
  // Rounded probabilities may add up to a little less than 1.
  return token < 0 ? shares.findLastIndex((share) => share > 0) : token;
}

/**
 * Words, made up letter by letter, all at once: a word ends at token 0, or where it is as long as words may be.
 * @param {Network} net
 * @param {Float32Array} uniforms  [words, MOST_LETTERS]
 */
export function madeUp(net, uniforms) {
  const words = Array.from({ length: uniforms.length / MOST_LETTERS }, () => [0]);
  for (let count = 1; count <= MOST_LETTERS; count++) {
    const shares = softmax(net.forward(words).logits).data;
    words.forEach((word, i) => {
      const end = (i + 1) * count * VOCABULARY.length;
      word.push(drawn(shares.subarray(end - VOCABULARY.length, end), uniforms[i * MOST_LETTERS + count - 1]));
    });
  }
  return words.map(([, ...letters]) => textOf(letters));
}

/** The letters before the end. @param {readonly number[]} tokens */
function textOf(tokens) {
  const end = tokens.indexOf(0);
  return tokens
    .slice(0, end < 0 ? undefined : end)
    .map((token) => VOCABULARY[token])
    .join("");
}

/**
 * Yields the number of steps after each step: the run as it is then is in `run`, which goes on changing.
 * @param {Settings} settings
 * @param {{ trained: readonly string[], heldOut: readonly string[] }} words
 * @returns {Generator<Run, Run>}
 */
export function* runOf(settings, { trained, heldOut }) {
  const groups = byLength(heldOut);
  /** @type {Run} */
  const run = { step: 0, losses: [], hidden: [], words: [] };
  /** @type {Float32Array | undefined} */
  let uniforms;
  for (const { step, net } of training(settings, trained)) {
    // Drawn behind all that the training draws: at once, so that nothing else comes between.
    uniforms ??= rand([WORDS, MOST_LETTERS]).data;
    run.step = step;
    if (step % EVERY === 0) run.losses.push(lossOn(net, groups));
    if (step % HIDES === 0) run.hidden.push(hiddenLossOn(net, groups));
    if (step % TELLS === 0) run.words.push(madeUp(net, uniforms));
    if (step < STEPS) yield run;
  }
  return run;
}
