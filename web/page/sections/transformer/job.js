/** The jobs of the transformer lab: the small GPT reads a word, makes words up, and guesses the letters of words. */
import { group } from "d3-array";
import { manualSeed, rand } from "layernorm";
import { softmax } from "../../kit/activations.js";
import { VOCABULARY } from "./architecture.js";
import { AS_TRAINED, forward, letterOf, NORM_NAMES, readModel, tokensOf } from "./network.js";
import { MOST_LETTERS } from "./limits.js";
import heldOutText from "./words/held-out.txt?raw";
import weightsUrl from "./words/words.safetensors?url";

/** @typedef {import("./network.js").Model} Model */
/** @typedef {import("./network.js").Mode} Mode */

/** Words that the model was not trained on. */
export const heldOut = heldOutText.trim().split("\n");

/** After so many words the job tells the loss so far. */
const BATCH = 40;

/** @type {Promise<Model> | undefined} */
let fetching;

async function fetchModel() {
  const response = await fetch(weightsUrl);
  if (!response.ok) throw new Error(`${weightsUrl}: ${response.status}`);
  return readModel(await response.arrayBuffer());
}

/** The model, which is fetched once; after a failure, anew. */
const theModel = () =>
  (fetching ??= fetchModel().catch((error) => {
    fetching = undefined;
    throw error;
  }));

/** The probability of each token to follow the last one. @param {Float32Array} logits */
const nextOf = (logits) => softmax(logits.slice(-VOCABULARY.length));

/**
 * @typedef {object} WordResult
 * @property {number[]} tokens  0, and the letters
 * @property {Float32Array} next  the probability of each token to follow
 * @property {Float32Array} before  the same of the model as trained
 * @property {{ input: Float32Array, output: Float32Array, weight: Float32Array, bias: Float32Array }[]} norms  of each
 *   norm: its input and output, [tokens, 48], and its weight and bias
 */

/**
 * @param {Model} model
 * @param {{ word: string, modes: readonly Mode[] }} settings
 * @returns {WordResult}
 */
export function readingOf(model, { word, modes }) {
  const tokens = tokensOf(word);
  /** @type {import("./network.js").Seen[]} */
  const seen = [];
  const next = nextOf(forward(model, [tokens], modes, seen));
  const before = nextOf(forward(model, [tokens], AS_TRAINED));
  const learned = (/** @type {string} */ name) => model[name].data.slice();
  const norms = seen.map((each, i) => ({
    ...each,
    weight: learned(`${NORM_NAMES[i]}.weight`),
    bias: learned(`${NORM_NAMES[i]}.bias`),
  }));
  return { tokens, next, before, norms };
}

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
 * @param {readonly Mode[]} modes
 * @param {Float32Array} uniforms  one a letter
 */
function madeUp(model, modes, uniforms) {
  let word = "";
  for (const uniform of uniforms) {
    const letter = letterOf(drawn(nextOf(forward(model, [tokensOf(word)], modes)), uniform));
    if (!letter) break;
    word += letter;
  }
  return word;
}

/**
 * Makes up words, one by one. The random numbers of all words are drawn first: so a seed gives the same words whatever
 * other jobs draw meanwhile, and two models that are compared get the same random numbers.
 * @param {Model} model
 * @param {{ modes: readonly Mode[], seed: number, count: number }} settings
 */
export function* makeWords(model, { modes, seed, count }) {
  manualSeed(seed);
  const uniforms = rand([count, MOST_LETTERS]).data;
  const words = [];
  for (let i = 0; i < count; i++) {
    words.push(madeUp(model, modes, uniforms.subarray(i * MOST_LETTERS, (i + 1) * MOST_LETTERS)));
    yield words[i];
  }
  return words;
}

/**
 * The model's surprise in nats, summed over all tokens: minus the logarithm of the probability that the model gives to
 * the token that follows.
 * @param {Model} model
 * @param {readonly Mode[]} modes
 * @param {readonly number[][]} tokens  of words of one length
 */
function surpriseOf(model, modes, tokens) {
  const logits = forward(model, tokens, modes);
  const targets = tokens.flatMap((word) => [...word.slice(1), 0]);
  return targets.reduce((sum, target, i) => {
    const scores = logits.subarray(i * VOCABULARY.length, (i + 1) * VOCABULARY.length);
    const most = Math.max(...scores);
    const all = scores.reduce((total, score) => total + Math.exp(score - most), 0);
    return sum + Math.log(all) + most - scores[target];
  }, 0);
}

/**
 * @typedef {{ loss: number, words: number, of: number }} HeldOut  loss: in nats a letter, over `words` of `of` words
 */

/**
 * The loss on words that the model was not trained on, in nats a letter. The end of a word counts as a letter.
 * @param {Model} model
 * @param {{ modes: readonly Mode[] }} settings
 * @returns {Generator<HeldOut, HeldOut>} the loss so far
 */
export function* guessHeldOut(model, { modes }) {
  let [surprise, letters, words] = [0, 0, 0];
  const soFar = () => ({ loss: surprise / letters, words, of: heldOut.length });
  while (words < heldOut.length) {
    if (words > 0) yield soFar();
    const batch = heldOut.slice(words, words + BATCH).map(tokensOf);
    for (const tokens of group(batch, ({ length }) => length).values()) {
      surprise += surpriseOf(model, modes, tokens);
      letters += tokens.length * tokens[0].length;
    }
    words += batch.length;
  }
  return soFar();
}

/** @param {Parameters<typeof readingOf>[1]} settings @returns {AsyncGenerator<never, WordResult>} */
// biome-ignore lint/correctness/useYield: a job is a generator, and this one has but one step.
async function* wordJob(settings) {
  return readingOf(await theModel(), settings);
}

/**
 * Tells all words so far.
 * @param {Parameters<typeof makeWords>[1]} settings
 * @returns {AsyncGenerator<string[], string[]>}
 */
async function* wordsJob(settings) {
  const words = [];
  for (const word of makeWords(await theModel(), settings)) {
    words.push(word);
    yield words;
  }
  return words;
}

/** @param {Parameters<typeof guessHeldOut>[1]} settings @returns {AsyncGenerator<HeldOut, HeldOut>} */
async function* heldOutJob(settings) {
  return yield* guessHeldOut(await theModel(), settings);
}

export const prepare = theModel;
export const jobs = { word: wordJob, words: wordsJob, heldOut: heldOutJob };
