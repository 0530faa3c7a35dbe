/** The two networks that learn the spirals. */

/**
 * @typedef {object} SpiralsFigure
 * @property {number} seed  of the spirals and networks
 * @property {number} pace  the networks' rate
 * @property {number} trained  how many steps they have made
 */

/** @type {import("../../course/spec-form.js").OwnSpec<SpiralsFigure>} */
export const spec = { initial: { seed: 123, pace: 0.03, trained: 0 } };
