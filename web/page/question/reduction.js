/** Questions about a mean over any dims of any shape. */
import { dimSets, dimsInCall, dimsInWords, dimsLeft, meanCall } from "../figure/dims/broadcast.js";
import { capitalised, counted } from "../kit/words.js";
import { formatShape, reducedShape, sizeOf } from "../kit/shapes.js";
import { ascending, right, shuffled, wrong } from "./answers.js";
import { integer, pick } from "./draw.js";

/** @typedef {import("../kit/shapes.js").Shape} Shape */
/** @typedef {import("./answers.js").Answer} Answer */
/** @typedef {import("./answers.js").Question} Question */
/** @typedef {import("./draw.js").Random} Random */
/** @typedef {{ shape: Shape, dims: readonly number[] }} Reduction */

/** Enough to choose from. */
const ANSWERS = 4;

/** @param {readonly number[]} dims */
const named = (dims) => (dims.length === 1 ? "the dim named is" : "the dims named are");

/** The right answer and the first of the wrong ones that read otherwise. @param {Answer[]} answers */
const few = (answers) =>
  answers.filter(({ label }, i) => answers.findIndex((other) => other.label === label) === i).slice(0, ANSWERS);

/**
 * "What is the shape of x.mean(dim=1, keepdim=True)?"
 * @param {Reduction & { keepdim: boolean }} reduction
 * @returns {Question}
 */
export function askShape({ shape, dims, keepdim }) {
  const result = reducedShape(shape, dims, keepdim);
  const left = dimsLeft(shape, dims);
  const groupSize = sizeOf(dims.map((dim) => shape[dim]));
  const answers = [
    right(
      formatShape(result),
      `${counted(sizeOf(result), "mean")}, each of ${counted(groupSize, "value")}. ${
        keepdim
          ? `keepdim keeps the number of dims: ${named(dims)} still there, with size 1.`
          : `Without keepdim ${named(dims)} gone from the shape.`
      }`,
    ),
    wrong(
      formatShape(reducedShape(shape, dims, !keepdim)),
      keepdim
        ? `That is without keepdim: ${named(dims)} gone from the shape.`
        : `That is with keepdim: ${named(dims)} still there, with size 1.`,
    ),
    wrong(
      formatShape(shape),
      "That is the shape of x. A mean has one element for each group; keepdim keeps the number of dims, " +
        "not their sizes.",
    ),
  ];
  if (left.length > 0) {
    answers.push(
      wrong(
        formatShape(reducedShape(shape, left, keepdim)),
        `That comes of ${dimsInWords(left)}: what you name goes, what you do not name stays.`,
      ),
    );
  }
  return {
    prompt: `x has shape ${formatShape(shape)}. What is the shape of ${meanCall(dims, keepdim)}?`,
    answers: ascending(few(answers)),
  };
}

/**
 * How many means there will be.
 * @param {string} prompt
 * @param {Reduction} reduction
 * @returns {Question}
 */
export function askCount(prompt, { shape, dims }) {
  const goes = `${dimsInWords(dims)} ${dims.length === 1 ? "disappears" : "disappear"}`;
  const result = reducedShape(shape, dims, false);
  const left = dimsLeft(shape, dims);
  const groupSize = sizeOf(dims.map((dim) => shape[dim]));
  const answers = [
    right(
      String(sizeOf(result)),
      `${capitalised(goes)}, and ${formatShape(result)} is left: ` +
        `${counted(sizeOf(result), "mean")}, each of ${counted(groupSize, "value")}.`,
    ),
    wrong(String(groupSize), `That many values go into each mean: ${goes}.`),
    wrong(String(sizeOf(shape)), "That many values go in. A mean of each alone would be the value itself."),
    wrong("1", "One mean of everything comes of naming all the dims."),
    ...left.map((dim) =>
      wrong(String(shape[dim]), `That is the size of dim ${dim} alone; the sizes that are left multiply.`),
    ),
  ];
  return { prompt, answers: ascending(few(answers)) };
}

