/** What the section on learning asks: of a row that learns, and of what comes back. */
import { formatBrief } from "../../kit/format.js";
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { integer, pick } from "../../question/draw.js";
import { factorOf } from "./row.js";
import { rateText } from "./sentences.js";
import { spec } from "./spec.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */
/** @typedef {import("./spec.js").LearningFigure} LearningFigure */

/** @param {number} a @param {number} b */
const isNear = (a, b) => Math.abs(a - b) < 0.01;

const BEST = 0.5;
const WILD = 1.2;

/**
 * The predictions, in their order: `act` asks for the settings that show the answer, `isSeen` says whether they are
 * set.
 * @type {readonly { id: string, act: string, make: () => Question, isSeen: (figure: LearningFigure) => boolean }[]}
 */
export const predictions = [
  {
    id: "best",
    act: `Now drag the rate to ${BEST}, and make a step.`,
    make: predictBest,
    isSeen: ({ rate, steps }) => isNear(rate, BEST) && steps > 0,
  },
  {
    id: "wild",
    act: `Now drag the rate to ${WILD}, and make five steps.`,
    make: predictWild,
    isSeen: ({ rate, steps }) => isNear(rate, WILD) && steps >= 5,
  },
  {
    id: "dx",
    act: "Now press “Start again”, drag the target’s triangle, and set dy to “of the loss above”, further down.",
    make: predictGradient,
    // After many steps at a rate that is too large, dy is so large that what eps leaves of it shows.
    isSeen: ({ dy, mean, steps }) => dy === "loss" && mean !== spec.initial.mean && steps === 0,
  },
];

/** @returns {Question} */
function predictBest() {
  const { rate } = spec.initial;
  return {
    prompt:
      `At a rate of ${rate}, each step leaves ${formatBrief(factorOf(rate))} times the distance between weight and ` +
      `bias and their target. What does a single step do at five times that rate?`,
    answers: shuffled([
      right(
        "It arrives at the target",
        `The loss is a bowl of curvature 2. A step takes away 2 · rate of the distance: at ${BEST} that is all of it.`,
      ),
      wrong(
        "It leaves a fifth of that distance",
        `The rate multiplies what is taken away, not what is left: ${rate} takes 0.2 of the distance, ${BEST} takes five times that.`,
      ),
      wrong("It jumps over the target, and farther away", "That happens too, but only at a rate above 1."),
    ]),
  };
}

/** @returns {Question} */
function predictWild() {
  const factor = factorOf(WILD);
  return {
    prompt: `At a rate of ${WILD} training diverges: each step ends farther from the target than it began. Where does the first one end?`,
    answers: shuffled([
      right(
        `${formatBrief(-factor)} times as far away, on the other side`,
        `It takes 2 · ${WILD} = ${2 * WILD} times the distance away, so ${formatBrief(factor)} times the distance is left. So it ` +
          "goes on: each step makes the distance larger.",
      ),
      wrong(
        `${formatBrief(-factor)} times as far away, on the same side`,
        "Each step goes towards the target. A rate that is too large takes it past the target.",
      ),
      wrong(
        `${2 * WILD} times as far away, on the other side`,
        "So far it goes. The distance that it had is a part of that: beyond the target it is one distance less.",
      ),
      wrong(
        `${WILD} times as far away, on the other side`,
        "The rate alone does not say it: the curvature counts, too.",
      ),
    ]),
  };
}

/** @returns {Question} */
function predictGradient() {
  return {
    prompt:
      "Before the first step, let dy be the gradient of the row’s loss. You drag the target away from y, so that the loss " +
      "grows, and dy with it. What becomes of dx?",
    answers: shuffled([
      right(
        "It stays next to 0",
        "Here y differs from the target in mean and spread alone. So dy is one number for all plus a multiple of x̂, and these " +
          "are the two parts that the norm takes out: no gradient reaches x but what rounding and eps leave.",
      ),
      wrong(
        "It grows as dy does",
        "Of another loss it might. Here dy is one number for all plus a multiple of x̂, and the norm takes out both.",
      ),
      wrong(
        "It becomes the same for all of x, to move the row",
        "The norm would take that move out again: what all of x have in common changes nothing, and dx has none of it.",
      ),
    ]),
  };
}

/**
 * The check: about other losses and rates than the figure's, whose strip says what a step leaves.
 * @param {number} round
 * @returns {Question}
 */
export function checkLearning(round) {
  const random = randomFrom(round);
  return round === 0 ? askFactor(random) : pick(random, KINDS)(random);
}

