/** What the section on depth asks. */
import { formatBrief } from "../../kit/format.js";
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { integer, pick } from "../../question/draw.js";
import { NORM_NAMES } from "./sentences.js";
import { spec } from "./spec.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("./answer.js").Shown} Shown */

/** The gains whose outcome is predicted, one after the other. */
export const ACTS = [1.2, 0.8];

/** The answers, from the smallest spread to the largest, and the factor from which on each is right. */
const OUTCOMES = [
  { from: 0, label: "less than a hundredth of it is left" },
  { from: 0.01, label: "about half of it is left" },
  { from: 0.75, label: "it is still about 1" },
  { from: 1.5, label: "it has about doubled" },
  { from: 10, label: "it is dozens of times as large" },
  { from: 1000, label: "it is infinite" },
];

/** @param {number} factor */
const outcomeOf = (factor) => OUTCOMES.findLastIndex(({ from }) => factor >= from);

/**
 * The prediction: which spread does this gain leave after the last layer of the network that the figure begins with?
 * @param {number} gain
 * @returns {Question}
 */
export function predictSpread(gain) {
  const { layers } = spec.initial;
  const factor = gain ** layers;
  const truth = outcomeOf(factor);
  const offered = gain > 1 ? [2, 3, 4, 5] : [0, 1, 2];
  return {
    prompt:
      `At a gain of ${gain}, each of ${layers} layers makes the spread ${gain} times as large, on average. It was 1. ` +
      `Without normalization, what is it after layer ${layers}?`,
    answers: offered.map((outcome) => {
      const { label } = OUTCOMES[outcome];
      return outcome === truth
        ? right(
            label,
            `The factors multiply: ${gain} · ${gain} · …, ${layers} times, is ${formatBrief(factor)} on average over all ` +
              "weights that can be drawn. The figure shows what these weights make of it, and of the gradient.",
          )
        : wrong(label, WHY_NOT[outcome](gain, layers));
    }),
  };
}

/** @type {Record<number, (gain: number, layers: number) => string>} */
const WHY_NOT = {
  0: () => "That would take factors below 1.",
  1: (gain, layers) =>
    `Half of it is left after ${Math.round(Math.log(0.5) / Math.log(gain))} layers already; ${layers} layers go on from there.`,
  2: (gain, layers) => `That is so at a gain of 1. A factor of ${gain} is small once; ${layers} times over it is not.`,
  3: (gain, layers) =>
    `It has doubled after ${Math.round(Math.log(2) / Math.log(gain))} layers already; ${layers} layers go on from there.`,
  5: (gain, layers) =>
    `It is on its way there, but ${gain} multiplied ${layers} times is ${formatBrief(gain ** layers)}.`,
};

/**
 * The check: round 0 is about the networks that are shown, where there are any; the others are about other networks.
 * @param {Shown | null} shown
 * @returns {(round: number) => Question}
 */
export const checkDepth = (shown) => (round) => {
  if (round === 0 && shown?.isWhole && shown.settings.layers > 8) return askFactor(shown);
  const random = randomFrom(round);
  return pick(random, KINDS)(random);
};

/** By what a layer multiplies the spread. @param {Shown} shown @returns {Question} */
function askFactor({ settings: { layers }, depth: { without } }) {
  const [from, to] = [4, layers];
  const [before, after] = [from, to].map((layer) => without.spread[layer - 1]);
  const ratio = after / before;
  const times = to - from;
  return {
    prompt:
      `Without normalization, the spread is ${formatBrief(before)} after layer ${from} and ${formatBrief(after)} after ` +
      `layer ${to}. By what does one of these ${times} layers multiply it, on average?`,
    answers: shuffled([
      right(
        formatBrief(ratio ** (1 / times)),
        `All of them together multiply it by ${formatBrief(ratio)}; the factor that gives this when it is multiplied by itself ` +
          `${times} times is their root of that order.`,
      ),
      wrong(formatBrief(ratio), `That is what all ${times} layers do together.`),
      wrong(formatBrief(ratio / times), "A factor is not shared out by dividing: factors multiply."),
      wrong(formatBrief((after - before) / times), "That is what a layer would add. It does not add, it multiplies."),
    ]),
  };
}

/** @typedef {import("../../question/draw.js").Random} Random */

/** @param {Random} random */
const drawnGain = (random) => pick(random, [0.6, 0.7, 0.8, 0.9, 1.1, 1.2, 1.3, 1.4]);

