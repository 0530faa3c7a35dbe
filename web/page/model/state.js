/**
 * The one store. The state is an immutable record, so undo, redo and reset are a matter of keeping records;
 * all that can be done to it is the functions below, and for the figures of rows and columns figure-state.js.
 */
import { batch, computed, signal } from "@preact/signals";
import { LARGEST } from "./format.js";
import { isLesson, lesson, mayChange, NONE } from "./lesson.js";

/**
 * The cell whose formula is shown. `index` is always that of an element: in mean and variance the cell is the
 * statistic of that element's group, so that coming back from it finds the element again.
 * @typedef {{ panel: "x" | "mean" | "variance" | "out" | "y", index: number }} Selection
 *
 * @typedef {object} Figure
 * @property {string} preset
 * @property {readonly number[]} shape  of what the preset "random" draws
 * @property {import("./compute.js").Values | null} x  the learner's own numbers, or null for the preset's
 * @property {readonly number[]} dims  ascending, not negative
 * @property {boolean} keepdim
 * @property {0 | 1} correction
 * @property {number} eps
 * @property {"inside" | "outside"} epsAt  where eps is added: inside the root, or to the root
 * @property {boolean} center  false: RMSNorm, which takes no mean away
 * @property {number} channelGroups  GroupNorm: into how many groups dim 1 is split, each with its own statistics
 * @property {readonly number[] | null} weight  null: ones, not edited
 * @property {readonly number[] | null} bias    null: zeros, not edited
 * @property {number} stage  0 x, 1 centred, 2 normalized, 3 scaled and shifted
 * @property {Selection} at
 * @property {"facets" | "stack"} layout  of three dims: matrices side by side, or slabs one behind the other
 * @property {boolean} copies  whether each cell of x shows the statistic that it meets
 * @property {RecipeId | null} beside  the formula that section 8 compares with the figure's own
 *
 * @typedef {object} BookFigure
 * @property {number} seed
 * @property {number} input  which of the two inputs is drawn
 * @property {readonly number[] | null} x  the learner's own inputs, or null for those of the seed
 * @property {number} unit  the output unit whose arithmetic is shown
 *
 * @typedef {"row" | "dim" | "shapes" | "three" | "family" | "variance"} FigureId
 * @typedef {{ book: BookFigure } & Record<FigureId, Figure>} State
 */

/** The formulas in the wild, in order: recipes.js has them. */
export const RECIPE_IDS = /** @type {const} */ ([
  "cells",
  "class",
  "tensor2tensor",
  "bert",
  "keras",
  "annotated",
  "notebook",
  "rms",
]);
/** @typedef {(typeof RECIPE_IDS)[number]} RecipeId */

/** @type {Omit<Figure, "preset" | "dims">} */
const PLAIN = {
  shape: [2, 3, 4],
  x: null,
  keepdim: true,
  correction: 1,
  eps: 0,
  epsAt: "inside",
  center: true,
  channelGroups: 1,
  weight: null,
  bias: null,
  stage: 2,
  at: { panel: "out", index: 1 },
  layout: "facets",
  copies: false,
  beside: null,
};

/** @type {State} */
export const INITIAL = {
  book: { seed: 123, input: 0, x: null, unit: 0 },
  row: { ...PLAIN, preset: "tens", dims: [0], stage: 0, at: { panel: "out", index: 0 } },
  dim: { ...PLAIN, preset: "book", dims: [1] },
  shapes: { ...PLAIN, preset: "book", dims: [1], keepdim: false, stage: 1, copies: true },
  three: { ...PLAIN, preset: "notebook", dims: [2] },
  family: { ...PLAIN, preset: "images", dims: [1, 2, 3], correction: 0, eps: 1e-5 },
  variance: { ...PLAIN, preset: "bookRow", dims: [0] },
};

export const STAGES = 4;
const HISTORY_LIMIT = 200;

/** @typedef {{ past: readonly State[], present: State, future: readonly State[], key: string }} History */
/** @type {History} */
const FIRST = { past: [], present: INITIAL, future: [], key: "" };
const history = signal(FIRST);

