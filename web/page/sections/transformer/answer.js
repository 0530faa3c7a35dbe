/**
 * What the worker computes with the model. An answer stays until the next has come. The model reads the word at once,
 * as one types. Made-up words and the loss take longer: they are asked for once the norms have not changed for a while.
 */
import { computed, signal } from "@preact/signals";
import { answerTo } from "../../worker/answer.js";
import { say } from "../../kit/announce.js";
import { sayWhenStill } from "../../kit/say-when-still.js";
import { figures } from "../../store/state.js";
import { isTrained, lossText, nextText } from "./sentences.js";

/** @typedef {import("./modes.js").Mode} Mode */
/** @typedef {import("./job.js").HeldOut} Loss */
/**
 * @typedef {import("./job.js").WordResult & { word: string, modes: readonly Mode[] }} Reading  modes: of the norms that
 *   read
 */
/** @typedef {{ words: readonly string[], loss: Loss | null }} Outcome */

export const WORDS = 8;
/** In ms: settings that are changed again within this time are passed over. */
const PAUSE = 300;
/** In ms: what follows a word is said once the word has been left alone for so long. */
const SAY_PAUSE = 700;

/** Why there is no answer; the answers share it, because they need the same model. */
export const failure = signal("");

const modes = computed(() => figures.model.value.modes);
const TRAINED = /** @type {readonly Mode[]} */ (modes.peek().map(() => "trained"));
/** The modes at hand; null where all norms are as trained, which another answer is about. */
const changedModes = () => (isTrained(modes.value) ? null : modes.value);

const read = answerTo({
  job: "transformer/word",
  settings: () => ({ word: figures.model.value.word, modes: modes.value }),
  done: (/** @type {import("./job.js").WordResult} */ result, settings) => ({ ...result, ...settings }),
  failure,
});

/** The last reading of a word. */
export const reading = computed(() => /** @type {Reading | null} */ (read.shown.value?.value ?? null));

/** Words that the model makes up with some modes. @param {() => readonly Mode[] | null} modesOf */
const wordsWith = (modesOf) =>
  answerTo({
    job: "transformer/words",
    settings: () => {
      const modes = modesOf();
      return modes && { modes, seed: figures.model.value.seed, count: WORDS };
    },
    part: (/** @type {readonly string[]} */ words) => words,
    done: (/** @type {readonly string[]} */ words) => words,
    ...{ isKept: true, pause: PAUSE, failure },
  });

/** The loss with some modes. @param {() => readonly Mode[] | null} modesOf */
const lossWith = (modesOf) =>
  answerTo({
    job: "transformer/heldOut",
    settings: () => {
      const modes = modesOf();
      return modes && { modes };
    },
    part: (/** @type {Loss} */ loss) => loss,
    done: (/** @type {Loss} */ loss) => loss,
    settled: sayLoss,
    ...{ isKept: true, pause: PAUSE, failure },
  });

// The worker is asked in this order.
const words = { now: wordsWith(changedModes), trained: wordsWith(() => TRAINED) };
const losses = { now: lossWith(changedModes), trained: lossWith(() => TRAINED) };
const answers = [read, words.now, words.trained, losses.now, losses.trained];

/** @param {"now" | "trained"} of @returns {Outcome} */
const outcomeOf = (of) => ({
  words: words[of].atHand.value?.value ?? [],
  loss: losses[of].atHand.value?.value ?? null,
});

export const asTrained = computed(() => outcomeOf("trained"));
export const now = computed(() => (isTrained(modes.value) ? asTrained.value : outcomeOf("now")));

/** @param {Loss | null} loss */
export const isWhole = (loss) => loss !== null && loss.words === loss.of;

/** For aria-busy: whether anything that is shown is not yet of the figure as it is. */
export const isBusy = computed(() => (read.isWanted.value ? answers.some(({ isBusy }) => isBusy.value) : undefined));

/** The modes whose loss was said last. */
let heard = "";

/** Says the loss of the modes at hand, once it and the one that it is compared with are known. @returns {void} */
function sayLoss() {
  const of = modes.peek();
  const [loss, was] = [now.peek().loss, asTrained.peek().loss];
  if (heard === of.join() || loss === null || was === null || !isWhole(loss) || !isWhole(was)) return;
  heard = of.join();
  say(lossText(of, loss.loss, was.loss));
}

/**
 * From now on: asks the worker, and says what is likely to follow a word, and the loss.
 * @returns {() => void} ends that
 */
export function runModel() {
  heard = modes.peek().join();
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
