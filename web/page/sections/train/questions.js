/** What the section asks. */
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { integer, pick } from "../../question/draw.js";
import { STEPS, VOCABULARY } from "./architecture.js";
import { measured } from "./measured.js";
import { TELLS } from "./rhythm.js";
import { lossText } from "./sentences.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */
/** @typedef {import("./runs.js").Shown} Shown */

/** Whether a run over the wrong dim has gone so far that its loss tells. @param {readonly Shown[]} runs */
export const isLeakSeen = (runs) =>
  runs.some(({ settings, run }) => settings.norm === "tokens" && run.words.length > 1);

/** @type {readonly { id: string, act: string, make: () => Question }[]} */
export const predictions = [
  {
    id: "leak",
    act: `Now choose “wrong dim”, and press “Run”. After ${TELLS} steps it shows.`,
    make: predictLeak,
  },
];

/** @returns {Question} */
function predictLeak() {
  const { layer, tokens } = measured.norms;
  const told =
    `Over ${measured.seeds} seeds the median loss after ${STEPS} steps is ${lossText(tokens.last[1])}, with LayerNorm ` +
    `${lossText(layer.last[1])}. It cheats: with the letters to come cut off its loss is ${lossText(tokens.hidden[1])}.`;
  return {
    prompt:
      "A network is trained whose norms go over the wrong dim: each feature over the tokens of its word, not each token " +
      "over its features. How does its loss end, beside that of one with LayerNorm?",
    answers: [
      right("Much lower", told),
      wrong("About the same", `A norm over other numbers is another norm. ${told}`),
      wrong(
        "Much higher",
        `So it is where the course’s trained transformer is given such norms. This one learns with them. ${told}`,
      ),
    ],
  };
}

/** @param {number} round @returns {Question} */
export function checkTrain(round) {
  const random = randomFrom(round);
  return pick(random, [askLeak, askToCome, askChance])(random);
}

const LEAKS = /** @type {const} */ ([
  ["One mean of all tokens and features of the word", "All tokens are in it, those to come as well."],
  [
    "A mean of each feature over the batch and all tokens",
    "It runs over other words, and over this word’s later tokens.",
  ],
  [
    "The root mean square of each feature over the tokens",
    "It takes no mean away, but runs over later tokens as well.",
  ],
]);
const SAFE = /** @type {const} */ ([
  ["A mean of each token over its features", "That is LayerNorm’s: a token’s own numbers alone."],
  ["The root mean square of each token’s features", "That is RMSNorm’s: a token’s own numbers alone."],
  [
    "A mean of each feature over a token and those before it",
    "It goes over tokens, but over none that is still to come.",
  ],
  ["A mean over a half of each token’s features", "Whichever features it takes: they are the token’s own."],
]);

/** Which statistic lets later letters in. @param {Random} random @returns {Question} */
function askLeak(random) {
  const [label, why] = pick(random, LEAKS);
  const skipped = integer(random, 0, SAFE.length - 1);
  return {
    prompt:
      "A GPT’s norms use one of these. With which may a token’s numbers depend on letters that are still to come?",
    answers: shuffled([
      right(label, why),
      ...SAFE.filter((_, i) => i !== skipped).map(([safe, told]) => wrong(safe, told)),
    ]),
  };
}

/** How much of a mean over the tokens is still to come. @param {Random} random @returns {Question} */
function askToCome(random) {
  const letters = integer(random, 6, 12);
  const seen = integer(random, 2, letters - 2);
  const told = `The mean is of ${letters + 1} tokens: what begins the word, and ${letters} letters. ${seen} of these are known.`;
  return {
    prompt:
      `A word of ${letters} letters, and a norm over its tokens. The network has read ${seen} letters and is to guess the ` +
      "next. How many letters that it must not know are in each feature’s mean?",
    answers: ascending([
      right(String(letters - seen), told),
      wrong(String(seen), `So many it may know. ${told}`),
      wrong(String(letters + 1), `So many tokens are in the mean. ${told}`),
      wrong("0", `The mask hides them from attention, and not from this mean. ${told}`),
    ]),
  };
}

/** What a loss means. @param {Random} random @returns {Question} */
function askChance(random) {
  const loss = integer(random, 5, 30) / 10;
  const chance = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;
  const share = Math.exp(-loss);
  return {
    prompt:
      `The loss is the mean of −ln p over all letters, where p is the probability that the network gave to the right one. ` +
      `It gives each right letter the same p, and its loss is ${loss}. What is p?`,
    answers: ascending([
      right(chance(share), `e to the power of −${loss} is ${share.toFixed(3)}.`),
      wrong(
        chance(1 / VOCABULARY.length),
        `That is blind guessing, at a loss of ln ${VOCABULARY.length}, ${lossText(Math.log(VOCABULARY.length))}.`,
      ),
      wrong(chance(1 / (1 + loss)), "The loss is a logarithm: take e to the power of minus the loss."),
      wrong(chance(2 ** -loss), "That would be a loss in bits: it is taken with the natural logarithm here."),
    ]),
  };
}
