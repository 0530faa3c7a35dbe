/** What the section on the spirals asks. */
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { integer, pick } from "../../question/draw.js";
import { begin, bestOf, rates, seeds, steps } from "./measured.js";
import { MOST_TRAINED } from "./limits.js";
import { briefly, paceText } from "./sentences.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */
/** @typedef {import("./spec.js").SpiralsFigure} SpiralsFigure */
/** @typedef {(typeof rates)[number]} AtRate */

const BEST = { without: bestOf("without"), with: bestOf("with") };

/**
 * `act` asks for the settings that show the answer, `isSeen` says whether they are set.
 * @type {readonly { id: string, act: string, make: () => Question, isSeen: (figure: SpiralsFigure) => boolean }[]}
 */
export const predictions = [
  {
    id: "best",
    act: `Now run both to the end at ${paceText(BEST.with.rate)}, and then at ${paceText(BEST.without.rate)}.`,
    make: predictBest,
    isSeen: ({ pace, trained }) => pace === BEST.without.rate && trained === MOST_TRAINED,
  },
];

/** @returns {Question} */
function predictBest() {
  const times = briefly(begin.gradient.times[1]);
  return {
    prompt: "At some rate each of the two networks ends with its smallest error. Which has the larger one?",
    answers: shuffled([
      right(
        "The one without LayerNorm",
        `Over ${seeds} seeds the medians are lowest at ${paceText(BEST.without.rate)} without it and at ` +
          `${paceText(BEST.with.rate)} with it. With it the gradient is ${times} times as long at the start, so that a ` +
          "smaller rate is enough, and a large one too much.",
      ),
      wrong(
        "The one with LayerNorm",
        "That is often said of deep networks. These two have two layers: with LayerNorm a large rate soon is too much.",
      ),
      wrong(
        "Neither: they have the same",
        `The same rate is not the same step: at the start the gradient is ${times} times as long with LayerNorm.`,
      ),
    ]),
  };
}

/** @param {number} round @returns {Question} */
export function checkSpirals(round) {
  const random = randomFrom(round);
  return pick(random, KINDS)(random);
}

/** @param {number} count */
const ofAll = (count) => `${count} of ${seeds}`;

/** Answers far enough from the right count, and from each other. @param {number} count @param {number[]} others */
function apart(count, others) {
  /** @type {number[]} */
  const kept = [];
  for (const other of others) {
    if ([count, ...kept].every((each) => Math.abs(each - other) >= 4)) kept.push(other);
  }
  return kept.slice(0, 3);
}

/** Which of the seeds. @param {Random} random @returns {Question} */
function askAhead(random) {
  const { rate, ahead, without, with: normed } = pick(random, rates);
  const medians = `The medians are ${briefly(without.last[1])} without LayerNorm and ${briefly(normed.last[1])} with it`;
  const whys = new Map([
    [seeds - ahead, "It is the other way round: with so many, the one without LayerNorm has the smaller loss."],
    [seeds, `Not with all of them. ${medians}.`],
    [0, `With some it has. ${medians}.`],
    [seeds / 2, `Then neither would be better. ${medians}.`],
    [seeds / 4, `${medians}: think of how far these lie apart.`],
    [(3 * seeds) / 4, `${medians}: think of how far these lie apart.`],
  ]);
  return {
    prompt:
      `At a learning rate of ${paceText(rate)}: with how many of ${seeds} seeds did the network with LayerNorm have the ` +
      `smaller loss after ${steps} steps?`,
    answers: ascending([
      right(ofAll(ahead), `${medians}. Where medians are near each other, it depends on the seed who is ahead.`),
      ...apart(ahead, [...whys.keys()]).map((count) => wrong(ofAll(count), whys.get(count) ?? "")),
    ]),
  };
}

/** How many guess blindly, where steps are too long. @param {Random} random @returns {Question} */
function askBlind(random) {
  const {
    rate,
    without,
    with: normed,
  } = pick(
    random,
    rates.filter((each) => each.with.blind > 0),
  );
  const count = normed.blind;
  const whys = new Map([
    [without.blind, "So many do without LayerNorm, whose gradients are shorter."],
    [0, `At smaller rates none does. ${paceText(rate)} is too much for some.`],
    [seeds, "A few of them still learn something."],
    [seeds / 2, "No: it is not as a coin falls. Whether a step is too long depends on the first weights."],
    [seeds - count, "So many do not: they still tell some of the points apart."],
  ]);
  return {
    prompt: `At a learning rate of ${paceText(rate)}, how many of ${seeds} networks with LayerNorm guess blindly after ${steps} steps, at a loss of ln 2?`,
    answers: ascending([
      right(
        ofAll(count),
        "Steps that are too long can push numbers below 0 for every point. Their ReLUs then give 0, and no gradient comes back through them.",
      ),
      ...apart(count, [...whys.keys()]).map((other) => wrong(ofAll(other), whys.get(other) ?? "")),
    ]),
  };
}

/** What a rate means. @param {Random} random @returns {Question} */
function askStep(random) {
  const times = integer(random, 2, 9);
  const hundredths = integer(random, 1, 9);
  const text = (/** @type {number} */ rate) => String(Number(rate.toPrecision(3)));
  const rate = hundredths / 100;
  return {
    prompt: `One network’s gradient is ${times} times as long as another’s. The first takes a step at a rate of ${text(rate)}. At which rate is the other’s step as long?`,
    answers: ascending([
      right(text(rate * times), `A step is the rate times the gradient: ${times} times the rate makes up for it.`),
      wrong(text(rate / times), "The other way: a shorter gradient needs a larger rate."),
      wrong(text(rate), `Then its step is ${times} times shorter: a step is the rate times the gradient.`),
      wrong(text(rate * times ** 2), `${times} times is enough: the gradient counts once.`),
    ]),
  };
}

const KINDS = [askAhead, askAhead, askBlind, askStep];
