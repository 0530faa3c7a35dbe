/** Tensors to begin from. */
import { BOOK } from "../../course/book.js";
import { beyondFirstView } from "./beyond-first-view.js";
import { sizeOf } from "../../kit/shapes.js";

/** @typedef {import("../../course/spec-form.js").Values} Values */
/**
 * @typedef {{ shape: readonly number[], names?: readonly string[], rows?: readonly string[],
 *   tensor: () => Float32Array }} Preset  names: what the dims stand for; rows: what the rows of a matrix stand for
 */

const FOUR_WORDS = [
  3.1, 4, 2.6, 3.4, 4.4, 2.9, -4.2, 1.6, 3.7, -2.3, 0.6, 4.8, 0.3, -0.4, 0.1, 0.6, -0.2, -0.5, -0.6, 0.2, -0.9, 5.2,
  0.4, -0.3,
];
const TENS = [10, 20, 30, 40, 50];
const TENTHS = [1.0, 1.1, 1.2, 1.3, 1.4];

/**
 * @param {readonly number[]} shape
 * @param {readonly number[]} values
 * @returns {Preset}
 */
const fixed = (shape, values) => ({ shape, tensor: () => Float32Array.from(values) });

const TEXT = ["batch", "tokens", "embedding"];
/** So many letters of so many words, and so many of each letter's features: letters.json has no more. */
const LETTERS = [2, 4, 12];
export const NOTEBOOK = { seed: 278, shape: [2, 4, 12] };

/** The preset of random numbers in any shape that a learner asks for. */
export const RANDOM = "random";

/** @type {Record<string, Preset>} */
export const presets = {
  fourWords: {
    ...fixed([4, 6], FOUR_WORDS),
    rows: ["every", "effort", "moves", "you"],
  },
  /** The last of the four. */
  oneWord: fixed([6], FOUR_WORDS.slice(18)),
  book: { shape: [BOOK.inputs, BOOK.outputs], tensor: () => beyondFirstView.bookOutput() },
  bookRow: {
    shape: [BOOK.outputs],
    tensor: () => beyondFirstView.bookOutput().slice(0, BOOK.outputs),
  },
  tens: fixed([5], TENS),
  tenths: fixed([5], TENTHS),
  words: fixed([2, 5], [...TENS, ...TENTHS]),
  constantRow: fixed([5], [3, 3, 3, 3, 3]),
  nearlyEqual: fixed([5], [1, 1.0001, 1.0002, 1.0003, 1.0004]),
  outlierRow: fixed([6], [0.5, -0.25, 0.75, 0.25, -0.5, 20]),
  constant: fixed([2, 6], [3, 3, 3, 3, 3, 3, 0, 1, 2, 3, 4, 5]),
  outlier: fixed([2, 6], [0.5, -0.25, 0.75, 0.25, -0.5, 20, 0.5, -0.25, 0.75, 0.25, -0.5, 1]),
  square: fixed([3, 3], [1, 2, 6, 0, 4, 8, 5, 7, 9]),
  notebook: {
    shape: NOTEBOOK.shape,
    tensor: () => beyondFirstView.drawn(NOTEBOOK.seed, NOTEBOOK.shape),
  },
  tokens: {
    shape: NOTEBOOK.shape,
    names: TEXT,
    tensor: () => beyondFirstView.drawn(NOTEBOOK.seed, NOTEBOOK.shape),
  },
  images: {
    shape: [2, 4, 2, 2],
    names: ["batch", "channels", "height", "width"],
    tensor: () => beyondFirstView.drawn(BOOK.seed, [2, 4, 2, 2]),
  },
  gpt2: {
    shape: [2, 4, 768],
    names: TEXT,
    tensor: () => beyondFirstView.unlikeTokens(BOOK.seed, [2, 4, 768]),
  },
  real: { shape: [7, 48], names: TEXT.slice(1), tensor: () => beyondFirstView.realInput() },
  realBatch: { shape: [1, 7, 48], names: TEXT, tensor: () => beyondFirstView.realInput() },
  letters: { shape: LETTERS, names: ["words", "letters", "features"], tensor: () => beyondFirstView.letters() },
  [RANDOM]: { shape: [2, 3, 4], tensor: () => beyondFirstView.drawn(BOOK.seed, [2, 3, 4]) },
};

/** @typedef {Pick<import("../../store/state.js").Figure, "preset" | "shape" | "x">} Source */

/** Its shape, without computing it. @param {Source} figure */
export const shapeOf = (figure) =>
  figure.x?.shape ?? (figure.preset === RANDOM ? figure.shape : presets[figure.preset].shape);

/**
 * The tensors of presets, once made: derived numbers read them whenever a setting changes.
 * @type {Map<string, Values>}
 */
const made = new Map();

/**
 * The tensor of a preset, before anything in it was edited.
 * @param {Source} figure
 * @returns {Values}
 */
export function originalOf({ preset, shape }) {
  const { names = null, rows = null, tensor } = presets[preset];
  const known = made.get(preset);
  if (known && (preset !== RANDOM || `${known.shape}` === `${shape}`)) return known;
  const original =
    preset === RANDOM
      ? { shape, values: beyondFirstView.drawn(BOOK.seed, shape), names, rows }
      : { shape: presets[preset].shape, values: tensor(), names, rows };
  made.set(preset, original);
  return original;
}

/** The tensor of a figure: its own once edited, its preset's before. @param {Source} figure */
export const sourceOf = (figure) => figure.x ?? originalOf(figure);

/**
 * How many weights a figure has: one for each place in a group.
 * @param {Source & Pick<import("../../store/state.js").Figure, "dims" | "channelGroups">} figure
 */
export const placesOf = (figure) => sizeOf(figure.dims.map((dim) => shapeOf(figure)[dim])) / figure.channelGroups;

/**
 * Numbers of one's own in a figure: in the shape of its preset, they have the preset's names as well.
 * @param {Pick<Values, "shape" | "values">} tensor
 * @param {Source} figure
 * @returns {Values}
 */
export function withNames({ shape, values }, figure) {
  const original = originalOf(figure);
  return `${shape}` === `${original.shape}` ? { ...original, values } : { shape, values, names: null };
}
