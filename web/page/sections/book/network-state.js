/** What the book's network computes, anew when its seed or its inputs have changed, and all that can be done to it. */
import { computed } from "@preact/signals";
import { network } from "../../figure/values/book-network.js";
import { mayChange } from "../../store/lesson.js";
import { commit, figures, inRange, lastEdit, look, state } from "../../store/state.js";

const seed = computed(() => figures.book.value.seed);
const inputs = computed(() => figures.book.value.x);
export const bookNetwork = computed(() => network(seed.value, inputs.value));

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
  commit({ ...state.value, book: { ...state.value.book, x } }, `book.x.${index}`);
  lastEdit.value = { count: lastEdit.value.count + 1, section: "book", part: "x", index };
}
