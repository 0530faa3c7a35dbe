/** What the section asks. */
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { integer, pick } from "../../question/draw.js";
import { plural } from "../../kit/format.js";
import { MOST_TRAINED } from "./limits.js";
import { NONE, runsOf, seeds, SOME } from "./measured.js";
import { blocksText, briefly, rateText } from "./sentences.js";
import { spec } from "./spec.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */
/** @typedef {import("./spec.js").PlacementFigure} PlacementFigure */

/** The rate at which the prediction asks. */
export const ASKED = spec.initial.rate;

/**
 * `act` asks for the settings that show the answer, `isSeen` says whether they are set.
 * @type {readonly { id: string, act: string, make: () => Question, isSeen: (figure: PlacementFigure) => boolean }[]}
 */
export const predictions = [
  {
    id: "learn",
    act: `Now run both to the end at a rate of ${rateText(ASKED)}, without warm-up.`,
    make: predictLearned,
    isSeen: ({ rate, warmUp, trained }) => rate === ASKED && warmUp === NONE && trained === MOST_TRAINED,
  },
];

/** What came of both, as an answer tells it. */
function told() {
  const [pre, post, warmed] = [runsOf("pre", ASKED, NONE), runsOf("post", ASKED, NONE), runsOf("post", ASKED, SOME)];
  return (
    `Of ${seeds} seeds ${pre.learned} have learned with pre-LN, at a median loss of ${briefly(pre.last[1])}, and ` +
    `${post.learned} with post-LN, at ${briefly(post.last[1])}. With a warm-up of ${SOME} steps, post-LN’s are ${warmed.learned}.`
  );
}

/** @returns {Question} */
function predictLearned() {
  const [pre, post] = [runsOf("pre", ASKED, NONE), runsOf("post", ASKED, NONE)];
  const more = Math.sign(pre.learned - post.learned);
  const answer = (/** @type {boolean} */ isRight, /** @type {string} */ label, /** @type {string} */ why) =>
    isRight ? right(label, told()) : wrong(label, `${why} ${told()}`);
  return {
    prompt:
      `The same first weights, the same texts, a learning rate of ${rateText(ASKED)} from the first step on: with which ` +
      `of the two do more of ${seeds} seeds learn the task in ${MOST_TRAINED} steps?`,
    answers: shuffled([
      answer(more > 0, "With pre-LN", "Not at this rate."),
      answer(more < 0, "With post-LN", "Not here, although its stream keeps its size from block to block."),
      answer(more === 0, "With both, about as many", "The norms are the same; the way past them is not."),
    ]),
  };
}

/** @param {number} round @returns {Question} */
export function checkPlacement(round) {
  const random = randomFrom(round);
  return pick(random, KINDS)(random);
}

/** The rate during warm-up. @param {Random} random @returns {Question} */
function askRate(random) {
  const steps = 100 * integer(random, 2, 9);
  const share = integer(random, 1, 4);
  const rate = integer(random, 2, 9) / 1000;
  const at = (steps * share) / 5;
  const text = (/** @type {number} */ value) => String(Number(value.toPrecision(3)));
  return {
    prompt: `Warm-up takes ${steps} steps and ends at a learning rate of ${text(rate)}. What is the rate of step ${at}?`,
    answers: ascending([
      right(text((rate * share) / 5), `It grows evenly: ${at} ÷ ${steps} of ${text(rate)}.`),
      wrong(text(rate), "That is the rate from the end of the warm-up on."),
      wrong(text(rate / at), `The rate of step 1 would be ${text(rate / steps)}, and it grows from step to step.`),
      wrong(text((rate * (5 - share)) / 5), "So much is still missing at that step."),
    ]),
  };
}

/** How many norms a network has. @param {Random} random @returns {Question} */
function askCount(random) {
  const blocks = integer(random, 3, 48);
  const norms = (/** @type {number} */ count) => `${count} ${plural(count, "norm")}`;
  return {
    prompt: `A pre-LN transformer has ${blocksText(blocks)}, of attention and an MLP each. How many norms does it have in all?`,
    answers: ascending([
      right(norms(2 * blocks + 1), "One before each of the two parts of a block, and one after the last block."),
      wrong(norms(2 * blocks), "So many stand before parts. One more stands after the last block."),
      wrong(norms(blocks), "A block has two parts, and each has a norm of its own."),
      wrong(norms(blocks + 1), "A block has two parts: count both. The last norm is counted."),
    ]),
  };
}

/** Through how many norms the stream goes. @param {Random} random @returns {Question} */
function askPath(random) {
  const blocks = integer(random, 3, 48);
  const isPre = random() < 0.5;
  const norms = (/** @type {number} */ count) => `${count} ${plural(count, "norm")}`;
  const [here, there] = isPre ? [1, 2 * blocks] : [2 * blocks, 1];
  return {
    prompt:
      `A letter’s embedding goes along the residual stream of a ${isPre ? "pre" : "post"}-LN transformer with ` +
      `${blocksText(blocks)}, past the parts, not through them. How many norms does it meet before the scores are computed?`,
    answers: ascending([
      isPre
        ? right(norms(here), "The norms before the parts stand beside the stream. Only the last one stands in it.")
        : right(norms(here), "Two in each block: after each of its two sums."),
      wrong(norms(there), `So many are in the stream of a ${isPre ? "post" : "pre"}-LN transformer.`),
      wrong(norms(blocks), "A block has two parts, and each has one norm."),
      wrong(
        norms(0),
        isPre ? "One is left: that after the last block." : "Post-LN normalizes the sum, which is the stream.",
      ),
    ]),
  };
}

/** How a sum of parts grows. @param {Random} random @returns {Question} */
function askSize(random) {
  const root = integer(random, 3, 9);
  const parts = root ** 2 - 1;
  return {
    prompt:
      `The stream has a root mean square of 1, and each of ${parts} parts adds numbers of root mean square 1 that have ` +
      "nothing to do with what is there. How large is the stream after them, about?",
    answers: ascending([
      right(String(root), `Squares add up: the mean square is 1 + ${parts} = ${root ** 2}, and its root is ${root}.`),
      wrong(String(root ** 2), "That is the mean square. The size is its root."),
      wrong("1", "Nothing brings it back to 1: pre-LN normalizes what a part reads, not the stream."),
      wrong(String(parts), "Sizes would add up if all parts added the same. Here squares do."),
    ]),
  };
}

const KINDS = [askRate, askCount, askPath, askSize];
