/** The training: which words go into a step, Adam, and what is measured on the way. No part of it knows of the page. */
import { crossEntropy, manualSeed, rand, tensor } from "layernorm";
import { BATCH, BETAS, MOST_LETTERS, STEPS, VOCABULARY } from "./architecture.js";
import { network, targetsOf } from "./network.js";

/** @typedef {import("./network.js").Build} Build */
/** @typedef {readonly (readonly number[])[]} Words  tokens, of words of one length */

/** A word's tokens: token 0, which begins it, and its letters. @param {string} word of small letters */
export const tokensOf = (word) => [0, ...Array.from(word, (letter) => VOCABULARY.indexOf(letter))];

/**
 * Words of one length at a time: padding would be seen by a norm over the tokens.
 * @param {readonly string[]} words
 * @returns {number[][][]}
 */
export function byLength(words) {
  /** @type {number[][][]} */
  const groups = Array.from({ length: MOST_LETTERS + 1 }, () => []);
  for (const word of words) groups[word.length].push(tokensOf(word));
  return groups.filter(({ length }) => length > 0);
}

/**
 * The words of a step: a word of all chooses the length, and then each is one of that length.
 * @param {readonly number[][][]} groups
 * @param {ArrayLike<number>} draws  uniform: one, and one for each word
 * @returns {Words}
 */
export function batchOf(groups, draws) {
  let place = Math.floor(draws[0] * groups.reduce((sum, { length }) => sum + length, 0));
  const group = groups.find(({ length }) => (place -= length) < 0) ?? groups[groups.length - 1];
  return Array.from({ length: BATCH }, (_, i) => group[Math.floor(draws[i + 1] * group.length)]);
}

/**
 * Adam (Kingma and Ba, 2015), with a rate that stays.
 * @param {{ values: import("layernorm").Tensor, grads: import("layernorm").Tensor }} network
 * @param {number} rate
 */
export function adam({ values, grads }, rate) {
  const [first, second] = [0, 1].map(() => new Float64Array(values.size));
  const [b1, b2] = BETAS;
  let step = 0;
  return () => {
    step++;
    const [w, g] = [values.data, grads.data];
    const by = rate / (1 - b1 ** step);
    const unbias = 1 / (1 - b2 ** step);
    for (let i = 0; i < w.length; i++) {
      const slope = g[i];
      first[i] += (1 - b1) * (slope - first[i]);
      second[i] += (1 - b2) * (slope * slope - second[i]);
      w[i] -= (by * first[i]) / (Math.sqrt(second[i] * unbias) + 1e-8);
    }
  };
}

/** @typedef {Build & { rate: number, seed: number }} Settings */

/**
 * Trains step by step: yields the loss of each step's words, and the network as it is before that step.
 * @param {Settings} settings
 * @param {readonly string[]} words
 */
export function* training({ rate, seed, ...build }, words) {
  manualSeed(seed);
  const net = network(build);
  // All at once: what else is drawn meanwhile changes nothing.
  const draws = rand([STEPS, BATCH + 1]).data;
  const groups = byLength(words);
  const update = adam(net, rate);
  try {
    for (let step = 0; step < STEPS; step++) {
      yield { step, net };
      net.learn(batchOf(groups, draws.subarray(step * (BATCH + 1), (step + 1) * (BATCH + 1))));
      update();
    }
    yield { step: STEPS, net };
  } finally {
    net.dispose();
  }
}

/** @typedef {ReturnType<typeof network>} Network */

/** In pieces that the network has room for. @param {Words} words @returns {Words[]} */
const pieces = (words) =>
  Array.from({ length: Math.ceil(words.length / BATCH) }, (_, i) => words.slice(i * BATCH, (i + 1) * BATCH));

/**
 * The mean loss in nats a letter, as it is usually measured: all letters of a word are there, and each is guessed by
 * those before it, as far as the network sees no others. The end of a word counts as a letter.
 * @param {Network} net
 * @param {readonly number[][][]} groups
 */
export function lossOn(net, groups) {
  let [sum, count] = [0, 0];
  for (const words of groups.flatMap(pieces)) {
    const targets = targetsOf(words);
    sum += crossEntropy(net.forward(words).logits, targets).loss * targets.length;
    count += targets.length;
  }
  return sum / count;
}

/**
 * The same loss with the letters cut off that are still to come, as they are where a word is made up: each letter is
 * guessed from a word that ends before it.
 * @param {Network} net
 * @param {readonly number[][][]} groups
 */
export function hiddenLossOn(net, groups) {
  let [sum, count] = [0, 0];
  const most = Math.max(...groups.map(([word]) => word.length));
  for (let seen = 1; seen <= most; seen++) {
    const words = groups.filter(([word]) => word.length >= seen).flat();
    for (const some of pieces(words)) {
      const next = some.map((word) => word[seen] ?? 0);
      const last = lastRows(net.forward(some.map((word) => word.slice(0, seen))).logits.data, some.length);
      sum += crossEntropy(last, next).loss * some.length;
      count += some.length;
    }
  }
  return sum / count;
}

/** The scores of what follows each word's last token. @param {Float32Array} logits @param {number} words */
function lastRows(logits, words) {
  const size = VOCABULARY.length;
  const each = logits.length / words;
  const rows = new Float32Array(words * size);
  for (let i = 1; i <= words; i++) rows.set(logits.subarray(i * each - size, i * each), (i - 1) * size);
  return tensor(rows, [words, size]);
}
