/**
 * The one store. The state is an immutable record, so undo, redo and reset are a matter of keeping records;
 * all that can be done to it is the functions below.
 */
import { computed, signal } from "@preact/signals";
import { LARGEST } from "./format.js";
import { presets, shapeOf, sourceOf } from "./presets.js";
import { sizeOf } from "./shapes.js";

/**
 * The cell whose formula is shown. `index` is always that of an element: in mean and variance the cell is the
 * statistic of that element's group, so that coming back from it finds the element again.
 * @typedef {{ panel: "x" | "mean" | "variance" | "out" | "y", index: number }} Selection
 *
 * @typedef {object} Figure
 * @property {string} preset
 * @property {import("./compute.js").Values | null} x  the learner's own numbers, or null for the preset's
 * @property {readonly number[]} dims  ascending, not negative
 * @property {boolean} keepdim
 * @property {0 | 1} correction
 * @property {number} eps
 * @property {readonly number[] | null} weight  null: ones, not edited
 * @property {readonly number[] | null} bias    null: zeros, not edited
 * @property {number} stage  0 x, 1 centred, 2 normalized, 3 scaled and shifted
 * @property {Selection} at
 *
 * @typedef {object} BookFigure
 * @property {number} seed
 * @property {number} input  which of the two inputs is drawn
 * @property {readonly number[] | null} x  the learner's own inputs, or null for those of the seed
 * @property {number} unit  the output unit whose arithmetic is shown
 *
 * @typedef {{ book: BookFigure, row: Figure, dim: Figure }} State
 * @typedef {"row" | "dim"} FigureId
 */

/** @type {Omit<Figure, "preset" | "dims">} */
const PLAIN = {
  x: null,
  keepdim: true,
  correction: 1,
  eps: 0,
  weight: null,
  bias: null,
  stage: 2,
  at: { panel: "out", index: 1 },
};

/** @type {State} */
export const INITIAL = {
  book: { seed: 123, input: 0, x: null, unit: 0 },
  row: { ...PLAIN, preset: "tens", dims: [0], stage: 0, at: { panel: "out", index: 0 } },
  dim: { ...PLAIN, preset: "book", dims: [1] },
};

export const STAGES = 4;
export const EPS_STEPS = [0, 1e-12, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1];
const HISTORY_LIMIT = 200;

/** @typedef {{ past: readonly State[], present: State, future: readonly State[], key: string }} History */
const history = signal(/** @type {History} */ ({ past: [], present: INITIAL, future: [], key: "" }));

export const state = computed(() => history.value.present);

