/** Tensors to begin from. */
import { manualSeed, randn } from "layernorm";
import { BOOK } from "./book.js";
import { bookOutput } from "./compute.js";
import { sizeOf } from "./shapes.js";

/** @typedef {import("./compute.js").Values} Values */
/**
 * @typedef {{ label: string, shape: readonly number[], names?: readonly string[], tensor: () => Float32Array }}
 *   Preset names: what the dims stand for
 */

const TENS = [10, 20, 30, 40, 50];
const TENTHS = [1.0, 1.1, 1.2, 1.3, 1.4];

/**
 * @param {string} label
 * @param {readonly number[]} shape
 * @param {readonly number[]} values
 * @returns {Preset}
 */
const fixed = (label, shape, values) => ({ label, shape, tensor: () => Float32Array.from(values) });

/**
 * torch.manual_seed(seed); torch.randn(shape)
 * @param {number} seed
 * @param {readonly number[]} shape
 */
function drawn(seed, shape) {
  manualSeed(seed);
  return randn([...shape]).data;
}

const TEXT = ["batch", "tokens", "embedding"];
const NOTEBOOK = { seed: 278, shape: [2, 4, 12] };

/** Drawn in any shape a learner asks for. */
export const RANDOM = "random";

/** @type {Record<string, Preset>} */
export const presets = {
  book: { label: "The book’s example", shape: [BOOK.inputs, BOOK.outputs], tensor: bookOutput },
  bookRow: {
    label: "The book’s first row",
    shape: [BOOK.outputs],
    tensor: () => bookOutput().slice(0, BOOK.outputs),
  },
  tens: fixed("10 to 50", [5], TENS),
  tenths: fixed("1.0 to 1.4", [5], TENTHS),
  words: fixed("Two words: 10 to 50, 1.0 to 1.4", [2, 5], [...TENS, ...TENTHS]),
  constantRow: fixed("A constant row", [5], [3, 3, 3, 3, 3]),
  nearlyEqual: fixed("Nearly equal", [5], [1, 1.0001, 1.0002, 1.0003, 1.0004]),
  outlierRow: fixed("A row with an outlier", [6], [0.5, -0.25, 0.75, 0.25, -0.5, 20]),
  constant: fixed("With a constant row", [2, 6], [3, 3, 3, 3, 3, 3, 0, 1, 2, 3, 4, 5]),
  outlier: fixed("With an outlier", [2, 6], [0.5, -0.25, 0.75, 0.25, -0.5, 20, 0.5, -0.25, 0.75, 0.25, -0.5, 1]),
  square: fixed("A square", [3, 3], [1, 2, 6, 0, 4, 8, 5, 7, 9]),
  notebook: {
    label: `A notebook’s tensor, seed ${NOTEBOOK.seed}`,
    shape: NOTEBOOK.shape,
    tensor: () => drawn(NOTEBOOK.seed, NOTEBOOK.shape),
  },
  tokens: {
    label: "The same, as batch, tokens, embedding",
    shape: NOTEBOOK.shape,
    names: TEXT,
    tensor: () => drawn(NOTEBOOK.seed, NOTEBOOK.shape),
  },
  images: {
    label: "Two small images",
    shape: [2, 4, 2, 2],
    names: ["batch", "channels", "height", "width"],
    tensor: () => drawn(BOOK.seed, [2, 4, 2, 2]),
  },
  gpt2: {
    label: "As wide as GPT-2",
    shape: [2, 4, 768],
    names: TEXT,
    tensor: () => drawn(BOOK.seed, [2, 4, 768]),
  },
  [RANDOM]: { label: "Any shape…", shape: [2, 3, 4], tensor: () => drawn(BOOK.seed, [2, 3, 4]) },
};

/** @typedef {Pick<import("./state.js").Figure, "preset" | "shape" | "x">} Source */

/** Its shape, without computing it. @param {Source} figure */
export const shapeOf = (figure) =>
  figure.x?.shape ?? (figure.preset === RANDOM ? figure.shape : presets[figure.preset].shape);

/**
 * What a preset drew is kept: derived numbers ask for it whenever a setting changes.
 * @type {Map<string, Values>}
 */
const made = new Map();

/**
 * The tensor of a preset, before anything in it was edited.
 * @param {Source} figure
 * @returns {Values}
 */
export function originalOf({ preset, shape }) {
  const { names = null, tensor } = presets[preset];
  const known = made.get(preset);
  if (known && (preset !== RANDOM || `${known.shape}` === `${shape}`)) return known;
  const original =
    preset === RANDOM
      ? { shape, values: drawn(BOOK.seed, shape), names }
      : { shape: presets[preset].shape, values: tensor(), names };
  made.set(preset, original);
  return original;
}

/** The tensor of a figure: its own once edited, its preset's before. @param {Source} figure */
export const sourceOf = (figure) => figure.x ?? originalOf(figure);

/**
 * How many weights a figure has: one for each place in a group.
 * @param {Source & Pick<import("./state.js").Figure, "dims" | "channelGroups">} figure
 */
export const placesOf = (figure) => sizeOf(figure.dims.map((dim) => shapeOf(figure)[dim])) / figure.channelGroups;
