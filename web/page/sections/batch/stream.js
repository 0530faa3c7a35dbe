/**
 * Mini-batches of one feature, as they arrive, and what the package's batchNorm makes of them. It starts as PyTorch's:
 * running mean 0, running variance 1, momentum 0.1.
 */
import { batchNorm, manualSeed, mean, moments, randn, tensor } from "layernorm";
import { MOST_EVALUATED, MOST_TRAINED, SIZE } from "./limits.js";

const SEED = 278;
/** What the numbers are drawn around, and how widely: far from the 0 and 1 with which the layer starts. */
const [CENTRE, SCALE] = [5, 2];
export const MOMENTUM = 0.1;

/**
 * @typedef {object} Seen  a mini-batch, and what the layer keeps once it has been trained on it
 * @property {Float32Array} x
 * @property {number} mean
 * @property {number} variance  over n: what the layer divides by
 * @property {number} unbiased  over n − 1: what goes into the running variance
 * @property {number} runningMean
 * @property {number} runningVariance
 */

/** @typedef {{ runningMean: number, runningVariance: number }} Kept */

/** What the layer keeps before any batch. @type {Kept} */
export const START = { runningMean: 0, runningVariance: 1 };

/** In hundredths, so that what is shown is what is computed with. @returns {Float32Array[]} */
function drawBatches() {
  manualSeed(SEED);
  const { data } = randn([MOST_TRAINED + MOST_EVALUATED, SIZE]);
  const values = data.map((value) => Math.round(100 * (CENTRE + SCALE * value)) / 100);
  return Array.from({ length: values.length / SIZE }, (_, i) => values.slice(i * SIZE, (i + 1) * SIZE));
}

/** The mean and variance of some numbers. @param {Float32Array} x @param {0 | 1} correction */
export function momentsOf(x, correction) {
  const told = moments(tensor(x, [x.length]), { dim: 0, correction });
  return { mean: told.mean.data[0], variance: told.variance.data[0] };
}

/** @param {Float32Array} x */
const column = (x) => tensor(x, [x.length, 1]);

/** @type {{ trained: Seen[], others: Float32Array[], all: { mean: number, unbiased: number } } | undefined} */
let told;

/** The whole training; it is computed once, when the section is first drawn. */
export function training() {
  if (told) return told;
  const batches = drawBatches();
  const [runningMean, runningVar] = [START.runningMean, START.runningVariance].map((value) => tensor([value]));
  const trained = batches.slice(0, MOST_TRAINED).map((x) => {
    batchNorm(column(x), { training: true, runningMean, runningVar, momentum: MOMENTUM });
    const { mean, variance } = momentsOf(x, 0);
    const kept = { runningMean: runningMean.data[0], runningVariance: runningVar.data[0] };
    return { x, mean, variance, unbiased: momentsOf(x, 1).variance, ...kept };
  });
  const all = momentsOf(Float32Array.from(trained.flatMap(({ x }) => Array.from(x))), 1);
  told = { trained, others: batches.slice(MOST_TRAINED), all: { mean: all.mean, unbiased: all.variance } };
  return told;
}

/**
 * What comes out of the layer: in train mode by the batch's own statistics, in eval mode by what it has kept.
 * @param {Float32Array} x
 * @param {import("./spec.js").BatchFigure["mode"]} mode
 * @param {Kept} kept
 */
export function outOf(x, mode, { runningMean, runningVariance }) {
  if (mode !== "eval") return batchNorm(column(x), { training: true }).data;
  return batchNorm(column(x), { runningMean: [runningMean], runningVar: [runningVariance] }).data;
}

/** @param {Float32Array} x */
export const meanOf = (x) => mean(tensor(x, [x.length])).item();
