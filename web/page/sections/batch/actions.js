/** What can be set in the section. */
import { mayChange } from "../../store/lesson.js";
import { commit, state } from "../../store/state.js";

/** @typedef {import("./spec.js").BatchFigure} BatchFigure */

/**
 * @param {Partial<BatchFigure>} to
 * @param {string} [key]  successive steps with the same key are one for undo
 */
export function set(to, key) {
  const now = state.value.batch;
  const names = /** @type {(keyof BatchFigure)[]} */ (Object.keys(to)).filter((name) => to[name] !== now[name]);
  if (names.length > 0 && names.every((name) => mayChange("batch", name)))
    commit({ ...state.value, batch: { ...now, ...to } }, key);
}
