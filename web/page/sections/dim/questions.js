/** What section dim asks. */
import { formatShape } from "../../kit/shapes.js";
import { randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { drawDims, drawElement, drawShape, integer, pick } from "../../question/draw.js";
import { askCount, askDims, askGroupSize, askShape, askSharing } from "../../question/reduction.js";

/** @typedef {import("../../store/state.js").Figure} Figure */
/** @typedef {import("../../figure/values/derive.js").Derived} Derived */
/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */

/** So many rounds are about the figure's tensor, with which the reader can try a prediction. */
const AT_HAND = 6;

/**
 * The prediction, before dim 0 is pressed.
 * @param {readonly number[]} shape of rank 2
 * @param {number} [round]
 * @returns {Question}
 */
export function predictDim0(shape, round = 0) {
  const given = round < AT_HAND ? shape : drawShape(randomFrom(round), 2);
  const before = `Before you press: x has shape ${formatShape(given)}. With dim 0,`;
  const reduction = { shape: given, dims: [0] };
  return round % 2 === 0
    ? askCount(`${before} how many means will there be?`, reduction)
    : askGroupSize(`${before} how many values will go into each mean?`, reduction);
}

/**
 * The check: round 0 is about the figure's own tensor, the others are about other tensors.
 * @param {Figure} figure
 * @param {Derived} derived
 * @param {number} [round]
 * @returns {Question}
 */
export function checkDim({ dims, keepdim }, { shape }, round = 0) {
  if (round === 0) return askShape({ shape, dims, keepdim: !keepdim });
  const random = randomFrom(round);
  return pick(random, CHECKS)(random);
}

/** @type {readonly ((random: Random) => Question)[]} */
const CHECKS = [
  (random) => askShape({ ...drawReduction(random), keepdim: random() < 0.5 }),
  (random) => {
    const reduction = drawReduction(random);
    const dim = reduction.dims.length === 1 ? reduction.dims[0] : `(${reduction.dims.join(", ")})`;
    return askCount(`x has shape ${formatShape(reduction.shape)}. How many means does dim=${dim} give?`, reduction);
  },
  (random) => askDims(random, drawReduction(random)),
  (random) => {
    const reduction = drawReduction(random);
    return askSharing(random, reduction, drawElement(random, reduction.shape));
  },
  (random) => askAcross(drawShape(random, 2)),
];

/** Of two or three dims. @param {Random} random */
function drawReduction(random) {
  const shape = drawShape(random, integer(random, 2, 3));
  return { shape, dims: drawDims(random, shape.length) };
}

/** @param {readonly number[]} shape @returns {Question} */
function askAcross([rows, columns]) {
  return {
    prompt:
      `Someone asks for “the mean across the rows” of a tensor of shape [${rows}, ${columns}]. ` +
      "How many means is that?",
    answers: shuffled([
      right(
        "It does not say",
        `Along each row: dim 1 disappears, ${rows} means, one per row. From row to row: dim 0 disappears, ` +
          `${columns} means, one per column. Ask which dim disappears, and what each result is of.`,
      ),
      wrong(
        String(rows),
        `If dim 1 disappears: one mean per row. Another reader goes from row to row, and finds ${columns}.`,
      ),
      wrong(
        String(columns),
        `If dim 0 disappears: one mean per column. Another reader goes along each row, and finds ${rows}.`,
      ),
    ]),
  };
}
