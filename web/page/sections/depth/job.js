/**
 * The depth lab: two networks of random layers with the same weights, one of which normalizes. Of each layer it tells
 * how its numbers lie, and how large the gradient is that comes back to it.
 */
import {
  layerNorm,
  layerNormBackward,
  linear,
  manualSeed,
  randn,
  rmsNorm,
  rmsNormBackward,
  std,
  tensor,
} from "layernorm";
import { gelu, geluSlope } from "../../kit/activations.js";
import { AXIS, BINS, SAMPLES } from "./limits.js";

/** @typedef {import("layernorm").Tensor} Tensor */
/** @typedef {Omit<import("./spec.js").DepthFigure, "layer">} Settings */

/**
 * The numbers of a network, layer by layer. The arrays are as long as the number of layers that are known. Gradients
 * become known from the last layer to the first, and are null until then.
 * @typedef {object} Told
 * @property {number[]} spread  the standard deviation of a layer's output
 * @property {Float32Array[]} density  the density of the output along the axis; its integral, with the shares beyond
 *   the axis, is 1
 * @property {number[]} below  the share of the output below the axis
 * @property {number[]} above  the share above it
 * @property {(number | null)[]} gradient  the standard deviation of the gradient with respect to the output
 *
 * @typedef {{ without: Told, with: Told }} Depth
 */

/** The seed of the gradient at the end. No other draw has it, because the seeds of figures are smaller. */
export const GRADIENT_SEED = 2 ** 32 - 1;
/** The worker looks for messages after every `HEARS` layers, and tells its numbers after every `TELLS`. */
const [HEARS, TELLS] = [4, 16];

/** @param {(x: number) => number} each @returns {(values: Float32Array) => Float32Array} */
const inPlace = (each) => (values) => {
  for (let i = 0; i < values.length; i++) values[i] = each(values[i]);
  return values;
};

/**
 * Each activation, in place; its derivative; and the factor of a layer's weights that keeps the mean square of normally
 * distributed numbers at gain 1: 1 / sqrt(E[f(z)^2]) for z from N(0, 1). For ReLU that is sqrt(2) (He et al., "Delving
 * Deep into Rectifiers" (2015), arXiv:1502.01852). The other factors are integrals, which a test computes anew.
 * @type {Record<Settings["activation"], { apply: (values: Float32Array) => Float32Array, slope: (x: number) => number,
 *   keeps: number }>}
 */
export const ACTIVATIONS = {
  none: { apply: (values) => values, slope: () => 1, keeps: 1 },
  relu: { apply: inPlace((x) => Math.max(x, 0)), slope: (x) => (x > 0 ? 1 : 0), keeps: Math.SQRT2 },
  gelu: { apply: gelu, slope: geluSlope, keeps: 1.5335805 },
  tanh: { apply: inPlace(Math.tanh), slope: (x) => 1 - Math.tanh(x) ** 2, keeps: 1.5925374 },
};

const PASSES = {
  layer: {
    forward: (/** @type {Tensor} */ x, /** @type {number} */ n) => layerNorm(x, n),
    backward: (/** @type {Tensor} */ dy, /** @type {Tensor} */ x, /** @type {number} */ n) =>
      layerNormBackward(dy, x, n).dx,
  },
  rms: {
    forward: (/** @type {Tensor} */ x, /** @type {number} */ n) => rmsNorm(x, n),
    backward: (/** @type {Tensor} */ dy, /** @type {Tensor} */ x, /** @type {number} */ n) =>
      rmsNormBackward(dy, x, n).dx,
  },
};

/**
 * A network: where it normalizes, and the numbers of each layer that the backward pass needs. A layer's sum is added to
 * the layer's input, or replaces it.
 * @typedef {object} Network
 * @property {Settings} settings
 * @property {boolean} before  whether a layer normalizes its input
 * @property {boolean} after  whether it normalizes its output
 * @property {Tensor} x  the output of the last layer so far
 * @property {{ x: Tensor, active: Tensor, sum: Tensor }[]} kept  of each layer: its input, the input of its
 *   activation, and its output before a normalization
 * @property {Told} told
 */

/** @param {Settings} settings @param {Tensor} x @param {boolean} normalizes @returns {Network} */
const networkOf = (settings, x, normalizes) => ({
  settings,
  before: normalizes && settings.residual === "pre",
  after: normalizes && settings.residual !== "pre",
  x,
  kept: [],
  told: { spread: [], density: [], below: [], above: [], gradient: [] },
});

/** The factor of a layer's weights, which are drawn from N(0, 1). @param {Settings} settings */
const scaleOf = ({ gain, activation, features }) => (gain * ACTIVATIONS[activation].keeps) / Math.sqrt(features);

