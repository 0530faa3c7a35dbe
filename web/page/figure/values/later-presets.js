/** The presets that only later sections offer. */
import { BOOK } from "../../course/book.js";
import { network } from "./book-network.js";
import { drawn, unlikeTokens } from "./drawn.js";
import letters from "./letters.json" with { type: "json" };
import { fixed, RANDOM } from "./presets.js";
import realInput from "./real-input.json" with { type: "json" };

const TENS = [10, 20, 30, 40, 50];
const TENTHS = [1.0, 1.1, 1.2, 1.3, 1.4];

const TEXT = ["batch", "tokens", "embedding"];
/** So many letters of so many words, and so many of each letter's features: letters.json has no more. */
const LETTERS = [2, 4, 12];
export const NOTEBOOK = { seed: 278, shape: [2, 4, 12] };

const bookOutput = () => network(BOOK.seed).out;
const ofRealLayer = () => Float32Array.from(realInput.values);

/** @type {Record<string, import("./presets.js").Preset>} */
export const laterPresets = {
  book: { shape: [BOOK.inputs, BOOK.outputs], tensor: bookOutput },
  bookRow: { shape: [BOOK.outputs], tensor: () => bookOutput().slice(0, BOOK.outputs) },
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
    tensor: () => drawn(NOTEBOOK.seed, NOTEBOOK.shape),
  },
  tokens: {
    shape: NOTEBOOK.shape,
    names: TEXT,
    tensor: () => drawn(NOTEBOOK.seed, NOTEBOOK.shape),
  },
  images: {
    shape: [2, 4, 2, 2],
    names: ["batch", "channels", "height", "width"],
    tensor: () => drawn(BOOK.seed, [2, 4, 2, 2]),
  },
  gpt2: {
    shape: [2, 4, 768],
    names: TEXT,
    tensor: () => unlikeTokens(BOOK.seed, [2, 4, 768]),
  },
  real: { shape: [7, 48], names: TEXT.slice(1), tensor: ofRealLayer },
  realBatch: { shape: [1, 7, 48], names: TEXT, tensor: ofRealLayer },
  letters: {
    shape: LETTERS,
    names: ["words", "letters", "features"],
    tensor: () => Float32Array.from(letters.values),
  },
  [RANDOM]: { shape: [2, 3, 4], tensor: () => drawn(BOOK.seed, [2, 3, 4]) },
};
