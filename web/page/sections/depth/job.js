/**
 * The depth lab: networks of random layers in pairs with the same weights, one of which normalizes. `depthJob` tells of
 * one pair how the numbers of each layer lie; `fiftyJob` tells of fifty pairs how large the numbers are. Both tell how
 * large the gradients are that come back.
 */
import {
  layerNorm,
  layerNormBackward,
  linear,
  manualSeed,
  rand,
  randn,
  rmsNorm,
  rmsNormBackward,
  std,
  tensor,
} from "layernorm";
import { ACTIVATIONS, startOf } from "./factors.js";
import { AXIS, BINS, inputsOf, MOST_LAYERS, NETWORKS, POOLED_FROM, SAMPLES, SEED_STEP } from "./limits.js";

/** @typedef {import("layernorm").Tensor} Tensor */
/** @typedef {Omit<import("./spec.js").DepthFigure, "layer" | "view" | "gradient">} Settings */

/**
 * How large the numbers of a network are, layer by layer. The arrays are as long as the number of layers that are
 * known. Gradients become known from the last layer to the first, and are null until then.
 * @typedef {object} Sizes
 * @property {number[]} spread  the standard deviation of a layer's output
 * @property {(number | null)[]} numbers  the standard deviation of the gradient with respect to the output
 * @property {(number | null)[]} weights  that of the gradient with respect to the layer's weights, in units of what it
 *   is where what the weights are given has the size that it has at first, and the gradient that comes back a spread of
 *   1. Of a branch of two matrices it is the last one's: the first one's is 0 while the last one is
 * @property {number} [apart]  how many times as large as the smallest the largest row is, as root mean squares, of what
 *   comes out at the end; known once that is
 *
 * @typedef {object} Hills  how they lie
 * @property {Float32Array[]} density  the density of the output along the axis; its integral, with the shares beyond
 *   the axis, is 1
 * @property {number[]} below  the share of the output below the axis
 * @property {number[]} above  the share above it
 *
 * @typedef {Sizes & Hills} Told
 * @typedef {{ without: Told, with: Told }} Depth
 * @typedef {{ without: Sizes, with: Sizes }} Pair
 */

/** The seed of the gradient at the end. No other draw has it, because the seeds of figures are smaller. */
export const GRADIENT_SEED = 2 ** 32 - 1;
/** The worker looks for messages after every `HEARS` layers, and tells its numbers after every `TELLS`. */
const [HEARS, TELLS] = [4, 16];
/** Of fifty networks it tells so many at once. */
const TOLD_AT_ONCE = 5;

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
 * What stands where a norm would, forward and backward: a norm, or tanh(a x), which treats each number by itself. That
 * is "Dynamic Tanh" (Zhu et al. (2025), arXiv:2503.10622) as it starts, with a weight of 1 and a bias of 0.
 * @param {Settings} settings
 */
function passOf({ norm, alpha, features }) {
  if (norm !== "dyt") {
    const { forward, backward } = PASSES[norm];
    return {
      forward: (/** @type {Tensor} */ x) => forward(x, features),
      backward: (/** @type {Tensor} */ dy, /** @type {Tensor} */ x) => backward(dy, x, features),
    };
  }
  return {
    forward: (/** @type {Tensor} */ x) =>
      tensor(
        x.data.map((value) => Math.tanh(alpha * value)),
        x.shape,
      ),
    backward: (/** @type {Tensor} */ dy, /** @type {Tensor} */ x) =>
      tensor(
        dy.data.map((value, i) => value * alpha * (1 - Math.tanh(alpha * x.data[i]) ** 2)),
        x.shape,
      ),
  };
}

/**
 * A network: where it normalizes, and the numbers of each layer that the backward pass needs. A layer's sum is added to
 * the layer's input, or replaces it.
 * @typedef {object} Network
 * @property {Settings} settings
 * @property {boolean} before  whether a layer normalizes its input
 * @property {boolean} after  whether it normalizes its output
 * @property {Tensor} x  the output of the last layer so far
 * @property {ReturnType<typeof passOf>} pass  how it normalizes
 * @property {{ x: Tensor, active: Tensor, given: Tensor, sum: Tensor }[]} kept  of each layer: its input, the input
 *   of its activation, what its weights are given (the last ones, of a branch of two matrices), and its output before a
 *   normalization
 * @property {Told} told
 */

