/**
 * What an op must do at least, and how long the machine takes for that: instructions of SIMD128 for a vector of four
 * elements, in the way that keeps c/norm.h's promises, and the machine's clock, measured in the same run.
 *
 * What is done once a row, or once a column of many rows, is not counted. Of a row that is read twice the second read
 * is a load, too, wherever it comes from.
 */

/**
 * Instructions for four elements.
 * @typedef {object} Work
 * @property {number} loads
 * @property {number} stores
 * @property {number} adds  and subtractions
 * @property {number} muls
 */

/** Four vectors, which the figures are for. */
const ELEMENTS = 16,
  VECTORS = 4;

/**
 * How many vectors of 128 bits a core does in a cycle: AMD since Zen 5, Intel since Ice Lake. Older ones store one, and
 * Intel's that add and multiply in the same two units have a higher floor than what is said here.
 */
const PER_CYCLE = 2;

/** @type {(...parts: Work[]) => Work} */
const sum = (...parts) => ({
  loads: parts.reduce((all, { loads }) => all + loads, 0),
  stores: parts.reduce((all, { stores }) => all + stores, 0),
  adds: parts.reduce((all, { adds }) => all + adds, 0),
  muls: parts.reduce((all, { muls }) => all + muls, 0),
});

/** d = x - pivot; sum += d; squares += d * d: without the pivot a large mean takes the variance's digits. */
const moments = { loads: 1, stores: 0, adds: 3, muls: 1 };
/** squares += x * x */
const squares = { loads: 1, stores: 0, adds: 1, muls: 1 };
/** y = (x - mean) * rstd */
const normalize = { loads: 1, stores: 1, adds: 1, muls: 1 };
/** y = x * rrms */
const scale = { loads: 1, stores: 1, adds: 0, muls: 1 };
/** sum = x + residual, whose moments are taken as it is there. */
const residual = { loads: 1, stores: 1, adds: 1, muls: 0 };
const weight = { loads: 1, stores: 0, adds: 0, muls: 1 };
const bias = { loads: 1, stores: 0, adds: 1, muls: 0 };
/** Of a channel: one number for many elements, and rstd * weight with it. */
const channelBias = { loads: 0, stores: 0, adds: 1, muls: 0 };
const channelWeight = { loads: 0, stores: 0, adds: 0, muls: 1 };
/** d = x - mean; g = dy * weight; sum += g; products += g * d */
const gradientSums = { loads: 3, stores: 0, adds: 3, muls: 2 };
/**
 * d = x - mean; e = dy * rstd; dx = e * weight + (shift + slope * d); dweight += e * d; dbias += dy. Several rows at
 * once could keep dweight and dbias in registers.
 */
const gradients = { loads: 3, stores: 1, adds: 5, muls: 4 };

/** 2^t: t + rounder, from which comes n; f = t - n; a polynomial of degree 5; and times 2^n. */
const power = { loads: 0, stores: 0, adds: 8, muls: 6 };
/** 1 / (1 + 2^t); the division is not counted, nor what bounds t. */
const logistic = sum(power, { loads: 0, stores: 0, adds: 1, muls: 0 });
/** y = x * factor */
const activation = { loads: 1, stores: 1, adds: 0, muls: 1 };
/** t = -x log2(e) */
const silu = sum(activation, logistic, { loads: 0, stores: 0, adds: 0, muls: 1 });
/** t = x * (a * x^2 + b) */
const tanhGelu = sum(activation, logistic, { loads: 0, stores: 0, adds: 1, muls: 3 });
/** 1/2 + x N(x^2) / D(x^2), of degrees 4 and 5 */
const gelu = sum(activation, { loads: 0, stores: 0, adds: 10, muls: 11 });
/** Its top; exp(x - top) by two parts of ln 2, a polynomial of degree 5, and the sum. */
const exponentials = { loads: 2, stores: 0, adds: 12, muls: 9 };
const again = { loads: 1, stores: 1, adds: 0, muls: 0 };

export const work = {
  silu,
  siluMul: sum(silu, weight),
  gelu,
  tanhGelu,
  softmax: sum(exponentials, again, { loads: 0, stores: 1, adds: 0, muls: 1 }),
  logSoftmax: sum(exponentials, again, { loads: 0, stores: 0, adds: 2, muls: 0 }),
  layerNorm: sum(moments, normalize, weight, bias),
  rmsNorm: sum(squares, scale, weight),
  layerNormBackward: sum(moments, gradientSums, gradients),
  savedBackward: sum(gradientSums, gradients),
  moments,
  normalize: sum(moments, normalize),
  addLayerNorm: sum(moments, residual, normalize, weight, bias),
  l2Normalize: sum(squares, scale),
  groupNorm: sum(moments, normalize, channelBias),
  batchNorm: sum(normalize, channelBias),
  channelsFirst: sum(moments, normalize, channelWeight, channelBias),
};

/** @param {Work} work @returns {number} cycles for 16 elements, of the busiest units */
export const cyclesOf = ({ loads, stores, adds, muls }) => (VECTORS * Math.max(loads, stores, adds, muls)) / PER_CYCLE;

/** @param {Work} work @param {number} elements @returns {number} cycles */
export const floorOf = (work, elements) => (cyclesOf(work) / ELEMENTS) * elements;
