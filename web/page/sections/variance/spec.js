/** One row, or two, by the formulas that libraries have. */
import { figureSpec } from "../../course/spec-form.js";

export const spec = figureSpec(
  { preset: "bookRow", dims: [0] },
  {
    presets: ["bookRow", "tens", "tenths", "words", "constantRow", "nearlyEqual", "outlierRow", "real"],
    ranks: [1, 2],
    stages: 3,
  },
);
