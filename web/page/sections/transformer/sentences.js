/** The lab in words. */
import { inWords } from "../../kit/format.js";
import { MODES } from "./modes.js";
import { letterOf } from "./network.js";
import { NORM_COUNT } from "./architecture.js";

/** @typedef {import("./modes.js").Mode} Mode */

/** "nine" */
export const COUNT_IN_WORDS = inWords(NORM_COUNT);
/** "all nine" */
export const ALL_NORMS = `all ${COUNT_IN_WORDS}`;

/** "nine norms" */
export const NORMS_IN_WORDS = `${COUNT_IN_WORDS} norms`;

/** Whether all norms are as the model was trained. @param {readonly Mode[]} modes */
export const isTrained = (modes) => modes.every((mode) => mode === "trained");

/** Whether nothing is done to the model at all. @param {{ modes: readonly Mode[], shift: number }} figure */
export const isAsTrained = ({ modes, shift }) => shift === 0 && isTrained(modes);

/** "one spread", "0.3 spreads" @param {number} shift */
export const spreadsInWords = (shift) => (shift === 1 ? "one spread" : `${shift} spreads`);

/**
 * "With norm 3 off", "With all nine norms off". @param {readonly Mode[]} modes
 * @param {number} shift
 */
function stateInWords(modes, shift) {
  const text = modesInWords(modes);
  return shift === 0 ? text : `${text} and every input shifted by ${spreadsInWords(shift)}`;
}

/** @param {readonly Mode[]} modes */
function modesInWords(modes) {
  const changed = modes.flatMap((mode, i) => (mode === "trained" ? [] : [i]));
  if (changed.length === 0) return "As trained";
  const [first] = changed;
  const isOne = changed.every((i) => modes[i] === modes[first]);
  if (!isOne) return `With ${changed.length} norms changed`;
  const { phrase } = MODES[modes[first]];
  if (changed.length === modes.length) return `With ${ALL_NORMS} norms ${phrase}`;
  return changed.length === 1 ? `With norm ${first + 1} ${phrase}` : `With ${changed.length} norms ${phrase}`;
}

/** What a token is called that a norm takes. @param {number} token */
export const nameOfToken = (token) => letterOf(token) || "start";

/** What a token is called that may follow. @param {number} token */
export const nameOfNext = (token) => letterOf(token) || "end";

/**
 * A word in runs of letters: those that stand where the other word has the same, and those that do not.
 * @param {string} word
 * @param {string} other
 */
export function lettersOf(word, other) {
  /** @type {{ text: string, isChanged: boolean }[]} */
  const runs = [];
  for (const [i, letter] of [...word].entries()) {
    const isChanged = letter !== other[i];
    const last = runs.at(-1);
    if (last?.isChanged === isChanged) last.text += letter;
    else runs.push({ text: letter, isChanged });
  }
  return runs;
}

/** Whole per cents; less than a half is said to be so. @param {number} share */
export const inPercent = (share) => (share < 0.005 ? "<1 %" : `${Math.round(100 * share)} %`);

/**
 * "With norm 3 off the loss is 3.10, was 2.20."
 * @param {{ modes: readonly Mode[], shift: number }} figure
 * @param {number} loss
 * @param {number} was  as trained
 */
export const lossText = (figure, loss, was) =>
  `${stateInWords(figure.modes, figure.shift)} the loss is ${loss.toFixed(2)}` +
  `${isAsTrained(figure) ? "" : `, was ${was.toFixed(2)}`}.`;

/** The token that is likeliest to follow a word. @param {{ word: string, next: Float32Array }} read */
export function nextText({ word, next }) {
  const likeliest = next.indexOf(Math.max(...next));
  const after = word === "" ? "First" : `After “${word}”`;
  return `${after} comes, most likely, ${nameOfNext(likeliest)}, ${inPercent(next[likeliest])}.`;
}
