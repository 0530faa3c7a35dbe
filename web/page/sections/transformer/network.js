/**
 * The small GPT of the transformer lab, on the package's kernels: it reads letters, and scores the letters that may
 * follow. Each norm can be computed in any mode. The blocks are pre-LN, as GPT-2's. tests/fixtures/words/net.py is the
 * same in PyTorch; there it was trained.
 */
import { empty, layerNorm, linear, moments, normalize, rmsNorm, tensor } from "layernorm";
import { readSafetensors } from "layernorm/safetensors";
import { add, attention, scaleAndShift } from "../../kit/activations.js";
import { gelu } from "../../kit/gelu.js";
import { computationOf } from "./modes.js";
import { BLOCKS, FEATURES, HEADS, VOCABULARY } from "./architecture.js";

/** @typedef {import("layernorm").Tensor} Tensor */
/** @typedef {import("./modes.js").Mode} Mode */
/** @typedef {import("./modes.js").Computation} Computation */

/** The norms' names in the file of weights: two in each block, before attention and before the MLP, and the last. */
export const NORM_NAMES = [...Array(BLOCKS).keys()].flatMap((i) => [`h.${i}.ln_1`, `h.${i}.ln_2`]).concat("ln_f");

/** Where the tokens are in a stream, [words, tokens, features]. */
const TOKENS_DIM = 1;

/**
 * Each feature less its mean over a token and those before it, over the root of their variance. In doubles, because the
 * variance is a difference of sums.
 * @param {Tensor} x  [words, tokens, features]
 * @param {number} eps
 */
function normalizedSoFar({ data, shape }, eps) {
  const size = shape[TOKENS_DIM] * FEATURES;
  const y = new Float32Array(data.length);
  for (let start = 0; start < data.length; start += size) {
    for (let feature = 0; feature < FEATURES; feature++) {
      let [sum, squares, count] = [0, 0, 0];
      for (let i = start + feature; i < start + size; i += FEATURES) {
        sum += data[i];
        squares += data[i] ** 2;
        count++;
        const mean = sum / count;
        y[i] = (data[i] - mean) / Math.sqrt(Math.max(squares / count - mean ** 2, 0) + eps);
      }
    }
  }
  return tensor(y, shape);
}

/** Before weight and bias. @param {Computation} computation @param {Tensor} x */
function divided({ over, isCentred, eps }, x) {
  if (over === "features") return isCentred ? layerNorm(x, FEATURES, { eps }) : rmsNorm(x, FEATURES, { eps });
  if (over === "tokens") return normalize(x, { dim: TOKENS_DIM, eps });
  return over === "earlier" ? normalizedSoFar(x, eps) : tensor(x.data.slice(), x.shape);
}

/** @param {Computation} computation @param {Tensor} x @param {Tensor} weight @param {Tensor} bias */
function normalized(computation, x, weight, bias) {
  const { over, isCentred, eps, hasWeight, hasBias } = computation;
  // The package's kernels have LayerNorm and RMSNorm whole, as PyTorch does.
  if (over === "features" && hasWeight && isCentred && hasBias) return layerNorm(x, FEATURES, { weight, bias, eps });
  if (over === "features" && hasWeight && !isCentred) {
    const y = rmsNorm(x, FEATURES, { weight, eps });
    return hasBias ? withData(y, (data) => scaleAndShift(data, null, bias.data)) : y;
  }
  const y = divided(computation, x);
  return hasWeight ? withData(y, (data) => scaleAndShift(data, weight.data, bias.data)) : y;
}

/** Each token, moved by so many of its own spreads. @param {Tensor} x @param {number} shift */
function shifted(x, shift) {
  const { variance } = moments(x, { dim: -1, correction: 0 });
  return withData(x, (data) =>
    data.map((value, i) => value + shift * Math.sqrt(variance.data[Math.floor(i / FEATURES)])),
  );
}

/** @type {readonly Mode[]} */
export const AS_TRAINED = NORM_NAMES.map(() => "trained");

/** @param {Tensor} x @param {(data: Float32Array) => Float32Array} change */
const withData = (x, change) => tensor(change(x.data), x.shape);

/** @typedef {Record<string, Tensor>} Model  the weights, by PyTorch's names; in WebAssembly memory, where they stay */

/** @param {ArrayBuffer | Uint8Array} bytes  of a safetensors file @returns {Model} */
export function readModel(bytes) {
  const read = Object.entries(readSafetensors(bytes));
  return Object.fromEntries(
    read.map(([name, value]) => [name, empty(value.shape, { resident: true }).copyFrom(value)]),
  );
}

/** A word's tokens: token 0, which begins it, and its letters. @param {string} word of small letters */
export const tokensOf = (word) => [0, ...Array.from(word, (letter) => VOCABULARY.indexOf(letter))];

/** The letter that a token stands for; empty for token 0. @param {number} token */
export const letterOf = (token) => VOCABULARY[token].trim();

/** The embeddings of the tokens plus those of their places. @param {Model} model @param {readonly number[][]} tokens */
function embedded({ wte, wpe }, tokens) {
  const count = tokens[0].length;
  const letters = wte.data;
  const places = wpe.data.subarray(0, count * FEATURES);
  const stream = new Float32Array(tokens.length * places.length);
  tokens.flat().forEach((token, i) => {
    stream.set(letters.subarray(token * FEATURES, (token + 1) * FEATURES), i * FEATURES);
  });
  for (let i = 0; i < stream.length; i++) stream[i] += places[i % places.length];
  return tensor(stream, [tokens.length, count, FEATURES]);
}

/** @typedef {{ input: Float32Array, output: Float32Array }} Seen  of one norm, [words, count, 48] */

/**
 * For each token, a score for every token that may follow it.
 * @param {Model} model
 * @param {readonly number[][]} tokens  of words of one length: padding would change a norm over the tokens
 * @param {readonly Mode[]} modes  of each norm
 * @param {{ seen?: Seen[], shift?: number }} [options]  seen: is given the input and the output of each norm; shift:
 *   each token is moved by so many spreads before each norm
 * @returns {Float32Array} [words, count, 27]
 */
export function forward(model, tokens, modes, { seen, shift = 0 } = {}) {
  const dense = (/** @type {Tensor} */ x, /** @type {string} */ name) =>
    linear(x, model[`${name}.weight`], model[`${name}.bias`]);
  const norm = (/** @type {Tensor} */ stream, /** @type {string} */ name) => {
    const x = shift === 0 ? stream : shifted(stream, shift);
    const computation = computationOf(modes[NORM_NAMES.indexOf(name)]);
    const y = computation ? normalized(computation, x, model[`${name}.weight`], model[`${name}.bias`]) : x;
    seen?.push({ input: x.data, output: y.data });
    return y;
  };
  const sum = (/** @type {Tensor} */ x, /** @type {Tensor} */ y) => withData(x, (data) => add(data, y.data));

  let stream = embedded(model, tokens);
  for (let block = 0; block < BLOCKS; block++) {
    const at = `h.${block}`;
    const qkv = dense(norm(stream, `${at}.ln_1`), `${at}.attn.qkv`);
    stream = sum(stream, dense(attention(qkv, HEADS), `${at}.attn.proj`));
    const hidden = withData(dense(norm(stream, `${at}.ln_2`), `${at}.mlp.up`), gelu);
    stream = sum(stream, dense(hidden, `${at}.mlp.down`));
  }
  return linear(norm(stream, "ln_f"), model.wte).data;
}
