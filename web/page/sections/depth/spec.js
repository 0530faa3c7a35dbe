/**
 * The depth lab's two networks: how deep and wide they are, what their weights are multiplied by, and where they
 * normalise.
 */

/**
 * @typedef {object} DepthFigure
 * @property {number} seed
 * @property {number} gain  what the weights are multiplied by
 * @property {number} layers
 * @property {number} features
 * @property {"none" | "relu" | "gelu" | "tanh"} activation
 * @property {(typeof import("./limits.js").RESIDUALS)[number]} residual  whether a layer is added to what it gets, and
 *   normalised before it or after the sum
 * @property {"layer" | "rms"} norm
 * @property {number} layer  the one whose numbers are read out, from 1
 */

/** @type {import("../../course/spec-form.js").OwnSpec<DepthFigure>} */
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
};
