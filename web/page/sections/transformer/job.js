/** The jobs of the transformer lab: the small GPT reads a word, makes words up, and guesses the letters of words. */
import { group } from "d3-array";
import { VOCABULARY } from "./architecture.js";
import { makeWords, nextOf } from "./made-up.js";
import { AS_TRAINED, forward, NORM_NAMES, readModel, tokensOf } from "./network.js";
import { fetchedOnce, wordsOf } from "../../worker/fetched-once.js";
import heldOutUrl from "../../figure/values/words/held-out.txt?url";
import weightsUrl from "./words/words.safetensors?url";

/** @typedef {import("./network.js").Model} Model */
/** @typedef {import("./made-up.js").Norms} Norms */

/** After so many words the job tells the loss so far. */
const BATCH = 40;

/** The model. */
const theModel = fetchedOnce(weightsUrl, async (response) => readModel(await response.arrayBuffer()));
/** Words that the model was not trained on. */
const theHeldOut = fetchedOnce(heldOutUrl, wordsOf);

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
 * @param {Norms & { word: string }} settings
 * @returns {WordResult}
 */
export function readingOf(model, { word, modes, shift }) {
  const tokens = tokensOf(word);
  /** @type {import("./network.js").Seen[]} */
  const seen = [];
  const next = nextOf(forward(model, [tokens], modes, { seen, shift }));
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
 * The model's surprise in nats, summed over all tokens: minus the logarithm of the probability that the model gives to
 * the token that follows.
 * @param {Model} model
 * @param {Norms} norms
 * @param {readonly number[][]} tokens  of words of one length
 */
function surpriseOf(model, { modes, shift }, tokens) {
  const logits = forward(model, tokens, modes, { shift });
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
 * @param {Norms} norms
 * @param {readonly string[]} heldOut  the words
 * @returns {Generator<HeldOut, HeldOut>} the loss so far
 */
export function* guessHeldOut(model, norms, heldOut) {
  let [surprise, letters, words] = [0, 0, 0];
  const soFar = () => ({ loss: surprise / letters, words, of: heldOut.length });
  while (words < heldOut.length) {
    if (words > 0) yield soFar();
    const batch = heldOut.slice(words, words + BATCH).map(tokensOf);
    for (const tokens of group(batch, ({ length }) => length).values()) {
      surprise += surpriseOf(model, norms, tokens);
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

/** @param {Norms} settings @returns {AsyncGenerator<HeldOut, HeldOut>} */
async function* heldOutJob(settings) {
  return yield* guessHeldOut(await theModel(), settings, await theHeldOut());
}

export const prepare = () => Promise.all([theModel(), theHeldOut()]);
export const jobs = { word: wordJob, words: wordsJob, heldOut: heldOutJob };
