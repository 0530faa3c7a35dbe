/** What the section on depth asks. */
import { formatBrief, formatTick } from "../../kit/format.js";
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { integer, pick } from "../../question/draw.js";
import { NETWORKS } from "./limits.js";
import { middleIn } from "./middle.js";
import { lawOf, NORM_NAMES, sizeText } from "./sentences.js";
import { spec } from "./spec.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("./answer.js").Shown} Shown */

/** The gains whose outcome is predicted, one after the other. */
export const predictions = [1.2, 0.8].map((gain) => ({
  id: `predict${gain}`,
  gain,
  act: `Now drag the gain to ${gain}.`,
  another: `And at a gain of ${gain}?`,
  make: () => predictSpread(gain),
}));

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
function predictSpread(gain) {
  const { layers } = spec.initial;
  const factor = gain ** layers;
  const truth = outcomeOf(factor);
  const offered = gain > 1 ? [2, 3, 4, 5] : [0, 1, 2];
  return {
    prompt:
      `At a gain of ${gain}, each layer multiplies the spread by about ${gain}. It begins at 1. Without normalization, ` +
      `what is it in most networks after layer ${layers}?`,
    answers: offered.map((outcome) => {
      const { label } = OUTCOMES[outcome];
      return outcome === truth
        ? right(
            label,
            `The factors multiply: ${gain} · ${gain} · …, ${layers} times, is ${formatBrief(factor)}, the root mean square of the ` +
              "numbers over all weights that can be drawn. The figure shows what fifty draws make of it, and of the gradient.",
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

/** The width that the first check asks about. */
const WIDE = 512;

/**
 * The check: round 0 is about the networks that are shown, where the question has an answer for them; the others are
 * about other networks.
 * @param {Shown | null} shown
 * @returns {(round: number) => Question}
 */
export const checkDepth = (shown) => (round) => (round === 0 && askWidth(shown)) || askOther(round);

/** @param {number} round */
function askOther(round) {
  const random = randomFrom(round);
  return pick(random, KINDS)(random);
}

/**
 * Where the middle network goes when its layers become wider. It is asked where these networks are narrow, and their
 * middle one lies well below the root mean square.
 * @param {Shown | null} shown
 * @returns {Question | null}
 */
function askWidth(shown) {
  const law = shown?.isWhole ? lawOf(shown.settings) : undefined;
  if (!shown || law === undefined || shown.networks.length < NETWORKS) return null;
  const { layers, features } = shown.settings;
  const middle = middleIn(shown.networks, "without", "spread", layers)?.median ?? NaN;
  if (features > WIDE / 4 || layers < 16 || !(middle < 0.85 * law)) return null;
  const [now, mean] = [sizeText(middle), sizeText(law)];
  return {
    prompt:
      `Over all weights that can be drawn, the root mean square of the last layer’s numbers is ${mean}; the middle one of ` +
      `these ${NETWORKS} networks, of ${features} features, has a spread of ${now} without normalization. Where would the ` +
      `middle one lie if the layers had ${WIDE} features?`,
    answers: shuffled([
      right(
        `Nearer to ${mean}`,
        "A layer's factor is a mean over its features. Over more features it scatters less around the gain, so that the " +
          "networks are more alike, and the middle one comes near the root mean square. Choose 512 features and see.",
      ),
      wrong(
        `Farther below ${now}`,
        "That is what more layers do: more factors scatter more. More features in a layer make each factor steadier.",
      ),
      wrong(
        `About ${WIDE / features} times as high as ${now}`,
        "The weights are divided by the root of the width, so that a wider layer does not make larger numbers.",
      ),
      wrong(
        `Farther above ${mean}`,
        "The middle one would lie above the root mean square only if many networks came out small and none very large.",
      ),
    ]),
  };
}

/** @typedef {import("../../question/draw.js").Random} Random */

/** @param {Random} random */
const drawnGain = (random) => pick(random, [0.6, 0.7, 0.8, 0.9, 1.1, 1.2, 1.3, 1.4]);

/** Where the middle one of many products lies. @param {Random} random @returns {Question} */
function askMiddle(random) {
  const [off, half] = [pick(random, [0.3, 0.4, 0.5, 0.6]), integer(random, 5, 12)];
  const [low, high, layers] = [Number((1 - off).toFixed(1)), Number((1 + off).toFixed(1)), 2 * half];
  const middle = (low * high) ** half;
  return {
    prompt:
      `Each of ${layers} layers multiplies the spread by ${low} or by ${high}, with equal chance: by 1 on average. It begins ` +
      "at 1. What is it in the end in the middle one of very many such networks?",
    answers: shuffled([
      right(
        formatBrief(middle),
        `In the middle one, as many layers shrink as grow, and ${low} · ${high} is ${formatBrief(low * high)}: ${half} such pairs leave ` +
          `${formatBrief(middle)}. The mean over all networks is still 1: a few very large ones make it up.`,
      ),
      wrong("1", "That is the mean over all networks. A few very large ones hold it up, and most lie below it."),
      wrong(
        formatBrief(high ** layers),
        `That takes ${high} in every layer: one network in ${formatBrief(2 ** layers)} has such luck.`,
      ),
      wrong(
        formatBrief(low ** layers),
        `That takes ${low} in every layer: one network in ${formatBrief(2 ** layers)} has such a fate.`,
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

/** What is left to grow between norms. @param {Random} random @returns {Question} */
function askBetween(random) {
  const [gain, every, times] = [pick(random, [1.2, 1.3, 1.4]), integer(random, 3, 6), integer(random, 3, 6)];
  const layers = every * times;
  return {
    prompt:
      `Each of ${layers} layers multiplies the spread by ${gain}; only after each ${every} of them there is a ${NORM_NAMES.layer}. The spread ` +
      "begins at 1. What is the largest that any layer puts out, before its norm?",
    answers: shuffled([
      right(
        formatBrief(gain ** every),
        `It grows through ${every} layers to ${gain} to the power ${every}; then the norm divides by that, and the next ${every} begin with 1.`,
      ),
      wrong(formatBrief(gain), "That is one layer’s factor: here several come one after another before a norm."),
      wrong(formatBrief(gain ** layers), "That is so without any norm: here each norm begins anew with 1."),
      wrong("1", "That is what the norms put out. Between two of them the spread grows."),
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
        `Variances add, not spreads: 1 + ${layers} = ${root ** 2}, and its root is ${root}. So grows the sum of a network with random ` +
          "weights; training may change that.",
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

/** Which factor another activation would need. @param {Random} random @returns {Question} */
function askFactor(random) {
  const [share, factor] = pick(
    random,
    /** @type {const} */ ([
      ["a quarter", 2],
      ["a ninth", 3],
      ["a sixteenth", 4],
    ]),
  );
  return {
    prompt:
      `ReLU leaves half of the mean square of what it is given, so that weights begin with a factor of √2. Another activation ` +
      `leaves ${share} of it. Which factor of the weights keeps the mean square?`,
    answers: ascending([
      right(
        String(factor),
        `The mean square grows with the square of the factor: ${factor}² = ${factor ** 2} makes up for ${share}.`,
      ),
      wrong(String(factor ** 2), `That would multiply the mean square by ${factor ** 4}: the factor is squared.`),
      wrong("√2", `It multiplies the mean square by 2, and only ${share} was left.`),
      wrong(formatBrief(1 / factor), "A factor below 1 makes less of what is too little already."),
    ]),
  };
}

/** What tanh(a x) does with rows of two sizes. @param {Random} random @returns {Question} */
function askRows(random) {
  const [small, times, a] = [pick(random, [0.01, 0.02, 0.03]), integer(random, 2, 4), pick(random, [0.5, 1])];
  const large = Number((small * times).toFixed(2));
  return {
    prompt:
      `In place of a norm, tanh(${a} x) is applied to each number. One row has a spread of ${small}, another one of ${large}, both with ` +
      `a mean of 0. How large are the spreads of what comes out?`,
    answers: shuffled([
      right(
        `About ${formatTick(a * small)} and ${formatTick(a * large)}`,
        `Near 0, tanh hardly bends: tanh(${a} x) is about ${a} x. It looks at one number at a time, so a row that is ${times} times as ` +
          "large still is so.",
      ),
      wrong("Both 1", "That is what LayerNorm makes of them. To do it, it must look at a whole row."),
      wrong("Both nearly 0, and alike", `Both are small, but the second is still ${times} times the first.`),
      wrong(`Both ${a}`, `${a} is the factor of each number, not what its row comes to.`),
    ]),
  };
}

const KINDS = [askMiddle, askWhen, askGradient, askBetween, askStream, askFactor, askRows];
