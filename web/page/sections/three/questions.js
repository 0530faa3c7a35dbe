/** What section three asks. */
import { dimSets } from "../../figure/dims/broadcast.js";
import { formatShape, sizeOf } from "../../kit/shapes.js";
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { drawElement, drawShape, integer, pick } from "../../question/draw.js";
import { askDims, askShape, askSharing } from "../../question/reduction.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */

/**
 * So many rounds are about the figure's tensor, with which the reader can try a prediction: one for each dim that may
 * be named.
 */
const AT_HAND = 3;

/**
 * The prediction, before a number is changed.
 * @param {readonly number[]} shape of rank 3
 * @param {number} round
 * @returns {Question}
 */
export function predictChange(shape, round) {
  const [given, dim] = round < AT_HAND ? [shape, 2 - round] : drawChange(randomFrom(round));
  const size = given[dim];
  const all = sizeOf(given);
  return {
    prompt:
      `x has shape ${formatShape(given)}. With dim ${dim} named alone, you change one number of x. How many of the ` +
      `${all} numbers of x̂ can change?`,
    answers: ascending([
      right(
        String(size),
        `${size} numbers along dim ${dim} share a mean and a variance, so that all of them move. The others have their own.`,
      ),
      wrong("1", "The mean and the variance change with it, and so does every number that is normalized by them."),
      ...[all / given[0], all / size]
        .filter((count, i, counts) => ![1, size, all].includes(count) && counts.indexOf(count) === i)
        .map((count) =>
          wrong(String(count), `Only the ${size} along dim ${dim} are averaged with it: it is in no other mean.`),
        ),
      wrong(String(all), `It is in one mean of ${all / size}. What is normalized by the others stays.`),
    ]),
  };
}

/** @param {Random} random @returns {[shape: number[], dim: number]} */
const drawChange = (random) => [drawShape(random, 3), integer(random, 0, 2)];

/**
 * The check: about other tensors than the figure's, beside which the shape of every mean stands.
 * @param {number} round
 * @returns {Question}
 */
export function checkThree(round) {
  const random = randomFrom(round);
  return round === 0 ? askBatch(random) : pick(random, CHECKS)(random);
}

/** Batch, tokens and embedding of a small model. @param {Random} random */
const drawText = (random) => [integer(random, 2, 9), integer(random, 10, 40), 64 * integer(random, 1, 12)];

/** @param {readonly number[]} text */
const asText = (text) => `x is [batch, tokens, embedding], of shape ${formatShape(text)}`;

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
        "That is one way with images. Text has no height and no width, and its tokens are kept apart.",
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