/** What a step leaves where the bowl is another. @param {Random} random @returns {Question} */
function askFactor(random) {
  const distance = 2;
  const curvature = pick(random, [3, 4, 5, 8]);
  const rate = integer(random, 1, 9) / 20;
  const factor = 1 - curvature * rate;
  const rule = `1 − ${curvature} · ${rateText(rate)} = ${formatBrief(factor)}`;
  return {
    prompt:
      `Another loss is a bowl of curvature ${curvature}. Its bias is ${distance} away from the target, and the rate is ` +
      `${rateText(rate)}. How far away is the bias after a step?`,
    answers: ascending([
      right(
        formatBrief(Math.abs(factor) * distance),
        `${rule}, and so many times the distance is left${factor < 0 ? ", on the other side" : ""}.`,
      ),
      wrong(
        formatBrief(curvature * rate * distance),
        `So far it moves. What is left is the distance less that: ${rule} times as much.`,
      ),
      wrong(
        formatBrief(distance * Math.abs(1 - rate)),
        `The gradient is the curvature times the distance: ${curvature} · rate of it goes. ${rule}.`,
      ),
      wrong(
        formatBrief(distance * Math.abs(1 - 2 * rate)),
        `That would be so at a curvature of 2. Here the gradient is ${curvature} times the distance. ${rule}.`,
      ),
      wrong(formatBrief(distance), `The gradient is 0 at the target alone: elsewhere a step moves it. ${rule}.`),
    ]),
  };
}

/** Which rates go wrong. @param {Random} random @returns {Question} */
function askCurvature(random) {
  const curvature = pick(random, [1, 4, 5, 8, 10]);
  const most = 2 / curvature;
  return {
    prompt: `Another loss has a curvature of ${curvature}. Above which rate does gradient descent on it diverge?`,
    answers: ascending([
      right(
        formatBrief(most),
        `A step leaves 1 − ${curvature} · rate of the distance. At a rate of 2 ÷ ${curvature} that is −1: it swings from side to side, and above that it is less than −1.`,
      ),
      wrong(formatBrief(most / 2), "At that rate a single step arrives."),
      wrong(formatBrief(curvature), "The more a bowl is curved, the smaller the steps must be."),
      wrong(formatBrief(2 * most), "It diverges long before: as soon as the rate is above half of that."),
    ]),
  };
}

/** How fast. @param {Random} random @returns {Question} */
function askSteps(random) {
  // In whole twentieths and tenths, which are exact: a tenth squared is a hundredth, and not less.
  const twentieths = integer(random, 1, 9);
  const rate = twentieths / 20;
  const factor = (10 - twentieths) / 10;
  let steps = 1;
  while ((10 - twentieths) ** steps * 100 >= 10 ** steps) steps++;
  return {
    prompt: `At a rate of ${rateText(rate)} and a curvature of 2, after how many steps is less than a hundredth of the distance left?`,
    answers: ascending([
      right(
        String(steps),
        `Each leaves ${formatBrief(factor)} of it, and ${formatBrief(factor)} to the power ${steps} is the first that is below 0.01.`,
      ),
      wrong(String(Math.ceil(0.99 / (2 * rate)) + steps), "It is there already: the factors multiply."),
      wrong("1", `After one step ${formatBrief(factor)} of it is left.`),
      wrong(String(10 * steps), "A tenth of these are enough."),
    ]),
  };
}

/** The sum of dx. @param {Random} random @returns {Question} */
function askSum(random) {
  const known = Array.from({ length: 3 }, () => integer(random, -9, 9) / 10);
  const sum = known.reduce((total, value) => total + value, 0);
  return {
    prompt: `A row has four numbers. LayerNorm’s dx is ${known.map(formatBrief).join(", ")} for the first three. What is it for the last?`,
    answers: shuffled([
      right(formatBrief(-sum || 0), "dx has mean 0, so its sum is 0 too: the last one follows from the others."),
      wrong(formatBrief(sum || 0), "That is the sum of the three. With it the mean of dx would not be 0."),
      wrong(formatBrief(sum / 3 || 0), "That is the mean of the three: the mean of all four is to be 0."),
      wrong("That depends on dy", "It does, as the others do. But the four add up to 0 whatever dy is."),
    ]),
  };
}

/** What of dy does not come through. @param {Random} random @returns {Question} */
function askTaken(random) {
  const size = integer(random, 1, 9);
  const [what, why] = pick(random, [
    [`${size} for every number of y`, "It is its own mean: minus that, nothing is left."],
    [
      `${size} times x̂`,
      "It lies along x̂ alone, and that part is taken out of it. What eps leaves is too little to see.",
    ],
    [`${size} plus x̂, number by number`, "The mean takes the first away, the part along x̂ the second."],
  ]);
  return {
    prompt: `The weight is 1 everywhere, and dy is ${what}. What is dx?`,
    answers: shuffled([
      right("0 everywhere, or next to it", why),
      wrong("dy itself", "LayerNorm takes the mean out of it, and the part along x̂."),
      wrong("dy over the spread", "That is the last step. Before it the mean and the part along x̂ are taken away."),
    ]),
  };
}

/** How the size of x matters. @param {Random} random @returns {Question} */
function askScale(random) {
  const factor = pick(random, [2, 4, 5, 10, 100]);
  return {
    prompt: `All numbers of x become ${factor} times as large. y stays the same, and so does dy. What becomes of dx?`,
    answers: shuffled([
      right(
        `It becomes ${factor} times smaller`,
        "x̂ is the same, so the three terms are. They are divided by the spread of x, which has grown.",
      ),
      wrong("It stays the same", "The three terms do. But they are divided by the spread of x."),
      wrong(`It becomes ${factor} times larger`, "The other way: x has to move farther to change y by as much."),
    ]),
  };
}

const KINDS = [askFactor, askCurvature, askSteps, askSum, askTaken, askScale];
