/** A tensor of two dims, and which of them disappears. */
import { figureSpec } from "../../course/spec-form.js";

export const spec = figureSpec(
  { preset: "fourWords", dims: [1] },
  { presets: ["fourWords", "book", "words", "constant", "outlier", "real"] },
);
