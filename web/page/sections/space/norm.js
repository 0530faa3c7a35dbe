/**
 * What a norm makes of a row, stage by stage, and of a gradient: pure functions of what is set. Statistics, norms and
 * gradients are the package's; the few products between are in float32, as the package's own are.
 */
import {
  layerNorm,
  layerNormBackward,
  manualSeed,
  mean,
  randn,
  rmsNorm,
  rmsNormBackward,
  std,
  tensor,
} from "layernorm";

/** @typedef {import("./spec.js").SpaceFigure} SpaceFigure */
/** @typedef {SpaceFigure["stage"]} Stage */

/** @param {Pick<SpaceFigure, "size">} figure */
export const countOf = ({ size }) => Number(size);

/** Whether its row is drawn in space. @param {Pick<SpaceFigure, "size">} figure */
export const isInSpace = ({ size }) => size === "3";

/**
 * The stages that a row goes through. RMSNorm takes no mean away, and weight and bias are shown for three numbers
 * alone.
 * @param {Pick<SpaceFigure, "size" | "norm">} figure
 * @returns {Stage[]}
 */
export const stagesOf = (figure) => [
  "x",
  ...(figure.norm === "layer" ? [/** @type {const} */ ("centred")] : []),
  "normalized",
  ...(isInSpace(figure) ? [/** @type {const} */ ("scaled")] : []),
];

/** The stage at which it is: the one before, where this norm has no such stage. @param {SpaceFigure} figure */
export function stageOf(figure) {
  if (stagesOf(figure).includes(figure.stage)) return figure.stage;
  return figure.stage === "centred" ? "x" : "normalized";
}

/** Which three numbers the sliders set: RMSNorm has no bias. @param {SpaceFigure} figure */
export const handOf = ({ norm, hand }) => (norm === "rms" && hand === "bias" ? "x" : hand);

/** @param {number} seed @param {number} count */
function drawn(seed, count) {
  manualSeed(seed);
  return randn([count]).data;
}

/** The row. @param {SpaceFigure} figure @returns {Float32Array} */
export function rowOf(figure) {
  if (isInSpace(figure)) return Float32Array.from(figure.x);
  return drawn(figure.seed, countOf(figure)).map((value) => value * figure.stretch + figure.shift);
}

/** The gradient of y: as it is set, or of more than three numbers drawn. @param {SpaceFigure} figure */
const gradientOf = (figure) =>
  isInSpace(figure) ? Float32Array.from(figure.dy) : drawn(figure.seed + 1, countOf(figure));

/**
 * An arrow's lengths. The mean times √n is how far it goes along (1, ..., 1), the spread times √n how far it is from
 * that line, the root mean square times √n how long it is.
 * @param {Float32Array} arrow
 */
export function lengthsOf(arrow) {
  const root = Math.sqrt(arrow.length);
  const [average, spread] = [mean(arrow).item(), std(arrow, { correction: 0 }).item()];
  const rms = 1 / rmsNorm(arrow, arrow.length, { eps: 0, stats: true }).rrms.item();
  return { mean: average, spread, rms, along: root * average, off: root * spread, length: root * rms };
}
/** @typedef {ReturnType<typeof lengthsOf>} Lengths */

/** @param {Float32Array} row @param {number} number */
const minus = (row, number) => row.map((value) => value - number);

/** @param {Float32Array} a @param {Float32Array} b */
const meanOfProducts = (a, b) => mean(a.map((value, i) => value * b[i])).item();

/** Weight and bias, where they are set. @param {SpaceFigure} figure */
const affineOf = (figure) =>
  isInSpace(figure) ? { weight: Float32Array.from(figure.weight), bias: Float32Array.from(figure.bias) } : {};

/**
 * The row at every stage, and one over what it is divided by.
 * @param {SpaceFigure} figure
 */
