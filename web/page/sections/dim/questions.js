/** What section dim asks. */
import { inWords } from "../../kit/format.js";
import { formatShape } from "../../kit/shapes.js";
import { randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { drawDims, drawElement, drawShape, integer, pick } from "../../question/draw.js";
import { askCount, askDims, askGroupSize, askShape, askSharing } from "../../question/reduction.js";

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
 * The check: what padding does, and then the shapes of other tensors. None of it stands in the figure.
 * @param {number} [round]
 * @returns {Question}
 */
export function checkDim(round = 0) {
  const random = randomFrom(round);
  return round === 0 ? askPadding(random) : pick(random, CHECKS)(random);
}

/** Tokens of a sentence, some of them padding, and their features. @param {Random} random */
function drawSentence(random) {
  const tokens = integer(random, 6, 12);
  return { tokens, padding: integer(random, 2, 4), features: 16 * integer(random, 1, 4) };
}

/**
 * Rows of zeros share a mean with other rows over dim 0 alone.
 * @param {Random} random
 * @returns {Question}
 */
export function askPadding(random) {
  const { tokens, padding, features } = drawSentence(random);
  return {
    prompt:
      `x has shape [${tokens}, ${features}]: a row for each of the ${inWords(tokens - padding)} words of a sentence, and ` +
      `${inWords(padding)} rows of zeros that only fill x up. Which dim, named alone, lets the zeros change what the ` +
      "words come out as?",
    answers: shuffled([
      right(
        "Over dim 0",
        `Each column’s mean and variance are then of all ${tokens} rows, the ${padding} of zeros, called padding, among ` +
          "them. Over dim 1 each row has a mean of its own, and the zeros stay among themselves.",
      ),
      wrong(
        "Over dim 1",
        `Over dim 1 each row’s mean is of its own ${features} numbers, and no zero of another row is in it.`,
      ),
      wrong("Over either of them", "Over dim 1 each row’s mean is of its own numbers: no other row changes it."),
      wrong("Over neither", `Over dim 0 each column’s mean is of all ${tokens} rows, and zeros pull it towards 0.`),
    ]),
  };
}

/**
 * The same in a batch, where two of three dims let zeros in.
 * @param {Random} random
 * @returns {Question}
 */
export function askPaddedBatch(random) {
  const { tokens, padding, features } = drawSentence(random);
  const sentences = integer(random, 2, 8);
  return {
    prompt:
      `x is [batch, tokens, embedding], of shape [${sentences}, ${tokens}, ${features}]. One sentence is short: its last ` +
      `${padding} tokens are padding, all zeros. Which dim, named alone, leaves every real token as if they were not there?`,
    answers: shuffled([
      right(
        "Over dim 2",
        "Each token’s mean is of its own embedding. The padding’s zeros are in no real token’s mean.",
      ),
      wrong(
        "Over dim 1",
        "Then the tokens of a sentence share a mean at each place of the embedding: the short one’s, with its zeros.",
      ),
      wrong(
        "Over dim 0",
        "Then the sentences share a mean at each place: where the short one has zeros, they go into the others’ means.",
      ),
      wrong("Over none of them", "Over dim 2 each token has a mean of its own, and shares it with no padding."),
    ]),
  };
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
  askPaddedBatch,
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
