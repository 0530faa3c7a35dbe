/** The first screen: four words of six numbers, each group on a track. */
import { figureSpec } from "../../course/spec-form.js";

export const spec = figureSpec(
  {
    preset: "fourWords",
    dims: [1],
    correction: 0,
    eps: 1e-5,
    stage: 0,
    // The outlier of the fourth word.
    at: { panel: "out", index: 21 },
  },
  { presets: ["fourWords"], ranks: [2, 2], stages: 3, hadStages: 4 },
);