export function stepsOf(figure) {
  const x = rowOf(figure);
  const [n, eps] = [x.length, Number(figure.eps)];
  const { weight, bias } = affineOf(figure);
  if (figure.norm === "rms") {
    const { y: xhat, rrms } = rmsNorm(x, n, { eps, stats: true });
    const y = rmsNorm(x, n, { eps, weight });
    return { rows: { x, centred: x, normalized: xhat.data, scaled: y.data }, rstd: rrms.item() };
  }
  const { y: xhat, rstd } = layerNorm(x, n, { eps, stats: true });
  const y = layerNorm(x, n, { eps, weight, bias });
  const centred = minus(x, mean(x).item());
  return { rows: { x, centred, normalized: xhat.data, scaled: y.data }, rstd: rstd.item() };
}

/**
 * How far from √n x̂ ends because of eps: √n · (1 − √(v / (v + eps))), written so that nothing is lost where eps is
 * small beside the variance v (of RMSNorm: beside the mean square).
 * @param {number} n
 * @param {number} variance
 * @param {number} eps
 */
export function shortBy(n, variance, eps) {
  if (eps === 0) return 0;
  const share = eps / (variance + eps);
  return (Math.sqrt(n) * share) / (1 + Math.sqrt(1 - share));
}

const DEGREES = 180 / Math.PI;

/** @param {number} cosine  which rounding may leave a little beyond 1 */
const angleOf = (cosine) => DEGREES * Math.acos(Math.min(Math.max(cosine, -1), 1));

/** Below this share of what comes, dx is rounding, and its direction means nothing. */
const ROUNDING = 1e-5;

/**
 * What comes back through the norm. `toOnes` and `toXhat` are the angles of dx to (1, ..., 1) and to x̂; `missed` is by
 * how much the second differs from a right angle because of eps: of dy · weight the part along x̂ is taken out but for
 * eps / (variance + eps) of it. null: dx or x̂ has no direction.
 * @param {SpaceFigure} figure
 */
export function gradientsOf(figure) {
  const { rows, rstd } = stepsOf(figure);
  const [x, xhat, dy] = [rows.x, rows.normalized, gradientOf(figure)];
  const [n, eps] = [x.length, Number(figure.eps)];
  const { weight } = affineOf(figure);
  const backward = figure.norm === "rms" ? rmsNormBackward : layerNormBackward;
  const dx = backward(tensor(dy, [n]), tensor(x, [n]), n, { eps, weight }).dx.data;
  const given = weight ? dy.map((value, i) => value * weight[i]) : dy;
  const [own, ofXhat] = [lengthsOf(dx), lengthsOf(xhat)];
  const isNothing = !(own.rms > ROUNDING * rstd * lengthsOf(given).rms);
  const hasDirection = ofXhat.rms > 0;
  const left = rstd * meanOfProducts(given, xhat) * eps * rstd ** 2;
  return {
    ...{ dy, dx, given, length: own.length, isNothing },
    toOnes: isNothing ? null : angleOf(own.mean / own.rms),
    toXhat: isNothing || !hasDirection ? null : angleOf(meanOfProducts(dx, xhat) / (own.rms * ofXhat.rms)),
    missed: isNothing || !hasDirection ? null : DEGREES * Math.asin(left / (own.rms * ofXhat.rms)),
  };
}
/** @typedef {ReturnType<typeof gradientsOf>} Gradients */

/**
 * All that is shown of a figure's row.
 * @param {SpaceFigure} figure
 */
export function shownOf(figure) {
  const { rows, rstd } = stepsOf(figure);
  const stage = stageOf(figure);
  const all = stagesOf(figure).map((name) => ({ name, row: rows[name], lengths: lengthsOf(rows[name]) }));
  const [x, now] = [all[0], /** @type {typeof all[0]} */ (all.find(({ name }) => name === stage))];
  // What the norm divides by is of no size: a row on the line (1, ..., 1), or of RMSNorm 0 itself.
  const isNowhere = (figure.norm === "rms" ? x.lengths.rms : x.lengths.spread) === 0;
  return { n: x.row.length, stage, all, rows, x, now, rstd, isNowhere };
}
/** @typedef {ReturnType<typeof shownOf>} Shown */
