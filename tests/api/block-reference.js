/**
 * The float64 references of what stands beside a norm: activations, their products, softmax. Beside each value how far
 * from it float32 kernels may be: the promise of c/block/block.h.
 */
import { ACTIVATION_ERROR, GRADIENT_ERROR, GRADIENT_SUM_ERROR, PROBABILITY_ERROR } from "../promises.js";

/** @import { Expected, Layout, Values } from "./reference.js" */

const FLOAT_MIN = 2 ** -126;

/**
 * @param {Values} like
 * @param {(i: number) => number} value
 * @param {(value: number, i: number) => number} bound
 * @returns {Expected}
 */
function elementwise(like, value, bound) {
  const values = Float64Array.from({ length: like.length }, (_, i) => value(i));
  return { values, bound: values.map(bound) };
}

/* Activations ------------------------------------------------------------------------------------------------------ */

/** @typedef {{ value: (x: number) => number, slope: (x: number) => number }} Activation */

const logistic = (/** @type {number} */ x) => 1 / (1 + Math.exp(-x));

/** @type {Activation} */
export const silu = {
  value: (x) => x * logistic(x),
  slope: (x) => logistic(x) * (1 + x * logistic(-x)),
};

const density = (/** @type {number} */ x) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/** From here on a continued fraction is used, which converges the faster the larger t is; below, a series. */
const FAR = 4;

/**
 * The probability that a normal variable is at most x: 1/2 plus density(x) times the sum of x^(2k + 1) / (2k + 1)!!,
 * whose terms all have x's sign; and far out, where that would cancel, Laplace's continued fraction of the tail,
 * density(t) / (t + 1 / (t + 2 / (t + ...))).
 * @param {number} x
 */
export function normalProbability(x) {
  const t = Math.abs(x);
  if (Number.isNaN(x)) return NaN;
  if (t < FAR) {
    let term = x,
      sum = x;
    for (let k = 1; k < 100; k++) sum += term *= (x * x) / (2 * k + 1);
    return 0.5 + density(x) * sum;
  }
  let fraction = t;
  for (let k = 200; k > 0; k--) fraction = t + k / fraction;
  const tail = density(t) / fraction;
  return x < 0 ? tail : 1 - tail;
}

/** @type {Activation} */
export const gelu = {
  value: (x) => x * normalProbability(x),
  slope: (x) => normalProbability(x) + x * density(x),
};

const ROOT = Math.sqrt(2 / Math.PI),
  CUBIC = 0.044715;

/** What tanh is taken of, doubled: (1 + tanh(u)) / 2 is the logistic of 2 u. */
const twiceU = (/** @type {number} */ x) => 2 * ROOT * (x + CUBIC * x ** 3);

/** @type {Activation} */
export const tanhGelu = {
  value: (x) => x * logistic(twiceU(x)),
  slope: (x) =>
    logistic(twiceU(x)) + x * (logistic(twiceU(x)) * logistic(-twiceU(x)) * 2 * ROOT * (1 + 3 * CUBIC * x * x)),
};

/** @param {number} y */
const activationBound = (y) => ACTIVATION_ERROR * Math.max(1, Math.abs(y));

/** @type {(activation: Activation, x: Values) => Record<string, Expected>} */
export const activated = ({ value }, x) => ({ y: elementwise(x, (i) => value(x[i]), activationBound) });

/** @type {(activation: Activation, dy: Values, x: Values) => Record<string, Expected>} */
export const activationGradient = ({ slope }, dy, x) => ({
  dx: elementwise(
    x,
    (i) => dy[i] * slope(x[i]),
    (_, i) => GRADIENT_ERROR * Math.abs(dy[i]),
  ),
});

/** @type {(activation: Activation, gate: Values, up: Values) => Record<string, Expected>} */
export const gated = ({ value }, gate, up) => ({
  y: elementwise(gate, (i) => value(gate[i]) * up[i], activationBound),
});

/** @type {(activation: Activation, dy: Values, gate: Values, up: Values) => Record<string, Expected>} */
export const gatedGradients = ({ value, slope }, dy, gate, up) => ({
  dx: elementwise(
    gate,
    (i) => dy[i] * up[i] * slope(gate[i]),
    (_, i) => GRADIENT_ERROR * Math.abs(dy[i] * up[i]),
  ),
  dup: elementwise(
    gate,
    (i) => dy[i] * value(gate[i]),
    (dup, i) => GRADIENT_ERROR * Math.max(Math.abs(dy[i]), Math.abs(dup)),
  ),
});

