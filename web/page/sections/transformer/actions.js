/** What can be done to the lab. */
import { changeGroups } from "../../figure/state/actions.js";
import { mayChange } from "../../store/lesson.js";
import { withNames } from "../../figure/values/presets.js";
import { commit, figures, look, state } from "../../store/state.js";
import { FEATURES } from "./architecture.js";
import { MOST_LETTERS, SEEDS } from "./limits.js";

/** @typedef {import("./spec.js").ModelFigure} ModelFigure */
/** @typedef {import("./modes.js").Mode} Mode */

/**
 * @template {"word" | "modes" | "seed" | "shift"} Name
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

/** Sets the mode of the norm that is looked at, or of all norms. @param {Mode} mode */
export function setMode(mode) {
  const { modes, norm, applies } = figures.model.value;
  change(
    "modes",
    modes.map((old, i) => (applies === "all" || i === norm ? mode : old)),
  );
}

/** Switches all norms on, as they were trained, or off. @param {"trained" | "off"} mode */
export function switchNorms(mode) {
  const { modes } = figures.model.value;
  if (modes.some((each) => each !== mode))
    change(
      "modes",
      modes.map(() => mode),
    );
}

/** @param {number} shift */
export const setShift = (shift) => change("shift", shift, "model.shift");

/** Draws other words: those of the next seed. */
export const drawOthers = () => change("seed", (figures.model.value.seed + 1) % SEEDS, "model.seed");

/**
 * Makes the input of a norm the example of another section, as the learner's own numbers.
 * @param {"dim" | "three" | "variance"} id
 * @param {Float32Array} values  [tokens, 48]
 */
export function takeTo(id, values) {
  const rows = [values.length / FEATURES, FEATURES];
  const [preset, shape] = id === "three" ? ["realBatch", [1, ...rows]] : ["real", rows];
  if (!mayChange(id, "preset")) return;
  changeGroups(id, "x", { preset, x: withNames({ shape, values }, { preset, shape, x: null }) });
}

/**
 * The word that a typed text gives, and why the rest of the text is left out.
 * @param {string} text
 * @returns {{ word: string, why: string }}
 */
export function parseWord(text) {
  const letters = text.toLowerCase().replace(/[^a-z]/g, "");
  const strange = [...new Set(text.toLowerCase().replace(/[a-z]/g, ""))].join("");
  const word = letters.slice(0, MOST_LETTERS);
  if (strange !== "") return { word, why: `It knows the letters a to z alone: “${strange}” is left out.` };
  return { word, why: letters.length > MOST_LETTERS ? `It knows words of up to ${MOST_LETTERS} letters.` : "" };
}