/** Each section's part of the state: what reads one is not drawn again when another has changed. */
export const figures = {
  book: computed(() => state.value.book),
  row: computed(() => state.value.row),
  dim: computed(() => state.value.dim),
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
function commit(present, key = "") {
  const { past, present: before, key: lastKey } = history.value;
  const merges = key !== "" && key === lastKey;
  put({ past: merges ? past : [...past, before].slice(-HISTORY_LIMIT), present, future: [], key });
}

/** Looking around is not a step. @param {State} present */
function look(present) {
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

/** One section as it was at first; undo brings the work back. @param {keyof State} section */
export const reset = (section) => commit({ ...state.value, [section]: INITIAL[section] });

/** The state that a link carries, before anything has been done to it. @param {State} present */
export function load(present) {
  put({ past: [], present, future: [], key: "" });
}

/** @param {FigureId} id @param {Partial<Figure>} change @param {string} [key] */
const change = (id, change, key) =>
  commit({ ...state.value, [id]: { ...state.value[id], ...change } }, key && `${id}.${key}`);

/**
 * What must follow when the tensor or the dims become others: dims that exist, weight and bias of the
 * normalized shape, a selection that is there.
 * @param {Figure} figure
 * @param {Figure} before
 * @returns {Figure}
 */
function settle(figure, before) {
  const shape = shapeOf(figure);
  const dims = shape.length === shapeOf(before).length ? figure.dims : [shape.length - 1];
  const settled = { ...figure, dims };
  const fitting = (/** @type {readonly number[] | null} */ list, /** @type {number} */ value) => {
    const fresh = filled(settled, value);
    return list === null || list.length === fresh.length ? list : fresh;
  };
  return {
    ...settled,
    weight: fitting(figure.weight, 1),
    bias: fitting(figure.bias, 0),
    at: { panel: "out", index: Math.min(before.at.index, sizeOf(shape) - 1) },
  };
}

/** @param {FigureId} id @param {string} preset */
export function setPreset(id, preset) {
  if (!(preset in presets)) throw new RangeError(`no preset is called ${preset}`);
  const before = state.value[id];
  change(id, settle({ ...before, preset, x: null }, before));
}

/** @param {FigureId} id @param {readonly number[]} dims */
export function setDims(id, dims) {
  const before = state.value[id];
  change(id, settle({ ...before, dims: [...dims].sort((a, b) => a - b) }, before));
}

/** @param {FigureId} id @param {boolean} keepdim */
export const setKeepdim = (id, keepdim) => change(id, { keepdim });

/** @param {FigureId} id @param {0 | 1} correction */
export const setCorrection = (id, correction) => change(id, { correction });

/** @param {FigureId} id @param {number} eps */
export const setEps = (id, eps) => change(id, { eps }, "eps");

/**
 * A weight or bias: one number for each place along the dims.
 * @param {Figure} figure
 * @param {number} value
 * @returns {number[]}
 */
const filled = (figure, value) =>
  new Array(sizeOf(figure.dims.map((dim) => shapeOf(figure)[dim]))).fill(value);

/**
 * Weight and bias to edit (at first ones and zeros), or back to 1 and 0.
 * @param {FigureId} id
 * @param {boolean} on
 */
export function setAffine(id, on) {
  const figure = state.value[id];
  change(
    id,
    on
      ? { weight: filled(figure, 1), bias: filled(figure, 0), stage: 3 }
      : {
          weight: null,
          bias: null,
          stage: Math.min(figure.stage, 2),
          at: { panel: "out", index: figure.at.index },
        },
  );
}

/** However it was set: typed, nudged or dragged. @param {number} value */
const inRange = (value) => Math.fround(Math.min(Math.max(value, -LARGEST), LARGEST));

/** @param {FigureId} id @param {"x" | "weight" | "bias"} part @param {number} index @param {number} wanted */
export function setValue(id, part, index, wanted) {
  const value = inRange(wanted);
  const figure = state.value[id];
  const key = `${part}.${index}`;
  if (part === "x") {
    const { shape, values } = sourceOf(figure);
    change(id, { x: { shape, values: Float32Array.from(values).fill(value, index, index + 1) } }, key);
  } else {
    const affine = { weight: figure.weight ?? filled(figure, 1), bias: figure.bias ?? filled(figure, 0) };
    change(id, { ...affine, [part]: affine[part].map((old, i) => (i === index ? value : old)) }, key);
  }
  lastEdit.value = { count: lastEdit.value.count + 1, section: id, part, index };
}

/** @param {FigureId} id @param {number} stage */
export function setStage(id, stage) {
  const figure = state.value[id];
  const at =
    stage < 3 && figure.at.panel === "y" ? { ...figure.at, panel: /** @type {const} */ ("out") } : figure.at;
  look({ ...state.value, [id]: { ...figure, stage, at } });
}

/** @param {FigureId} id @param {Selection} at */
export function select(id, at) {
  const before = state.value[id].at;
  if (before.panel !== at.panel || before.index !== at.index)
    look({ ...state.value, [id]: { ...state.value[id], at } });
}

/** @param {number} seed */
export const setSeed = (seed) =>
  commit({ ...state.value, book: { ...state.value.book, seed, x: null } }, "book.seed");

/** @param {Partial<Pick<BookFigure, "input" | "unit">>} where */
export const lookAtBook = (where) => look({ ...state.value, book: { ...state.value.book, ...where } });

/**
 * @param {readonly number[]} inputs all of them, as they are now
 * @param {number} index
 * @param {number} wanted
 */
export function setInput(inputs, index, wanted) {
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