/** @param {Settings} settings @param {Tensor} x @param {boolean} normalizes @returns {Network} */
const networkOf = (settings, x, normalizes) => ({
  settings,
  pass: passOf(settings),
  before: normalizes && settings.residual === "pre",
  after: normalizes && settings.residual !== "pre",
  x,
  kept: [],
  told: { spread: [], numbers: [], weights: [], density: [], below: [], above: [] },
});

/** The factor of a layer's weights, which are drawn from N(0, 1). @param {Settings} settings */
const scaleOf = (settings) => (settings.gain * startOf(settings)) / Math.sqrt(settings.features);

/** The next layer. @param {Network} network @param {Tensor} weight */
function forward(network, weight) {
  const { x, settings, pass } = network;
  const { activation, residual, start } = settings;
  const active = network.before ? pass.forward(x) : x;
  const activated = scaled(ACTIVATIONS[activation].apply(active.data.slice()), scaleOf(settings));
  // The numbers are scaled instead of the weights, so that all gains share the weights.
  let given = tensor(activated, x.shape);
  let sum = linear(given, weight);
  if (start === "fixup") {
    given = tensor(ACTIVATIONS[activation].apply(sum.data), x.shape);
    sum = tensor(new Float32Array(x.size), x.shape);
  }
  if (residual !== "no") add(sum, x);
  network.kept.push({ x, active, given, sum });
  network.x = network.after ? pass.forward(sum) : sum;
  network.told.spread.push(spreadOf(network.x));
}

/** In place. @param {Float32Array} values @param {number} factor */
function scaled(values, factor) {
  for (let i = 0; i < values.length; i++) values[i] *= factor;
  return values;
}

/**
 * The gradient with respect to the last layer's output. A network that normalizes before its layers normalizes once
 * more at its end, as GPT-2 does; the gradient that comes to the end comes through that norm first.
 * @param {Network} network
 * @param {Tensor} gradient
 */
const fromTheEnd = ({ before, pass, x }, gradient) => (before ? pass.backward(gradient, x) : gradient);

/**
 * The backward pass of one layer: from the gradient with respect to its output to that with respect to its input. It
 * notes how large the gradients of the output and of the weights are.
 * @param {Network} network
 * @param {Tensor} gradient
 * @param {Tensor | null} transposedWeight  null: nobody asks for the gradient with respect to the input
 * @returns {Tensor}
 */
function backward({ settings, before, after, pass, kept, told }, gradient, transposedWeight) {
  const { activation, residual, start } = settings;
  const { x, active, given, sum } = /** @type {typeof kept[0]} */ (kept.pop());
  told.numbers[kept.length] = spreadOf(gradient);
  const ofSum = after ? pass.backward(gradient, sum) : gradient;
  // What the last matrix of a branch is given has not been scaled.
  const scale = start === "fixup" ? 1 : scaleOf(settings);
  told.weights[kept.length] = (spreadOfProduct(ofSum, given) * ACTIVATIONS[activation].keeps) / scale;
  if (!transposedWeight) return gradient;
  if (start === "fixup") return residual === "no" ? tensor(new Float32Array(x.size), x.shape) : ofSum;
  const ofActive = linear(ofSum, transposedWeight);
  const [{ slope }, inputs, values] = [ACTIVATIONS[activation], active.data, ofActive.data];
  for (let i = 0; i < values.length; i++) values[i] *= scale * slope(inputs[i]);
  const ofX = before ? pass.backward(ofActive, x) : ofActive;
  if (residual !== "no") add(ofX, ofSum);
  return ofX;
}

/**
 * The spread of aᵀb, the gradient of weights that are given b and whose sums have the gradient a, as a share of the
 * root of the number of inputs. The product itself, of as many numbers as there are weights, is not made: its squares
 * add up to the sum of aaᵀ times bbᵀ, which have a row and a column an input.
 * @param {Tensor} a  [inputs, features]
 * @param {Tensor} b  [inputs, features]
 */
