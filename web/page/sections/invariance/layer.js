/** A linear layer with a LayerNorm behind it: what comes out, and the gradient of the layer's weights. */
import { layerNorm, layerNormBackward, linear, linearBackward, manualSeed, randn, tensor } from "layernorm";
import { LAYERS } from "./limits.js";

/** @typedef {import("layernorm").Tensor} Tensor */

/** How many rows go through the layer at once, and how many numbers each has before and after it. */
export const ROWS = 32;
export const FEATURES = 16;
export const EPS = 1e-5;

/** @param {Tensor} x @param {number} factor */
export const times = ({ data, shape }, factor) =>
  tensor(
    data.map((value) => value * factor),
    shape,
  );

/** The sum of the products. In float64: JavaScript's. @param {Float32Array} a @param {Float32Array} b */
export function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** @param {Tensor} x */
export const lengthOf = ({ data }) => Math.sqrt(dot(data, data));

/**
 * What goes into the layer, its weights, and the gradient that comes back to the norm: all are drawn.
 * @param {number} seed
 */
export function drawn(seed) {
  manualSeed(seed);
  const h = randn([ROWS, FEATURES]);
  const weight = times(randn([FEATURES, FEATURES]), 1 / Math.sqrt(FEATURES));
  return { h, weight, dy: randn([ROWS, FEATURES]) };
}

/**
 * @typedef {object} Passed  both ways through the layer
 * @property {Tensor} sums  W h, before the norm
 * @property {Tensor} y  after it
 * @property {Tensor} gradient  of the weights
 * @property {number} length  |W|: the root of the sum of the squares of all weights
 * @property {number} slope  the gradient's length
 * @property {number} cosine  of the angle between the weights and their gradient
 */

/**
 * @param {ReturnType<typeof drawn>} draw
 * @param {number} factor  of all weights
 * @returns {Passed}
 */
export function pass({ h, weight, dy }, factor) {
  const scaled = times(weight, factor);
  const sums = linear(h, scaled);
  const y = layerNorm(sums, FEATURES, { eps: EPS });
  const { dx } = layerNormBackward(dy, sums, FEATURES, { eps: EPS });
  const gradient = linearBackward(dx, h, scaled).dweight;
  const [length, slope] = [lengthOf(scaled), lengthOf(gradient)];
  return { sums, y, gradient, length, slope, cosine: dot(scaled.data, gradient.data) / (length * slope) };
}

/**
 * How far two tensors are apart where they are farthest.
 * @param {Pick<Tensor, "data">} a
 * @param {Pick<Tensor, "data">} b
 */
export const farthest = (a, b) => a.data.reduce((most, value, i) => Math.max(most, Math.abs(value - b.data[i])), 0);

/** The seeds of the layers that stand beside the one at hand, its own first. @param {number} seed */
export const seedsOf = (seed) => Array.from({ length: LAYERS }, (_, i) => seed + i);

/**
 * A layer at a factor, beside itself at factor 1.
 * @param {ReturnType<typeof drawn>} draw
 * @param {number} factor
 */
export function compared(draw, factor) {
  const [first, now] = [pass(draw, 1), pass(draw, factor)];
  return { first, now, moved: farthest(now.y, first.y), times: now.slope / first.slope };
}
/** @typedef {ReturnType<typeof compared>} Compared */
