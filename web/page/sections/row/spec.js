/** One row, or two. The reader cannot choose dims here, and the mean is always taken away. */
import { figureSpec } from "../../course/spec-form.js";

export const spec = figureSpec(
  { preset: "tens", dims: [0], stage: 0, at: { panel: "out", index: 0 } },
  {
    presets: ["tens", "tenths", "words", "bookRow", "outlierRow", "constantRow", "nearlyEqual"],
    ranks: [1, 2],
    isCentred: true,
  },
);
