/** What can be set in the section. */
import { mayChange } from "../../store/lesson.js";
import { commit, look, state } from "../../store/state.js";

/** @typedef {import("./spec.js").LearningFigure} LearningFigure */

/**
 * @template {keyof LearningFigure} Name
 * @param {Name} name
 * @param {LearningFigure[Name]} value
 */
export function set(name, value) {
  if (!mayChange("learning", name) || state.value.learning[name] === value) return;
  commit({ ...state.value, learning: { ...state.value.learning, [name]: value } }, `learning.${name}`);
}

/** @param {Partial<Pick<LearningFigure, "at" | "dy">>} where */
export const lookAtLearning = (where) => look({ ...state.value, learning: { ...state.value.learning, ...where } });
