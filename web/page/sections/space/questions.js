/** What the section asks: nothing that the figure shows as it stands. */
import { formatBrief } from "../../kit/format.js";
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { integer, pick } from "../../question/draw.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */

/** @returns {Question} */
export function predictTip() {
  return {
    prompt:
      "LayerNorm, without eps, weight and bias, is given one row of three numbers after another, whatever they are, but " +
      "never all three the same. What do the tips of all its results make up?",
    answers: shuffled([
      right(
        "A circle",
        "All means are 0, so all tips lie in one plane; all spreads are 1, so all are √3 away from 0. Both at once is a circle.",
      ),
      wrong(
        "A sphere",
        "All results are √3 long, as the points of a sphere. But their means are 0, too: they lie in one plane through 0, which cuts a circle from it.",
      ),
      wrong(
        "A plane",
        "All means are 0: the results lie in one plane. But they are all √3 long, too, and so only a circle in it is left.",
      ),
      wrong(
        "All of space, but for a line",
        "That is where rows may be. Of their results all means are 0 and all spreads 1: a circle.",
      ),
    ]),
  };
}

/**
 * The check: about rows of other lengths than the figure's.
 * @param {number} round
 * @returns {Question}
 */
export function checkSpace(round) {
  const random = randomFrom(round);
  return round === 0 ? askTwo() : pick(random, KINDS)(random);
}

/** In a plane the circle is two points. @returns {Question} */
function askTwo() {
  const why = "(a, b) minus the mean is (c, −c), and that over its spread, the size of c, is (1, −1) or (−1, 1).";
  return {
    prompt:
      "A row has two numbers, which differ. eps is 0, weight 1, bias 0. How many different results can LayerNorm have, " +
      "whatever the two are?",
    answers: ascending([
      right("2", why),
      wrong("1", `It still tells which is the larger: ${why}`),
      wrong("4", `The two results have opposite signs, as their mean is 0. ${why}`),
      wrong(
        "As many as a circle has points",
        `That is so of three numbers. Of two there is one direction left. ${why}`,
      ),
    ]),
  };
}

/** How long x̂ is. @param {Random} random @returns {Question} */
function askLength(random) {
  const n = pick(random, [16, 25, 64, 100, 400, 768, 4096]);
  const norm = pick(random, ["LayerNorm", "RMSNorm"]);
  const root = Math.sqrt(n);
  const because = norm === "LayerNorm" ? "Mean 0 and spread 1" : "A root mean square of 1";
  return {
    prompt: `${norm} is given a row of ${n} numbers that differ; eps is 0, the weight is 1 everywhere, and there is no bias. How long is the result, as an arrow?`,
    answers: ascending([
      right(
        formatBrief(root),
        `${because}: the squares have the mean 1 and the sum ${n}. √${n} = ${formatBrief(root)}.`,
      ),
      wrong("1", `Its numbers have a mean square of 1. The length is the root of the sum of all ${n} squares.`),
      wrong(String(n), "That is the sum of the squares. The length is its root."),
      wrong("That depends on the row", "Its direction does. The size of the row is what was divided by."),
    ]),
  };
}

/** Mean and spread are legs. @param {Random} random @returns {Question} */
function askTriangle(random) {
  const n = pick(random, [4, 9, 16, 25]);
  const [mean, spread, rms] = pick(random, [
    [3, 4, 5],
    [4, 3, 5],
    [6, 8, 10],
    [5, 12, 13],
    [12, 5, 13],
    [8, 6, 10],
  ]);
  const root = Math.sqrt(n);
  return {
    prompt: `A row of ${n} numbers has mean ${mean} and spread ${spread}. How long is it, as an arrow?`,
    answers: ascending([
      right(
        String(root * rms),
        `The legs are √${n} · ${mean} = ${root * mean} and √${n} · ${spread} = ${root * spread}: √(${root * mean}² + ${root * spread}²) = ${root * rms}.`,
      ),
      wrong(String(rms), `That is its root mean square. The arrow is √${n} times as long.`),
      wrong(
        String(root * (mean + spread)),
        "The legs are at a right angle: their squares add up, not they themselves.",
      ),
      wrong(String(n * rms), `The root of ${n} is in it, not ${n}.`),
    ]),
  };
}

/** Which rows end at one point. @param {Random} random @returns {Question} */
function askSame(random) {
  const norm = pick(random, ["LayerNorm", "RMSNorm"]);
  const row = pick(random, [
    [1, 2, 6],
    [0, 3, 9],
    [2, 5, 6],
    [1, 4, 7],
  ]);
  const add = integer(random, 2, 9);
  const factor = integer(random, 2, 5);
  const text = (/** @type {readonly number[]} */ numbers) => `(${numbers.join(", ").replaceAll("-", "−")})`;
  const both = row.map((value) => value * factor + add);
  const isLayer = norm === "LayerNorm";
  const times = row.map((value) => value * factor);
  return {
    prompt: `Without eps, which of these rows does ${norm} take to the same point as ${text(row)}?`,
    answers: shuffled([
      isLayer
        ? right(
            text(both),
            `It is ${factor} times the row, plus ${add}: neither the factor nor what is added changes x̂.`,
          )
        : right(text(times), `It is ${factor} times the row: the same direction, and the size is divided out.`),
      isLayer
        ? wrong(text(row.map((value) => -value)), "The other way round: it ends on the opposite side of the circle.")
        : wrong(
            text(row.map((value) => value + add)),
            "It has another mean, so another direction: RMSNorm keeps that.",
          ),
      wrong(
        text([row[1], row[2], row[0]]),
        "The same numbers in other places: as many as before, but the arrow has another direction.",
      ),
      isLayer
        ? wrong(text(row.map((value) => value ** 2)), "Squares are not at the same distances from each other.")
        : wrong(text(row.map((value) => -value)), "The other way round: it ends on the opposite side of the sphere."),
    ]),
  };
}

/** How many directions are left to dx. @param {Random} random @returns {Question} */
function askDirections(random) {
  const n = pick(random, [5, 8, 16, 100, 768]);
  const norm = pick(random, ["LayerNorm", "RMSNorm"]);
  const taken = norm === "LayerNorm" ? 2 : 1;
  const why =
    norm === "LayerNorm"
      ? "dx is at a right angle to (1, …, 1) and to x̂: two directions are gone."
      : "dx is at a right angle to x̂: one direction is gone. The mean is left in, and so is (1, …, 1).";
  return {
    prompt: `${norm} has rows of ${n} numbers, and eps is 0. In how many directions, at right angles to each other, can dx point?`,
    answers: ascending([
      right(String(n - taken), why),
      wrong(String(n), `${why}`),
      wrong(String(n - (3 - taken)), why),
      wrong("1", `That is so of LayerNorm with three numbers. ${why}`),
    ]),
  };
}

const KINDS = [askLength, askTriangle, askSame, askDirections];
