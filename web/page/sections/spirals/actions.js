/** What can be set in the section. */
import { mayChange } from "../../store/lesson.js";
import { commit, figures, state } from "../../store/state.js";
import { trainingOf } from "../../parts/training.js";
import { MOST_TRAINED } from "./limits.js";

/** @typedef {import("./spec.js").SpiralsFigure} SpiralsFigure */

/**
 * @template {keyof SpiralsFigure} Name
 * @param {Name} name
 * @param {SpiralsFigure[Name]} value
 */
export function set(name, value) {
  if (!mayChange("spirals", name) || state.value.spirals[name] === value) return;
  commit({ ...state.value, spirals: { ...state.value.spirals, [name]: value } }, `spirals.${name}`);
}

/** Both networks learn. The worker makes the steps, and says when they are made: answer.js. */
export const training = trainingOf({
  count: () => figures.spirals.value.trained,
  set: (trained) => set("trained", trained),
  most: MOST_TRAINED,
  stride: 4,
});
