/** A tensor of two dims, and which of them disappears. */
import { figureSpec } from "../../course/spec-form.js";

export const spec = figureSpec(
  { preset: "fourWords", dims: [1], correction: 0, eps: 1e-5 },
  {
    presets: ["fourWords", "book", "words", "constant", "outlier", "real"],
    formerly: { correction: 1, eps: 0 },
  },
);