/* Softmax ---------------------------------------------------------------------------------------------------------- */

/** The largest; NaN if one is. @param {number[]} values */
const largestOf = (values) => values.reduce((largest, v) => (v <= largest ? largest : v), -Infinity);

/** @param {number[]} z @returns {{ exps: number[], top: number, sum: number }} */
function exponentials(z) {
  const top = largestOf(z),
    exps = z.map((v) => Math.exp(v - top));
  return { exps, top, sum: exps.reduce((a, b) => a + b, 0) };
}

/**
 * exp(scale * x) / sum(exp(scale * x)) of each group; of its first elements only, where it does not see the others.
 * @param {Layout} layout
 * @param {Values} x
 * @param {number} [scale]
 * @param {(group: number) => number} [seen] how many elements the group sees
 * @returns {Record<string, Expected>}
 */
export function softmax({ groups }, x, scale = 1, seen = () => Infinity) {
  const values = new Float64Array(x.length);
  groups.forEach((all, g) => {
    const at = all.slice(0, Math.max(0, seen(g))),
      { exps, sum } = exponentials(at.map((i) => scale * x[i]));
    at.forEach((i, j) => (values[i] = exps[j] / sum));
  });
  const bound = values.map((y) => (y === 0 ? 0 : y < FLOAT_MIN ? FLOAT_MIN : PROBABILITY_ERROR * y));
  return { y: { values, bound } };
}

/**
 * scale * y * (dy - sum(dy * y)) of each group.
 * @param {Layout} layout
 * @param {Values} dy
 * @param {Values} y what softmax gave
 * @param {number} [scale]
 * @returns {Record<string, Expected>}
 */
export function softmaxGradient({ groups }, dy, y, scale = 1) {
  const values = new Float64Array(y.length),
    bound = new Float64Array(y.length);
  for (const at of groups) {
    const sum = at.reduce((total, i) => total + dy[i] * y[i], 0),
      magnitude = (/** @type {(i: number) => number} */ of) => largestOf(at.map((i) => Math.abs(of(i))));
    for (const i of at) values[i] = scale * y[i] * (dy[i] - sum);
    const largest = magnitude((i) => values[i]),
      sums = magnitude((i) => scale * y[i]) * magnitude((i) => dy[i]);
    for (const i of at) bound[i] = Math.max(FLOAT_MIN, GRADIENT_ERROR * largest + GRADIENT_SUM_ERROR * sums);
  }
  return { dx: { values, bound } };
}

/** @type {(layout: Layout, x: Values) => Record<string, Expected>} */
export function logSoftmax({ groups }, x) {
  const values = new Float64Array(x.length);
  for (const at of groups) {
    const { top, sum } = exponentials(at.map((i) => x[i]));
    for (const i of at) values[i] = x[i] - top - Math.log(sum);
  }
  return { y: { values, bound: values.map(activationBound) } };
}

/**
 * The mean loss of rows, and its gradient, of targets some of which are null: not counted.
 * @param {Values} logits
 * @param {(number | null)[]} targets of the rows
 * @returns {{ loss: number, lossBound: number, dlogits: Expected }}
 */
export function crossEntropy(logits, targets) {
  const classes = logits.length / targets.length,
    count = targets.filter((target) => target !== null).length;
  const values = new Float64Array(logits.length),
    bound = new Float64Array(logits.length);
  let loss = 0,
    magnitude = 0;
  targets.forEach((target, r) => {
    if (target === null) return;
    const row = Array.from(logits.subarray(r * classes, (r + 1) * classes)),
      { exps, top, sum } = exponentials(row),
      own = Math.log(sum) - (row[target] - top);
    loss += own;
    magnitude += Math.max(1, own);
    const others = exps.reduce((total, e, i) => (i === target ? total : total + e), 0); /* nothing cancels */
    const gradients = exps.map((e, i) => (i === target ? -others : e) / sum / count),
      largest = largestOf(gradients.map(Math.abs));
    values.set(gradients, r * classes);
    bound.fill(Math.max(FLOAT_MIN, GRADIENT_ERROR * largest), r * classes, (r + 1) * classes);
  });
  return { loss: loss / count, lossBound: (ACTIVATION_ERROR * magnitude) / count, dlogits: { values, bound } };
}
