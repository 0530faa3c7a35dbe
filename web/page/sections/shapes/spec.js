/** A tensor whose mean has lost its dim: how the shapes line up. The last stage is x normalized. */
import { figureSpec } from "../../course/spec-form.js";

export const spec = figureSpec(
  { preset: "book", dims: [1], keepdim: false, stage: 1, copies: true },
  { presets: ["book", "square", "notebook"], stages: 3 },
);
