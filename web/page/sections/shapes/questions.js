/** What section shapes asks. */
import { tensor } from "layernorm";
import { differenceOf, dimSets, dimsLeft, explainFit, meanCall } from "../../figure/dims/broadcast.js";
import { laterPresets } from "../../figure/values/later-presets.js";
import { broadcastOf } from "../../kit/broadcast.js";
import { formatShape, reducedShape } from "../../kit/shapes.js";
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { drawShape, integer, pick } from "../../question/draw.js";

/** @typedef {import("../../store/state.js").Figure} Figure */
/** @typedef {import("../../figure/values/derive.js").Derived} Derived */
/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */

/** So many rounds are about the figure's square, with which the reader can try a prediction. */
const AT_HAND = 6;

/**
 * The prediction: what lines meet that raise an error for other shapes, on a square tensor.
 * @param {number} size of the figure's square
 * @param {number} round
 * @returns {Question}
 */
export function predictSquare(size, round) {
  const random = randomFrom(round);
  const n = round < AT_HAND ? size : integer(random, 2, 9);
  const other = laterPresets.book.shape;
  const raising = `${formatShape(other)} − ${formatShape(reducedShape(other, [1], false))}`;
  const lines =
    `${raising} raises an error: the sizes differ. Of a square x, of shape [${n}, ${n}], the mean over dim −1 has shape ` +
    `[${n}], and x − mean raises nothing.`;
  if (round % 2 === 0) return askSquare(lines, n);
  const row = integer(random, 1, n - 1);
  const column = integer(random, 0, row - 1);
  return askMet(`${lines} Which row’s mean is taken from x[${row}, ${column}]?`, n, row, column);
}

/** @param {string} lines @param {number} n @returns {Question} */
const askSquare = (lines, n) => ({
  prompt: `${lines} From how many of the ${n * n} numbers is the mean of their own row taken?`,
  answers: ascending([
    right(
      String(n),
      "The one dim of the mean stands under the columns: the mean of row 0 is subtracted from column 0, that of row 1 from " +
        "column 1. Only the numbers on the diagonal meet their own row’s.",
    ),
    wrong(
      "0",
      "The mean of row i is subtracted from column i, and one number of row i stands there: that on the diagonal.",
    ),
    wrong(String(n * n - n), "So many lose the mean of another row: all that do not stand on the diagonal."),
    wrong(
      String(n * n),
      "Means of rows would have to stand in a column. Without keepdim their dim is the last of its shape, and it stands " +
        "under the columns.",
    ),
  ]),
});

/** @param {string} prompt @param {number} n @param {number} row @param {number} column @returns {Question} */
const askMet = (prompt, n, row, column) => ({
  prompt,
  answers: ascending([
    right(
      `that of row ${column}`,
      `The ${n} means stand under the ${n} columns, and x[${row}, ${column}] is in column ${column}: ` +
        `it meets mean[${column}], which is the mean of row ${column}.`,
    ),
    wrong(
      `that of row ${row}`,
      `It would be so with keepdim: then the means stand in a column, and row ${row} meets its own.`,
    ),
    wrong("that of all numbers", `None of the ${n} means is of all numbers: each is of one row.`),
  ]),
});

/**
 * The check: round 0 is about the figure's own tensor with other dims, the others are about other tensors.
 * @param {Figure} figure
 * @param {Derived} derived
 * @param {number} round
 * @returns {Question}
 */
export function checkBroadcast({ dims, keepdim }, { shape, mean }, round) {
  const random = randomFrom(round);
  const left = dimsLeft(shape, dims);
  if (round === 0 && left.length > 0) return askOutcome({ shape, dims: left, keepdim });
  return pick(random, CHECKS)(random, mean);
}

const EACH_ITS_OWN = "Each value meets its own mean";
const RAISES = "RuntimeError";
const SILENT = "No error, but wrong means";