function spreadOfProduct(a, b) {
  const spread = spreadOfSmallProduct(a, b);
  if (Number.isFinite(spread)) return spread;
  const [[smallA, byA], [smallB, byB]] = [reduced(a), reduced(b)];
  return spreadOfSmallProduct(smallA, smallB) * byA * byB;
}

/** The same of numbers whose fourth powers are within float32. @param {Tensor} a @param {Tensor} b */
function spreadOfSmallProduct(a, b) {
  const [inputs, features] = a.shape;
  const [aa, bb] = [linear(a, a).data, linear(b, b).data];
  let [squares, total] = [0, 0];
  for (let i = 0; i < aa.length; i++) squares += aa[i] * bb[i];
  for (let input = 0; input < inputs; input++) total += sumOf(a, input) * sumOf(b, input);
  const count = features ** 2;
  return Math.sqrt(Math.max(squares / count - (total / count) ** 2, 0) / inputs);
}

/** @param {Tensor} x @param {number} row */
function sumOf({ data, shape: [, columns] }, row) {
  let sum = 0;
  for (let i = row * columns; i < (row + 1) * columns; i++) sum += data[i];
  return sum;
}

/** a += b @param {Tensor} a @param {Tensor} b */
function add({ data: a }, { data: b }) {
  for (let i = 0; i < a.length; i++) a[i] += b[i];
}

/** How many times as large as the smallest row the largest is, as root mean squares. @param {Tensor} x */
function rowsApart({ data, shape: [rows, columns] }) {
  const squares = Array.from({ length: rows }, (_, row) =>
    data.subarray(row * columns, (row + 1) * columns).reduce((sum, value) => sum + value * value, 0),
  );
  return Math.sqrt(Math.max(...squares) / Math.min(...squares));
}

/** @param {Tensor} x */
function spreadOf(x) {
  const spread = std(x, { correction: 0 }).item();
  if (Number.isFinite(spread)) return spread;
  const [small, by] = reduced(x);
  return std(small, { correction: 0 }).item() * by;
}

/** Numbers whose squares float32 may not hold, divided by the largest of them. @param {Tensor} x */
function reduced({ data, shape }) {
  const by = data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return /** @type {const} */ ([
    tensor(
      data.map((value) => value / by),
      shape,
    ),
    by,
  ]);
}

/** Notes how the numbers of the last layer lie. @param {Network} network */
function tellHill({ x, told }) {
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
  told.below.push(below / x.size);
  told.above.push(above / x.size);
  told.density.push(counts.map((count) => (count * bins) / x.size));
}

/** @param {number} seed @param {readonly number[]} shape */
function drawFrom(seed, shape) {
  manualSeed(seed);
  return randn(shape);
}

/**
 * A matrix of weights and, once a gradient has come back through it, its transpose.
 * @typedef {{ weight: Tensor, transposed?: Tensor }} Drawn
 */

/**
 * What was drawn last, by seed: it stays the same where only gain, activation or norm change. Of all networks it takes
 * at most 100 MB.
 */
let drawn = { seed: NaN, features: NaN, matrices: /** @type {Map<number, Drawn>} */ (new Map()) };

/**
 * A layer's weights, drawn from a seed of the layer's own: so a deeper network has the first layers of a shallower one.
 * @param {Settings} settings
 * @param {number} own  the seed
 */
function matrixOf({ seed, features }, own) {
  if (drawn.seed !== seed || drawn.features !== features) drawn = { seed, features, matrices: new Map() };
  let matrix = drawn.matrices.get(own);
  if (!matrix) drawn.matrices.set(own, (matrix = { weight: drawFrom(own, [features, features]) }));
  return matrix;
}

/** @param {Drawn} matrix */
const transposeOf = (matrix) => (matrix.transposed ??= transposed(matrix.weight));

/**
 * The seeds of a network's layers, of which there are more than any network needs. Each of the first network's comes
 * after the one before it, beginning after the network's own. A narrow network's layers are all its own. To draw those
 * of fifty wide ones would take many seconds: these have the first one's layers, each network in another order. So each
 * is a network of random weights as any other, and no two multiply by the same matrices in the same order.
 * @param {Settings} settings
 * @param {number} network  from 0
 * @returns {readonly number[]}
 */
