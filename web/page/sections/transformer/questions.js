/** What section model asks. Which answer is right, and by how much, was measured (words/losses.json). */
import { GPT2_BLOCKS, normsOf } from "../../course/gpt2.js";
import { ascending, right, shuffled, wrong } from "../../question/answers.js";
import { inWords } from "../../kit/format.js";
import { formatShape } from "../../kit/shapes.js";
import { measured, UNSEEN } from "./losses.js";
import { MODES } from "./modes.js";
import { ALL_NORMS, COUNT_IN_WORDS } from "./sentences.js";
import { BLOCKS, FEATURES, NORM_COUNT } from "./architecture.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("./modes.js").Mode} Mode */
/**
 * @typedef {object} Prediction
 * @property {string} id
 * @property {string} act
 * @property {() => Question} make
 * @property {(figure: { modes: readonly Mode[], shift: number }) => boolean} isSeen
 */

const { trained, modes: losses } = measured;

/** @param {number} loss */
const twoDigits = (loss) => loss.toFixed(2);

/** @param {readonly number[]} list */
const worst = (list) => list.indexOf(Math.max(...list));
/** @param {readonly number[]} list */
const mildest = (list) => list.indexOf(Math.min(...list));

/** @param {Mode} mode @returns {Prediction["isSeen"]} */
const everywhere =
  (mode) =>
  ({ modes, shift }) =>
    shift === 0 && modes.every((each) => each === mode);

/** @param {Mode} mode */
const press = (mode) => `“${MODES[mode].label}”`;

/**
 * Which of three comes out, of two losses that were measured.
 * @param {number} loss
 * @param {number} other  that it is compared with
 */
const comparison = (loss, other) => (Math.abs(loss - other) < UNSEEN ? "same" : loss < other ? "lower" : "higher");

/**
 * @param {string} prompt
 * @param {readonly [loss: number, other: number]} compared
 * @param {Record<ReturnType<typeof comparison>, readonly [label: string, why: string]>} answers  why: where it is wrong
 * @param {string} why
 * @returns {Question}
 */
function askComparison(prompt, [loss, other], answers, why) {
  const is = comparison(loss, other);
  const keys = /** @type {(keyof typeof answers)[]} */ (Object.keys(answers));
  return {
    prompt,
    answers: keys.map((key) => {
      const [label, told] = answers[key];
      return key === is ? right(label, why) : wrong(label, `${told} ${why}`);
    }),
  };
}

/** @type {readonly Prediction[]} */
export const predictions = [
  { id: "one", act: actOne(), isSeen: isOneSeen, make: askWhichOff },
  {
    id: "kept",
    act: `Now press “Change one norm…”, “${ALL_NORMS}” and then ${press("offkept")}.`,
    isSeen: everywhere("offkept"),
    make: () =>
      askComparison(
        `Switched off, a norm loses its weight and bias, too. Now all ${COUNT_IN_WORDS} stop normalizing, but keep weight and ` +
          "bias. How is the loss beside that of off?",
        [losses.offkept.all, losses.off.all],
        {
          lower: ["Lower: they were learned", "They were learned, but for normalized numbers."],
          same: ["The same: they hardly matter", "They do matter: they multiply whatever comes in."],
          higher: ["Higher: they fit other numbers", "They do not fit what comes in now."],
        },
        `With weight and bias kept the loss is ${twoDigits(losses.offkept.all)}, off ${twoDigits(losses.off.all)}, as ` +
          `trained ${twoDigits(trained)}. They were learned for normalized numbers, and meet others.`,
      ),
  },
  {
    id: "rms",
    act: `Now press “Change one norm…”, “${ALL_NORMS}”, ${press("rmsnorm")} and then ${press("rms")}.`,
    isSeen: everywhere("rms"),
    make: askRms,
  },
  {
    id: "earlier",
    act: `Now press “Change one norm…”, “${ALL_NORMS}”, ${press("tokens")} and then ${press("earlier")}.`,
    isSeen: everywhere("earlier"),
    make: () =>
      askComparison(
        `All ${COUNT_IN_WORDS} norms go over the wrong dim, the tokens. Once over all of them, which lets later letters ` +
          "leak in; once over the earlier ones only, so that nothing leaks. How is the second loss?",
        [losses.earlier.all, losses.tokens.all],
        {
          lower: ["Lower: nothing leaks", "The leak was not what broke it."],
          same: ["The same: it is the wrong dim", "It is the wrong dim both times, but the numbers are others."],
          higher: ["Higher: they are even stranger", "They come from fewer tokens."],
        },
        `Over all tokens the loss is ${twoDigits(losses.tokens.all)}, over the earlier ones ` +
          `${twoDigits(losses.earlier.all)}. This trained model breaks on numbers unlike those it knows, also where ` +
          "nothing leaks.",
      ),
  },
];

