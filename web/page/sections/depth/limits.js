/** What the depth lab's networks may become, by a link or by hand, and how they are drawn. */

/** How many samples go through the networks at once. */
export const SAMPLES = 64;
/** The one axis of all layers, as wide as that of most tracks. */
export const AXIS = /** @type {const} */ ([-6, 6]);
/** The axis is cut into so many parts, and the numbers in each part are counted. */
export const BINS = 80;
export const GAINS = /** @type {const} */ ([0.5, 2]);
export const MOST_LAYERS = 48;
export const RESIDUALS = /** @type {const} */ (["no", "pre", "post"]);
export const SEEDS = 2 ** 31;

/** @type {Record<keyof typeof import("./spec.js").spec.initial, import("../../course/spec-form.js").LinkField>} */
export const fields = {
  seed: { whole: [0, SEEDS - 1], what: "a seed", lock: "seed" },
  gain: { number: GAINS, what: "the gain", lock: "gain" },
  layers: { whole: [1, MOST_LAYERS], what: "the number of layers", lock: "network" },
  features: { whole: [16, 512], what: "the number of features", lock: "network" },
  activation: { words: ["none", "relu", "gelu", "tanh"], lock: "network" },
  residual: { words: RESIDUALS, lock: "network" },
  norm: { words: ["layer", "rms"], lock: "network" },
  layer: { whole: [1, MOST_LAYERS], what: "a layer" },
};
