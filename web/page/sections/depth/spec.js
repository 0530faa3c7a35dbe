/** The depth lab's two networks: their depth and width, the factor of their weights, and where they normalize. */

/**
 * @typedef {object} DepthFigure
 * @property {number} seed
 * @property {number} gain  the factor of the weights
 * @property {number} layers
 * @property {number} features
 * @property {"none" | "relu" | "gelu" | "tanh"} activation
 * @property {(typeof import("./limits.js").RESIDUALS)[number]} residual  whether a layer's input is added to
 *   its sum, and whether the normalization comes before the layer or after the sum
 * @property {(typeof import("./limits.js").NORMS)[number]} norm  "dyt": tanh(a x) in its place
 * @property {number} alpha  the a of tanh(a x)
 * @property {(typeof import("./limits.js").STARTS)[number]} start  how the factor of the weights follows from the
 *   activation and the number of layers
 * @property {number} layer  the one whose numbers are read out, from 1
 * @property {(typeof import("./limits.js").VIEWS)[number]} view  fifty networks, or the first of them alone
 * @property {(typeof import("./limits.js").GRADIENTS)[number]} gradient  with respect to what: a layer's weights, or
 *   the numbers that it puts out
 */

/** @type {import("../../course/spec-form.js").OwnSpec<DepthFigure>} */
export const spec = {
  initial: {
    seed: 123,
    gain: 1,
    layers: 24,
    features: 64,
    activation: "relu",
    residual: "no",
    norm: "layer",
    alpha: 0.5,
    start: "own",
    layer: 24,
    view: "fifty",
    gradient: "weights",
  },
  formerly: { features: 256 },
};
