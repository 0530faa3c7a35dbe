/** What section model asks. Which answer is right, and by how much, was measured (words/losses.json). */
import { right, shuffled, wrong } from "../../question/answers.js";
import { inWords } from "../../kit/format.js";
import { formatShape } from "../../kit/shapes.js";
import { measured, UNSURE } from "./losses.js";
import { MODES } from "./modes.js";
import { ALL_NORMS, COUNT_IN_WORDS } from "./sentences.js";
import { BLOCKS, FEATURES, NORM_COUNT, VOCABULARY } from "./architecture.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("./modes.js").Mode} Mode */
/**
 * @typedef {{ id: string, act: string, make: () => Question, isSeen: (modes: readonly Mode[]) => boolean }} Prediction
 */

const { trained, modes: losses } = measured;

/** @param {number} loss */
const twoDigits = (loss) => loss.toFixed(2);

/** A smaller difference of losses does not show in the words that are made up. */
const UNSEEN = 0.02;
/** The loss of a guess that takes all letters for equally likely. */
const BLIND = UNSURE.loss;

/** How words become at a loss. @param {number} loss */
const effectOf = (loss) => (Math.abs(loss - trained) < UNSEEN ? "nothing" : loss < measured.pairs ? "worse" : "none");

const EFFECTS = { nothing: "Nothing to see", worse: "They get a little worse", none: "No words any more" };

/**
 * @param {string} prompt
 * @param {number} loss  that is measured
 * @param {{ why: string, others: Record<keyof typeof EFFECTS, string> }} told
 * @returns {Question}
 */
function askEffect(prompt, loss, { why, others }) {
  const is = effectOf(loss);
  const keys = /** @type {(keyof typeof EFFECTS)[]} */ (Object.keys(EFFECTS));
  return {
    prompt,
    answers: keys.map((key) => (key === is ? right(EFFECTS[key], why) : wrong(EFFECTS[key], others[key]))),
  };
}

/** @param {Mode} mode */
const everywhere = (mode) => (/** @type {readonly Mode[]} */ modes) => modes.every((each) => each === mode);

/** @param {readonly number[]} list */
const worst = (list) => list.indexOf(Math.max(...list));
/** @param {readonly number[]} list */
const mildest = (list) => list.indexOf(Math.min(...list));

/** "1.89 as trained, 1.90 so" @param {number} loss */
const compared = (loss) => `The loss is ${twoDigits(loss)}; as trained it is ${twoDigits(trained)}.`;

/** @type {readonly Prediction[]} */
export const predictions = [
  {
    id: "rms",
    act: `Now press “${ALL_NORMS}” and then “${MODES.rms.label}”.`,
    isSeen: everywhere("rms"),
    make: () =>
      askEffect(
        `All ${COUNT_IN_WORDS} norms become RMSNorm, which takes no mean away. What happens to its words?`,
        losses.rms.all,
        {
          why:
            `${compared(losses.rms.all)} The means were small beside the spreads, so taking them away did little. ` +
            "That is why many models leave the mean out.",
          others: {
            nothing: `It can be measured: ${compared(losses.rms.all)}`,
            worse: `${compared(losses.rms.all)} The means were small beside the spreads: taking them away did little.`,
            none: `${compared(losses.rms.all)} What matters is the division, and RMSNorm divides as well.`,
          },
        },
      ),
  },
  {
    id: "off",
    act: `Now press “${ALL_NORMS}” and then “${MODES.off.label}”.`,
    isSeen: everywhere("off"),
    make: () =>
      askEffect(`All ${COUNT_IN_WORDS} norms are switched off. What happens to its words?`, losses.off.all, {
        why:
          `${compared(losses.off.all)} ${blindly(losses.off.all)} ` +
          "Every layer learned to work on numbers of one scale, and now gets others.",
        others: {
          nothing: `${compared(losses.off.all)} Every layer learned to work on numbers of one scale, and gets others.`,
          worse: `${compared(losses.off.all)} ${blindly(losses.off.all)}`,
          none: `It still makes words: ${compared(losses.off.all)}`,
        },
      }),
  },
  { id: "one", act: actOne(), isSeen: isOneSeen, make: askWhichOff },
  {
    id: "tokens",
    act: `Now press “${ALL_NORMS}” and then “${MODES.tokens.label}”.`,
    isSeen: everywhere("tokens"),
    make: () =>
      askEffect(
        `All ${COUNT_IN_WORDS} norms now average over the tokens, and not over each token’s features. What happens to its words?`,
        losses.tokens.all,
        {
          why: `${compared(losses.tokens.all)} Counted letter pairs reach ${twoDigits(measured.pairs)}. ${peeking}`,
          others: {
            nothing: `${compared(losses.tokens.all)} ${peeking}`,
            worse: `${compared(losses.tokens.all)} Counted letter pairs reach ${twoDigits(measured.pairs)}. ${peeking}`,
            none: `${compared(losses.tokens.all)} ${peeking}`,
          },
        },
      ),
  },
];

/** @param {number} loss */
function blindly(loss) {
  if (loss < BLIND) return `Guessing blindly among ${VOCABULARY.length} gives ${twoDigits(BLIND)}.`;
  return `Guessing blindly among ${VOCABULARY.length} gives ${twoDigits(BLIND)}: it is worse than that, because it is sure of the wrong letters.`;
}

