/**
 * One row that learns a target, and the gradient that comes back through LayerNorm to it: pure functions of what is
 * set. Statistics and norms are the package's; the few products between are in float32, as the package's own are.
 */
import { layerNorm, manualSeed, mean, randn } from "layernorm";
import { presets } from "../../figure/values/presets.js";

/** @typedef {import("./spec.js").LearningFigure} LearningFigure */
/**
 * @typedef {{ weight: number, bias: number, loss: number, y: Float32Array }} Place  weight, bias, loss and y after some
 *   steps
 */

export const SIZE = 6;
const EPS = 1e-5;
/** Where weight and bias begin, as in LayerNorm. */
const START = { weight: 1, bias: 0 };

/** The course's first row. */
const rowOf = () => presets.fourWords.tensor().slice(0, SIZE);

/** @param {Float32Array} values */
const average = (values) => mean(values).item();

/** @param {Float32Array} a @param {ArrayLike<number>} b */
const times = (a, b) => a.map((value, i) => value * b[i]);

/** The row, LayerNorm's x̂ of it, and 1 over the spread that LayerNorm divides by. */
export function normalized() {
  const x = rowOf();
  const { y, rstd } = layerNorm(x, SIZE, { eps: EPS, stats: true });
  return { x, xhat: y.data, rstd: rstd.item() };
}

/** x̂ · weight + bias, with one weight and one bias for all places. @param {number} weight @param {number} bias */
const scaled = (weight, bias) => {
  const all = (/** @type {number} */ value) => new Float32Array(SIZE).fill(value);
  return layerNorm(rowOf(), SIZE, { eps: EPS, weight: all(weight), bias: all(bias) }).data;
};

/**
 * The row that y is to become: x̂ with the target's spread and mean.
 * @param {{ mean: number, spread: number }} target
 */
export const targetOf = (target) => scaled(target.spread, target.mean);

/**
 * Gradient descent on the mean squared difference to the target.
 * @param {Pick<LearningFigure, "mean" | "spread" | "rate" | "steps">} settings
 * @returns {Place[]} before each step, and after the last
 */
export function descend({ mean, spread, rate, steps }) {
  const { xhat } = normalized();
  const target = targetOf({ mean, spread });
  let { weight, bias } = START;
  /** @type {Place[]} */
  const path = [];
  for (;;) {
    const y = scaled(weight, bias);
    const error = y.map((value, i) => value - target[i]);
    path.push({ weight, bias, loss: average(times(error, error)), y });
    if (path.length > steps) return path;
    weight = Math.fround(weight - rate * 2 * average(times(error, xhat)));
    bias = Math.fround(bias - rate * 2 * average(error));
  }
}

/** The loss's second derivative along the weight: twice the mean of x̂². Along the bias it is 2. */
export function curvature() {
  const { xhat } = normalized();
  return 2 * average(times(xhat, xhat));
}

/**
 * LayerNorm has a weight and a bias for each place. Along such a pair the same loss is curved by 2 / n · (x̂² + 1), at
 * most: this is the largest of all places.
 */
export function curvatureOfPairs() {
  const { xhat } = normalized();
  return Math.max(...xhat.map((value) => (2 / SIZE) * (value ** 2 + 1)));
}

/** The factor by which a step changes the distance to the target. @param {number} rate */
export const factorOf = (rate) => 1 - 2 * rate;

/** @typedef {"shrinks" | "overshoots" | "swings" | "diverges"} Course */

/** How the distance to the target changes from step to step. @param {number} rate @returns {Course} */
export function courseOf(rate) {
  const factor = factorOf(rate);
  // On the slider a rate within 1e-6 of 1 cannot be told from 1.
  if (Math.abs(factor + 1) < 1e-6) return "swings";
  if (factor < -1) return "diverges";
  return factor < 0 ? "overshoots" : "shrinks";
}

const DRAWN = 278;

/**
 * The gradient of y that comes to the norm.
 * @param {LearningFigure} figure
 * @returns {Float32Array}
 */
function gradientOf(figure) {
  if (figure.dy === "random") {
    manualSeed(DRAWN);
    return randn([SIZE]).data;
  }
  if (figure.dy === "one") return Float32Array.from({ length: SIZE }, (_, i) => (i === figure.at ? 1 : 0));
  const { y } = descend(figure)[figure.steps];
  const target = targetOf(figure);
  return y.map((value, i) => (2 / SIZE) * (value - target[i]));
}

/**
 * dx, and the three terms whose sum it is.
 * @param {LearningFigure} figure
 */
export function termsOf(figure) {
  const { xhat, rstd } = normalized();
  const { weight } = descend(figure)[figure.steps];
  const dy = gradientOf(figure);
  const given = dy.map((value) => value * weight);
  const [level, along] = [average(given), average(times(given, xhat))];
  const parallel = xhat.map((value) => value * along);
  const left = given.map((value, i) => value - level - parallel[i]);
  const dx = left.map((value) => value * rstd);
  const size = Math.sqrt(average(times(xhat, xhat)));
  return {
    ...{ xhat, rstd, weight, dy, given, level, along, parallel, left, dx },
    facts: { mean: average(dx), along: average(times(dx, xhat)), size: size ** 2 },
  };
}
/** @typedef {ReturnType<typeof termsOf>} Terms */
