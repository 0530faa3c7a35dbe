/** A tensor of three dims, and any set of them. */
import { figureSpec } from "../../course/spec-form.js";

export const spec = figureSpec(
  { preset: "letters", dims: [2], correction: 0, eps: 1e-5 },
  {
    presets: ["letters", "notebook", "tokens", "gpt2", "realBatch"],
    formerly: { preset: "notebook", correction: 1, eps: 0 },
  },
);
