/** A target for one row, and the gradient that comes to it. */

/**
 * @typedef {object} LearningFigure
 * @property {number} mean  the target's
 * @property {number} spread
 * @property {number} rate  by which weight and bias follow their gradient
 * @property {number} steps  how many they have made
 * @property {number} at  the number of the row that is pressed
 * @property {"one" | "loss" | "random"} dy  the gradient of y: of one number alone, of the loss, drawn
 */

/** @type {import("../../course/spec-form.js").OwnSpec<LearningFigure>} */
export const spec = {
  initial: { mean: -2, spread: 2, rate: 0.1, steps: 0, at: 4, dy: "one" },
};
