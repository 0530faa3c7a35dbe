/** A linear layer with a LayerNorm behind it: how large its weights are, and how it learns. */

/**
 * @typedef {object} InvarianceFigure
 * @property {number} seed  of the layer that is scaled by hand, and of the first of the networks that learn
 * @property {number} factor  by which all weights of the layer are multiplied
 * @property {number} rate  the learning rate of the networks' first weights
 * @property {number} decay  the weight decay of these
 */

/** @type {import("../../course/spec-form.js").OwnSpec<InvarianceFigure>} */
export const spec = { initial: { seed: 123, factor: 1, rate: 1, decay: 0 } };
