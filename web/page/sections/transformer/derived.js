/** What follows from the word as the model has read it: what a norm does to it, in numbers of the package's kernels. */
import { computed, signal } from "@preact/signals";
import { mean as meanOf, moments, tensor } from "layernorm";
import { arithmetic, bracketed } from "../../figure/words/arithmetic.js";
import { square } from "../../figure/values/elementwise.js";
import { formatEps } from "../../figure/words/format-tensor.js";
import { figures } from "../../store/state.js";
import { reading } from "./answer.js";
import { measured } from "./losses.js";
import { computationOf, MODES } from "./modes.js";
import { FEATURES } from "./architecture.js";
import { tokensOf } from "./network.js";

/** @typedef {import("./modes.js").Mode} Mode */
/** @typedef {{ mean: Float32Array, spread: Float32Array }} Moments  of each token */

/** @param {Float32Array} values */
const asTensor = (values) => tensor(values, [values.length / FEATURES, FEATURES]);

/** @param {Float32Array} values [tokens, 48] @returns {Moments} */
export function momentsOf(values) {
  const { mean, variance } = moments(asTensor(values), { dim: -1, correction: 0 });
  return { mean: mean.data, spread: variance.data.map(Math.sqrt) };
}

/** @param {Float32Array} values */
const average = (values) => meanOf(tensor(values)).item();

/** The spread of a token, averaged over the tokens. @param {Float32Array} values */
const averageSpread = (values) => average(momentsOf(values).spread);

/** Of each norm: the spread of a token before it and after it, averaged over the tokens. */
export const spreads = computed(() =>
  (reading.value?.norms ?? []).map(({ input, output }) => ({
    before: averageSpread(input),
    after: averageSpread(output),
  })),
);

/** The number that is pointed at: its token, and its feature. */
export const pointed = signal({ token: Infinity, feature: 0 });

/** @param {number} count */
const unknown = (count) => new Float32Array(count).fill(NaN);

/**
 * An invisible stand-in of the same size, so that nothing moves when the reading comes.
 * @param {import("./spec.js").ModelFigure} figure
 */
function awaited({ word, norm, modes }) {
  const tokens = tokensOf(word);
  const values = unknown(tokens.length * FEATURES);
  const learned = unknown(FEATURES);
  return { input: values, output: values, weight: learned, bias: learned, mode: modes[norm], tokens };
}

/** The norm that is looked at, as it was when the word was read. */
export const shownNorm = computed(() => {
  const figure = figures.model.value;
  const read = reading.value;
  const { token, feature } = pointed.value;
  const seen = read
    ? { ...read.norms[figure.norm], mode: read.modes[figure.norm], tokens: read.tokens }
    : awaited(figure);
  return { ...seen, isAwaited: read === null, at: { token: Math.min(token, seen.tokens.length - 1), feature } };
});
/** @typedef {typeof shownNorm.value} Shown */

/** What there is to know of a norm in its mode. @param {number} norm @param {Shown} shown */
export const findingOf = (norm, { mode, tokens, input, weight, bias }) =>
  MODES[mode].finding({
    words: measured.words,
    measured: measured.inputs[norm],
    tokens: tokens.length,
    spread: () => averageSpread(input),
    weight,
    bias,
  });

/**
 * The mean and the variance, or the mean square, by which a norm divides a number.
 * @param {import("./modes.js").Computation} computation
 * @param {Float32Array} input
 * @param {{ token: number, feature: number }} at
 */
function statisticsAt({ over, isCentred }, input, { token, feature }) {
  if (!isCentred) return { mean: 0, under: meanOf(asTensor(square(input)), { dim: 1 }).data[token] };
  const seen = over === "earlier" ? input.subarray(0, (token + 1) * FEATURES) : input;
  const { mean, variance } = moments(asTensor(seen), { dim: over === "features" ? 1 : 0, correction: 0 });
  const i = over === "features" ? token : feature;
  return { mean: mean.data[i], under: variance.data[i] };
}

/**
 * The arithmetic of one number through the norm, with digits that give the written result.
 * @param {Shown} shown
 * @returns {{ text: string, line: import("../../figure/words/arithmetic.js").Line } | null}  null where the norm
 *   gives what it takes
 */
export function wayOf({ input, output, weight, bias, mode, at }) {
  const computation = computationOf(mode);
  if (computation === null) return null;
  const { over, eps, isCentred, hasWeight, hasBias } = computation;
  const index = at.token * FEATURES + at.feature;
  const isDivided = over !== "nothing";
  const { mean, under } = isDivided ? statisticsAt(computation, input, at) : { mean: 0, under: 1 };
  const [w, b] = [hasWeight ? weight[at.feature] : 1, hasBias ? bias[at.feature] : 0];
  const operands = [input[index], mean, under, w, b].map((value) => ({ value }));
  const line = arithmetic(operands, { value: output[index] }, (value, less, root, by, plus) =>
    isDivided ? ((value - less) / Math.sqrt(root + eps)) * by + plus : value * by + plus,
  );
  const [value, less, root, by, plus] = line.texts;
  const centred = isCentred ? `(${value} − ${bracketed(less)})` : value;
  const text =
    (isDivided ? `${centred} ÷ √(${root} + ${formatEps(eps)})` : value) +
    (hasWeight ? ` · ${bracketed(by)}` : "") +
    (hasBias ? ` + ${bracketed(plus)}` : "");
  return { text: text.replace("+ (−", "− (").replace(/− \(([\d.e-]+)\)$/, "− $1"), line };
}