/**
 * How many values go into each mean.
 * @param {string} prompt
 * @param {Reduction} reduction
 * @returns {Question}
 */
export function askGroupSize(prompt, { shape, dims }) {
  const count = sizeOf(reducedShape(shape, dims, false));
  const groupSize = sizeOf(shape) / count;
  const sizes = dims.map((dim) => shape[dim]).join(" · ");
  const answers = [
    right(
      String(groupSize),
      `A mean runs over what you name: ${dimsInWords(dims)}, of ${counted(groupSize, "value")}` +
        `${dims.length === 1 ? "" : ` (${sizes})`}.`,
    ),
    wrong(String(count), "That is how many means there are, one for each index that is left."),
    wrong(String(sizeOf(shape)), "All the values go into one mean only if all the dims are named."),
    wrong("1", "A mean of one value would be the value itself."),
    ...shape.map((size, dim) =>
      wrong(
        String(size),
        dims.includes(dim)
          ? `That is the size of dim ${dim} alone; the sizes that are named multiply.`
          : `That is the size of dim ${dim}, which is left.`,
      ),
    ),
  ];
  return { prompt, answers: ascending(few(answers)) };
}

/**
 * "Which dims leave this shape?" No other set of dims may leave it too, so the sizes of shape differ.
 * @param {Random} random
 * @param {Reduction} reduction
 * @returns {Question}
 */
export function askDims(random, { shape, dims }) {
  const target = formatShape(reducedShape(shape, dims, false));
  const others = dimSets(shape.length).filter(
    (set) => set.length <= 2 && formatShape(reducedShape(shape, set, false)) !== target,
  );
  const first = integer(random, 0, others.length - 1);
  const some = [dimsLeft(shape, dims), ...others.slice(first), ...others.slice(0, first)];
  return {
    prompt: `x has shape ${formatShape(shape)}, and its mean is to have shape ${target}. Which dims do you name?`,
    answers: shuffled(
      few([
        right(`dim=${dimsInCall(dims)}`, `What you name disappears: of ${formatShape(shape)}, ${target} is left.`),
        ...some.map((set) =>
          wrong(
            `dim=${dimsInCall(set)}`,
            `What you name disappears: that leaves ${formatShape(reducedShape(shape, set, false))}.`,
          ),
        ),
      ]),
    ),
  };
}

/** "x[0, 2]" @param {readonly number[]} at */
const element = (at) => `x[${at.join(", ")}]`;

/**
 * "Which of these shares its mean with x[1, 2]?" Some dims are left, and no size is 1.
 * @param {Random} random
 * @param {Reduction} reduction
 * @param {readonly number[]} at
 * @returns {Question}
 */
export function askSharing(random, { shape, dims }, at) {
  const left = dimsLeft(shape, dims);
  const moved = (/** @type {readonly number[]} */ along) =>
    at.map((index, dim) => (along.includes(dim) ? (index + integer(random, 1, shape[dim] - 1)) % shape[dim] : index));
  const strays = [...left.map((dim) => [dim]), [pick(random, left), ...dims]];
  return {
    prompt:
      `x has shape ${formatShape(shape)}. Which of these values goes into the same mean as ${element(at)}, ` +
      `with ${meanCall(dims, false)}?`,
    answers: shuffled(
      few([
        right(
          element(moved(dims)),
          `Along ${dimsInWords(dims)}, which you name, the index may be any; ` +
            `along ${dimsInWords(left)} it is the same.`,
        ),
        ...strays.map((along) => {
          const stray = moved(along);
          const dim = /** @type {number} */ (left.find((d) => stray[d] !== at[d]));
          return wrong(
            element(stray),
            `Its index along dim ${dim} is another, and dim ${dim} is left: it goes into another mean.`,
          );
        }),
      ]),
    ),
  };
}
