/** The presets' names in the list of examples. */
import { NOTEBOOK } from "./later-presets.js";
import { RANDOM } from "./presets.js";

/** @type {Record<string, string>} */
export const presetLabels = {
  fourWords: "Four words, six numbers each",
  oneWord: "Word D, “you”: six numbers",
  book: "The book’s example",
  bookRow: "The book’s first row",
  tens: "10 to 50",
  tenths: "1.0 to 1.4",
  words: "Two words: 10 to 50, 1.0 to 1.4",
  constantRow: "A constant row",
  nearlyEqual: "Nearly equal",
  outlierRow: "A row with an outlier",
  constant: "With a constant row",
  outlier: "With an outlier",
  square: "A square",
  notebook: `A notebook’s tensor, seed ${NOTEBOOK.seed}`,
  tokens: "The same, as batch, tokens, embedding",
  images: "Two small images",
  gpt2: "As wide as GPT-2, made up",
  real: "A real layer’s input",
  realBatch: "A real layer’s input",
  letters: "Two words’ letters, in the transformer",
  [RANDOM]: "Any shape…",
};
