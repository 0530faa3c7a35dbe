/**
 * The small GPT of the transformer lab, on the package's kernels: it reads letters, and scores the letters that may
 * follow. Each norm can be computed in any mode. The blocks are pre-LN, as GPT-2's. tests/fixtures/words/net.py is the
 * same in PyTorch; there it was trained.
 */
import { empty, layerNorm, linear, normalize, rmsNorm, tensor } from "layernorm";
import { readSafetensors } from "layernorm/safetensors";
import { add, attention, gelu, scaleAndShift } from "../../kit/activations.js";
import { computationOf } from "./modes.js";
import { BLOCKS, FEATURES, HEADS, VOCABULARY } from "./architecture.js";

/** @typedef {import("layernorm").Tensor} Tensor */
/** @typedef {import("./modes.js").Mode} Mode */
/** @typedef {import("./modes.js").Computation} Computation */

/** The norms' names in the file of weights: two in each block, before attention and before the MLP, and the last. */
export const NORM_NAMES = [...Array(BLOCKS).keys()].flatMap((i) => [`h.${i}.ln_1`, `h.${i}.ln_2`]).concat("ln_f");

/** Where the tokens are in a stream, [words, tokens, features]. */
const TOKENS_DIM = 1;

/** @param {Computation} computation @param {Tensor} x @param {Tensor} weight @param {Tensor} bias */
function normalized({ over, isCentred, eps, isAffine }, x, weight, bias) {
  if (over === "features" && isCentred) return layerNorm(x, FEATURES, isAffine ? { weight, bias, eps } : { eps });
  const y = isCentred
    ? normalize(x, { dim: TOKENS_DIM, eps })
    : rmsNorm(x, FEATURES, isAffine ? { weight, eps } : { eps });
  if (!isAffine) return y;
  return withData(y, (data) => scaleAndShift(data, isCentred ? weight.data : null, bias.data));
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
 * @param {Seen[]} [seen]  is given the input and the output of each norm
 * @returns {Float32Array} [words, count, 27]
 */
export function forward(model, tokens, modes, seen) {
  const dense = (/** @type {Tensor} */ x, /** @type {string} */ name) =>
    linear(x, model[`${name}.weight`], model[`${name}.bias`]);
  const norm = (/** @type {Tensor} */ x, /** @type {string} */ name) => {
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
