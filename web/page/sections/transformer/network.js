/**
 * The small GPT of the model lab, on the package's kernels: letters in, letters out, with each norm as one wants it.
 * tests/fixtures/words/net.py is the same in PyTorch, and where it was trained. Four blocks, pre-LN, as GPT-2's.
 */
import { empty, layerNorm, linear, normalize, rmsNorm, tensor } from "layernorm";
import { readSafetensors } from "layernorm/safetensors";
import { add, attention, gelu, scaleAndShift } from "../../kit/activations.js";

/** @typedef {import("layernorm").Tensor} Tensor */
/** @typedef {import("./spec.js").Mode} Mode */

export const FEATURES = 48;
export const HEADS = 4;
export const BLOCKS = 4;
/** Token 0 begins and ends a word; the others are letters. */
export const VOCABULARY = " abcdefghijklmnopqrstuvwxyz";
const EPS = 1e-5;

/** Two of each block, before attention and before the MLP, and the last one. */
export const NORMS = [...Array(BLOCKS).keys()].flatMap((i) => [`h.${i}.ln_1`, `h.${i}.ln_2`]).concat("ln_f");

/** Where the dims of a stream are: [words, tokens, features]. */
const TOKENS_DIM = 1;

/**
 * How a norm may be computed: the first as trained; the others left out, RMSNorm in its place, over the wrong dim, with
 * an eps that counts, without weight and bias.
 * @satisfies {Record<Mode, (x: Tensor, weight: Tensor, bias: Tensor) => Tensor>}
 */
const HOW = {
  trained: (x, weight, bias) => layerNorm(x, FEATURES, { weight, bias, eps: EPS }),
  off: (x) => x,
  rms: (x, weight, bias) =>
    withData(rmsNorm(x, FEATURES, { weight, eps: EPS }), (y) => scaleAndShift(y, null, bias.data)),
  tokens: (x, weight, bias) =>
    withData(normalize(x, { dim: TOKENS_DIM, eps: EPS }), (y) => scaleAndShift(y, weight.data, bias.data)),
  eps: (x, weight, bias) => layerNorm(x, FEATURES, { weight, bias, eps: 0.1 }),
  plain: (x) => layerNorm(x, FEATURES, { eps: EPS }),
};

/** @type {readonly Mode[]} */
export const AS_TRAINED = NORMS.map(() => "trained");

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

/** A word's tokens: what begins it, and its letters. @param {string} word of small letters */
export const tokensOf = (word) => [0, ...Array.from(word, (letter) => VOCABULARY.indexOf(letter))];

/** What a token stands for, which is nothing at a word's beginning and end. @param {number} token */
export const letterOf = (token) => VOCABULARY[token].trim();

/** What the tokens bring along, and where they stand. @param {Model} model @param {readonly number[][]} tokens */
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
 * The scores of what may follow each token.
 * @param {Model} model
 * @param {readonly number[][]} tokens  of words of one length: over the tokens a norm takes them as they are, unpadded
 * @param {readonly Mode[]} modes  of each of NORMS
 * @param {Seen[]} [seen]  is given what each norm takes and makes
 * @returns {Float32Array} [words, count, 27]
 */
export function forward(model, tokens, modes, seen) {
  const dense = (/** @type {Tensor} */ x, /** @type {string} */ name) =>
    linear(x, model[`${name}.weight`], model[`${name}.bias`]);
  const norm = (/** @type {Tensor} */ x, /** @type {string} */ name) => {
    const y = HOW[modes[NORMS.indexOf(name)]](x, model[`${name}.weight`], model[`${name}.bias`]);
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
