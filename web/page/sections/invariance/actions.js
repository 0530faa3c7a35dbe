/** What can be set in the section. */
import { mayChange } from "../../store/lesson.js";
import { commit, state } from "../../store/state.js";

/** @typedef {import("./spec.js").InvarianceFigure} InvarianceFigure */

/**
 * @template {keyof InvarianceFigure} Name
 * @param {Name} name
 * @param {InvarianceFigure[Name]} value
 */
export function set(name, value) {
  if (!mayChange("invariance", name) || state.value.invariance[name] === value) return;
  commit({ ...state.value, invariance: { ...state.value.invariance, [name]: value } }, `invariance.${name}`);
}
