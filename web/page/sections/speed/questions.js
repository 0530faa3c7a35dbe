/** What section speed asks. Which prediction is right is measured on the learner's own machine, after it was made. */
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { integer, pick } from "../../question/draw.js";
import { formatShape } from "../../kit/shapes.js";
import { LANES } from "./lanes.js";
import { LINE_BYTES } from "./memory.js";
import { inDigits, shapeText, timesText } from "./sentences.js";
import { ratioOf, summaryOf } from "./summary.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/answers.js").Answer} Answer */
/** @typedef {import("../../question/draw.js").Random} Random */
/** @typedef {import("./measure.js").SubjectName} SubjectName */
/** @typedef {import("./measure.js").Measured} Measured */
/** @typedef {{ label: string, from: number }} Bucket  of ratios, up to where the next begins */
/**
 * @typedef {{ id: string, name: SubjectName, as: SubjectName, prompt: (shape: string) => string, buckets: readonly
 *   Bucket[] }} Prediction
 */

/** @type {readonly Prediction[]} */
export const predictions = [
  {
    id: "simd",
    name: "plain",
    as: "simd",
    prompt: (shape) =>
      `LayerNorm of ${shape} numbers: how long does plain JavaScript take, compared with this package’s kernel?`,
    buckets: [
      { label: "About as long: less than 1.5 times", from: 0 },
      { label: "1.5 to 4 times as long", from: 1.5 },
      { label: "4 to 10 times as long", from: 4 },
      { label: "More than 10 times as long", from: 10 },
    ],
  },
  {
    id: "scalar",
    name: "scalar",
    as: "simd",
    prompt: (shape) =>
      `The same C for ${shape} numbers, compiled without SIMD: how long does it take, compared with the kernel with SIMD?`,
    buckets: [
      { label: "About as long: less than 1.5 times", from: 0 },
      { label: "About twice as long: 1.5 to 3 times", from: 1.5 },
      { label: "About four times as long: 3 to 6 times", from: 3 },
      { label: "More than 6 times as long", from: 6 },
    ],
  },
  {
    id: "copy",
    name: "simd",
    as: "copy",
    prompt: (shape) =>
      `The kernel reads ${shape} numbers, computes, and writes as many. How long does it take, compared with only copying them?`,
    buckets: [
      { label: "Hardly longer: less than 1.5 times", from: 0 },
      { label: "1.5 to 4 times as long", from: 1.5 },
      { label: "4 to 10 times as long", from: 4 },
      { label: "More than 10 times as long", from: 10 },
    ],
  },
];

/** @param {readonly Bucket[]} buckets @param {number} ratio */
export const bucketOf = (buckets, ratio) => buckets.findLastIndex(({ from }) => ratio >= from);

/** What was measured, in a sentence. @param {Prediction} prediction @param {Measured} result */
function told({ name, as }, result) {
  const summary = summaryOf(result);
  const [a, b] = [name, as].map((each) => inDigits(summary.find((one) => one.name === each)?.median ?? NaN));
  return (
    `Here it is ${timesText(ratioOf(summary, name, as))}: ${a} and ${b} ns a number, for ${shapeText(result.shape)}. ` +
    "On another machine, or for another shape, it may be otherwise."
  );
}

/**
 * An answer whose verdict is that of the latest measurement: when it is chosen, there is none yet.
 * @param {Prediction} prediction
 * @param {number} bucket
 * @param {() => Measured | null} latest
 * @returns {Answer}
 */
const answerOf = (prediction, bucket, latest) => ({
  label: prediction.buckets[bucket].label,
  get right() {
    const result = latest();
    if (!result) return false;
    return bucketOf(prediction.buckets, ratioOf(summaryOf(result), prediction.name, prediction.as)) === bucket;
  },
  get why() {
    const result = latest();
    return result ? told(prediction, result) : "";
  },
});

/**
 * @param {Prediction} prediction
 * @param {import("./spec.js").Shape} shape
 * @param {() => Measured | null} latest  what has been measured last, if anything
 * @returns {Question}
 */
