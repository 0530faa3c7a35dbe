/** Words that the small GPT makes up, letter by letter. */
import { manualSeed, rand } from "layernorm";
import { softmax } from "../../kit/activations.js";
import { VOCABULARY } from "./architecture.js";
import { MOST_LETTERS } from "./limits.js";
import { forward, letterOf, tokensOf } from "./network.js";

/** @typedef {import("./network.js").Model} Model */
/** @typedef {import("./network.js").Mode} Mode */
/**
 * @typedef {{ modes: readonly Mode[], shift?: number }} Norms  of each norm its mode; and by how many of its spreads
 *   each token is moved before each norm
 */

/** The probability of each token to follow the last one. @param {Float32Array} logits */
export const nextOf = (logits) => softmax(logits.slice(-VOCABULARY.length));

/**
 * Draws a token: the first at which the sum of the probabilities up to it exceeds the uniform number.
 * @param {Float32Array} probabilities
 * @param {number} uniform  from [0, 1)
 */
function drawn(probabilities, uniform) {
  let sum = 0;
  const token = probabilities.findIndex((share) => (sum += share) > uniform);
  // Rounded probabilities may add up to a little less than 1.
  return token < 0 ? probabilities.findLastIndex((share) => share > 0) : token;
}

/**
 * Makes up a word, letter by letter. The word ends at token 0, or where it is as long as words may be.
 * @param {Model} model
 * @param {Norms} norms
 * @param {Float32Array} uniforms  one a letter
 */
function madeUp(model, { modes, shift }, uniforms) {
  let word = "";
  for (const uniform of uniforms) {
    const letter = letterOf(drawn(nextOf(forward(model, [tokensOf(word)], modes, { shift })), uniform));
    if (!letter) break;
    word += letter;
  }
  return word;
}

/**
 * Makes up words, one by one. The random numbers of all words are drawn first: so a seed gives the same words whatever
 * other jobs draw meanwhile, and two models that are compared get the same random numbers.
 * @param {Model} model
 * @param {Norms & { seed: number, count: number }} settings
 */
export function* makeWords(model, { seed, count, ...norms }) {
  manualSeed(seed);
  const uniforms = rand([count, MOST_LETTERS]).data;
  const words = [];
  for (let i = 0; i < count; i++) {
    words.push(madeUp(model, norms, uniforms.subarray(i * MOST_LETTERS, (i + 1) * MOST_LETTERS)));
    yield words[i];
  }
  return words;
}
