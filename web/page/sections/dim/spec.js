/** A tensor of two dims, and which of them disappears. */
import { figureSpec } from "../figure-spec.js";

export const spec = figureSpec({ preset: "book", dims: [1] }, { presets: ["book", "words", "constant", "outlier"] });
