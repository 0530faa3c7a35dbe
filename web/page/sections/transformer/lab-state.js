/** All that can be done to the lab. */
import { changeGroups } from "../../figure/state/actions.js";
import { mayChange } from "../../store/lesson.js";
import { withNames } from "../../figure/values/presets.js";
import { commit, figures, look, state } from "../../store/state.js";
import { FEATURES } from "./network.js";
import { MOST_LETTERS, SEEDS } from "./limits.js";

/** @typedef {import("./spec.js").ModelFigure} ModelFigure */
/** @typedef {import("./spec.js").Mode} Mode */

/** What a norm is called where its mode is set, and as a sentence goes on after "With norm 3". */
export const MODE_NAMES = /** @type {Record<Mode, { label: string, phrase: string }>} */ ({
  trained: { label: "as trained", phrase: "as trained" },
  off: { label: "off", phrase: "off" },
  rms: { label: "RMSNorm", phrase: "as RMSNorm" },
  tokens: { label: "wrong dim", phrase: "over the wrong dim" },
  eps: { label: "eps 0.1", phrase: "with eps 0.1" },
  plain: { label: "no weight, bias", phrase: "without weight and bias" },
});

/**
 * @template {"word" | "modes" | "seed"} Name
 * @param {Name} name
 * @param {ModelFigure[Name]} value
 * @param {string} [key]
 */
function change(name, value, key) {
  if (mayChange("model", name)) commit({ ...state.value, model: { ...state.value.model, [name]: value } }, key);
}

/** @param {Partial<Pick<ModelFigure, "norm" | "applies">>} where */
export const lookAtModel = (where) => look({ ...state.value, model: { ...state.value.model, ...where } });

/** @param {string} word */
export function setWord(word) {
  if (word !== figures.model.value.word) change("word", word, "model.word");
}

/** Of the norm that is looked at, or of all nine. @param {Mode} mode */
export function setMode(mode) {
  const { modes, norm, applies } = figures.model.value;
  change(
    "modes",
    modes.map((old, i) => (applies === "all" || i === norm ? mode : old)),
  );
}

/** Other words are those of the next seed. */
export const drawOthers = () => change("seed", (figures.model.value.seed + 1) % SEEDS, "model.seed");

/**
 * The input of a norm becomes the example of another section, as its own numbers.
 * @param {"dim" | "three" | "variance"} id
 * @param {Float32Array} values  [tokens, 48]
 */
export function takeTo(id, values) {
  const rows = [values.length / FEATURES, FEATURES];
  const [preset, shape] = id === "three" ? ["realBatch", [1, ...rows]] : ["real", rows];
  if (!mayChange(id, "preset")) return;
  changeGroups(id, "x", { preset, x: withNames({ shape, values }, { preset, shape, x: null }) });
}

/** A setting that nothing else is in: as the model was trained. @param {readonly Mode[]} modes */
export const isTrained = (modes) => modes.every((mode) => mode === "trained");

/** "With norm 3 off", "With all nine norms off". @param {readonly Mode[]} modes */
export function modesInWords(modes) {
  const changed = modes.flatMap((mode, i) => (mode === "trained" ? [] : [i]));
  if (changed.length === 0) return "As trained";
  const [first] = changed;
  const isOne = changed.every((i) => modes[i] === modes[first]);
  if (!isOne) return `With ${changed.length} norms changed`;
  const { phrase } = MODE_NAMES[modes[first]];
  if (changed.length === modes.length) return `With all nine norms ${phrase}`;
  return changed.length === 1 ? `With norm ${first + 1} ${phrase}` : `With ${changed.length} norms ${phrase}`;
}

/**
 * What of a text the model can read, and a word of why the rest was left out.
 * @param {string} text
 * @returns {{ word: string, why: string }}
 */
export function readWord(text) {
  const letters = text.toLowerCase().replace(/[^a-z]/g, "");
  const strange = [...new Set(text.toLowerCase().replace(/[a-z]/g, ""))].join("");
  const word = letters.slice(0, MOST_LETTERS);
  if (strange !== "") return { word, why: `It knows the letters a to z alone: “${strange}” is left out.` };
  return { word, why: letters.length > MOST_LETTERS ? `It knows words of up to ${MOST_LETTERS} letters.` : "" };
}

/** What begins and ends a word is token 0, a is 1. @param {number} token */
export const nameOfToken = (token) => (token === 0 ? "start" : String.fromCharCode(96 + token));
/** @param {string} letter */
export const tokenOf = (letter) => letter.charCodeAt(0) - 96;

/** @param {number} token  that may follow */
export const nameOfNext = (token) => (token === 0 ? "end" : nameOfToken(token));

/** Whole per cents; less than a half is said to be so. @param {number} share */
export const inPercent = (share) => (share < 0.005 ? "<1 %" : `${Math.round(100 * share)} %`);
