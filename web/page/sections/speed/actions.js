/** What can be set in the section. */
import { mayChange } from "../../store/lesson.js";
import { commit, look, state } from "../../store/state.js";

/** @typedef {typeof import("./spec.js").spec.initial} SpeedFigure */

/** @param {SpeedFigure["shape"]} to */
export function setShape(to) {
  if (mayChange("speed", "shape")) commit({ ...state.value, speed: { ...state.value.speed, shape: to } });
}

/** How far the lanes have come, which cell is pressed, and so on. @param {Partial<Omit<SpeedFigure, "shape">>} at */
export const lookAtSpeed = (at) => look({ ...state.value, speed: { ...state.value.speed, ...at } });