/** Why it is not the answer that was given. */
const MISTAKEN = {
  [EACH_ITS_OWN]: "Not each its own.",
  [RAISES]: "It raises nothing.",
  [SILENT]: "No wrong mean is taken.",
};

/** @param {{ shape: readonly number[], dims: readonly number[], keepdim: boolean }} given @returns {Question} */
function askOutcome({ shape, dims, keepdim }) {
  const outcome = { right: EACH_ITS_OWN, raises: RAISES, wrong: SILENT }[broadcastOf(shape, dims, keepdim)];
  const why = explainFit(shape, dims, keepdim);
  return {
    prompt: `x has shape ${formatShape(shape)}. What does x − ${meanCall(dims, keepdim)} do?`,
    answers: /** @type {const} */ ([EACH_ITS_OWN, RAISES, SILENT]).map((label) =>
      label === outcome ? right(label, why) : wrong(label, `${MISTAKEN[label]} ${why}`),
    ),
  };
}

/**
 * Each outcome as often as the others.
 * @param {Random} random
 * @returns {Question}
 */
function askDrawnOutcome(random) {
  const wanted = pick(random, /** @type {const} */ (["right", "raises", "wrong"]));
  const keepdim = wanted === "right" && random() < 0.5;
  const rank = integer(random, 2, 3);
  const sizes = [integer(random, 2, 4), integer(random, 5, 9)];
  for (;;) {
    const shape = Array.from({ length: rank }, () => pick(random, sizes));
    const dims = pick(random, dimSets(rank).slice(0, -1));
    if (broadcastOf(shape, dims, keepdim) === wanted) return askOutcome({ shape, dims, keepdim });
  }
}

/** As PyTorch prints it, on one line. @param {Float32Array} values @param {number[]} shape */
const printed = (values, shape) => tensor(values, shape).toString().replace(/\s+/g, " ");

