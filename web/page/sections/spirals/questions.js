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
    prompt:
      "Each of the two networks has a learning rate at which its error ends smallest. Which one’s best rate is larger?",
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

/**
 * Three wrong answers, far enough from the right count and from each other. Of two that are near, the first stays.
 * @param {number} count
 * @param {readonly [count: number, why: string][]} others
 */
function apart(count, others) {
  /** @type {typeof others[number][]} */
  const kept = [];
  for (const other of others) {
    if ([count, ...kept.map(([each]) => each)].every((each) => Math.abs(each - other[0]) >= 4)) kept.push(other);
  }
  return kept.slice(0, 3).map(([each, why]) => wrong(ofAll(each), why));
}

/** Which of the seeds. @param {Random} random @returns {Question} */
function askAhead(random) {
  const { rate, ahead, behind, without, with: normed } = pick(random, rates);
  const medians = `The medians are ${briefly(without.last[1])} without LayerNorm and ${briefly(normed.last[1])} with it`;
  /** @type {[count: number, why: string][]} */
  const whys = [
    [behind, `${behind === 0 ? "It had it with all of them" : "With so many it had the larger loss"}. ${medians}.`],
    [seeds - ahead, `With ${seeds - ahead - behind} of these both guessed blindly, at the same loss. ${medians}.`],
    [seeds, `Not with all of them. ${medians}.`],
    [0, `With some it had. ${medians}.`],
    [seeds / 2, `Then neither would be better. ${medians}.`],
    [seeds / 4, `${medians}: think of how far these lie apart.`],
    [(3 * seeds) / 4, `${medians}: think of how far these lie apart.`],
  ];
  return {
    prompt:
      `At a learning rate of ${paceText(rate)}: with how many of ${seeds} seeds did the network with LayerNorm have the ` +
      `smaller loss after ${steps} steps?`,
    answers: ascending([
      right(ofAll(ahead), `${medians}. Where medians are near each other, it depends on the seed who is ahead.`),
      ...apart(ahead, whys),
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
  /** @type {[count: number, why: string][]} */
  const whys = [
    [without.blind, "So many do without LayerNorm, whose gradients are shorter at the start."],
    [0, `At smaller rates none does. ${paceText(rate)} is too much for some.`],
    [seeds, `${seeds - count} of them end at another loss.`],
    [seeds / 2, "No: it is not as a coin falls. Whether a step is too long depends on the first weights."],
    [seeds - count, "So many do not: they end at another loss."],
  ];
  return {
    prompt: `At a learning rate of ${paceText(rate)}, how many of ${seeds} networks with LayerNorm guess blindly after ${steps} steps, at a loss of ln 2?`,
    answers: ascending([
      right(
        ofAll(count),
        "Steps that are too long can push numbers below 0 for every point. Their ReLUs then give 0, and no gradient comes back through them.",
      ),
      ...apart(count, whys),
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
