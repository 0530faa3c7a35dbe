/** What can be set in the section. */
import { mayChange } from "../../store/lesson.js";
import { commit, figures, look, state } from "../../store/state.js";
import { trainingOf } from "../../parts/training.js";
import { MOST_TRAINED } from "./limits.js";

/** @typedef {import("./spec.js").PlacementFigure} PlacementFigure */

/**
 * @template {keyof PlacementFigure} Name
 * @param {Name} name
 * @param {PlacementFigure[Name]} value
 */
export function set(name, value) {
  if (!mayChange("placement", name) || state.value.placement[name] === value) return;
  commit({ ...state.value, placement: { ...state.value.placement, [name]: value } }, `placement.${name}`);
}

/** Which block is drawn: no network changes with it. @param {PlacementFigure["place"]} place */
export const lookAt = (place) => look({ ...state.value, placement: { ...state.value.placement, place } });

/** Both networks learn. The worker makes the steps, and says when they are made: answer.js. */
export const learning = trainingOf({
  count: () => figures.placement.value.trained,
  set: (trained) => set("trained", trained),
  most: MOST_TRAINED,
  stride: 4,
});
