/** What section book asks. */
import { BOOK, CLASS } from "../../course/book.js";
import { network } from "../../figure/values/book-network.js";
import { formatEps } from "../../figure/words/format-tensor.js";
import { formatNumber, inWords } from "../../kit/format.js";
import { letterOf } from "../../kit/shapes.js";
import { randomFrom, right, shuffled, wrong } from "../../question/answers.js";

/** @typedef {import("../../figure/values/book-network.js").Network} Network */
/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {{ network: Network, input: number, unit: number, seed: string }} Scene seed: as a prompt begins */

/** A network of another seed, whose input leaves ReLU with something. @param {number} round @returns {Scene} */
function drawnScene(round) {
  const random = randomFrom(round);
  const input = Math.floor(random() * BOOK.inputs);
  const unit = Math.floor(random() * BOOK.outputs);
  for (;;) {
    const seed = Math.floor(random() * 1e5);
    const scene = { network: network(seed), input, unit, seed: `With seed ${seed}, ` };
    if (outputsOf(scene).some((value) => value > 0)) return scene;
  }
}

/** @param {Scene} scene */
const outputsOf = ({ network: { out }, input }) =>
  Array.from(out.subarray(input * BOOK.outputs, (input + 1) * BOOK.outputs));

/** By so much an input is changed to see what changes with it. */
const NUDGE = 0.5;

/**
 * The prediction: which numbers of x̂ change with one input? Round 0 asks about the network at hand, the others about
 * other seeds.
 * @param {Pick<import("./spec.js").BookFigure, "seed" | "x">} book
 * @returns {(round: number) => Question | null}
 */
export const predictChanged =
  ({ seed, x }) =>
  (round) => {
    const random = randomFrom(round);
    const place = round === 0 ? 1 : Math.floor(random() * BOOK.inputs * BOOK.features);
    const of = round === 0 ? seed : Math.floor(random() * 1e5);
    const before = network(of, round === 0 ? x : null);
    const input = Math.floor(place / BOOK.features);
    const after = network(
      of,
      [...before.x].map((value, i) => value + (i === place ? NUDGE : 0)),
    );
    const changed = [...before.normalized.keys()].filter((i) => before.normalized[i] !== after.normalized[i]);
    // Another pattern is one of ReLU's: an input of which it leaves nothing.
    const isUsual = `${changed}` === `${Array.from({ length: BOOK.outputs }, (_, i) => input * BOOK.outputs + i)}`;
    if (!isUsual || before.normalized.some(Number.isNaN)) return null;
    const [name, other] = input === 0 ? "AB" : "BA";
    const where = round === 0 ? "" : `With seed ${of}, `;
    return {
      prompt:
        `${where}${where ? "t" : "T"}he number x[${place % BOOK.features}] of input ${name} changes by ${NUDGE}. Which of ` +
        `the ${inWords(BOOK.inputs * BOOK.outputs)} numbers of x̂ change: ${inWords(BOOK.outputs)} of A, and ` +
        `${inWords(BOOK.outputs)} of B?`,
      answers: shuffled([
        right(
          `All of ${name}’s, none of ${other}’s`,
          `Outputs of ${name} change, and so do ${name}’s mean and variance, by which each of its numbers is normalized, the ` +
            `ones that ReLU made 0 as well. ${other} is a row of its own.`,
        ),
        wrong(
          `Only those of ${name} that ReLU left above 0`,
          `The others stay 0 after ReLU, but the mean that is taken from them changes, and so does what they are divided by.`,
        ),
        wrong(
          "All of both",
          `Mean and variance of ${other} are made of ${other}’s numbers alone: over dim −1 no row goes into another’s.`,
        ),
        wrong("One number", "Each output is a sum over all inputs: one input is in every one of them."),
      ]),
    };
  };

/**
 * The check: round 0 is about the outputs at hand, the others are about those of other seeds.
 * @param {Network} book
 * @param {number} input
 * @param {number} unit
 * @returns {(round: number) => Question}
 */
export const checkBook = (book, input, unit) => (round) => {
  const scene = round === 0 ? { network: book, input, unit, seed: "" } : drawnScene(round);
  if (outputsOf(scene).every((value) => value === 0)) return askAllZero(scene);
  return [askMoved, askNormalized, askTwins][round % 3](scene);
};

