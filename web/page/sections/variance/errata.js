/**
 * Errors that are often written about layer normalization, the corrections, and numbers computed here that show them.
 */
import { layerNorm, mean, moments, normalize, rmsNorm, tensor } from "layernorm";
import { BOOK, CELLS, CLASS } from "../../course/book.js";
import { network } from "../../figure/values/book-network.js";
import { formatEps } from "../../figure/words/format-tensor.js";
import { formatNumber } from "../../kit/format.js";
import { laterPresets } from "../../figure/values/later-presets.js";
import { formatShape } from "../../kit/shapes.js";
import { arithmetic } from "../../figure/words/arithmetic.js";
import { allDigitsOf, printed, writtenOut } from "../../figure/words/small-numbers.js";
import { constantRow as roundedRow, TORCH } from "../../figure/values/torch.js";

/** @typedef {{ written: string, right: string, here: string }} Erratum */

/** The means that the book and a translation of it print. Both are powers of 2. */
const BOOK_MEAN = -(2 ** -24);
const TRANSLATED_MEAN = 2 ** -25;

const EPS = CLASS.eps;

/** @param {ArrayLike<number>} values */
const listed = (values) => Array.from(values, (value) => formatNumber(value)).join(", ");

/** @param {Float32Array} row @param {typeof CELLS} recipe */
const by = (row, recipe) => normalize(tensor(row), { dim: 0, ...recipe }).data;

/** @param {Float32Array} row @param {0 | 1} correction */
const varianceOf = (row, correction) => moments(tensor(row), { dim: 0, correction }).variance.data[0];

/**
 * A number that is written without its exponent, and ten times too large or too small.
 * @param {number} value
 * @param {number} times
 * @returns {Erratum}
 */
const misplaced = (value, times) => ({
  written: `${printed(value)} is ${writtenOut(value * times)}`,
  right: `${printed(value)} is ${writtenOut(value)}: e−08 moves the point eight places to the left.`,
  here: `${printed(value)} · 10⁸ = ${formatNumber(value * 1e8)}`,
});

/** @param {Float32Array} row @returns {Erratum} */
function twoRecipes(row) {
  const [cells, asClass] = [CELLS, CLASS].map((recipe) => listed(by(row, recipe).slice(0, 2)));
  return {
    written: "The class computes what was computed step by step",
    right: `The steps divide by n − 1 and have no eps; the class divides by n, with an eps of ${formatEps(EPS)}.`,
    here: `The row begins with ${cells} by the steps, with ${asClass} by the class.`,
  };
}

/** @param {Float32Array} out @returns {Erratum} */
function keptDims(out) {
  const x = tensor(out, [BOOK.inputs, BOOK.outputs]);
  const [kept, gone] = [true, false].map((keepdim) => mean(x, { dim: -1, keepdim }));
  return {
    written: "keepdim keeps the tensor’s shape",
    right: "keepdim keeps the number of dims; the dim that was named has size 1.",
    here:
      `The mean of ${formatShape(x.shape)} over dim −1 has shape ${formatShape(kept.shape)} with keepdim. Without, ` +
      `[${listed(gone.data)}] has shape ${formatShape(gone.shape)}.`,
  };
}

/** @param {Float32Array} out @returns {Erratum} */
function acrossRows(out) {
  const x = tensor(out, [BOOK.inputs, BOOK.outputs]);
  const [down, along] = [0, 1].map((dim) => formatShape(mean(x, { dim }).shape));
  return {
    written: "The mean is taken across rows",
    right: "That is ambiguous: say which dim disappears, and what is left.",
    here: `Of ${formatShape(x.shape)}, dim 0 leaves ${down}, a mean for each column; dim 1 leaves ${along}, one for each row.`,
  };
}

/** @returns {Erratum} */
function notQuiteOne() {
  const row = laterPresets.nearlyEqual.tensor();
  const normalized = layerNorm(tensor(row), row.length, { eps: EPS }).data;
  const largest = Math.max(...normalized.map(Math.abs));
  return {
    written: "After layer normalization the variance is 1",
    right: "It is var ÷ (var + eps), which is less than 1, and far less where var is small beside eps.",
    here:
      `[${Array.from(row, allDigitsOf).join(", ")}] has variance ${printed(varianceOf(row, 0))} over n; x̂ has ` +
      `${formatNumber(varianceOf(normalized, 0))}, and no number farther than ${formatNumber(largest)} from 0.`,
  };
}

/** @param {Float32Array} row @returns {Erratum} */
function byTheRoot(row) {
  const variance = varianceOf(row, 0);
  const root = arithmetic([{ value: variance }], { value: Math.sqrt(variance + EPS) }, (value) =>
    Math.sqrt(value + EPS),
  );
  const [text] = root.texts;
  return {
    written: "LayerNorm divides by the variance",
    right: "It divides by √(variance + eps): but for eps, that is the standard deviation, the root of the variance.",
    here:
      `The row’s variance over n is ${text}, and √(${text} + ${formatEps(EPS)}) ${root.sign} ${root.result} is what its ` +
      "numbers are divided by.",
  };
}

/** @param {Float32Array} row @returns {Erratum} */
const bessel = (row) => ({
  written: "Bessel’s correction divides by n",
  right: "Bessel’s correction is the n − 1. PyTorch’s var has it unless told otherwise; LayerNorm has not.",
  here: `The row’s variance is ${formatNumber(varianceOf(row, 1))} over n − 1, and ${formatNumber(varianceOf(row, 0))} over n.`,
});

/** A constant whose mean of six PyTorch rounds to another number. */
const ROUNDED = 0.3;

/** @returns {Erratum} */
function constantRow() {
  const row = laterPresets.constantRow.tensor();
  const [without, withEps] = [0, EPS].map((eps) => by(row, { correction: 0, eps })[0]);
  return {
    written: "Without eps, a constant row crashes the program",
    right:
      "It gives NaN or, where its mean was rounded, ±1 (over n − 1, ±√((n − 1) ÷ n)): pure rounding error. Nothing is " +
      "raised in either case.",
    here:
      `[${Array.from(row).join(", ")}] becomes ${formatNumber(without)} without eps, and ${formatNumber(withEps)} with ` +
      `it. Six times ${ROUNDED}, over n − 1 in the order and rounding of PyTorch ${TORCH}, becomes ` +
      `${formatNumber(roundedRow(ROUNDED).normalized)}.`,
  };
}

/** @returns {Erratum} */
function insideTheRoot() {
  const [small, count] = [1e-3, 4];
  const normalized = rmsNorm(tensor(new Float32Array(count).fill(small)), count, { eps: EPS }).data[0];
  return {
    written: "RMSNorm adds its eps to the root",
    right: "It adds eps under the root, to the mean of the squares.",
    here:
      `${count} numbers of ${small} become ${formatNumber(normalized)}, which is ${small} ÷ √(${small}² + ${formatEps(EPS)}); ` +
      `beside the root, eps would make them ${formatNumber(small / (small + EPS))}.`,
  };
}

/** @returns {readonly Erratum[]} */
export function errata() {
  const { out } = network(BOOK.seed);
  const row = out.slice(0, BOOK.outputs);
  return [
    misplaced(BOOK_MEAN, 10),
    misplaced(TRANSLATED_MEAN, 1 / 10),
    twoRecipes(row),
    keptDims(out),
    acrossRows(out),
    byTheRoot(row),
    notQuiteOne(),
    bessel(row),
    constantRow(),
    insideTheRoot(),
  ];
}
