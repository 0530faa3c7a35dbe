/**
 * The only module that calls the kernels. Every number on the page is made here, by the package's own API.
 */
import { Linear, ReLU, Sequential, linear, manualSeed, moments, normalize, randn, tensor } from "layernorm";
import { spread, subtract } from "./elementwise.js";
import { groupsOf, reducedShape, sizeOf } from "./shapes.js";

/** @typedef {{ shape: readonly number[], values: Float32Array }} Values */
/** @typedef {import("./state.js").Figure} Figure */
/** @typedef {ReturnType<typeof derive>} Derived */
/** @typedef {ReturnType<typeof network>} Network */

/** The book's layer: five features in, six out. */
export const BOOK = { seed: 123, inputs: 2, features: 5, outputs: 6 };

/** What the book's own cells compute, and what its class and torch.nn.LayerNorm compute. */
export const CELLS = { correction: 1, eps: 0 };
export const CLASS = { correction: 0, eps: 1e-5 };

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

/** The output of the book's network: the tensor that the course works on. @returns {Values} */
export const bookOutput = () => ({ shape: [BOOK.inputs, BOOK.outputs], values: network(BOOK.seed).out });

/**
 * Everything a figure shows, from the numbers and the settings it is in.
 * @param {Values} source
 * @param {Pick<Figure, "dims" | "keepdim" | "correction" | "eps" | "weight" | "bias">} settings
 */
export function derive({ shape, values }, { dims, keepdim, correction, eps, weight, bias }) {
  const x = tensor(Float32Array.from(values), shape);
  const dim = [...dims];
  const statistics = moments(x, { dim, keepdim, correction });
  const groups = groupsOf(shape, dims);
  const affineShape = dims.map((d) => shape[d]);
  const affine = {
    weight: Float32Array.from(weight ?? new Array(sizeOf(affineShape)).fill(1)),
    bias: Float32Array.from(bias ?? new Array(sizeOf(affineShape)).fill(0)),
  };
  const centred = tensor(subtract(x.data, statistics.mean.data, groups.groupOf), shape);
  const normalized = normalize(x, { dim, correction, eps });
  const y = normalize(x, {
    dim,
    correction,
    eps,
    weight: tensor(affine.weight, affineShape),
    bias: tensor(affine.bias, affineShape),
  });
  const stages = [x, centred, normalized, y].map((values) => {
    const at = moments(values, { dim, correction });
    return { values: values.data, mean: at.mean.data, deviation: spread(at.variance.data, 0) };
  });
  return {
    shape,
    dims,
    ...groups,
    ...affine,
    affineShape,
    groupSize: sizeOf(affineShape),
    statisticShape: statistics.mean.shape,
    keptShape: reducedShape(shape, dims, true),
    x: x.data,
    mean: statistics.mean.data,
    variance: statistics.variance.data,
    spread: spread(statistics.variance.data, eps),
    centred: centred.data,
    normalized: normalized.data,
    y: y.data,
    stages,
    asCells: normalize(x, { dim, ...CELLS }).data,
    asClass: normalize(x, { dim, ...CLASS }).data,
  };
}

/** What the third panel shows at each stage of the scrubber; the fourth is y. */
export const STAGE_VALUES = /** @type {const} */ (["x", "centred", "normalized", "normalized"]);
