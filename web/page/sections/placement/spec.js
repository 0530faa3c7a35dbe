/** The section's networks: where they normalize, how many blocks they have; two of them learn. */

/**
 * @typedef {object} PlacementFigure
 * @property {number} seed  of the first network's weights, and of those that learn
 * @property {(typeof import("./limits.js").PLACES)[number]} place  which block is drawn
 * @property {(typeof import("./limits.js").LASTS)[number]} last  whether pre-LN has its norm after the last block
 * @property {number} blocks  of the networks before their first step
 * @property {number} rate
 * @property {number} warmUp  steps
 * @property {number} trained  how many steps the two have made
 */

/** @type {import("../../course/spec-form.js").OwnSpec<PlacementFigure>} */
export const spec = {
  initial: { seed: 1, place: "post", last: "with", blocks: 12, rate: 0.003, warmUp: 0, trained: 0 },
};
