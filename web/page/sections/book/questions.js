/** What section book asks. */
import { BOOK, CLASS } from "../../course/book.js";
import { network } from "../../figure/values/book-network.js";
import { formatEps } from "../../figure/words/format-tensor.js";
import { formatNumber } from "../../kit/format.js";
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

/**
 * The prediction: what does a normalization make of other outputs? Round 0 asks about input B, the others about other
 * seeds.
 * @param {Network} book
 * @returns {(round: number) => Question}
 */
export const predictOtherInput = (book) => (round) => {
  const {
    network: { before, after },
    input,
    seed,
  } = round === 0 ? { network: book, input: 1, seed: "" } : drawnScene(round);
  const [was, is] = [before, after].map(({ mean, variance }) =>
    [mean, variance].map(({ data }) => formatNumber(data[input])),
  );
  return {
    prompt:
      `${seed === "" ? "I" : `${seed}i`}nput ${letterOf(input)} gives outputs of mean ${was[0]} and variance ${was[1]}. ` +
      "What will those be after normalization?",
    answers: shuffled([
      right(
        "0 and 1",
        `Printed, they are ${is[0]} and ${is[1]}: each row is normalized by its own statistics, ` +
          "so every row that has a spread ends up there.",
      ),
      wrong(
        "The same as before",
        "Normalization changes both: the mean is subtracted, and the rest is divided by the standard deviation.",
      ),
      wrong(
        "0 and 1 only if A and B are averaged",
        "The two rows are never mixed: a row’s mean and variance come from that row alone.",
      ),
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
      `${nameOf(scene, unit)} is ${formatNumber(value)}. The mean is ${formatNumber(mean)}, the variance ` +
      `${formatNumber(variance)}, its root ${formatNumber(deviation)}. What comes out?`,
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
      "No weighted sum of this input is above 0. That can happen with any weights.",
    ),
  ]),
});
