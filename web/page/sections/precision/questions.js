/** What the section on precision asks. */
import { runningSums } from "../../figure/values/torch.js";
import { ulpOf, ulpPower } from "./float32.js";
import { withMinus } from "../../kit/format.js";
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { integer, pick } from "../../question/draw.js";
import { brief, inUlps, meanText, printed, writtenOut } from "./sentences.js";
import { computedValues, sumOf, unitOf } from "./six.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */
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

/** A row of another spread than the curves have; and the mean at which their row is as many spreads from 0. */
export const WIDE = { count: 768, mean: 10_000, spread: 100 };
export const ALIKE = WIDE.mean / WIDE.spread;

/**
 * The prediction: how many digits of its variance does one pass keep of a row whose spread is large as well?
 * @param {import("./job.js").At | undefined} at  what comes out at the mean where the curves' row is like it
 * @param {number} count  of the numbers in the curves' row
 * @returns {Question}
 */
export function predictVariance(at, count) {
  const { mean, spread } = WIDE;
  const [squares, variance] = [mean * mean, spread * spread];
  const apart = ulpOf(squares);
  const reason =
    `E[x²] is about ${brief(squares)}, where float32’s numbers lie ${brief(apart)} apart; each step of the sum rounds, ` +
    `so that some such steps are lost, beside a variance of ${brief(variance)}. What counts is the mean in spreads: ` +
    `${meanText(mean)} ÷ ${spread} = ${ALIKE}.`;
  const shown = at
    ? ` The curves’ row, of ${count} numbers and spread 1, has an error of ${brief(at.ways.onePass.error, 2)} at a mean of ${ALIKE}.`
    : "";
  const why = reason + shown;
  return {
    prompt:
      `The curves are of a row whose spread is 1. Another row, of ${WIDE.count} numbers, has a mean of ${meanText(mean)} and a ` +
      `spread of ${spread}: in float32, how much of its variance does E[x²] − E[x]² get right?`,
    answers: [
      wrong(
        "nothing: 0, or less than 0, is as likely",
        `So it is with a spread of 1. Here the variance is larger. ${why}`,
      ),
      right("a few digits", why),
      wrong("all seven digits", `The two averages have seven digits each, but their difference has fewer. ${why}`),
    ],
  };
}

/**
 * The check: none of its questions is about the numbers on the screen.
 * @param {number} round
 * @returns {Question}
 */
export function checkPrecision(round) {
  const random = randomFrom(round);
  return (round === 0 ? askExact : pick(random, KINDS))(random);
}

/** Rows that add up to 0 in the books: with few binary digits, and with endless ones. */
const CANCELLING = [
  [0.5, 0.25, 0.125, -0.875],
  [6, -2.5, -2.25, -1.25],
  [0.1, 0.2, 0.7, -1],
  [0.3, 0.6, 0.4, -1.3],
  [1.1, 2.2, -0.7, -2.6],
];

/** All orders of a list. @param {readonly number[]} list @returns {number[][]} */
const ordersOf = (list) =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((first, i) => ordersOf(list.filter((_, j) => j !== i)).map((rest) => [first, ...rest]));

/** May a sum be 0, and is it in every order? @param {Random} random @returns {Question} */
function askExact(random) {
  const row = pick(random, CANCELLING);
  const sums = ordersOf(row.map(Math.fround)).map((order) => runningSums(order).at(-1));
  const zeros = sums.filter((sum) => sum === 0).length;
  const told = `Of the ${sums.length} orders, ${zeros === sums.length ? "all" : zeros || "none"} give 0.`;
  const [always, not] =
    zeros === sums.length
      ? [`Each is a sum of a few powers of 2, and so is every sum on the way: nothing is rounded. ${told}`, told]
      : [`Most decimal fractions have no end in base 2: they are rounded before they are added. ${told}`, told];
  const text = row.map((value) => withMinus(String(value))).join(", ");
  return {
    prompt: `The numbers ${text} should add up to 0. What do they give in float32?`,
    answers: [
      judge(zeros === sums.length, "0, in every order", always),
      judge(zeros < sums.length, "not 0 in every order", not),
      wrong("NaN", `That needs an infinity or a division of 0 by 0. ${told}`),
    ],
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
  const spread = pick(random, [0.01, 0.1, 10, 100]);
  const far = pick(random, [3, 5, 8000, 20_000, 50_000]);
  const mean = Number((far * spread).toPrecision(2));
  const apart = ulpOf(mean * mean + spread * spread);
  const isFine = far < 100;
  const why =
    `x² is about ${brief(mean * mean)}, where float32’s numbers lie ${brief(apart)} apart: ` +
    `${isFine ? "that is little beside" : "more than"} the variance of ${brief(spread * spread)}.`;
  return {
    prompt:
      `A row has a mean of ${meanText(mean)} and a spread of ${spread}. Can E[x²] − E[x]² in float32 be trusted to two ` +
      "digits?",
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

const KINDS = [askExact, askUlp, askWrittenOut, askOnePass, askHalf];