/** "Output 2 of input A" @param {Scene} scene @param {number} unit */
const nameOf = ({ seed, input }, unit) => {
  const name = `output ${unit} of input ${letterOf(input)}`;
  return seed === "" ? name.replace("o", "O") : seed + name;
};

/** Why a 0 does not stay one. @param {Scene} scene @returns {Question} */
function askMoved(scene) {
  const values = outputsOf(scene);
  const unit = Math.max(values.indexOf(0), 0);
  const was = formatNumber(values[unit]);
  const { normalized, before } = scene.network;
  return {
    prompt:
      `${nameOf(scene, unit)} left ReLU as ${was} and is now ` +
      `${formatNumber(normalized[scene.input * BOOK.outputs + unit])}. Why did it move?`,
    answers: shuffled([
      right(
        `Because ${was} is not the row’s mean`,
        `The row’s mean is ${formatNumber(before.mean.data[scene.input])}. What lies below it becomes negative, ` +
          "what lies above it positive; only a value equal to the mean becomes 0.",
      ),
      wrong(
        "Because ReLU was undone",
        "What ReLU cut off is gone for good. Normalization only moves and stretches what is left.",
      ),
      wrong("Because of rounding", "Rounding would show in the seventh digit, not in the first."),
    ]),
  };
}

/** What a value becomes. @param {Scene} scene @returns {Question} */
function askNormalized(scene) {
  const { network, input, unit } = scene;
  const value = outputsOf(scene)[unit];
  const [mean, variance] = [network.before.mean, network.before.variance].map(({ data }) => data[input]);
  const deviation = Math.sqrt(variance);
  return {
    prompt:
      `${nameOf(scene, unit)} is ${formatNumber(value)}. The mean is ${formatNumber(mean)}, the variance over ` +
      `n − 1 ${formatNumber(variance)}, its root ${formatNumber(deviation)}. What comes out?`,
    answers: shuffled([
      right(
        formatNumber(network.normalized[input * BOOK.outputs + unit]),
        "Subtract the mean, then divide by the root.",
      ),
      wrong(
        formatNumber((value - mean) / variance),
        "That is divided by the variance. Normalization divides by its root, the standard deviation.",
      ),
      wrong(formatNumber(value - mean), "That is the first half: the mean is subtracted, but nothing is divided yet."),
      wrong(formatNumber(value / deviation), "The mean has to be subtracted first."),
    ]),
  };
}

/** Two that ReLU made alike. @param {Scene} scene @returns {Question} */
function askTwins(scene) {
  const values = outputsOf(scene);
  const zeros = [...values.keys()].filter((unit) => values[unit] === 0);
  if (zeros.length < 2) return askNormalized(scene);
  return {
    prompt:
      `${nameOf(scene, zeros[0])} left ReLU as 0.0000, and so did output ${zeros[1]}. ` +
      "What are they after normalization?",
    answers: shuffled([
      right(
        `Both ${formatNumber(scene.network.normalized[scene.input * BOOK.outputs + zeros[0]])}`,
        "The same mean is taken from both, and both are divided by the same number: equal values stay equal.",
      ),
      wrong(
        "As far apart as their sums were",
        "What ReLU cut off is gone: normalization sees two zeros, and cannot tell them apart.",
      ),
      wrong("Both 0.0000", "The mean is above 0, and it is subtracted from these too: they become negative."),
    ]),
  };
}

/** What is asked when ReLU left nothing. @param {Scene} scene @returns {Question} */
const askAllZero = ({ input }) => ({
  prompt: `ReLU left nothing of input ${letterOf(input)}: every output is 0. Why is each of them NaN now?`,
  answers: shuffled([
    right(
      "Because 0 ÷ √0 has no value",
      "Each output minus the mean is 0, and so is the variance. The class adds an eps of " +
        `${formatEps(CLASS.eps)} under the root, and then 0 comes out. The step-by-step code shown here adds none.`,
    ),
    wrong("Because normalization needs positive values", "Any values will do, as long as they are not all the same."),
    wrong(
      "Because the weights are wrong",
      "No weighted sum of this input is above 0. Some weights that are drawn do that, and they are not wrong.",
    ),
  ]),
});
