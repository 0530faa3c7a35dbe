/** The GPT that the reader trains. */

/** @typedef {import("./network.js").Norm} Norm */
/** @typedef {import("./network.js").Place} Place */

/** @type {readonly Norm[]} */
export const NORMS = ["layer", "rms", "none", "tokens"];
/** @type {readonly Place[]} */
export const PLACES = ["pre", "post"];

/**
 * @typedef {object} TrainFigure
 * @property {Norm} norm
 * @property {Place} place
 * @property {number} depth
 * @property {number} rate
 * @property {number} seed
 */

/** @type {import("../../course/spec-form.js").OwnSpec<TrainFigure>} */
export const spec = { initial: { norm: "layer", place: "pre", depth: 3, rate: 0.003, seed: 123 } };