/** A factor many times over. @param {Random} random @returns {Question} */
function askPower(random) {
  const [gain, half] = [drawnGain(random), integer(random, 5, 20)];
  const layers = 2 * half;
  return {
    prompt: `Each layer multiplies the spread by ${gain}. It is 1 at first. What is it after ${layers} layers?`,
    answers: ascending([
      right(formatBrief(gain ** layers), `The factors multiply: ${gain} to the power ${layers}.`),
      wrong(formatBrief(gain), "That is the spread after the first layer alone."),
      wrong(formatBrief(gain * layers), `Factors do not add up: that is ${gain} times ${layers}.`),
      wrong(
        formatBrief(gain ** half),
        `That is the spread half-way, after ${half} layers, and the other half does the same again.`,
      ),
    ]),
  };
}

/** When it is too late. @param {Random} random @returns {Question} */
function askWhen(random) {
  const gain = drawnGain(random);
  const [goal, sign] = gain > 1 ? [10, "ten times as large"] : [0.1, "a tenth of what it was"];
  const layers = Math.ceil(Math.log(goal) / Math.log(gain));
  const linear = Math.round((goal - 1) / (gain - 1));
  return {
    prompt: `Each layer multiplies the spread by ${gain}. After how many layers is it ${sign}, or beyond that?`,
    answers: ascending([
      right(
        String(layers),
        `${gain} to the power ${layers} is ${formatBrief(gain ** layers)}, and one layer earlier it is not.`,
      ),
      wrong(
        String(linear),
        `So many steps of ${formatBrief(Math.abs(gain - 1))} would get there. Layers do not add, they multiply.`,
      ),
      wrong(String(3 * layers), `After so many layers it is ${formatBrief(gain ** (3 * layers))}.`),
      wrong("1", `After one layer it is ${gain}.`),
    ]),
  };
}

/** Where gradients end. @param {Random} random @returns {Question} */
function askGradient(random) {
  const [gain, layers] = [drawnGain(random), integer(random, 10, 40)];
  const [least, first, last] = [gain > 1 ? "largest" : "smallest", "layer 1", `layer ${layers}`];
  return {
    prompt:
      `A gradient comes back from layer ${layers} to layer 1, and each layer on its way multiplies it by ${gain}. ` +
      `At which layer is it ${least}?`,
    answers: shuffled([
      right(
        `At ${first}`,
        `It has come through all the others: there it is ${formatBrief(gain ** (layers - 1))} times what it was at ${last}.`,
      ),
      wrong(`At ${last}`, "There it begins: no layer has multiplied it yet."),
      wrong("At all of them alike", `That would take a factor of 1 in each layer, not ${gain}.`),
    ]),
  };
}

/** What a norm makes of a gain. @param {Random} random @returns {Question} */
function askNormalized(random) {
  const [gain, layers] = [drawnGain(random), integer(random, 10, 40)];
  const name = pick(random, Object.values(NORM_NAMES));
  return {
    prompt:
      `Each of ${layers} layers multiplies the spread by ${gain}, and is followed by a ${name}. What is the spread ` +
      `after the last one, about?`,
    answers: shuffled([
      right("1", "Each norm divides by the spread that it finds, so the next layer begins with 1 again."),
      wrong(formatBrief(gain), `It is ${gain} before the last norm, which divides by that.`),
      wrong(formatBrief(gain ** layers), "That is so without a norm: here no factor is carried on to the next layer."),
      wrong("0", "A norm does not shrink the numbers away: it divides by their own spread."),
    ]),
  };
}

/** How a residual stream grows. @param {Random} random @returns {Question} */
function askStream(random) {
  const root = integer(random, 3, 6);
  const layers = root ** 2 - 1;
  return {
    prompt:
      `With a norm before it, each of ${layers} layers adds numbers of spread 1 to a sum, unrelated to what is there. ` +
      "The sum begins with a spread of 1. What is it in the end?",
    answers: shuffled([
      right(
        String(root),
        `Variances add, not spreads: 1 + ${layers} = ${root ** 2}, and its root is ${root}. So the sum in real models grows with depth, ` +
          "but slowly.",
      ),
      wrong(
        String(layers + 1),
        "That would be so if all layers added the same numbers. Unrelated ones cancel in part.",
      ),
      wrong("1", "What a layer adds has a spread of 1, but the sum itself is not normalized."),
      wrong(formatBrief(2 ** layers), "It would double each time only if a layer added as much as is there already."),
    ]),
  };
}

const KINDS = [askPower, askWhen, askGradient, askNormalized, askStream];
