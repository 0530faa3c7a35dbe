/**
 * The model lab's jobs: what the small GPT makes of a word, which words it makes up, and how well it guesses others.
 */
import { group } from "d3-array";
import { manualSeed, rand } from "layernorm";
import { softmax } from "../../kit/activations.js";
import { AS_TRAINED, forward, letterOf, NORMS, readModel, tokensOf, VOCABULARY } from "./network.js";
import { MOST_LETTERS } from "./limits.js";
import heldOutText from "./words/held-out.txt?raw";
import weightsUrl from "./words/words.safetensors?url";

/** @typedef {import("./network.js").Model} Model */
/** @typedef {import("./network.js").Mode} Mode */

/** Words that the model was not trained on. */
export const heldOut = heldOutText.trim().split("\n");

/** How many of them are gone through between two reports. */
const BATCH = 40;

/** @type {Promise<Model> | undefined} */
let fetching;

async function fetchModel() {
  const response = await fetch(weightsUrl);
  if (!response.ok) throw new Error(`${weightsUrl}: ${response.status}`);
  return readModel(await response.arrayBuffer());
}

/** The model, which is fetched once; after a failure, anew. */
export const theModel = () =>
  (fetching ??= fetchModel().catch((error) => {
    fetching = undefined;
    throw error;
  }));

/** How likely each token is to follow a word's beginning. @param {Float32Array} logits */
const nextOf = (logits) => softmax(logits.slice(-VOCABULARY.length));

/**
 * @typedef {object} WordResult
 * @property {number[]} tokens  0, and the letters
 * @property {Float32Array} next  how likely each of the 27 tokens is to follow
 * @property {Float32Array} before  the same of the model as trained
 * @property {{ input: Float32Array, output: Float32Array, weight: Float32Array, bias: Float32Array }[]} norms  of each
 *   what it takes and makes, [tokens, 48], and what it has learned
 */

/**
 * @param {Model} model
 * @param {{ word: string, modes: readonly Mode[] }} settings
 * @returns {WordResult}
 */
export function readWord(model, { word, modes }) {
  const tokens = tokensOf(word);
  /** @type {import("./network.js").Seen[]} */
  const seen = [];
  const next = nextOf(forward(model, [tokens], modes, seen));
  const before = nextOf(forward(model, [tokens], AS_TRAINED));
  const learned = (/** @type {string} */ name) => model[name].data.slice();
  const norms = seen.map((each, i) => ({
    ...each,
    weight: learned(`${NORMS[i]}.weight`),
    bias: learned(`${NORMS[i]}.bias`),
  }));
  return { tokens, next, before, norms };
}

/**
 * The first token up to which the probabilities add up to more than that.
 * @param {Float32Array} probabilities
 * @param {number} uniform  from [0, 1)
 */
function drawn(probabilities, uniform) {
  let sum = 0;
  const token = probabilities.findIndex((share) => (sum += share) > uniform);
  // Rounded, they may add up to a little less than 1.
  return token < 0 ? probabilities.findLastIndex((share) => share > 0) : token;
}

/**
 * A word, letter by letter; it ends at token 0, or because there is no more room.
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
 * Words that the model makes up, one by one. Each has its own random numbers, drawn beforehand: so the same seed gives
 * the same words whatever else draws meanwhile, and one draw means the same in two models.
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
 * How surprised the model is by what follows each token, in nats, all added up: minus the logarithms of the
 * probabilities of what does.
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

/** @typedef {{ loss: number, words: number, of: number }} HeldOut  nats a letter, over so many words of how many */

/**
 * The loss on words that the model has never seen, in nats a letter; the end of a word counts as one.
 * @param {Model} model
 * @param {{ modes: readonly Mode[] }} settings
 * @returns {Generator<HeldOut, HeldOut>} what it is so far
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

/** @param {Parameters<typeof readWord>[1]} settings @returns {AsyncGenerator<never, WordResult>} */
// biome-ignore lint/correctness/useYield: a job is a generator, and this one has but one step.
export async function* wordJob(settings) {
  return readWord(await theModel(), settings);
}

/** @param {Parameters<typeof makeWords>[1]} settings @returns {AsyncGenerator<string, string[]>} */
export async function* wordsJob(settings) {
  return yield* makeWords(await theModel(), settings);
}

/** @param {Parameters<typeof guessHeldOut>[1]} settings @returns {AsyncGenerator<HeldOut, HeldOut>} */
export async function* heldOutJob(settings) {
  return yield* guessHeldOut(await theModel(), settings);
}
