/** Tensors to begin from. */
import { bookOutput } from "./compute.js";

/** @typedef {import("./compute.js").Values} Values */
/** @typedef {{ label: string, shape: readonly number[], tensor: () => Values }} Preset */

const TENS = [10, 20, 30, 40, 50];
const TENTHS = [1.0, 1.1, 1.2, 1.3, 1.4];

/**
 * @param {string} label
 * @param {readonly number[]} shape
 * @param {readonly number[]} values
 * @returns {Preset}
 */
const fixed = (label, shape, values) => ({
  label,
  shape,
  tensor: () => ({ shape, values: Float32Array.from(values) }),
});

/** @type {Record<string, Preset>} */
export const presets = {
  book: { label: "The book’s example", shape: [2, 6], tensor: bookOutput },
  bookRow: {
    label: "The book’s first row",
    shape: [6],
    tensor: () => ({ shape: [6], values: bookOutput().values.slice(0, 6) }),
  },
  tens: fixed("10 to 50", [5], TENS),
  tenths: fixed("1.0 to 1.4", [5], TENTHS),
  words: fixed("10 to 50 and 1.0 to 1.4", [2, 5], [...TENS, ...TENTHS]),
  constantRow: fixed("A constant row", [5], [3, 3, 3, 3, 3]),
  constant: fixed("With a constant row", [2, 6], [3, 3, 3, 3, 3, 3, 0, 1, 2, 3, 4, 5]),
  outlier: fixed(
    "With an outlier",
    [2, 6],
    [0.5, -0.25, 0.75, 0.25, -0.5, 20, 0.5, -0.25, 0.75, 0.25, -0.5, 1],
  ),
};

/**
 * The tensor of a figure: its own once edited, its preset's before.
 * @param {import("./state.js").Figure} figure
 */
export const sourceOf = (figure) => figure.x ?? presets[figure.preset].tensor();

/** Its shape, without computing it. @param {import("./state.js").Figure} figure */
export const shapeOf = (figure) => figure.x?.shape ?? presets[figure.preset].shape;
