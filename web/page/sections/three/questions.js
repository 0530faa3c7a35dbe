/** What section three asks. */
import { GPT2_BLOCKS, normsOf } from "../../course/gpt2.js";
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

/** The dims in another order than the figure's. @param {Random} random @returns {Question} */
function askOrder(random) {
  const [batch, tokens, embedding] = drawText(random);
  return {
    prompt:
      `x is [batch, embedding, tokens], as nn.Conv1d takes it, of shape ${formatShape([batch, embedding, tokens])}. Over ` +
      "which dim is each token normalized by itself?",
    answers: shuffled([
      right(
        "dim 1",
        `A token’s own numbers lie along dim 1 here: ${batch} · ${tokens} = ${batch * tokens} means, one for each token.`,
      ),
      wrong(
        "dim 2",
        `That is the last one, and here the tokens’: ${batch} · ${embedding} means, each of all tokens of a text.`,
      ),
      wrong("dim 0", "Then one text’s result would depend on the other texts that happen to be there."),
      wrong(
        "dims (1, 2)",
        `That is one mean for each text, ${batch} in all: a token’s numbers would depend on the tokens beside it.`,
      ),
    ]),
  };
}

/** The dims over which one text changes another. @param {Random} random @returns {Question} */
function askBatch(random) {
  const named = (/** @type {string} */ dims) => (dims.includes(",") ? `dims (${dims})` : `dim ${dims}`);
  return {
    prompt: `${asText(drawText(random))}. Over which of these does a token’s x̂ change when more texts come into the batch?`,
    answers: shuffled([
      right(
        named(pick(random, ["0, 1", "0, 2", "0, 1, 2"])),
        "The batch is among these dims, so that the new texts’ numbers go into the means of those that were there.",
      ),
      wrong(named("1"), "Then a token shares its means with the other tokens of its text, but with no other text."),
      wrong(named("2"), "Then a token’s mean is of its own embedding alone."),
      wrong(named("1, 2"), "That is one mean for each text: no other text’s numbers go into it."),
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

/** How many means a whole model takes. @param {Random} random @returns {Question} */
function askGpt2(random) {
  const size = pick(random, /** @type {const} */ (["medium", "large", "XL"]));
  const [blocks, tokens] = [GPT2_BLOCKS[size], integer(random, 5, 20)];
  const norms = normsOf(blocks);
  return {
    prompt: `GPT-2 ${size} has ${blocks} blocks, each with two norms, and one norm at the end. How many means do they take of a text of ${tokens} tokens?`,
    answers: ascending([
      right(
        String(norms * tokens),
        `Each of its 2 · ${blocks} + 1 = ${norms} norms takes a mean of each token: ${norms} · ${tokens}.`,
      ),
      wrong(String(norms), `So many norms it has. Each takes a mean of each of the ${tokens} tokens.`),
      wrong(String(2 * blocks * tokens), "The norm at the end takes one of each token, too."),
      wrong(String(tokens), "So many one norm takes. Each norm of each block takes its own anew."),
    ]),
  };
}

/** Of three dims, some named. @param {Random} random */
function drawReduction(random) {
  return { shape: drawShape(random, 3), dims: pick(random, dimSets(3).slice(0, -1)) };
}

/** @type {readonly ((random: Random) => Question)[]} */
const CHECKS = [
  askOrder,
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
