/** The depth lab's two networks: how deep and wide they are, what their weights are multiplied by, and where they normalise. */

/**
 * @typedef {object} DepthFigure
 * @property {number} seed
 * @property {number} gain  what the weights are multiplied by
 * @property {number} layers
 * @property {number} features
 * @property {"none" | "relu" | "gelu" | "tanh"} activation
 * @property {(typeof RESIDUALS)[number]} residual  whether a layer is added to what it gets, and normalised before it or after the sum
 * @property {"layer" | "rms"} norm
 * @property {number} layer  the one whose numbers are read out, from 1
 */

/** How many samples go through the networks at once. */
export const SAMPLES = 64;
/** The one axis of all layers, as wide as that of most tracks. */
export const AXIS = /** @type {const} */ ([-6, 6]);
/** Into how many parts the axis is cut to count what lies where. */
export const BINS = 80;
export const GAINS = /** @type {const} */ ([0.5, 2]);
export const MOST_LAYERS = 48;
export const RESIDUALS = /** @type {const} */ (["no", "pre", "post"]);
export const SEEDS = 2 ** 31;

/** @type {import("../figure-spec.js").OwnSpec<DepthFigure>} */
export const spec = {
  initial: {
    seed: 123,
    gain: 1,
    layers: 24,
    features: 256,
    activation: "relu",
    residual: "no",
    norm: "layer",
    layer: 24,
  },
  fields: {
    seed: { whole: [0, SEEDS - 1], what: "a seed" },
    gain: { number: GAINS, what: "the gain" },
    layers: { whole: [1, MOST_LAYERS], what: "the number of layers" },
    features: { whole: [16, 512], what: "the number of features" },
    activation: { words: ["none", "relu", "gelu", "tanh"] },
    residual: { words: RESIDUALS },
    norm: { words: ["layer", "rms"] },
    layer: { whole: [1, MOST_LAYERS], what: "a layer" },
  },
};