/** What a mean's shape is, by the way it prints. @param {Float32Array} means @returns {Question} */
function askPrinted(means) {
  const n = means.length;
  return {
    prompt: `A mean prints as ${printed(means, [n])}. What is its shape?`,
    answers: ascending([
      right(`[${n}]`, "One pair of brackets: a 1-D tensor. A dim of size 1 would show as brackets of its own."),
      wrong(`[${n}, 1]`, `That prints with brackets around each number: ${printed(means, [n, 1])}.`),
      wrong(`[1, ${n}]`, `That prints with two pairs of brackets: ${printed(means, [1, n])}.`),
      wrong("[]", `That is a single number, without brackets: ${printed(means.subarray(0, 1), [])}.`),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askKept(random) {
  const shape = drawShape(random, integer(random, 2, 4));
  const dims = pick(random, dimSets(shape.length).slice(0, -1));
  const result = formatShape(reducedShape(shape, dims, true));
  return {
    prompt: `x has shape ${formatShape(shape)}. What does ${meanCall(dims, true)} keep?`,
    answers: shuffled([
      right(
        `The number of dims, ${shape.length}`,
        `The shape becomes ${result}: the dims named are still there, with size 1.`,
      ),
      wrong(`The shape, ${formatShape(shape)}`, `The sizes named become 1: what comes out has shape ${result}.`),
      wrong(
        "The values of the dims named",
        "They are averaged all the same. keepdim is about the shape of the result alone.",
      ),
    ]),
  };
}

/** How to put the dim back. @param {Random} random @returns {Question} */
function askRepair(random) {
  const n = integer(random, 2, 9);
  return {
    prompt:
      `x has shape [${n}, ${n}], and m = ${meanCall([1], false)} has shape [${n}]. ` +
      "Which takes its own mean from each row?",
    answers: shuffled([
      right("x − m.unsqueeze(1)", `It has shape [${n}, 1]: the means stand in a column, one beside each row.`),
      wrong("x − m", `The ${n} means stand under the columns: no error, and wrong numbers.`),
      wrong("x − m.unsqueeze(0)", `It has shape [1, ${n}]: a row of means, which stand under the columns as before.`),
      wrong(
        "x − m.T",
        "A 1-D tensor has nothing to transpose: m.T is m, and PyTorch warns that .T is meant for 2 dims.",
      ),
    ]),
  };
}

/** Any two shapes, not of a tensor and its mean. @param {Random} random @returns {Question} */
function askDifference(random) {
  const [a, b] = drawPair(random);
  const result = differenceOf(a, b);
  const largest = a.map((size, dim) => Math.max(size, b[dim - a.length + b.length] ?? 1));
  const rule = "From the right, sizes must be the same, or one of them 1; a dim that is missing counts as 1.";
  return {
    prompt: `a has shape ${formatShape(a)}, b has shape ${formatShape(b)}. What is the shape of a − b?`,
    answers: ascending([
      right(result, result === RAISES ? `It has none. ${rule}` : rule),
      wrong(RAISES, `Nothing is raised here. ${rule}`),
      wrong(formatShape(a), `a keeps its shape only if every size of b is the same as its own, or 1. ${rule}`),
      wrong(formatShape(b), `b keeps its shape only if every size of a is the same as its own, or 1. ${rule}`),
      wrong(formatShape(largest), `Only a 1 is stretched, not any smaller size. ${rule}`),
    ]),
  };
}

/** Shapes of which neither is that of the result. @param {Random} random @returns {[number[], number[]]} */
function drawPair(random) {
  const whole = drawShape(random, integer(random, 2, 3));
  const last = whole.length - 1;
  for (;;) {
    const a = whole.map((size) => (random() < 0.4 ? 1 : size));
    const b = whole.slice(integer(random, 0, last)).map((size) => (random() < 0.3 ? 1 : size));
    // One in three does not fit.
    if (random() < 0.33) b[b.length - 1] = whole[last] + 1;
    if (![formatShape(a), formatShape(b)].includes(differenceOf(a, b))) return [a, b];
  }
}

/** The square's trap in three dims. @param {Random} random @returns {Question} */
function askSilent(random) {
  const n = integer(random, 4, 9);
  const [i, j, k] = shiftedBy(integer(random, 0, n - 1), [0, integer(random, 1, n - 2), n - 1], n);
  const row = (/** @type {number} */ a, /** @type {number} */ b) => `that of x[${a}, ${b}, :]`;
  return {
    prompt: `x has shape [${n}, ${n}, ${n}]. In x − ${meanCall([2], false)}, which mean is taken from x[${i}, ${j}, ${k}]?`,
    answers: ascending([
      right(
        row(j, k),
        `The mean has shape [${n}, ${n}], and is lined up from the right: its dims stand under dims 1 and 2 of x. So ` +
          `x[${i}, ${j}, ${k}] meets mean[${j}, ${k}], whatever its first index is.`,
      ),
      wrong(row(i, j), "It is in that row, and with keepdim it would meet that row’s mean."),
      wrong(row(i, k), "The mean’s two dims stand under the last two of x, and not under the first and the last."),
      wrong("none: an error", "Nothing is raised where the sizes are the same."),
    ]),
  };
}

/** @param {number} by @param {readonly number[]} list @param {number} n */
const shiftedBy = (by, list, n) => list.map((each) => (each + by) % n);

/** @param {Random} random @param {Float32Array} mean @returns {Question} */
const askPrintedMeans = (random, mean) =>
  askPrinted(mean.length <= PRINTED ? mean : Float32Array.from({ length: integer(random, 2, PRINTED) }, random));

/** As many numbers as a prompt has room for. */
const PRINTED = 4;

/** @type {readonly ((random: Random, mean: Float32Array) => Question)[]} */
const CHECKS = [askDrawnOutcome, askDrawnOutcome, askDifference, askKept, askRepair, askPrintedMeans, askSilent];
