/** What can be set in the section. */
import { mayChange } from "../../store/lesson.js";
import { commit, look, state } from "../../store/state.js";

/** @typedef {import("./spec.js").LearningFigure} LearningFigure */
/** @typedef {import("../../store/lesson.js").Lock} Lock */

/** Which lock of a lesson fixes a setting. @type {Partial<Record<keyof LearningFigure, Lock>>} */
export const LOCKED_BY = { mean: "target", spread: "target", rate: "rate", pace: "rate", seed: "seed" };

/**
 * @template {keyof LearningFigure} Name
 * @param {Name} name
 * @param {LearningFigure[Name]} value
 */
export function set(name, value) {
  const lock = LOCKED_BY[name];
  if ((lock && !mayChange(lock)) || state.value.learning[name] === value) return;
  commit({ ...state.value, learning: { ...state.value.learning, [name]: value } }, `learning.${name}`);
}

/** @param {Partial<Pick<LearningFigure, "at" | "dy">>} where */
export const lookAtLearning = (where) => look({ ...state.value, learning: { ...state.value.learning, ...where } });
