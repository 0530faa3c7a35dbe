/** What the section on precision asks. */
import { ulpOf, ulpPower } from "./float32.js";
import { withMinus } from "../../kit/format.js";
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { integer, pick } from "../../question/draw.js";
import { brief, inUlps, meanText, ORDER_NAMES, printed, writtenOut } from "./sentences.js";
import { computedValues, sumOf, unitOf } from "./six.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */
/** @typedef {import("./spec.js").Order} Order */

/** The mean whose outcome is predicted. */
export const FAR = 10_000;

/** Does another order give the same sum? @returns {Question} */
export function predictOrder() {
  const six = computedValues();
  const [left, reversed] = [sumOf(six, "left"), sumOf(six, "right")];
  const unit = unitOf(six);
  const told = `Right to left they give ${printed(reversed)}, which is ${inUlps(reversed, unit)} of the largest number.`;
  return {
    prompt:
      `Six normalized numbers, added from left to right in float32, give ${printed(left)} and not 0. What do the same ` +
      "six give, added from right to left?",
    answers: [
      judge(reversed === left, "the same", `Each addition is rounded, and another order rounds other sums. ${told}`),
      judge(reversed === 0 && left !== 0, "exactly 0", `The rounding errors need not cancel. ${told}`),
      judge(reversed !== left && reversed !== 0, "something else that is very small", told),
      wrong("something far from 0", `What is lost at each step is at most half an ulp of the sum so far. ${told}`),
    ],
  };
}

/** @param {boolean} isRight @param {string} label @param {string} why */
const judge = (isRight, label, why) => (isRight ? right : wrong)(label, why);

/**
 * The prediction: which variance does one pass give at a mean of FAR, where 1 is right?
 * @param {import("./job.js").At | undefined} at  what comes out there, once it is known
 * @returns {Question}
 */
export function predictVariance(at) {
  const squares = FAR * FAR;
  const apart = ulpOf(squares);
  const reason =
    `x² is about ${brief(squares)}, and there float32’s numbers lie ${brief(apart)} apart: none of the two averages can ` +
    "say what 1 is.";
  const shown = at ? ` With this row it is ${brief(at.ways.onePass.variance)}.` : "";
  return {
    prompt:
      `A row has a mean of ${meanText(FAR)} and a variance of 1. In float32, what does E[x²] − E[x]² make of the ` +
      "variance: the mean of the squares, minus the square of the mean?",
    answers: [
      wrong("1, to seven digits", `The two averages have seven digits each, but their difference has not: ${reason}`),
      wrong("1, to three or four digits", `It is worse: ${reason}`),
      right("anything: 0, dozens, or less than 0", `${reason[0].toUpperCase()}${reason.slice(1)}${shown}`),
    ],
  };
}

/**
 * The check: round 0 is about the six numbers at hand, the others are about other numbers.
 * @param {readonly number[]} six
 * @param {Order} order
 * @returns {(round: number) => Question}
 */
export const checkPrecision = (six, order) => (round) => {
  const unit = unitOf(six);
  if (round === 0 && Number.isFinite(sumOf(six, order)) && unit > 0) return askUlps(six, order);
  const random = randomFrom(round);
  return pick(random, KINDS)(random);
};

/** @param {readonly number[]} six @param {Order} order @returns {Question} */
function askUlps(six, order) {
  const [sum, unit] = [sumOf(six, order), unitOf(six)];
  const ulps = (/** @type {number} */ value) => inUlps(value, unit);
  return {
    prompt:
      `The six numbers, added ${ORDER_NAMES[order]}, give ${printed(sum)}. One ulp of the largest of them is ` +
      `${printed(unit)}. How much is the sum in such ulps?`,
    answers: shuffled([
      right(ulps(sum), `${printed(sum)} ÷ ${printed(unit)}: no more than the last bits of the numbers can make.`),
      wrong(ulps(sum + 10 * unit), "Divide the sum by the ulp."),
      wrong(ulps(1e3 * sum + 1e3 * unit), "An ulp is about as small as the sum itself: compare their exponents."),
      wrong(ulps(-sum || unit), "The sign of a quotient follows the sum’s: an ulp is positive."),
    ]),
  };
}

/** What the last bit is worth. @param {Random} random @returns {Question} */
function askUlp(random) {
  const power = integer(random, 3, 20);
  const value = 2 ** power + integer(random, 1, 2 ** power - 1);
  const two = (/** @type {number} */ exponent) => `2 to the power ${withMinus(String(exponent))}`;
  return {
    prompt: `A float32 keeps 24 binary digits. ${meanText(value)} lies between 2 to the power ${power} and ${power + 1}. What is one ulp of it?`,
    answers: shuffled([
      right(two(ulpPower(value)), `The first digit is worth ${two(power)}, and the last one 23 places less.`),
      wrong(two(-23), "That is one ulp of 1. An ulp grows with the number."),
      wrong(two(power - 24), "24 digits are 23 steps: the first one counts."),
      wrong(two(power), "That is what the first digit is worth."),
    ]),
  };
}

/** A number written out. @param {Random} random @returns {Question} */
function askWrittenOut(random) {
  const places = integer(random, 5, 9);
  const value = Number(`-${integer(random, 11, 99) / 10}e-${places}`);
  const out = (/** @type {number} */ each) => writtenOut(each, 2);
  return {
    prompt: `A mean prints as ${printed(value)}. Which number is that?`,
    answers: ascending([
      right(out(value), `The point goes ${places} places to the left: ${places - 1} zeros stand behind it.`),
      wrong(out(value * 10), `${places - 2} zeros behind the point are one too few: that is ten times as large.`),
      wrong(out(value / 10), `${places} zeros behind the point are one too many: that is a tenth of it.`),
    ]),
  };
}

/** Whether the one pass can be right. @param {Random} random @returns {Question} */
function askOnePass(random) {
  const mean = pick(random, [3, 5, 6000, 20_000, 50_000, 90_000]);
  const squares = mean * mean;
  const apart = ulpOf(squares);
  const isFine = apart < 1e-4;
  const why = `x² is about ${brief(squares)}, where float32’s numbers lie ${brief(apart)} apart: ${isFine ? "that is little beside 1" : "more than the variance"}.`;
  return {
    prompt: `A row has a mean of ${meanText(mean)} and a variance of 1. Can E[x²] − E[x]² in float32 be trusted to two digits?`,
    answers: [judge(isFine, "Yes", why), judge(!isFine, "No", why)],
  };
}

/** What 16 bits keep. @param {Random} random @returns {Question} */
function askHalf(random) {
  const [name, digits] = pick(
    random,
    /** @type {const} */ ([
      ["float16", 11],
      ["bfloat16", 8],
    ]),
  );
  const power = digits + integer(random, 0, 4);
  const apart = 2 ** (power - digits + 1);
  return {
    prompt:
      `A ${name} keeps ${digits} binary digits. How far apart are its numbers between ${meanText(2 ** power)} and ` +
      `${meanText(2 ** (power + 1))}?`,
    answers: ascending([
      right(
        String(apart),
        `The first digit is worth ${meanText(2 ** power)}, and the last one ${digits - 1} binary places less. Such steps are wider than a spread of 1.`,
      ),
      wrong(String(2 * apart), `So far they lie apart beyond ${meanText(2 ** (power + 1))}.`),
      wrong(String(apart / 2), `So far they lie apart below ${meanText(2 ** power)}.`),
      wrong(String(2 ** digits), "That is how many numbers the digits can tell apart, not how far apart they lie."),
    ]),
  };
}

const KINDS = [askUlp, askWrittenOut, askOnePass, askHalf];
