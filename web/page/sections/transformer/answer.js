/**
 * What the worker computes with the model. An answer stays until the next has come. The model reads the word at once,
 * as one types. Made-up words and the loss take longer: they are asked for once the norms have not changed for a while.
 */
import { computed, signal } from "@preact/signals";
import { answerTo } from "../../worker/answer.js";
import { say } from "../../kit/announce.js";
import { sayWhenStill } from "../../kit/say-when-still.js";
import { figures } from "../../store/state.js";
import { isWorse, measured, measuredLoss } from "./losses.js";
import { isAsTrained, lossText, nextText } from "./sentences.js";
import firstWords from "./words/first-words.json" with { type: "json" };

/** @typedef {import("./modes.js").Mode} Mode */
/** @typedef {import("./job.js").HeldOut} Loss */
/**
 * @typedef {import("./job.js").WordResult & Norms & { word: string }} Reading  with the norms that read
 */
/** @typedef {{ words: readonly string[], loss: Loss | null }} Outcome  loss: measured here, or stored until it is */

export const WORDS = 8;
/** In ms: settings that are changed again within this time are passed over. */
const PAUSE = 300;
/** In ms: what follows a word is said once the word has been left alone for so long. */
const SAY_PAUSE = 700;

/** Why there is no answer; the answers share it, because they need the same model. */
export const failure = signal("");

/** @typedef {{ modes: readonly Mode[], shift: number }} Norms */

/** The norms at hand. Another word, or another norm to look at, changes nothing of them. */
const norms = computed(() => {
  const { modes, shift } = figures.model.value;
  return { modes, shift };
});
/** @type {Norms} */
const TRAINED = { modes: norms.peek().modes.map(() => "trained"), shift: 0 };
/** The norms at hand; null where all are as trained, which another answer is about. */
const changed = () => (isAsTrained(norms.value) ? null : norms.value);

const read = answerTo({
  job: "transformer/word",
  settings: () => ({ word: figures.model.value.word, ...norms.value }),
  done: (/** @type {import("./job.js").WordResult} */ result, settings) => ({ ...result, ...settings }),
  failure,
});

/** The last reading of a word. */
export const reading = computed(() => /** @type {Reading | null} */ (read.shown.value?.value ?? null));

/** Words that the model makes up with its norms so. @param {() => Norms | null} normsOf */
const wordsWith = (normsOf) =>
  answerTo({
    job: "transformer/words",
    settings: () => {
      const norms = normsOf();
      return norms && { ...norms, seed: figures.model.value.seed, count: WORDS };
    },
    part: (/** @type {readonly string[]} */ words) => words,
    done: (/** @type {readonly string[]} */ words) => words,
    ...{ isKept: true, pause: PAUSE, failure },
  });

/** The loss with its norms so. @param {() => Norms | null} normsOf */
const lossWith = (normsOf) =>
  answerTo({
    job: "transformer/heldOut",
    settings: normsOf,
    part: (/** @type {Loss} */ loss) => loss,
    done: (/** @type {Loss} */ loss) => loss,
    settled: sayLoss,
    ...{ isKept: true, pause: PAUSE, failure },
  });

// The worker is asked in this order.
const words = { now: wordsWith(changed), trained: wordsWith(() => TRAINED) };
const losses = { now: lossWith(changed), trained: lossWith(() => TRAINED) };
const answers = [read, words.now, words.trained, losses.now, losses.trained];

/**
 * The words with which the page begins are stored in it: nothing is empty while the model is fetched.
 * @param {Norms} norms
 */
function storedWords({ modes, shift }) {
  if (shift !== 0 || figures.model.value.seed !== firstWords.seed) return [];
  return Object.entries(firstWords.words).find(([mode]) => modes.every((each) => each === mode))?.[1] ?? [];
}

/** @param {Norms} norms @returns {Loss | null} */
function storedLoss({ modes, shift }) {
  const loss = measuredLoss(modes, shift);
  return loss === null ? null : { loss, words: measured.words, of: measured.words };
}

/** @param {"now" | "trained"} of @param {Norms} norms @returns {Outcome} */
function outcomeOf(of, norms) {
  const [made, loss] = [words[of].atHand.value, losses[of].atHand.value];
  return {
    words: made?.isWhole ? made.value : joined(made?.value ?? [], storedWords(norms)),
    loss: loss?.isWhole ? loss.value : (storedLoss(norms) ?? loss?.value ?? null),
  };
}

/**
 * Words that are made up, before those that are still stored.
 * @param {readonly string[]} made
 * @param {readonly string[]} stored
 */
const joined = (made, stored) => [...made, ...stored.slice(made.length)];

export const asTrained = computed(() => outcomeOf("trained", TRAINED));
export const now = computed(() => (isAsTrained(norms.value) ? asTrained.value : outcomeOf("now", norms.value)));

/** Whether what is done to the model is worse than as it was trained: that alone is red. */
export const isNowWorse = computed(() => now.value.loss !== null && isWorse(now.value.loss.loss));

/** @param {Loss | null} loss */
export const isWhole = (loss) => loss !== null && loss.words === loss.of;

/** For aria-busy: whether anything that is shown is not yet of the figure as it is. */
export const isBusy = computed(() => (read.isWanted.value ? answers.some(({ isBusy }) => isBusy.value) : undefined));

/** The norms whose loss was said last. */
let heard = "";

/** Says the loss of the modes at hand, once it and the one that it is compared with are known. @returns {void} */
function sayLoss() {
  const of = norms.peek();
  const [loss, was] = [now.peek().loss, asTrained.peek().loss];
  if (heard === JSON.stringify(of) || loss === null || was === null || !isWhole(loss) || !isWhole(was)) return;
  heard = JSON.stringify(of);
  say(lossText(of, loss.loss, was.loss));
}

/**
 * From now on: asks the worker, and says what is likely to follow a word, and the loss.
 * @returns {() => void} ends that
 */
export function runModel() {
  heard = JSON.stringify(norms.peek());
  const ends = [
    ...answers.map(({ keepAsking }) => keepAsking()),
    sayWhenStill(
      () => reading.value ?? undefined,
      (now, before) => (now.word === before.word ? "" : nextText(now)),
      { before: /** @type {any} */ ({ word: figures.model.peek().word }), wait: SAY_PAUSE },
    ),
  ];
  return () => {
    for (const end of ends) end();
  };
}
