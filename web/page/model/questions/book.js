/** What section 1 asks. */
import { CLASS } from "../compute.js";
import { formatEps, formatNumber } from "../format.js";
import { letterOf } from "../shapes.js";
import { right, shuffled, wrong } from "./answers.js";

/** @typedef {import("../compute.js").Network} Network */
/** @typedef {import("./answers.js").Question} Question */

/** @param {Network} network @param {number} row @returns {Question} */
export function predictOtherInput({ after }, row) {
  const mean = formatNumber(after.mean.data[row]);
  const variance = formatNumber(after.variance.data[row]);
  return {
    prompt: "Input B gives other outputs. After normalization, what will its mean and variance be?",
    answers: shuffled([
      right(
        "0 and 1 again",
        `Printed, they are ${mean} and ${variance}: each row is normalized by its own statistics, ` +
          "so every row that has a spread ends up there.",
      ),
      wrong(
        "Other numbers than A’s",
        `They print as ${mean} and ${variance}. Before normalization the rows differ; ` +
          "each is then measured against itself.",
      ),
      wrong(
        "0 and 1 only if A and B are averaged",
        "B never meets A: a row’s mean and variance come from that row alone.",
      ),
    ]),
  };
}

/** @param {Network} network @param {number} row @param {number} columns @returns {Question} */
export function checkZeros(network, row, columns) {
  const { out, normalized, before } = network;
  const values = Array.from(out.subarray(row * columns, (row + 1) * columns));
  if (values.every((value) => value === 0)) return checkAllZero(row);
  const column = Math.max(values.indexOf(0), 0);
  const was = formatNumber(values[column]);
  const is = formatNumber(normalized[row * columns + column]);
  const mean = formatNumber(before.mean.data[row]);
  return {
    prompt:
      `Output ${column} of input ${letterOf(row)} left ReLU as ${was} and is now ${is}. ` +
      "Why did it move?",
    answers: shuffled([
      right(
        `Because ${was} is not the row’s mean`,
        `The row’s mean is ${mean}. What lies below it becomes negative, ` +
          "what lies above it positive; only a value equal to the mean becomes 0.",
      ),
      wrong(
        "Because ReLU was undone",
        "ReLU’s result stands: the values below zero are gone. Normalization only moves " +
          "and stretches what is left.",
      ),
      wrong("Because of rounding", "Rounding would show in the seventh digit, not in the first."),
    ]),
  };
}

/** What is asked when ReLU left nothing. @param {number} row @returns {Question} */
const checkAllZero = (row) => ({
  prompt: `ReLU left nothing of input ${letterOf(row)}: every output is 0. Why is each of them NaN now?`,
  answers: shuffled([
    right(
      "Because 0 ÷ √0 has no value",
      "Each output less the mean is 0, and so is the variance. The class adds an eps of " +
        `${formatEps(CLASS.eps)} under the root, and 0 comes out; the book’s cells, computed here, do not.`,
    ),
    wrong(
      "Because normalization needs positive values",
      "Any values will do, as long as they are not all the same.",
    ),
    wrong(
      "Because the weights are wrong",
      "With these weights and this input no sum lies above 0. That may happen.",
    ),
  ]),
});