export const predictSpeed = (prediction, shape, latest) => ({
  prompt: prediction.prompt(shapeText(shape)),
  answers: prediction.buckets.map((_, bucket) => answerOf(prediction, bucket, latest)),
});

/** @param {number} round @returns {Question} */
export const checkSpeed = (round) => ASKED[round % ASKED.length](randomFrom(round));

/** @type {readonly ((random: Random) => Question)[]} */
const ASKED = [askLines, askClock, askWidth, askAdditions];

/** Wide enough that no two numbers of a column share a line. @param {Random} random @returns {Question} */
function askLines(random) {
  const size = LINE_BYTES / 4;
  const [rows, lines] = [integer(random, 5, 15), integer(random, 2, 4)];
  const columns = lines * size;
  const asks = pick(random, /** @type {const} */ ([0, -1]));
  const prompt =
    `x has shape ${formatShape([rows, columns])}, in float32, row after row from the beginning of a cache line of ` +
    `${LINE_BYTES} bytes. How many lines does one mean over dim ${asks === 0 ? "0" : "−1"} need?`;
  const [column, row] = [String(rows), String(lines)];
  return {
    prompt,
    answers: ascending([
      asks === 0
        ? right(column, `A column has one number in each of ${rows} rows, and each lies in a line of its own.`)
        : wrong(column, "That is one line for each row: a column’s, over dim 0."),
      asks === -1
        ? right(row, `A row’s ${columns} numbers lie side by side, ${size} in each line.`)
        : wrong(row, `That is what a row needs, over dim −1: its ${columns} numbers lie side by side.`),
      wrong(String(columns), "That would be one line for each number of a row: but a line holds sixteen of them."),
      wrong(String(rows * lines), "That is all of x."),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askClock(random) {
  const call = pick(random, [2, 4, 5, 10, 20]);
  const step = pick(random, [0.1, 1]);
  const calls = (step * 1000 * 100) / call;
  const label = (/** @type {number} */ count) => count.toLocaleString("en");
  return {
    prompt:
      `A browser’s clock moves in steps of ${step} ms, and one call takes ${call} µs. How many calls must be timed ` +
      "together, so that a step of the clock is 1 % of the time that is measured?",
    answers: ascending([
      right(label(calls), `They take ${step * 100} ms, a hundred times ${step} ms.`),
      wrong(label(calls / 100), `They take ${step} ms, no longer than a step: the clock could as well show 0.`),
      wrong(label(calls / 10), `They take ${step * 10} ms, of which a step is 10 %.`),
      wrong("1", "One call is over before the clock has moved: most of the time it would show 0."),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askWidth(random) {
  const [name, bytes] = pick(
    random,
    /** @type {const} */ ([
      ["float64, of 8 bytes", 8],
      ["float32, of 4 bytes", 4],
      ["float16, of 2 bytes", 2],
      ["int8, of 1 byte", 1],
    ]),
  );
  const why = "16 bytes are divided by the bytes of a number.";
  return {
    prompt: `A SIMD instruction of WebAssembly works on 16 bytes. How many numbers of type ${name}, are that?`,
    answers: [1, 2, 4, 8, 16].map((count) =>
      count === 16 / bytes ? right(String(count), why) : wrong(String(count), why),
    ),
  };
}

/** @param {Random} random @returns {Question} */
function askAdditions(random) {
  const n = LANES * integer(random, 5, 30);
  const [loads, folds] = [n / LANES, Math.log2(LANES)];
  return {
    prompt:
      `A row of ${n} numbers is added up in four lanes, which begin at 0. How many vector additions does that take, with those ` +
      "that make one sum of the four at the end?",
    answers: shuffled([
      right(
        String(loads + folds),
        `${loads} for the row, four numbers each. Then ${LANES} sums become two, and two become one.`,
      ),
      wrong(String(loads), "Then there are still four sums, one in each lane."),
      wrong(String(n), "That many it takes one number at a time."),
      wrong(String(loads + LANES), "To make one sum of four takes two additions: of two lanes each, then of one."),
    ]),
  };
}
