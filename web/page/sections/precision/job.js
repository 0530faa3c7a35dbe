/**
 * What is left of a spread of 1 far from 0: the variance of the same row by three ways in float32, each beside float64,
 * and the row as float16 and bfloat16 store it.
 */
import {
  fromBfloat16,
  fromFloat16,
  layerNorm,
  manualSeed,
  moments,
  normalize,
  randn,
  tensor,
  toBfloat16,
  toFloat16,
} from "layernorm";
import { MEANS } from "./limits.js";
import { wideSum } from "./float32.js";

const { fround } = Math;

const SEED = 123;
/** torch.nn.LayerNorm's. */
const EPS = 1e-5;
/** How many means are gone through between two reports. */
const STEP = 8;

/** @typedef {{ mean: number, variance: number }} Moments */
/** @typedef {Moments & { normalized: ArrayLike<number> }} Normalized */
/**
 * @typedef {{ variance: number, error: number, normalizedError: number }} Outcome  error: relative to the right
 *   variance
 */
/** @typedef {{ spread: number, kept: number }} Stored  how many different numbers are kept */
/**
 * @typedef {object} At  what comes out at one mean
 * @property {number} variance  the right one of the row as float32 has it
 * @property {Record<"onePass" | "twoPasses" | "kernels", Outcome>} ways
 * @property {Record<"float32" | "float16" | "bfloat16", Stored>} formats
 */

/** The row around 0, with a spread of 1. @param {number} count */
export function drawRow(count) {
  manualSeed(SEED);
  return normalize(randn([count]), { dim: 0, correction: 0, eps: 0 }).data;
}

/** Each in float64. @param {ArrayLike<number>} x @returns {Normalized} */
function rightly(x) {
  const mean = wideSum(x) / x.length;
  const centred = Float64Array.from(x, (value) => value - mean);
  const variance = wideSum(centred.map((value) => value * value)) / x.length;
  return { mean, variance, normalized: centred.map((value) => value / Math.sqrt(variance + EPS)) };
}

/** E[x²] − E[x]², each step rounded to float32. @param {Float32Array} x @returns {Moments} */
export function onePass(x) {
  let [sum, squares] = [0, 0];
  for (const value of x) {
    sum = fround(sum + value);
    squares = fround(squares + fround(value * value));
  }
  const mean = fround(sum / x.length);
  return { mean, variance: fround(fround(squares / x.length) - fround(mean * mean)) };
}

/**
 * The mean first, then the squares of the differences from it, each step rounded to float32.
 * @param {Float32Array} x
 * @returns {Moments}
 */
export function twoPasses(x) {
  let sum = 0;
  for (const value of x) sum = fround(sum + value);
  const mean = fround(sum / x.length);
  let squares = 0;
  for (const value of x) {
    const difference = fround(value - mean);
    squares = fround(squares + fround(difference * difference));
  }
  return { mean, variance: fround(squares / x.length) };
}

/**
 * What these make of the row, in float32 as well.
 * @param {Float32Array} x
 * @param {Moments} moments
 * @returns {Normalized}
 */
function normalizedBy(x, { mean, variance }) {
  const root = fround(Math.sqrt(fround(variance + EPS)));
  return { mean, variance, normalized: x.map((value) => fround(fround(value - mean) / root)) };
}

/** This package's own. @param {Float32Array} x @returns {Normalized} */
function byKernels(x) {
  const row = tensor(x);
  const { mean, variance } = moments(row, { dim: 0, correction: 0 });
  return { mean: mean.data[0], variance: variance.data[0], normalized: layerNorm(row, x.length, { eps: EPS }).data };
}

/** @param {Normalized} got @param {Normalized} right @returns {Outcome} */
function judged({ variance, normalized }, right) {
  let normalizedError = 0;
  for (let i = 0; i < normalized.length; i++) {
    const error = Math.abs(normalized[i] - right.normalized[i]);
    if (!(error <= normalizedError)) normalizedError = error;
  }
  return { variance, error: Math.abs(variance - right.variance) / right.variance, normalizedError };
}

/** @param {Float32Array} x @returns {Stored} */
const storedAs = (x) => ({ spread: Math.sqrt(rightly(x).variance), kept: new Set(x).size });

/** @param {Float32Array} x @returns {At} */
export function outcomesOf(x) {
  const right = rightly(x);
  return {
    variance: right.variance,
    ways: {
      onePass: judged(normalizedBy(x, onePass(x)), right),
      twoPasses: judged(normalizedBy(x, twoPasses(x)), right),
      kernels: judged(byKernels(x), right),
    },
    formats: {
      float32: storedAs(x),
      float16: storedAs(fromFloat16(toFloat16(x)).data),
      bfloat16: storedAs(fromBfloat16(toBfloat16(x)).data),
    },
  };
}

/**
 * At every mean of the slider.
 * @param {{ count: number }} settings
 * @returns {Generator<At[], At[]>} what is known so far
 */
export function* precisionJob({ count }) {
  const row = drawRow(count);
  /** @type {At[]} */
  const known = [];
  for (const mean of MEANS) {
    known.push(outcomesOf(row.map((value) => mean + value)));
    if (known.length % STEP === 0) yield known;
  }
  return known;
}
