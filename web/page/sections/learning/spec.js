/** A target for one row, the gradient that comes to it, and the two networks that learn the spirals. */

/**
 * @typedef {object} LearningFigure
 * @property {number} mean  the target's
 * @property {number} spread
 * @property {number} rate  by which weight and bias follow their gradient
 * @property {number} steps  how many they have made
 * @property {number} at  the number of the row that is pressed
 * @property {"one" | "loss" | "random"} dy  the gradient of y: of one number alone, of the loss, drawn
 * @property {number} seed  of the spirals and networks
 * @property {number} pace  the networks' rate
 * @property {number} trained  how many steps they have made
 */

/** @type {import("../../course/spec-form.js").OwnSpec<LearningFigure>} */
export const spec = {
  initial: { mean: -2, spread: 2, rate: 0.1, steps: 0, at: 4, dy: "one", seed: 123, pace: 0.03, trained: 0 },
};
