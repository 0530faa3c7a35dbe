/** What section 3 asks. */
import { CLASS } from "../compute.js";
import { formatEps, formatNumber, formatNumbers, inWords } from "../format.js";
import { presets } from "../presets.js";
import { groupNoun } from "../shapes.js";
import { right, shuffled, wrong } from "./answers.js";

/** @typedef {import("../state.js").Figure} Figure */
/** @typedef {import("../derive.js").Derived} Derived */
/** @typedef {import("./answers.js").Question} Question */

/** @returns {Question} */
export function predictWords() {
  const { shape, values } = presets.words.tensor();
  const texts = [0, 1].map((row) => {
    const numbers = formatRow(values, shape[1], row);
    return `${numbers[0]} to ${numbers[numbers.length - 1]}`;
  });
  return {
    prompt:
      `Two rows of ${inWords(shape[1])}: ${texts[0]}, and ${texts[1]}. ` +
      "Normalized without an eps, which one spans more?",
    answers: shuffled([
      right(
        "Neither",
        "They come out alike. Dividing by its own spread takes the unit out of a row, and subtracting its " +
          "own mean takes out where it lay. Only the pattern is left.",
      ),
      wrong(
        texts[0],
        "Its values lie further apart, but so does its standard deviation: the division takes that out.",
      ),
      wrong(
        texts[1],
        "Its values lie closer together, and its standard deviation is smaller in the same measure.",
      ),
    ]),
  };
}

/** @param {ArrayLike<number>} values @param {number} columns @param {number} row */
function formatRow(values, columns, row) {
  const list = Array.from(values).slice(row * columns, (row + 1) * columns);
  return list.every(Number.isInteger) ? formatNumbers(list) : list.map((value) => value.toFixed(1));
}

/**
 * None where the group is a single value: it has no spread to ask about.
 * @param {Figure} figure
 * @param {Derived} derived
 * @param {number} index
 * @returns {Question | null}
 */
export function checkShift(figure, derived, index) {
  const { groupOf, members, x, mean, spread, normalized } = derived;
  const group = groupOf[index];
  if (derived.groupSize === 1) return null;
  if (members[group].every((i) => x[i] === x[index])) return checkConstant(figure, derived, index);
  const is = normalized[index];
  const shift = shiftFor(members[group].map((i) => x[i]));
  const noun = groupNoun(derived.shape, derived.dims);
  const others = [
    wrong(
      `It becomes ${formatNumber(is + shift)}`,
      "x grows, but so does the mean that is taken from it: x̂ never sees the shift.",
    ),
    wrong(
      `It becomes ${formatNumber((x[index] + shift - mean[group]) / spread[group])}`,
      "That would be so if the mean had stayed. It moves with the values.",
    ),
  ];
  return {
    prompt:
      `Add ${formatNumbers([shift])[0]} to every value of the ${noun}. ` +
      `What becomes of x̂ = ${formatNumber(is)}?`,
    answers: shuffled([
      right(
        `It stays ${formatNumber(is)}`,
        "The mean grows as much, so the difference from it is what it was, and the spread does not notice." +
          (withinRounding(derived, group, shift)
            ? " On paper, that is: float32 rounds differences as small as these away."
            : ""),
      ),
      // Beside a very large spread a shift does not show: that answer would be right too.
      ...others.filter(({ label }) => label !== `It becomes ${formatNumber(is)}`),
    ]),
  };
}

/**
 * A round number of the size of the values, so that the shift is felt, but not so large that it overflows.
 * @param {readonly number[]} values
 */
function shiftFor(values) {
  const largest = Math.min(Math.max(...values.map(Math.abs)), 1e6);
  return Math.max(1, Number(largest.toPrecision(1)));
}

/**
 * Whether a shift would push differences of the size of the spread into float32's rounding.
 * @param {Derived} derived
 * @param {number} group
 * @param {number} shift
 */
const withinRounding = ({ stages }, group, shift) => stages[0].deviation[group] < 1e-3 * shift;

/** @param {Figure} figure @param {Derived} derived @param {number} index @returns {Question} */
function checkConstant({ eps }, { shape, dims, x, normalized }, index) {
  const is = formatNumber(normalized[index]);
  const noun = groupNoun(shape, dims);
  const withEps = `With an eps of ${formatEps(eps || CLASS.eps)} the root is not 0`;
  const value = formatNumbers(x)[index];
  return {
    prompt: `Every value of this ${noun} is ${value}, and x̂ is ${is}. What does an eps do here?`,
    answers: shuffled([
      right(
        "It turns 0 ÷ 0 into 0",
        `Each value less the mean is 0. ${withEps}, and 0 over it is 0; without eps, ` +
          `0 ÷ 0 is NaN${eps === 0 ? ", as you see" : ""}.`,
      ),
      wrong(
        "It stops the programme from crashing",
        "Nothing crashes: floating point says NaN and goes on, which is worse.",
      ),
      wrong(
        `It makes the ${noun}’s variance 1`,
        `The numerator is 0 whatever stands below it. ${withEps}: that is all.`,
      ),
    ]),
  };
}