/** What this model misses of LayerNorm once its norms are RMSNorm. @returns {Question} */
function askRms() {
  const [withoutMean, withoutBoth] = [losses.rms.all - trained, losses.rmsnorm.all - losses.rms.all];
  const missesMean = withoutMean >= UNSEEN;
  const missesBias = withoutBoth >= UNSEEN;
  const told =
    `As RMSNorm its loss is ${twoDigits(losses.rmsnorm.all)}; with the bias kept ${twoDigits(losses.rms.all)}, and as ` +
    `trained ${twoDigits(trained)}. Its means are small, for it has learned so; its biases are not.`;
  return {
    prompt:
      `All ${COUNT_IN_WORDS} norms become RMSNorm, which takes no mean away and adds no bias. Which of the two does this ` +
      "model miss?",
    answers: /** @type {const} */ ([
      ["The mean that is no longer taken away", true, false],
      ["The bias that is no longer added", false, true],
      ["Both", true, true],
      ["Neither", false, false],
    ]).map(([label, mean, bias]) =>
      mean === missesMean && bias === missesBias
        ? right(label, told)
        : wrong(
            label,
            `${mean === missesMean ? "" : "The mean can stay in. "}${bias === missesBias ? "" : "The bias is missed. "}${told}`,
          ),
    ),
  };
}

/** The norms that cost most and least when they alone are off. */
function pairOff() {
  const one = losses.off.one;
  return { most: worst(one), least: mildest(one), one };
}

function actOne() {
  const { most, least } = pairOff();
  return `Now press “Change one norm…”, and switch norm ${most + 1} off alone. Then try norm ${least + 1}.`;
}

/** @type {Prediction["isSeen"]} */
function isOneSeen({ modes, shift }) {
  const { most } = pairOff();
  return shift === 0 && modes.every((mode, i) => mode === (i === most ? "off" : "trained"));
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
const ASKED = [askMean, askStatistics, askCount, askWeights, askWrongDim];

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
  const tokens = word.length + 1;
  return {
    prompt:
      `Norm ${norm + 1} goes over the wrong dim, the tokens, while the model reads “${word}”, of ${inWords(word.length)} ` +
      `${word.length === 1 ? "letter" : "letters"}. How many numbers go into each of its means?`,
    answers: shuffled([
      right(
        String(tokens),
        "One of each token, and what begins a word is a token, too: a feature’s mean then runs over letters that the " +
          "model is still to guess.",
      ),
      wrong(
        String(FEATURES),
        "So many go into a token’s mean over the right dim. Over the tokens there are as many means.",
      ),
      wrong(String(word.length), "What begins a word is a token, too: its number is in the mean with the letters’."),
      wrong(String(tokens * FEATURES), "So many go in. They have a mean for each feature, and not one of all."),
    ]),
  };
}

/** @param {Scene} scene @returns {Question} */
function askMean({ norm }) {
  return {
    prompt:
      `Norm ${norm + 1}, as trained, takes each token’s mean away, and still a token that comes out of it has a mean that ` +
      "is not 0. Why?",
    answers: shuffled([
      right(
        "Each feature has a weight and a bias of its own",
        "Before them the mean is 0. Then the weights stretch some features more than others, and the biases add what " +
          "they have learned: nothing keeps the sum at 0.",
      ),
      wrong("eps is added to the variance", "That makes all features of a token smaller alike: a mean of 0 stays 0."),
      wrong(
        `Sums of ${FEATURES} numbers are rounded`,
        "Rounding leaves less than a millionth here. The means are far larger than that.",
      ),
      wrong(
        "The mean is that of all tokens",
        "It is each token’s own. So before weight and bias every token has mean 0.",
      ),
    ]),
  };
}

/** The sizes of GPT-2 but the smallest, whose norms are counted above. */
const LARGER = /** @type {const} */ (["medium", "large", "XL"]);

/** @param {Scene} scene @returns {Question} */
function askCount({ norm }) {
  const size = LARGER[norm % LARGER.length];
  const blocks = GPT2_BLOCKS[size];
  const told = "Each block has two, one before attention and one before the MLP, and one more stands at the end.";
  return {
    prompt:
      `This model has ${inWords(BLOCKS)} blocks. GPT-2 ${size} is built in the same way, and has ${blocks}. ` +
      "How many norms has it?",
    answers: ascending([
      right(String(normsOf(blocks)), told),
      wrong(String(2 * blocks), `${told} That last one is missing here.`),
      wrong(String(blocks), `${told} That would be one a block.`),
      wrong(String(blocks + 1), `${told} That would be one a block, and the last.`),
    ]),
  };
}
