/** A figure for numbers of the reader's own; the examples stand there until then. */
import { figureSpec } from "../../course/spec-form.js";

export const spec = figureSpec(
  { preset: "fourWords", dims: [1], correction: 0, eps: 1e-5 },
  { presets: ["fourWords", "letters", "real"] },
);
