/** Tensors to begin from: those of the first view. later-presets.js has the others. */
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

/**
 * @param {readonly number[]} shape
 * @param {readonly number[]} values
 * @returns {Preset}
 */
export const fixed = (shape, values) => ({ shape, tensor: () => Float32Array.from(values) });

/** The preset of random numbers in any shape that a learner asks for. */
export const RANDOM = "random";

/** By name; with the later sections come the later ones. @type {Record<string, Preset>} */
export const presets = {
  fourWords: {
    ...fixed([4, 6], FOUR_WORDS),
    rows: ["every", "effort", "moves", "you"],
  },
  /** The last of the four. */
  oneWord: fixed([6], FOUR_WORDS.slice(18)),
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
