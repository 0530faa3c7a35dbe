/** What can be done to the book's network. */
import { mayChange } from "../../store/lesson.js";
import { commit, inRange, look, state } from "../../store/state.js";

/** @param {number} next */
export function setSeed(next) {
  if (mayChange("book", "seed"))
    commit({ ...state.value, book: { ...state.value.book, seed: next, x: null } }, "book.seed");
}

/** @param {Partial<Pick<import("./spec.js").BookFigure, "input" | "unit">>} where */
export const lookAtBook = (where) => look({ ...state.value, book: { ...state.value.book, ...where } });

/**
 * @param {readonly number[]} values  all inputs, as they are now
 * @param {number} index
 * @param {number} wanted
 */
export function setInput(values, index, wanted) {
  if (!mayChange("book", "x")) return;
  const x = values.map((old, i) => (i === index ? inRange(wanted) : old));
  const edited = /** @type {const} */ ({ section: "book", part: "x", index });
  commit({ ...state.value, book: { ...state.value.book, x } }, `book.x.${index}`, edited);
}
