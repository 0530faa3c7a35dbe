/**
 * The arithmetic of a transformer between its norms and linear layers: attention, sums. Float32 in and out,
 * doubles between; the matrix products are the package's.
 */
import { linear, tensor } from "layernorm";

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
 * Some columns of a matrix.
 * @param {Float32Array} x
 * @param {number} width  of x
 * @param {number} from
 * @param {number} size
 */
function columns(x, width, from, size) {
  const rows = x.length / width;
  const y = new Float32Array(rows * size);
  for (let i = 0; i < rows; i++) y.set(x.subarray(i * width + from, i * width + from + size), i * size);
  return tensor(y, [rows, size]);
}

/** @param {Tensor} x  [rows, columns] */
function transposed({ data, shape: [rows, width] }) {
  const y = new Float32Array(data.length);
  for (let i = 0; i < y.length; i++) y[i] = data[(i % rows) * width + Math.floor(i / rows)];
  return tensor(y, [width, rows]);
}

/**
 * The output of one head for one word: for each token, a weighted mean of the values of all tokens up to it. The
 * weights are the softmax of its query times their keys, over the root of their size.
 * @param {Tensor} queries  [tokens, size]
 * @param {Tensor} keys
 * @param {Tensor} values
 */
function oneHead(queries, keys, values) {
  const [count, size] = queries.shape;
  const scores = linear(queries, keys).data.map((score) => score / Math.sqrt(size));
  return linear(tensor(causalSoftmax(scores, count), [count, count]), transposed(values)).data;
}

/**
 * Causal self-attention, word by word and head by head.
 * @param {Tensor} qkv  of each token its queries, keys and values, [words, tokens, 3 * features]
 * @param {number} heads  each has its share of the features
 * @returns {Tensor} [words, tokens, features]
 */
export function attention(qkv, heads) {
  const [words, count, width] = qkv.shape;
  const [features, size] = [width / 3, width / 3 / heads];
  const mixed = new Float32Array(words * count * features);
  for (let word = 0; word < words; word++) {
    const rows = qkv.data.subarray(word * count * width, (word + 1) * count * width);
    for (let from = 0; from < features; from += size) {
      const [q, k, v] = [0, 1, 2].map((i) => columns(rows, width, i * features + from, size));
      const y = oneHead(q, k, v);
      for (let i = 0; i < count; i++) {
        mixed.set(y.subarray(i * size, (i + 1) * size), (word * count + i) * features + from);
      }
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
