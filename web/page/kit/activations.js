/**
 * The arithmetic of a transformer between its norms and linear layers: attention, sums. Float32 in and out, doubles
 * between.
 */
import { tensor } from "layernorm";

/** @typedef {import("layernorm").Tensor} Tensor */

/**
 * Numbers above 0 that add up to 1, in place. The largest is taken off first, which changes nothing but keeps `exp`
 * finite.
 * @param {Float32Array} values
 */
export function softmax(values) {
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) most = Math.max(most, value);
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    values[i] = Math.exp(values[i] - most);
    sum += values[i];
  }
  for (let i = 0; i < values.length; i++) values[i] /= sum;
  return values;
}

/**
 * Softmax over the last dim of [..., count, count] with a causal mask, in place: in row i the first i + 1 columns share
 * 1, and the others, which come later in the word, get 0.
 * @param {Float32Array} scores
 * @param {number} count
 */
export function causalSoftmax(scores, count) {
  for (let start = 0; start < scores.length; start += count) {
    const later = start + ((start / count) % count) + 1;
    softmax(scores.subarray(start, later));
    scores.fill(0, later, start + count);
  }
  return scores;
}

/**
 * Of one word its queries, keys and values, token by token, and which of each token's are one head's.
 * @typedef {object} Head
 * @property {Float32Array} qkv  [tokens, 3 * features]
 * @property {number} count  of tokens
 * @property {number} features
 * @property {number} from  the first of its features
 * @property {number} size  how many there are
 */

/**
 * How much each token asks of each: its query times the other's key, over the root of their size.
 * @param {Head} head
 * @param {Float32Array} scores  [tokens, tokens], written up to the diagonal: later tokens are masked
 */
function writeScores({ qkv, count, features, from, size }, scores) {
  const root = Math.sqrt(size);
  for (let i = 0; i < count; i++) {
    const query = 3 * features * i + from;
    for (let j = 0; j <= i; j++) {
      const key = 3 * features * j + features + from;
      let sum = 0;
      for (let k = 0; k < size; k++) sum += qkv[query + k] * qkv[key + k];
      scores[i * count + j] = sum / root;
    }
  }
}

/**
 * For each token, the mean of the values of all tokens up to it, weighted.
 * @param {Head} head
 * @param {Float32Array} weights  [tokens, tokens]
 * @param {Float32Array} mixed  [tokens, features], of which the head's features are written
 */
function mixValues({ qkv, count, features, from, size }, weights, mixed) {
  for (let i = 0; i < count; i++) {
    for (let k = from; k < from + size; k++) {
      let sum = 0;
      for (let j = 0; j <= i; j++) sum += weights[i * count + j] * qkv[3 * features * j + 2 * features + k];
      mixed[features * i + k] = sum;
    }
  }
}

/**
 * Causal self-attention, word by word and head by head.
 * @param {Tensor} qkv  of each token its queries, keys and values, [words, tokens, 3 * features]
 * @param {number} heads  each has its share of the features
 * @returns {Tensor} [words, tokens, features]
 */
export function attention({ data, shape: [words, count, width] }, heads) {
  const features = width / 3,
    size = features / heads;
  const mixed = new Float32Array(words * count * features),
    scores = new Float32Array(count * count);
  for (let word = 0; word < words; word++) {
    const qkv = data.subarray(word * count * width, (word + 1) * count * width),
      ofWord = mixed.subarray(word * count * features, (word + 1) * count * features);
    for (let from = 0; from < features; from += size) {
      const head = { qkv, count, features, from, size };
      writeScores(head, scores);
      mixValues(head, causalSoftmax(scores, count), ofWord);
    }
  }
  return tensor(mixed, [words, count, features]);
}

/**
 * The residual sum.
 * @param {Float32Array} a
 * @param {Float32Array} b
 */
export const add = (a, b) => a.map((value, i) => value + b[i]);

/**
 * A weight and a bias for each feature, in place: where a norm is not over the features, or has no bias of its own.
 * @param {Float32Array} rows  [..., features]
 * @param {Float32Array | null} weight  [features]; none is as if 1
 * @param {Float32Array} bias  [features]
 */
export function scaleAndShift(rows, weight, bias) {
  const features = bias.length;
  for (let i = 0; i < rows.length; i++) rows[i] = rows[i] * (weight?.[i % features] ?? 1) + bias[i % features];
  return rows;
}
