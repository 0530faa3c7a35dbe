/** The layers as sets of dims of [batch, channels, height, width]. */
import { figureSpec } from "../../course/spec-form.js";

export const spec = figureSpec(
  { preset: "images", dims: [1, 2, 3], correction: 0, eps: 1e-5 },
  { presets: ["images"], ranks: [4, 4], stages: 3, splitsChannels: true },
);
