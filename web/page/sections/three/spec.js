/** A tensor of three dims, and any set of them. */
import { figureSpec } from "../../course/spec-form.js";

export const spec = figureSpec(
  { preset: "notebook", dims: [2] },
  { presets: ["notebook", "tokens", "gpt2", "realBatch"] },
);
