/** What section three asks. */
import { dimSets } from "../../figure/dims/broadcast.js";
import { formatShape } from "../../kit/shapes.js";
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { drawElement, drawShape, integer, pick } from "../../question/draw.js";
import { askCount, askDims, askGroupSize, askShape, askSharing } from "../../question/reduction.js";

/** @typedef {import("../../store/state.js").Figure} Figure */
/** @typedef {import("../../figure/values/derive.js").Derived} Derived */
/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */

/** So many rounds are about the figure's tensor, with which the reader can try a prediction. */
const AT_HAND = 6;

/**
 * The prediction, before dim 1 is added to dim 2.
 * @param {readonly number[]} shape of rank 3
 * @param {number} round
 * @returns {Question}
 */
export function predictTwoDims(shape, round) {
  const given = round < AT_HAND ? shape : drawShape(randomFrom(round), 3);
  const both = `x has shape ${formatShape(given)}. With dims 1 and 2 named together,`;
  const reduction = { shape: given, dims: [1, 2] };
  return round % 2 === 0
    ? askCount(`${both} how many means will there be?`, reduction)
    : askGroupSize(`${both} how many values will go into each mean?`, reduction);
}

/**
 * The check: round 0 is about the figure's own tensor with other dims, the others are about other tensors.
 * @param {Figure} figure
 * @param {Derived} derived
 * @param {number} round
 * @returns {Question}
 */
export function checkThree({ dims, keepdim }, { shape }, round) {
  const random = randomFrom(round);
  if (round > 0) return pick(random, CHECKS)(random);
  const others = dimSets(shape.length).filter((set) => String(set) !== String(dims));
  return askShape({ shape, dims: others.length > 0 ? pick(random, others) : dims, keepdim });
}

/** Batch, tokens and embedding of a small model. @param {Random} random */
const drawText = (random) => [integer(random, 2, 9), integer(random, 10, 40), 64 * integer(random, 1, 12)];

/** @param {readonly number[]} text */
const asText = (text) => `x is [batch, tokens, embedding], of shape ${formatShape(text)}`;

/** @param {Random} random @returns {Question} */
function askChanged(random) {
  const [batch, tokens, embedding] = drawText(random);
  return {
    prompt:
      `${asText([batch, tokens, embedding])}, normalized over dim −1. ` +
      "One value of one token changes. How many values of the result can change?",
    answers: ascending([
      right(
        String(embedding),
        `Those of that token, ${embedding} in all: they share its mean and its variance. No other token notices.`,
      ),
      wrong("1", "Its token’s mean and variance change with it, and so whatever is normalized by them."),
      wrong(
        String(tokens * embedding),
        `These are all of one text. They would share a mean if dims 1 and 2 were named.`,
      ),
      wrong(String(batch), "Only the batch is that long, and no mean runs along it: dim 0 is not named."),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askTransformer(random) {
  const text = drawText(random);
  const [batch, tokens] = text;
  return {
    prompt: `${asText(text)}. Over which dims does a transformer’s LayerNorm run?`,
    answers: shuffled([
      right(
        "dim −1, the embedding",
        `Each token is normalized by itself: ${batch} · ${tokens} = ${batch * tokens} means.`,
      ),
      wrong(
        "dims 1 and 2",
        `That is one mean for each text, ${batch} in all: a token’s values would depend on the tokens beside it.`,
      ),
      wrong("dim 0, the batch", "Then one text’s result would depend on the other texts that happen to be there."),
      wrong(
        "all but the first, C, H and W",
        "That is the case of images. Text has no height and no width, and its tokens are kept apart.",
      ),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askBatch(random) {
  const text = drawText(random);
  const more = text[0] * integer(random, 2, 5);
  return {
    prompt:
      `${asText(text)}. The batch grows from ${text[0]} to ${more}. ` +
      "What becomes of the normalized values of a token that was there before?",
    answers: shuffled([
      right("Nothing", "Its mean and variance come of its own embedding alone, whatever else is in the batch."),
      wrong("They get smaller", "No mean runs along the batch, so its size is in none of them."),
      wrong("They move with the new mean", "The new texts have means of their own. No mean runs along the batch."),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askParameters(random) {
  const [batch, tokens, embedding] = drawText(random);
  return {
    prompt: `${asText([batch, tokens, embedding])}. How many numbers does nn.LayerNorm(${embedding}) learn?`,
    answers: ascending([
      right(
        String(2 * embedding),
        `A weight and a bias for each of the ${embedding} places of the embedding, the same ones for every token.`,
      ),
      wrong(String(embedding), "These are the weights. There is a bias for each as well."),
      wrong("2", "There is a weight and a bias for each place of the embedding, not one pair for all."),
      wrong(String(2 * batch * tokens), "Tokens do not have weights: all of them share the same ones."),
    ]),
  };
}

/** @returns {Question} */
const askGpt2 = () => ({
  prompt: "Where does LayerNorm stand in GPT-2?",
  answers: shuffled([
    right(
      "Before attention, before the MLP, and once at the end",
      "Each block normalizes what goes into its two parts, and what leaves the last block is normalized once more.",
    ),
    wrong(
      "After attention and after the MLP",
      "So it was in the first transformer. GPT-2 moved it to the front of each part.",
    ),
    wrong("Once, at the start", "What goes into each part of each block is normalized anew."),
  ]),
});

/** Of three dims, some named. @param {Random} random */
function drawReduction(random) {
  return { shape: drawShape(random, 3), dims: pick(random, dimSets(3).slice(0, -1)) };
}

/** @type {readonly ((random: Random) => Question)[]} */
const CHECKS = [
  askChanged,
  askTransformer,
  askBatch,
  askParameters,
  askGpt2,
  (random) => askShape({ ...drawReduction(random), keepdim: random() < 0.5 }),
  (random) => askDims(random, drawReduction(random)),
  (random) => {
    const reduction = drawReduction(random);
    return askSharing(random, reduction, drawElement(random, reduction.shape));
  },
];