export const state = computed(() => history.value.present);

/** @param {FigureId} id */
const figure = (id) => computed(() => state.value[id]);

/** Each section's part of the state: what reads one is not drawn again when another has changed. */
export const figures = {
  book: computed(() => state.value.book),
  row: figure("row"),
  dim: figure("dim"),
  shapes: figure("shapes"),
  three: figure("three"),
  family: figure("family"),
  variance: figure("variance"),
};

export const canUndo = computed(() => history.value.past.length > 0);
export const canRedo = computed(() => history.value.future.length > 0);

/** What an edit touched, so that a figure can flash exactly what depends on it. */
export const lastEdit = signal({
  count: 0,
  section: "",
  part: /** @type {"x" | "weight" | "bias"} */ ("x"),
  index: 0,
});

/** Whatever happens next, the cells that flashed for the last edit are done with it. @param {History} next */
function put(next) {
  if (lastEdit.peek().section !== "") lastEdit.value = { ...lastEdit.peek(), section: "" };
  history.value = next;
}

/**
 * A step that undo takes back. Successive steps with the same key (a drag, a held arrow key) are one.
 * @param {State} present
 * @param {string} [key]
 */
export function commit(present, key = "") {
  const { past, present: before, key: lastKey } = history.value;
  const merges = key !== "" && key === lastKey;
  put({ past: merges ? past : [...past, before].slice(-HISTORY_LIMIT), present, future: [], key });
}

/** What comes next is a step of its own, also where it goes on with the same: a drag has ended. */
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
  put({ past: past.slice(0, -1), present: past[past.length - 1], future: [present, ...future], key: "" });
}

export function redo() {
  const { past, present, future } = history.value;
  if (future.length === 0) return;
  put({ past: [...past, present], present: future[0], future: future.slice(1), key: "" });
}

/** The state that the link carried: where a lesson begins. */
let linked = INITIAL;

/**
 * One section as it was at first, or as the lesson began; undo brings the work back.
 * @param {keyof State} section
 */
export const reset = (section) =>
  commit({ ...state.value, [section]: (isLesson(lesson.value) ? linked : INITIAL)[section] });

/** The state that a link carries, before anything has been done to it. @param {State} present */
export function load(present) {
  linked = present;
  put({ past: [], present, future: [], key: "" });
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

/** However it was set: typed, nudged or dragged. @param {number} value */
export const inRange = (value) => Math.fround(Math.min(Math.max(value, -LARGEST), LARGEST));

/** @param {number} seed */
export function setSeed(seed) {
  if (mayChange("seed")) commit({ ...state.value, book: { ...state.value.book, seed, x: null } }, "book.seed");
}

/** @param {Partial<Pick<BookFigure, "input" | "unit">>} where */
export const lookAtBook = (where) => look({ ...state.value, book: { ...state.value.book, ...where } });

/**
 * @param {readonly number[]} inputs all of them, as they are now
 * @param {number} index
 * @param {number} wanted
 */
export function setInput(inputs, index, wanted) {
  if (!mayChange("x")) return;
  const x = inputs.map((old, i) => (i === index ? inRange(wanted) : old));
  commit({ ...state.value, book: { ...state.value.book, x } }, `book.x.${index}`);
  lastEdit.value = { count: lastEdit.value.count + 1, section: "book", part: "x", index };
}

// The theme is the reader's, not the lesson's: it is neither undone nor shared. ----------------------------

/** @typedef {"light" | "dark" | "auto"} Theme */
const THEME_KEY = "theme";
export const theme = signal(/** @type {Theme} */ ("auto"));

/** Shows it, and keeps it for the next visit where the browser lets us. @param {Theme} next */
export function setTheme(next) {
  theme.value = next;
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem(THEME_KEY, next);
  } catch {
    // Storage may be forbidden (private windows, file:// pages): the theme then lasts as long as the page.
  }
}

/** index.html has set the attribute before the first paint. */
export function readTheme() {
  const chosen = document.documentElement.dataset.theme;
  theme.value = chosen === "light" || chosen === "dark" ? chosen : "auto";
}
