/** How shapes line up, with the mean that has lost its dim: it ends with x normalized. */
import { figureSpec } from "../../course/spec-form.js";

export const spec = figureSpec(
  { preset: "book", dims: [1], keepdim: false, stage: 1, copies: true },
  { presets: ["book", "square", "notebook"], stages: 3 },
);
