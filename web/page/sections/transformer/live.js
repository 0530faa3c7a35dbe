/**
 * What the model makes of the figure as it is, from the labs' worker: what came last stays until the next has come. The
 * word is read at once, as one types; words and loss, which take longer, follow once the norms have been left alone.
 */
import { computed, effect, signal } from "@preact/signals";
import { start } from "../../worker/client.js";
import { say } from "../../kit/announce.js";
import { figures } from "../../store/state.js";
import { inPercent, isTrained, modesInWords, nameOfNext } from "./lab-state.js";

/** @typedef {import("./spec.js").Mode} Mode */
/**
 * @typedef {object} NormSeen  of one norm: [tokens, 48], and its weight and bias
 * @property {Float32Array} input
 * @property {Float32Array} output
 * @property {Float32Array} weight
 * @property {Float32Array} bias
 *
 * @typedef {object} Reading
 * @property {string} word
 * @property {number[]} tokens
 * @property {Float32Array} next    how likely each token is to follow
 * @property {Float32Array} before  the same, with all norms as trained
 * @property {NormSeen[]} norms
 * @property {readonly Mode[]} modes  with which it was read
 *
 * @typedef {{ loss: number, words: number, of: number }} Loss  of so many held-out words so far
 * @typedef {{ words: readonly string[], loss: Loss | null }} Outcome
 */

export const WORDS = 8;
/** Settings that are changed again within this time, in ms, are passed over. */
const PAUSE = 300;
/** A word is told once it has been left alone for so long. */
const SAY_PAUSE = 700;

export const reading = signal(/** @type {Reading | null} */ (null));
/** Whether anything is wanted at all: not before the section comes near. */
export const isWanted = signal(false);
/** Why nothing comes any more. */
export const failure = signal("");

/** What was made up and measured, by modes (and seed): the page asks for nothing twice. */
const words = signal(/** @type {Readonly<Record<string, readonly string[]>>} */ ({}));
const losses = signal(/** @type {Readonly<Record<string, Loss>>} */ ({}));

const word = computed(() => figures.model.value.word);
const modes = computed(() => figures.model.value.modes);
const seed = computed(() => figures.model.value.seed);

/** @param {readonly Mode[]} of */
const keyOf = (of) => of.join();
/** @param {readonly Mode[]} of @param {number} from */
const wordsKey = (of, from) => `${from}:${keyOf(of)}`;

/** @param {readonly Mode[]} of @returns {Outcome} */
const outcomeOf = (of) => ({
  words: words.value[wordsKey(of, seed.value)] ?? [],
  loss: losses.value[keyOf(of)] ?? null,
});

const TRAINED = /** @type {readonly Mode[]} */ (figures.model.peek().modes.map(() => "trained"));
export const asTrained = computed(() => outcomeOf(TRAINED));
export const now = computed(() => outcomeOf(modes.value));

/** @param {Loss | null} loss */
export const isWhole = (loss) => loss !== null && loss.words === loss.of;

/** Whether all that is shown is of the figure as it is. */
export const isSettled = computed(
  () =>
    reading.value?.word === word.value &&
    reading.value.modes === modes.value &&
    [asTrained.value, now.value].every(({ words, loss }) => words.length === WORDS && isWhole(loss)),
);

/** @param {string} why */
const failed = (why) => {
  failure.value = why;
};

/** Reads the word with the norms as they are. @returns {() => void} stops it */
function readNow() {
  const settings = { word: word.value, modes: modes.value };
  return start("word", settings, {
    done: (result) => {
      failure.value = "";
      reading.value = { ...result, ...settings };
    },
    failed,
  });
}

/** @param {readonly Mode[]} of @param {number} from */
function makeUp(of, from) {
  const key = wordsKey(of, from);
  if (words.peek()[key]?.length === WORDS) return () => {};
  const take = (/** @type {readonly string[]} */ made) => {
    words.value = { ...words.peek(), [key]: made };
  };
  /** @type {readonly string[]} */
  let soFar = [];
  const part = (/** @type {string} */ made) => {
    soFar = [...soFar, made];
    take(soFar);
  };
  return start("words", { modes: of, seed: from, count: WORDS }, { part, done: take, failed });
}

/** @param {readonly Mode[]} of @param {() => void} whenDone */
function measure(of, whenDone) {
  const key = keyOf(of);
  if (isWhole(losses.peek()[key] ?? null)) {
    whenDone();
    return () => {};
  }
  const take = (/** @type {Loss} */ loss) => {
    losses.value = { ...losses.peek(), [key]: loss };
  };
  const done = (/** @type {Loss} */ loss) => {
    take(loss);
    whenDone();
  };
  return start("heldOut", { modes: of }, { part: take, done, failed });
}

/**
 * "With norm 3 off the loss is 3.10, was 2.20."
 * @param {readonly Mode[]} of
 * @returns {boolean} whether both losses are known
 */
function sayLoss(of) {
  const [loss, was] = [of, TRAINED].map((each) => losses.peek()[keyOf(each)] ?? null);
  if (loss === null || was === null || !isWhole(loss) || !isWhole(was)) return false;
  const compared = isTrained(of) ? "" : `, was ${was.loss.toFixed(2)}`;
  say(`${modesInWords(of)} the loss is ${loss.loss.toFixed(2)}${compared}.`);
  return true;
}

/** What is likeliest to follow, once the word has been left alone. @param {Reading} read */
function sayNext({ word: of, next }) {
  const most = next.indexOf(Math.max(...next));
  const after = of === "" ? "First" : `After “${of}”`;
  say(`${after} comes, most likely, ${nameOfNext(most)}, ${inPercent(next[most])}.`);
}

/**
 * From now on.
 * @returns {() => void} ends that
 */
export function runModel() {
  let isFirst = true;
  isWanted.value = true;
  let heard = keyOf(modes.peek());
  let heardWord = word.peek();
  const ends = [
    effect(readNow),
    effect(() => {
      const read = reading.value;
      if (read === null || read.word === heardWord) return;
      const timer = setTimeout(() => {
        heardWord = read.word;
        sayNext(read);
      }, SAY_PAUSE);
      return () => clearTimeout(timer);
    }),
    effect(() => {
      const [of, from] = [modes.value, seed.value];
      /** @type {(() => void)[]} */
      const stops = [];
      const begin = () => {
        const settings = keyOf(of) === keyOf(TRAINED) ? [TRAINED] : [of, TRAINED];
        stops.push(...settings.map((each) => makeUp(each, from)));
        const told = () => {
          if (heard !== keyOf(of) && sayLoss(of)) heard = keyOf(of);
        };
        // What is compared with is needed to say anything, and is there already as a rule.
        stops.push(...settings.map((each) => measure(each, told)));
      };
      const timer = setTimeout(begin, isFirst ? 0 : PAUSE);
      isFirst = false;
      return () => {
        clearTimeout(timer);
        for (const stop of stops) stop();
      };
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
