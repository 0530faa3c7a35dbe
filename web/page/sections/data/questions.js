/** What section data asks: nothing that the figures show as they stand. */
import { formatBrief, formatTick } from "../../kit/format.js";
import { formatShape } from "../../kit/shapes.js";
import { randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { integer, pick } from "../../question/draw.js";
import { LAST_NORM, weightsOf } from "./example.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */

/** Where the weights of the small transformer's last norm are after training. */
export function lastWeights() {
  const weights = [...weightsOf(LAST_NORM)];
  const within = (/** @type {number} */ reach) => weights.filter((weight) => Math.abs(weight - 1) <= reach).length;
  return {
    count: weights.length,
    least: Math.min(...weights),
    most: Math.max(...weights),
    above: weights.filter((weight) => weight > 1).length,
    near: within(0.1),
  };
}

/** @returns {Question} */
export function predictWeights() {
  const { count, least, most, above, near } = lastWeights();
  const why =
    `They lie between ${formatBrief(least)} and ${formatBrief(most)}, and ${above} of the ${count} are above 1; ` +
    `${near === 0 ? "none is" : `${near} ${near === 1 ? "is" : "are"}`} still within 0.1 of it.`;
  return {
    prompt:
      `In the small transformer of this course the weight of the last norm, ${LAST_NORM}, began as ${count} ones. ` +
      "Where are they after training?",
    answers: shuffled([
      right("Most are larger than 1", why),
      wrong("Most are still near 1", `In this model they have moved. ${why}`),
      wrong("About half of them are negative", `None is, in this model. ${why}`),
    ]),
  };
}

/** @param {number} round @returns {Question} */
export const checkData = (round) => ASKED[round % ASKED.length](randomFrom(round));

/** @type {readonly ((random: Random) => Question)[]} */
const ASKED = [askCut, askOrder, askColumns, askBytes];

/** A part of a row has a mean of its own. @param {Random} random @returns {Question} */
function askCut(random) {
  const low = integer(random, 0, 4);
  const gap = integer(random, 1, 3);
  const [first, second] = [low, low + 2 * gap];
  // The other two make the second number the mean of all four.
  const third = integer(random, 1, 5) + second;
  const fourth = 3 * second - first - third;
  return {
    prompt:
      `A row is ${[first, second, third, fourth].map((x) => formatTick(x)).join(", ")}. A figure takes its first two ` +
      `numbers alone, and normalizes these, over n and without eps. What is x̂ of the ${second}?`,
    answers: shuffled([
      right("1", `The two have mean ${low + gap} and spread ${gap}: (${second} − ${low + gap}) ÷ ${gap} = 1.`),
      wrong("0", `That it is in the whole row, whose mean is ${second}. The figure knows the first two alone.`),
      gap === 1
        ? wrong("2", "That is the distance of the two numbers.")
        : wrong(String(gap), "That is its distance from their mean, and not yet divided by their spread."),
      wrong("−1", "It is the larger one of the two, so above their mean."),
    ]),
  };
}

/** In which order a file has the numbers. @param {Random} random @returns {Question} */
function askOrder(random) {
  const columns = integer(random, 3, 4);
  const start = integer(random, 1, 9);
  const numbers = Array.from({ length: 2 * columns }, (_, i) => start + i);
  const every = (/** @type {number} */ first, /** @type {number} */ step, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, i) => numbers[first + step * i]).join(", ");
  return {
    prompt:
      `The file of an array has the numbers ${numbers.join(", ")} one after another. Its header says shape ` +
      `${formatShape([2, columns])} and fortran_order True. What is the first row?`,
    answers: shuffled([
      right(every(0, 2, columns), "In Fortran order the first dim’s numbers lie side by side: column after column."),
      wrong(every(0, 1, columns), "That would be C order, in which a row’s numbers lie side by side."),
      wrong(every(1, 2, columns), "That is the second row: the first column’s numbers come first, one of each row."),
    ]),
  };
}

/** Which dim a table is normalized over. @param {Random} random @returns {Question} */
function askColumns(random) {
  const rows = pick(random, [150, 200, 1000]);
  const columns = integer(random, 3, 6);
  return {
    prompt:
      `A table has ${rows} flowers as rows and ${columns} measures as columns, in mm and in g. Each measure is to ` +
      "have mean 0 and spread 1. Over which dim?",
    answers: shuffled([
      right("dim 0", `It makes the ${rows} rows disappear: ${columns} means are left, one for each measure.`),
      wrong("dim 1", `That leaves ${rows} means, each of one flower’s mm and g together. LayerNorm would do so.`),
      wrong("dims (0, 1)", "That leaves one mean, of mm and g together."),
    ]),
  };
}

/** How much of a file a norm takes. @param {Random} random @returns {Question} */
function askBytes(random) {
  const features = pick(random, [768, 1024, 4096]);
  const [bits, other] = pick(
    random,
    /** @type {const} */ ([
      [16, 32],
      [32, 16],
    ]),
  );
  const bytes = (bits / 8) * features;
  return {
    prompt: `How many bytes of a model’s file are the weight of one RMSNorm over ${features} features, in float${bits}?`,
    answers: shuffled([
      right(String(bytes), `${features} numbers of ${bits / 8} bytes each, and RMSNorm has no bias.`),
      wrong(String((other / 8) * features), `That is in float${other}: ${other / 8} bytes a number.`),
      wrong(String(features), `So many numbers they are; each takes ${bits} bits, which are ${bits / 8} bytes.`),
      wrong(String(bytes * features), "A norm has one weight for each feature, and no matrix."),
    ]),
  };
}
