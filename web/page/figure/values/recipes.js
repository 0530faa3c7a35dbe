/** Normalization as it is written in the wild: n or n − 1, eps inside the root or outside, a mean or none. */
import { arithmetic } from "../words/arithmetic.js";
import { CELLS, CLASS } from "../../course/book.js";
import { derive } from "./derive.js";
import { subtract } from "./elementwise.js";
import { formatEps, formatNumbers } from "../words/format-tensor.js";
import { capitalised } from "../../kit/words.js";
import { formatNumber, formatTick } from "../../kit/format.js";
import { RECIPE_IDS } from "../../course/recipe-ids.js";

/** @typedef {import("./derive.js").Derived} Derived */
/** @typedef {Pick<import("../../store/state.js").Figure, "correction" | "eps" | "epsAt" | "center">} Formula */
/** @typedef {Formula & { name: string, source: string }} Recipe */

/** @type {Pick<Formula, "epsAt" | "center">} */
const USUAL = { epsAt: "inside", center: true };

/** Each as its source has it; the formulas in symbols are in kit/equations/, under the same names. */
export const recipes = /** @type {const} @satisfies {Record<RecipeId, Recipe>} */ ({
  cells: {
    ...USUAL,
    correction: 1,
    eps: CELLS.eps,
    name: "The book’s cells",
    source: "Raschka, Build a Large Language Model (From Scratch), section 4.2, step by step.",
  },
  class: {
    ...USUAL,
    correction: 0,
    eps: CLASS.eps,
    name: "torch.nn.LayerNorm",
    source: "PyTorch’s default; the book’s class and GPT-2 do the same.",
  },
  tensor2tensor: {
    ...USUAL,
    correction: 0,
    eps: 1e-6,
    name: "Tensor2Tensor",
    source: "The code behind the first Transformer; Flax’s default as well.",
  },
  bert: {
    ...USUAL,
    correction: 0,
    eps: 1e-12,
    name: "BERT",
    source: "Its layer_norm_eps, in Hugging Face’s Transformers.",
  },
  keras: {
    ...USUAL,
    correction: 0,
    eps: 1e-3,
    name: "Keras",
    source: "LayerNormalization’s default.",
  },
  annotated: {
    correction: 1,
    eps: 1e-6,
    epsAt: "outside",
    center: true,
    name: "The Annotated Transformer",
    source: "Harvard NLP’s: eps is added to x.std(), which PyTorch takes over n − 1.",
  },
  notebook: {
    ...USUAL,
    correction: 1,
    eps: CLASS.eps,
    name: "A notebook’s formula",
    source: "The text says n − 1, which is Bessel’s correction; its code divides by n, as the class does.",
  },
  rms: {
    correction: 0,
    eps: 1e-6,
    epsAt: "inside",
    center: false,
    name: "RMSNorm",
    source: "T5’s; Llama has the same formula.",
  },
});
/** @typedef {import("../../store/state.js").RecipeId} RecipeId */

/**
 * Whether two formulas are the same. Without a mean, correction has no effect; nor has the place of an eps of 0.
 * @param {Formula} a
 * @param {Formula} b
 */
const isSame = (a, b) =>
  a.center === b.center &&
  a.eps === b.eps &&
  (a.eps === 0 || a.epsAt === b.epsAt) &&
  (!a.center || a.correction === b.correction);

/** The recipe that a figure follows, if any. @param {Formula} formula */
export const recipeOf = (formula) => RECIPE_IDS.find((id) => isSame(recipes[id], formula)) ?? null;

/** "n − 1, no eps" @param {Formula} formula */
export function describe({ correction, eps, epsAt, center }) {
  const over = center ? (correction === 1 ? "n − 1" : "n") : "mean of x²";
  return `${over}, ${eps === 0 ? "no eps" : `eps ${formatEps(eps)} ${epsAt} the root`}`;
}

/** A row by itself. @param {Float32Array} values @param {Formula} formula */
export const deriveRow = (values, { correction, eps, epsAt, center }) =>
  derive(
    { shape: [values.length], values },
    { correction, eps, epsAt, center, dims: [0], keepdim: false, channelGroups: 1, weight: null, bias: null },
  );

