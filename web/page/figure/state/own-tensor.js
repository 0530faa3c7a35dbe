/** Puts pasted numbers into a figure. */
import { changeGroups } from "./actions.js";
import { mayChange } from "../../store/lesson.js";
import { withNames } from "../values/presets.js";
import { state } from "../../store/state.js";

/** @typedef {import("../../store/state.js").FigureId} FigureId */

/**
 * Numbers of the learner's own in place of the tensor, in any shape, as one step. A lesson may have fixed the numbers,
 * or the example and with it the shape.
 * @param {FigureId} id
 * @param {Pick<import("../../course/spec-form.js").Values, "shape" | "values">} tensor
 * @returns {boolean} whether it was done
 */
export function setTensor(id, tensor) {
  if (!mayChange(id, "preset") || !mayChange(id, "x")) return false;
  changeGroups(id, "x", { x: withNames(tensor, state.value[id]) }, "x");
  return true;
}
