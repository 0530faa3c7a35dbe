/** What can be set of the network that is trained next. */
import { mayChange } from "../../store/lesson.js";
import { commit, state } from "../../store/state.js";

/** @typedef {import("./spec.js").TrainFigure} TrainFigure */

/**
 * @template {keyof TrainFigure} Name
 * @param {Name} name
 * @param {TrainFigure[Name]} value
 */
export function set(name, value) {
  if (!mayChange("train", name) || state.value.train[name] === value) return;
  commit({ ...state.value, train: { ...state.value.train, [name]: value } }, `train.${name}`);
}