/** The next layer. @param {Network} network @param {Tensor} weight */
function forward(network, weight) {
  const { x, settings } = network;
  const { features, activation, residual, norm } = settings;
  const active = network.before ? PASSES[norm].forward(x, features) : x;
  const [activated, scale] = [ACTIVATIONS[activation].apply(active.data.slice()), scaleOf(settings)];
  // The numbers are scaled instead of the weights, so that all gains share the weights.
  for (let i = 0; i < activated.length; i++) activated[i] *= scale;
  const sum = linear(tensor(activated, x.shape), weight);
  if (residual !== "no") add(sum, x);
  network.kept.push({ x, active, sum });
  network.x = network.after ? PASSES[norm].forward(sum, features) : sum;
  tell(network);
}

/**
 * The backward pass of one layer: from the gradient with respect to its output to that with respect to its input.
 * @param {Network} network
 * @param {Tensor} gradient
 * @param {Tensor} transposedWeight
 * @returns {Tensor}
 */
function backward({ settings, before, after, kept }, gradient, transposedWeight) {
  const { features, activation, residual, norm } = settings;
  const { x, active, sum } = /** @type {typeof kept[0]} */ (kept.pop());
  const ofSum = after ? PASSES[norm].backward(gradient, sum, features) : gradient;
  const ofActive = linear(ofSum, transposedWeight);
  const [{ slope }, scale, given, values] = [ACTIVATIONS[activation], scaleOf(settings), active.data, ofActive.data];
  for (let i = 0; i < values.length; i++) values[i] *= scale * slope(given[i]);
  const ofX = before ? PASSES[norm].backward(ofActive, x, features) : ofActive;
  if (residual !== "no") add(ofX, ofSum);
  return ofX;
}

/** a += b @param {Tensor} a @param {Tensor} b */
function add({ data: a }, { data: b }) {
  for (let i = 0; i < a.length; i++) a[i] += b[i];
}

/** @param {Tensor} x */
const spreadOf = (x) => std(x, { correction: 0 }).item();

/** Notes where the numbers of the last layer lie. @param {Network} network */
function tell({ x, told }) {
  const [low, high] = AXIS;
  const counts = new Float32Array(BINS);
  let [below, above] = [0, 0];
  const [values, bins] = [x.data, BINS / (high - low)];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value < low) below++;
    else if (value >= high) above++;
    else if (value >= low) counts[Math.floor((value - low) * bins)]++;
  }
  told.spread.push(spreadOf(x));
  told.below.push(below / x.size);
  told.above.push(above / x.size);
  told.density.push(counts.map((count) => (count * bins) / x.size));
}

/** The weights that were drawn last: they stay the same where only gain, activation or norm change. At most 50 MB. */
let drawn = { seed: NaN, features: NaN, weights: /** @type {Tensor[]} */ ([]) };

/** @param {number} seed @param {readonly number[]} shape */
function drawFrom(seed, shape) {
  manualSeed(seed);
  return randn(shape);
}

/**
 * A layer's weights, drawn from a seed of the layer's own: so a deeper network has the first layers of a shallower one.
 * @param {Settings} settings
 * @param {number} layer  from 1
 */
function weightOf({ seed, features }, layer) {
  if (drawn.seed !== seed || drawn.features !== features) drawn = { seed, features, weights: [] };
  return (drawn.weights[layer] ??= drawFrom(seed + layer, [features, features]));
}

/** @param {Tensor} weight of as many rows as columns */
function transposed({ data, shape }) {
  const [size] = shape;
  const values = new Float32Array(data.length);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) values[column * size + row] = data[row * size + column];
  }
  return tensor(values, shape);
}

/**
 * Both networks, forward and then back. Each yielded object is the same one, with more layers in it.
 * @param {Settings} settings
 * @returns {Generator<Depth | undefined, Depth>}
 */
export function* depthJob(settings) {
  const { seed, layers, features } = settings;
  const x = drawFrom(seed, [SAMPLES, features]);
  const networks = [networkOf(settings, x, false), networkOf(settings, x, true)];
  const [without, normed] = networks;
  const depth = { without: without.told, with: normed.told };
  for (let layer = 1; layer <= layers; layer++) {
    for (const network of networks) forward(network, weightOf(settings, layer));
    if (layer % HEARS === 0) yield layer % TELLS === 0 ? depth : undefined;
  }
  for (const { told } of networks) told.gradient = new Array(layers).fill(null);
  const end = drawFrom(GRADIENT_SEED, [SAMPLES, features]);
  const gradients = [end, end];
  for (let layer = layers; layer >= 1; layer--) {
    const weight = layer > 1 ? transposed(weightOf(settings, layer)) : null;
    networks.forEach((network, i) => {
      network.told.gradient[layer - 1] = spreadOf(gradients[i]);
      if (weight) gradients[i] = backward(network, gradients[i], weight);
    });
    if (layer % HEARS === 0) yield layer % TELLS === 0 ? depth : undefined;
  }
  return depth;
}

export const jobs = { networks: depthJob };
