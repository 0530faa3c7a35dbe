/** One row, or two. The reader cannot choose dims here, and the mean is always taken away. */
import { CLASS } from "../../course/book.js";
import { figureSpec } from "../../course/spec-form.js";

export const spec = figureSpec(
  // The outlier of the first screen’s fourth word, as LayerNorm has it.
  { ...CLASS, preset: "oneWord", dims: [0], stage: 0, at: { panel: "out", index: 3 } },
  {
    presets: ["oneWord", "tens", "tenths", "words", "bookRow", "outlierRow", "constantRow", "nearlyEqual"],
    ranks: [1, 2],
    isCentred: true,
    formerly: { preset: "tens", correction: 1, eps: 0, at: { panel: "out", index: 0 } },
  },
);
