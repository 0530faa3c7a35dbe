/** The book's network, by the package's own API: weights, inputs and every number after them are the kernels'. */
import { Linear, ReLU, Sequential, linear, manualSeed, moments, normalize, randn, tensor } from "layernorm";
import { BOOK, CELLS } from "../../course/book.js";

/** @typedef {ReturnType<typeof network>} Network */

/**
 * The book's example from a seed: inputs, Linear, ReLU, and the normalization of each row as its cells do it.
 * Inputs may be given; the seed then only makes the weights, drawn after the inputs it would have drawn.
 * @param {number} seed
 * @param {readonly number[] | null} [given]
 */
export function network(seed, given = null) {
  manualSeed(seed);
  const drawn = randn([BOOK.inputs, BOOK.features]);
  const layer = new Linear(BOOK.features, BOOK.outputs);
  const x = given === null ? drawn : tensor(Float32Array.from(given), [BOOK.inputs, BOOK.features]);
  const preactivation = linear(x, layer.weight, layer.bias);
  const out = new Sequential(layer, new ReLU()).forward(x);
  const normalized = normalize(out, { dim: -1, ...CELLS });
  return {
    x: x.data,
    weight: layer.weight.data,
    bias: /** @type {Float32Array} */ (layer.bias?.data),
    preactivation: preactivation.data,
    out: out.data,
    normalized: normalized.data,
    before: moments(out, { dim: -1 }),
    after: moments(normalized, { dim: -1 }),
  };
}
