/**
 * Questions made from the state at hand: to predict before acting, and to check oneself after. Each answer
 * has its explanation, the wrong ones too.
 */
import { CELLS, CLASS } from "./compute.js";
import { counted, formatEps, formatNumber, formatNumbers, inWords } from "./format.js";
import { presets } from "./presets.js";
import { formatShape, groupNoun, letterOf, reducedShape, sizeOf } from "./shapes.js";

/** @typedef {import("./state.js").Figure} Figure */
/** @typedef {import("./compute.js").Derived} Derived */
/** @typedef {import("./compute.js").Network} Network */
/** @typedef {{ label: string, right: boolean, why: string }} Answer */
/** @typedef {{ prompt: string, answers: Answer[] }} Question */

/** @param {string} label @param {string} why @returns {Answer} */
const right = (label, why) => ({ label, right: true, why });
/** @param {string} label @param {string} why @returns {Answer} */
const wrong = (label, why) => ({ label, right: false, why });

/**
 * No two alike: of answers that read the same, the right one stays, or the first.
 * @param {Answer} answer
 * @param {number} i
 * @param {Answer[]} list
 */
const distinct = (answer, i, list) =>
  answer.right || !list.some((other, j) => other.label === answer.label && (other.right || j < i));

/** Answers in an order that is always the same and gives nothing away. @param {Answer[]} answers */
const shuffled = (answers) =>
  answers.filter(distinct).sort((a, b) => scrambled(a.label) - scrambled(b.label));

/** Shapes and counts, the small ones first. @param {Answer[]} answers */
const ascending = (answers) =>
  answers
    .filter(distinct)
    .sort((a, b) => a.label.length - b.label.length || (a.label < b.label ? -1 : 1));

/** A number that says nothing about the text it is made from. @param {string} text */
const scrambled = (text) =>
  Array.from(text).reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);

// Section 1
// ---------------------------------------------------------------------------------------------------------

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

// Section 3
// ---------------------------------------------------------------------------------------------------------

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

// Section 4
// ---------------------------------------------------------------------------------------------------------

/** @param {readonly number[]} shape @returns {Question} */
export function predictDim0(shape) {
  const [rows, columns] = shape;
  return {
    prompt: "Before you press: with dim 0, how many means will there be?",
    answers: ascending([
      right(
        String(columns),
        `Dim 0 has size ${rows}, and it is the one that goes. What is left is one mean for ` +
          `${columns === 1 ? "the one column" : `each of the ${inWords(columns)} columns`}.`,
      ),
      wrong(String(rows), `${rows} is the size of dim 0, the dim you name. It disappears; dim 1 is left.`),
      wrong("1", "One mean of everything comes of naming both dims, or none."),
      wrong(
        String(rows * columns),
        "That many values go in. A mean of each alone would be the value itself.",
      ),
    ]),
  };
}

/** @param {Figure} figure @param {Derived} derived @returns {Question} */
export function checkShape({ dims, keepdim }, { shape, groupSize }) {
  const asked = !keepdim;
  const result = reducedShape(shape, dims, asked);
  const otherDims = shape.map((_, dim) => dim).filter((dim) => !dims.includes(dim));
  const named = dims.length === 1 ? "the dim you named is" : "the dims you named are";
  const answers = [
    right(
      formatShape(result),
      `${counted(sizeOf(result), "mean")}, each of ${counted(groupSize, "value")}. ${
        asked
          ? `keepdim keeps the number of dims: ${named} still there, with size 1.`
          : `Without keepdim ${named} gone from the shape.`
      }`,
    ),
    wrong(
      formatShape(reducedShape(shape, dims, keepdim)),
      keepdim
        ? `That is with keepdim: ${named} still there, with size 1.`
        : `That is without keepdim: ${named} gone from the shape.`,
    ),
    wrong(
      formatShape(shape),
      "That is the shape of x. A mean has one element for each group; keepdim keeps the number of dims, " +
        "not their sizes.",
    ),
  ];
  if (otherDims.length > 0) {
    answers.push(
      wrong(
        formatShape(reducedShape(shape, otherDims, asked)),
        `That comes of dim ${otherDims.join(", ")}: the dim you name goes, the other one stays.`,
      ),
    );
  }
  const dim = dims.length === 1 ? dims[0] : `(${dims.join(", ")})`;
  return {
    prompt:
      `x has shape ${formatShape(shape)}. What is the shape of ` +
      `x.mean(dim=${dim}, keepdim=${asked ? "True" : "False"})?`,
    answers: ascending(answers),
  };
}

/** The book's two recipes, for whoever wonders which of its numbers is right. */
export const RECIPES = [
  {
    label: "n − 1, no eps",
    whose: "as in the book’s cells",
    ...CELLS,
    of: /** @type {const} */ ("asCells"),
  },
  {
    label: `n, eps ${formatEps(CLASS.eps)}`,
    whose: "as in the book’s class and torch.nn.LayerNorm",
    ...CLASS,
    of: /** @type {const} */ ("asClass"),
  },
];