const peeking =
  "A token now shares its statistics with those that come after it, which it must not know when it guesses. " +
  "Alone, the first token has no spread at all: each of its features equals its own mean.";

/** The norms that cost most and least when they alone are off. */
function pairOff() {
  const one = losses.off.one;
  return { most: worst(one), least: mildest(one), one };
}

function actOne() {
  const { most, least } = pairOff();
  return `Now press Reset, and switch norm ${most + 1} off alone. Then try norm ${least + 1}.`;
}

/** @param {readonly Mode[]} modes */
function isOneSeen(modes) {
  const { most } = pairOff();
  return modes.every((mode, i) => mode === (i === most ? "off" : "trained"));
}

/** @returns {Question} */
function askWhichOff() {
  const { most, least, one } = pairOff();
  const told = (/** @type {number} */ i) => `With norm ${i + 1} off alone the loss is ${twoDigits(one[i])}`;
  const both = `${told(most)}, with norm ${least + 1} off alone ${twoDigits(one[least])}; as trained it is ${twoDigits(trained)}.`;
  return {
    prompt: "One norm alone is switched off. Which one costs the model most?",
    answers: [...new Set([0, least, most])]
      .sort((a, b) => a - b)
      .map((i) => {
        const label = `Norm ${i + 1}${i === 0 ? ", the first" : i === one.length - 1 ? ", the last" : ""}`;
        return i === most ? right(label, both) : wrong(label, `${told(i)}. ${both}`);
      }),
  };
}

// To check oneself ------------------------------------------------------------------------------------------

/** The words of all rounds but the first, which is about the learner's own word. */
const OTHERS = ["layer", "transformer", "music", "scale", "attention", "balance", "river", "question", "garden"];

/**
 * @typedef {object} Scene
 * @property {string} word
 * @property {number} norm
 */

/**
 * @param {Scene} at hand
 * @returns {(round: number) => Question}
 */
export const checkModel = (at) => (round) => {
  const scene = round === 0 ? at : { word: OTHERS[round % OTHERS.length], norm: (at.norm + 4 * round) % NORM_COUNT };
  return ASKED[round % ASKED.length](scene);
};

/** @param {Scene} scene */
const called = ({ word, norm }) =>
  word === ""
    ? `Norm ${norm + 1}, as trained, gets the beginning of a word alone`
    : `Norm ${norm + 1}, as trained, gets “${word}”: ${inWords(word.length)} ${word.length === 1 ? "letter" : "letters"} and what begins a word`;

/** @type {readonly ((scene: Scene) => Question)[]} */
const ASKED = [askStatistics, askWeights, askWrongDim, askOrder];

/** @param {Scene} scene @returns {Question} */
function askStatistics(scene) {
  const tokens = scene.word.length + 1;
  return {
    prompt: `${called(scene)}, so x has shape ${formatShape([tokens, FEATURES])}. How many means does it take away?`,
    answers: shuffled([
      right(String(tokens), "One for each token: a token’s mean runs over its own features, and over nobody else’s."),
      wrong(String(FEATURES), "That many would be one for each feature, over the tokens: that is the wrong dim."),
      wrong("1", "One mean of everything would mix the letters: each token is normalized by itself."),
      wrong(String(tokens * FEATURES), "That many numbers go in. A mean of each alone would be the number itself."),
    ]),
  };
}

/** @param {Scene} scene @returns {Question} */
function askWeights(scene) {
  const tokens = scene.word.length + 1;
  return {
    prompt: `${called(scene)}: ${formatShape([tokens, FEATURES])}. How many numbers are in its weight?`,
    answers: shuffled([
      right(String(FEATURES), "One for each feature, the same for every token: so it fits words of any length."),
      wrong(String(tokens), "Then a longer word would need more weights than there are."),
      wrong(String(tokens * FEATURES), "All tokens share the weights: a feature’s weight is the same in each of them."),
      wrong("1", "A single one could only stretch all features alike."),
    ]),
  };
}

/** @param {Scene} scene @returns {Question} */
function askWrongDim(scene) {
  const { word, norm } = scene.word === "" ? { ...scene, word: OTHERS[0] } : scene;
  return {
    prompt:
      `Norm ${norm + 1} goes over the wrong dim, the tokens, while the model reads “${word}”. ` +
      `What does its first letter, “${word[0]}”, then get to see?`,
    answers: shuffled([
      right(
        "Something of every letter that follows",
        "Each feature’s mean runs over all tokens. A model that is to guess the next letter must not see it.",
      ),
      wrong("Itself alone", "That is so over the right dim: there a token’s mean runs over its own features."),
      wrong(
        "Only what stands before it",
        "Attention is kept to that. A mean over the tokens knows no before and after: it takes in all of them.",
      ),
    ]),
  };
}

/** @param {Scene} scene @returns {Question} */
function askOrder({ norm }) {
  const place = norm === NORM_COUNT - 1 ? "the end" : norm % 2 === 0 ? "attention" : "the MLP";
  const all = ["attention", "the MLP", "the end"];
  const told = "In each block one norm comes before attention and one before the MLP, and one more comes at the end.";
  return {
    prompt: `The model has ${inWords(BLOCKS)} blocks. What does norm ${norm + 1} come right before?`,
    answers: all.map((each) => {
      const label = each === "the end" ? "The next letter’s guess" : each === "attention" ? "Attention" : "The MLP";
      return each === place ? right(label, told) : wrong(label, told);
    }),
  };
}
