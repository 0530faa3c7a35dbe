/**
 * The depth lab: two networks of random layers with the same weights, one of which normalizes. Of each layer it tells
 * how its numbers lie, and of the gradient that comes back through the network how large it is there.
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
 * What is told of a network, layer by layer. Arrays are as long as layers are known so far; gradients become known from
 * the last layer on, and are null until then.
 * @typedef {object} Told
 * @property {number[]} spread  the standard deviation of all the numbers that a layer gives
 * @property {Float32Array[]} density  how densely they lie along the axis: 1 in all, with those beyond it
 * @property {number[]} below  the share of them below the axis
 * @property {number[]} above  and above it
 * @property {(number | null)[]} gradient  the standard deviation of the gradient with respect to them
 *
 * @typedef {{ without: Told, with: Told }} Depth
 */

/** The gradient at the end is drawn from this seed: no other draw is, for seeds of figures are smaller. */
export const GRADIENT_SEED = 2 ** 32 - 1;
/** After so many layers the worker hears whether the job is to stop, and after so many it tells what it has. */
const [HEARS, TELLS] = [4, 16];

/** @param {(x: number) => number} each @returns {(values: Float32Array) => Float32Array} */
const inPlace = (each) => (values) => {
  for (let i = 0; i < values.length; i++) values[i] = each(values[i]);
  return values;
};

/**
 * Each activation, in place, with its derivative, and what a layer's weights are multiplied by so that at gain 1 the
 * mean square of normally distributed numbers stays as it is: 1 / sqrt(E[f(z)^2]) for z from N(0, 1). For ReLU that is
 * sqrt(2) (He et al., "Delving Deep into Rectifiers" (2015), arXiv:1502.01852); the others are integrals, which a test
 * computes anew.
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
 * A network: where it normalizes, what a layer's weights are multiplied by, and what each layer was given, for the way
 * back. A layer adds to what it gets, or replaces it.
 * @typedef {object} Network
 * @property {Settings} settings
 * @property {boolean} before  whether a layer normalizes what it gets
 * @property {boolean} after  whether it normalizes what it gives
 * @property {Tensor} x  what the last layer so far has given
 * @property {{ x: Tensor, active: Tensor, sum: Tensor }[]} kept  of each layer: what it got, what its activation got,
 *   and what it gave before it was normalized
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

/** What a layer's weights, drawn from N(0, 1), are multiplied by. @param {Settings} settings */
const scaleOf = ({ gain, activation, features }) => (gain * ACTIVATIONS[activation].keeps) / Math.sqrt(features);

/** The next layer. @param {Network} network @param {Tensor} weight */
function forward(network, weight) {
  const { x, settings } = network;
  const { features, activation, residual, norm } = settings;
  const active = network.before ? PASSES[norm].forward(x, features) : x;
  const [activated, scale] = [ACTIVATIONS[activation].apply(active.data.slice()), scaleOf(settings)];
  // The numbers are scaled in place of the weights, which are the same at every gain.
  for (let i = 0; i < activated.length; i++) activated[i] *= scale;
  const sum = linear(tensor(activated, x.shape), weight);
  if (residual !== "no") add(sum, x);
  network.kept.push({ x, active, sum });
  network.x = network.after ? PASSES[norm].forward(sum, features) : sum;
  tell(network);
}

/**
 * One layer back: from the gradient with respect to what it gave to that with respect to what it got.
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

/** Notes how the numbers of the last layer lie. @param {Network} network */
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

/** The weights that were drawn last: a gain, an activation or a norm needs no others. At most 50 MB. */
let drawn = { seed: NaN, features: NaN, weights: /** @type {Tensor[]} */ ([]) };

/** @param {number} seed @param {readonly number[]} shape */
function drawFrom(seed, shape) {
  manualSeed(seed);
  return randn(shape);
}

/**
 * A layer's weights, drawn from a seed of its own: a deeper network begins as a shallower one does.
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
 * Both networks, forward and then back. What it yields, now and then, is the same object each time, with more in it.
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