/**
 * The statistics that say how well a row is normalized: its mean, and its variance over n and over n − 1.
 * @param {Float32Array} values
 */
export function statisticsOf(values) {
  const [{ mean, variance }, { variance: unbiased }] = /** @type {const} */ ([0, 1]).map((correction) =>
    deriveRow(values, { ...USUAL, correction, eps: 0 }),
  );
  return { mean: mean[0], variance: variance[0], unbiased: unbiased[0] };
}

/**
 * The result of a formula for one row of a figure.
 * @param {Derived} view  by that formula
 * @param {number} group
 */
export function outcomeOf(view, group) {
  const values = Float32Array.from(view.members[group], (index) => view.normalized[index]);
  return { values, variance: view.variance[group], after: statisticsOf(values) };
}
/** @typedef {ReturnType<typeof outcomeOf>} Outcome */

/** A sentence about the result of a formula. @param {Formula} formula @param {Outcome} outcome */
export function explain({ correction, eps, epsAt, center }, { variance, after }) {
  const spread = formatNumber(after.variance);
  if (Number.isNaN(after.variance))
    return "0 ÷ 0 is NaN. Nothing crashes: the NaN goes on into what is computed from it.";
  if (!center) return `No mean is subtracted, so x̂ still has one: ${formatNumber(after.mean)}.`;
  if (variance === 0)
    return "Every value equals the mean, so 0 is divided by a root that eps keeps above 0: the result is 0.";
  if (eps === 0)
    return correction === 1 ? `Over n − 1, x̂ has variance 1; over n, ${spread}.` : "Over n, x̂ has variance 1.";
  if (correction === 1 || epsAt === "outside") return `Over n, x̂ has variance ${spread}.`;
  const line = arithmetic([{ value: variance }], { value: after.variance }, (value) => value / (value + eps));
  const small = line.texts[0];
  return (
    `x̂ has variance var ÷ (var + eps) = ${small} ÷ (${small} + ${formatEps(eps)}) ` + `${line.sign} ${line.result}.`
  );
}

/** Half of the last decimal that is printed. */
const PRINTED = 0.5e-4;

/**
 * The results of two formulas for one row, number by number: each as it prints, with the part that differs apart.
 * @param {Float32Array} a
 * @param {Float32Array} b
 */
export function compare(a, b) {
  const [textsA, textsB] = [formatNumbers(a), formatNumbers(b)];
  const differences = subtract(
    b,
    a,
    b.map((_, i) => i),
  );
  return {
    a: textsA.map((text, i) => apart(text, textsB[i])),
    b: textsB.map((text, i) => apart(text, textsA[i])),
    differences: differences.some((value) => Math.abs(value) >= PRINTED)
      ? formatNumbers(differences)
      : Array.from(differences, formatDifference),
    summary: summarise(a, b, differences.map(Math.abs), `${textsA}` === `${textsB}`),
  };
}

/**
 * A number's digits up to the first that another one does not share, and the rest.
 * @param {string} text
 * @param {string} other
 * @returns {[string, string]}
 */
function apart(text, other) {
  let shared = 0;
  while (shared < text.length && text[shared] === other[shared]) shared++;
  return [text.slice(0, shared), text.slice(shared)];
}

/** @param {number} value */
const formatDifference = (value) => (Number.isFinite(value) ? formatTick(value) : formatNumber(value));

/** @param {Float32Array} a @param {Float32Array} b @param {Float32Array} sizes @param {boolean} printAlike */
function summarise(a, b, sizes, printAlike) {
  const differ = (/** @type {number} */ i) => !Object.is(a[i], b[i]);
  const places = Array.from(a.keys()).filter(differ);
  if (places.length === 0) return "Not one bit differs.";
  const odd = places.find((i) => !Number.isFinite(a[i]) || !Number.isFinite(b[i]));
  if (odd !== undefined) return `A gives ${formatNumber(a[odd])} where B gives ${formatNumber(b[odd])}.`;
  const largest = places.reduce((best, i) => (sizes[i] > sizes[best] ? i : best));
  const size = `the largest difference is ${formatDifference(sizes[largest])}, in x̂[${largest}].`;
  return printAlike ? `They print alike; ${size}` : capitalised(size);
}
