/**
 * The one store. The state is an immutable record with a part for each section, so undo, redo and reset are a matter
 * of keeping records. What can be done to a figure of rows and columns is in figure/state/; what can be done to a state
 * of a section's own, in that section's folder.
 */
import { batch, computed, signal } from "@preact/signals";
import { forEachSection } from "../course/sections.js";
import { specs } from "../course/specs.js";
import { LARGEST } from "../kit/format.js";
import { isLesson, lesson, NONE } from "./lesson.js";

/** @typedef {import("../course/spec-form.js").Figure} Figure */
/** @typedef {import("../course/spec-form.js").Selection} Selection */
/** @typedef {import("../course/spec-form.js").RecipeId} RecipeId */
/** @typedef {import("../course/specs.js").FigureId} FigureId */
/** @typedef {import("../course/specs.js").State} State */

export const INITIAL = /** @type {State} */ (forEachSection((id) => specs[id].initial));

const HISTORY_LIMIT = 200;

/** @typedef {{ section: string, part: "x" | "weight" | "bias", index: number }} Place where a number is changed */
/** @typedef {Place & { count: number }} Edit  count: how many there have been */
/** @typedef {{ past: readonly State[], present: State, future: readonly State[], key: string, edit: Edit }} History */

/** @type {Edit} */
const NO_EDIT = { section: "", part: "x", index: 0, count: 0 };
/** @type {History} */
const FIRST = { past: [], present: INITIAL, future: [], key: "", edit: NO_EDIT };
const history = signal(FIRST);

export const state = computed(() => history.value.present);

/** Each section's part of the state: a view that reads one is not drawn again when another has changed. */
export const figures = /** @type {{ [Id in keyof State]: import("@preact/signals").ReadonlySignal<State[Id]> }} */ (
  forEachSection((id) => computed(() => state.value[id]))
);

export const canUndo = computed(() => history.value.past.length > 0);
export const canRedo = computed(() => history.value.future.length > 0);

/**
 * The number of each section that the last step has edited, so that a figure can flash exactly the numbers that depend
 * on it. A section is not drawn again for an edit in another.
 */
export const edits = forEachSection((id) =>
  computed(() => {
    const { edit } = history.value;
    return edit.section === id ? edit : NO_EDIT;
  }),
);

let editCount = 0;

/**
 * A step that undo takes back. Successive steps with the same key (a drag, a held arrow key) are one.
 * @param {State} present
 * @param {string} [key]
 * @param {Place} [edited]  the one number that it changes. With the next step, what flashed for it stops doing so
 */
export function commit(present, key = "", edited) {
  const { past, present: before, key: lastKey } = history.value;
  const merges = key !== "" && key === lastKey;
  const edit = edited ? { ...edited, count: ++editCount } : NO_EDIT;
  history.value = { past: merges ? past : [...past, before].slice(-HISTORY_LIMIT), present, future: [], key, edit };
}

/** A drag has ended: the next change is a step of its own, even if it changes the same number. */
export function endStep() {
  history.value = { ...history.value, key: "" };
}

/** Looking around is not a step. @param {State} present */
export function look(present) {
  history.value = { ...history.value, present };
}

export function undo() {
  const { past, present, future } = history.value;
  if (past.length === 0) return;
  history.value = { ...FIRST, past: past.slice(0, -1), present: past[past.length - 1], future: [present, ...future] };
}

export function redo() {
  const { past, present, future } = history.value;
  if (future.length === 0) return;
  history.value = { ...FIRST, past: [...past, present], present: future[0], future: future.slice(1) };
}

/** The state that the page has come to by itself, with nothing pressed: no address speaks of it. */
export const byItself = signal(INITIAL);

/** The state that the link carried: where a lesson begins. */
let opened = INITIAL;

/**
 * One section as it was at first, or as the lesson began; undo brings the work back.
 * @param {keyof State} section
 */
export const reset = (section) =>
  commit({ ...state.value, [section]: (isLesson(lesson.value) ? opened : INITIAL)[section] });

/** The state that a link carries, before anything has been done to it. @param {State} present */
export function load(present) {
  opened = present;
  history.value = { ...FIRST, present };
}

/**
 * Runs something while everything is as it was at first; nothing else notices.
 * @template T
 * @param {() => T} run
 * @returns {T}
 */
export const inFirstState = (run) =>
  batch(() => {
    const [now, given] = [history.peek(), lesson.peek()];
    history.value = FIRST;
    lesson.value = NONE;
    try {
      return run();
    } finally {
      history.value = now;
      lesson.value = given;
    }
  });

/**
 * The nearest float32 within the page's range, for a number that was typed, nudged or dragged.
 * @param {number} value
 */
export const inRange = (value) => Math.fround(Math.min(Math.max(value, -LARGEST), LARGEST));