export function seedsOfLayers({ seed, features }, network) {
  const own = seed + network * SEED_STEP;
  const inOrder = Array.from({ length: MOST_LAYERS }, (_, i) => i + 1);
  if (features < POOLED_FROM || network === 0) return inOrder.map((layer) => own + layer);
  manualSeed(own + 1);
  const lots = rand([MOST_LAYERS]).data;
  return inOrder.sort((a, b) => lots[a - 1] - lots[b - 1]).map((layer) => seed + layer);
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

/** A network without a norm and one with it, given the same numbers. @param {Settings} settings @param {Tensor} x */
const pairOf = (settings, x) => [networkOf(settings, x, false), networkOf(settings, x, true)];

/** @param {readonly Network[]} networks @param {number} layers @param {number} inputs @param {number} features */
function turnBack(networks, layers, inputs, features) {
  for (const { told, before, pass, x } of networks) {
    told.numbers = new Array(layers).fill(null);
    told.weights = new Array(layers).fill(null);
    told.apart = rowsApart(before ? pass.forward(x) : x);
  }
  const end = drawFrom(GRADIENT_SEED, [inputs, features]);
  return networks.map((network) => fromTheEnd(network, end));
}

/**
 * Both networks, forward and then back. Each yielded object is the same one, with more layers in it.
 * @param {Settings} settings
 * @returns {Generator<Depth | undefined, Depth>}
 */
export function* depthJob(settings) {
  const { seed, layers, features } = settings;
  const seeds = seedsOfLayers(settings, 0);
  const networks = pairOf(settings, drawFrom(seed, [SAMPLES, features]));
  const [without, normed] = networks;
  const depth = { without: without.told, with: normed.told };
  for (let layer = 1; layer <= layers; layer++) {
    for (const network of networks) {
      forward(network, matrixOf(settings, seeds[layer - 1]).weight);
      tellHill(network);
    }
    if (layer % HEARS === 0) yield layer % TELLS === 0 ? depth : undefined;
  }
  const gradients = turnBack(networks, layers, SAMPLES, features);
  for (let layer = layers; layer >= 1; layer--) {
    const back = layer > 1 ? transposeOf(matrixOf(settings, seeds[layer - 1])) : null;
    for (const [i, network] of networks.entries()) gradients[i] = backward(network, gradients[i], back);
    if (layer % HEARS === 0) yield layer % TELLS === 0 ? depth : undefined;
  }
  return depth;
}

/**
 * Fifty pairs, one after the other; the first has the weights of the one pair. What is yielded is those that are known.
 * @param {Settings} settings
 * @returns {Generator<Pair[] | undefined, Pair[]>}
 */
export function* fiftyJob(settings) {
  const { seed, layers, features } = settings;
  const inputs = inputsOf(features);
  /** @type {Pair[]} */
  const pairs = [];
  for (let network = 0; network < NETWORKS; network++) {
    const seeds = seedsOfLayers(settings, network);
    const pair = pairOf(settings, drawFrom(seed + network * SEED_STEP, [inputs, features]));
    for (let layer = 0; layer < layers; layer++) {
      for (const each of pair) forward(each, matrixOf(settings, seeds[layer]).weight);
      if (features >= POOLED_FROM && layer % HEARS === HEARS - 1) yield undefined;
    }
    const gradients = turnBack(pair, layers, inputs, features);
    for (let layer = layers - 1; layer >= 0; layer--) {
      const back = layer > 0 ? transposeOf(matrixOf(settings, seeds[layer])) : null;
      for (const [i, each] of pair.entries()) gradients[i] = backward(each, gradients[i], back);
    }
    const [without, normed] = pair.map(({ told: { spread, numbers, weights, apart } }) => ({
      spread,
      numbers,
      weights,
      apart,
    }));
    pairs.push({ without, with: normed });
    yield pairs.length % TOLD_AT_ONCE === 0 && pairs.length < NETWORKS ? pairs : undefined;
  }
  return pairs;
}

export const jobs = { networks: depthJob, fifty: fiftyJob };
