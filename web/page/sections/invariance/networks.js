/**
 * The networks that learn: a linear layer W, LayerNorm or nothing, ReLU, a linear layer V. Two classes are to be told
 * apart: whether the product of the first two of six numbers is positive, or would be without some noise. Each step
 * sees other rows.
 */
import {
  crossEntropy,
  layerNorm,
  layerNormBackward,
  linear,
  linearBackward,
  manualSeed,
  randn,
  relu,
  reluBackward,
  tensor,
} from "layernorm";
import { LARGEST } from "../../kit/format.js";
import { EVERY, STEPS } from "./limits.js";
import { dot, lengthOf, times } from "./layer.js";

/** @typedef {import("layernorm").Tensor} Tensor */

export const INPUTS = 6;
export const HIDDEN = 32;
/** Rows of a step, and those that no step sees, on which the loss is taken. */
export const BATCH = 16;
export const HELD_OUT = 256;
/** How much noise there is in what is to be told: so there is something to learn from each step, to the last. */
export const NOISE = 0.5;
/** The rate of V, which has no norm behind it. It stays, so that what W's rate does is seen alone. */
export const RATE_OF_V = 0.1;

/**
 * A network's way. The lists have a number for every so many steps, from before the first to after the last.
 * @typedef {object} Told
 * @property {number[]} length  |W|
 * @property {number[]} angle  by how many degrees a step turns W: the mean of the steps since the number before; at
 *   first, of the first step
 * @property {number[]} loss
 * @property {number} foretold  |W| at the end, if each gradient were at a right angle to W
 * @property {number} squares  the sum of the squared lengths of all steps, without what the decay takes
 */
/** @typedef {{ rate: number, decay: number, rateOfV?: number }} Rates  rate, decay: of W */

/** @param {number} count */
export function rows(count) {
  const [drawn, width] = [randn([count, INPUTS + 1]).data, INPUTS + 1];
  const x = new Float32Array(count * INPUTS);
  const classes = new Array(count).fill(0);
  for (let row = 0; row < count; row++) {
    const at = row * width;
    for (let i = 0; i < INPUTS; i++) x[row * INPUTS + i] = drawn[at + i];
    if (drawn[at] * drawn[at + 1] + NOISE * drawn[at + INPUTS] > 0) classes[row] = 1;
  }
  return { x: tensor(x, [count, INPUTS]), classes };
}
/** @typedef {ReturnType<typeof rows>} Rows */

/** @param {Rows} rows @param {Tensor} w @param {Tensor} v @param {boolean} hasNorm */
function forward({ x, classes }, w, v, hasNorm) {
  const sums = linear(x, w);
  const normed = hasNorm ? layerNorm(sums, HIDDEN) : sums;
  const active = relu(normed);
  return { x, sums, normed, active, ...crossEntropy(linear(active, v), classes) };
}

/**
 * The gradients of both layers' weights.
 * @param {Rows} rows
 * @param {Tensor} w
 * @param {Tensor} v
 * @param {boolean} hasNorm
 */
export function gradientsOf(rows, w, v, hasNorm) {
  const { x, sums, normed, active, dlogits } = forward(rows, w, v, hasNorm);
  const end = linearBackward(dlogits, active, v);
  const ofNormed = reluBackward(end.dx, normed).dx;
  const ofSums = hasNorm ? layerNormBackward(ofNormed, sums, HIDDEN).dx : ofNormed;
  return { ofW: linearBackward(ofSums, x, w).dweight, ofV: end.dweight };
}

/** Numbers that have left float32 count as the largest that the page has. @param {number} value */
const kept = (value) => (Math.abs(value) <= LARGEST ? value : LARGEST);

/** @param {Tensor} x @param {Tensor} gradient @param {number} rate @param {number} [decay] */
const stepped = ({ data, shape }, gradient, rate, decay = 0) =>
  tensor(
    data.map((value, i) => value - rate * (gradient.data[i] + decay * value)),
    shape,
  );

/** In degrees. @param {Tensor} a @param {Tensor} b */
const angleBetween = (a, b) =>
  (180 / Math.PI) * Math.acos(Math.min(dot(a.data, b.data) / (lengthOf(a) * lengthOf(b)), 1));

/**
 * A network that learns by plain gradient descent, one batch a step. Yields nothing between its points, so that a
 * worker can listen.
 * @param {number} seed
 * @param {Rates} rates
 * @param {boolean} hasNorm
 * @param {number} [size]  a factor of W's first weights
 * @returns {Generator<undefined, Told>}
 */
export function* learning(seed, { rate, decay, rateOfV = RATE_OF_V }, hasNorm, size = 1) {
  manualSeed(seed);
  let w = times(randn([HIDDEN, INPUTS]), size / Math.sqrt(INPUTS));
  let v = times(randn([2, HIDDEN]), 1 / Math.sqrt(HIDDEN));
  const held = rows(HELD_OUT);
  const batches = Array.from({ length: STEPS }, () => rows(BATCH));
  const lossOf = () => forward(held, w, v, hasNorm).loss;
  /** @type {Told} */
  const told = { length: [lengthOf(w)], angle: [], loss: [kept(lossOf())], foretold: 0, squares: 0 };
  let [expected, turned] = [dot(w.data, w.data), 0];
  for (const [i, batch] of batches.entries()) {
    const { ofW, ofV } = gradientsOf(batch, w, v, hasNorm);
    const next = stepped(w, ofW, rate, decay);
    const square = rate ** 2 * dot(ofW.data, ofW.data);
    told.squares += square;
    expected = (1 - rate * decay) ** 2 * expected + square;
    turned += angleBetween(w, next);
    if (i === 0) told.angle.push(turned);
    [w, v] = [next, stepped(v, ofV, rateOfV)];
    if ((i + 1) % EVERY > 0) continue;
    told.length.push(kept(lengthOf(w)));
    told.angle.push(kept(turned / EVERY));
    told.loss.push(kept(lossOf()));
    turned = 0;
    yield;
  }
  told.foretold = kept(Math.sqrt(expected));
  told.squares = kept(told.squares);
  return told;
}
