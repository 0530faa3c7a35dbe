/** What can be set in the section. */
import { mayChange } from "../../store/lesson.js";
import { commit, figures, look, state } from "../../store/state.js";
import { trainingOf } from "../../parts/training.js";
import { MOST_STEPS } from "./limits.js";

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

/** Weight and bias follow their gradient: so slowly that each step is seen. */
export const descending = trainingOf({
  count: () => figures.learning.value.steps,
  set: (steps) => set("steps", steps),
  most: MOST_STEPS,
  stride: 1,
  pause: 90,
});
