/** A row of numbers as an arrow, a norm that moves its tip, and the camera that looks at it. */

/**
 * @typedef {object} SpaceFigure
 * @property {(typeof import("./limits.js").SIZES)[number]} size  how many numbers the row has: three make an arrow in
 *   space, of more the two lengths are drawn
 * @property {"layer" | "rms"} norm
 * @property {(typeof import("./limits.js").EPSES)[number]} eps
 * @property {(typeof import("./limits.js").STAGES)[number]} stage
 * @property {readonly number[]} x  the three numbers
 * @property {readonly number[]} weight
 * @property {readonly number[]} bias
 * @property {readonly number[]} dy  the gradient of y
 * @property {"off" | "on"} gradient  whether dy and dx are shown
 * @property {(typeof import("./limits.js").HANDS)[number]} hand  which three numbers the sliders set
 * @property {number} turn  of the camera, around the axis of the last number, in degrees
 * @property {number} tilt  how far above the other two axes it stands, in degrees
 * @property {number} seed  of more than three numbers
 * @property {number} stretch  what these are multiplied by
 * @property {number} shift  what is then added to all of them
 */

/** @type {import("../../course/spec-form.js").OwnSpec<SpaceFigure>} */
export const spec = {
  initial: {
    size: "3",
    norm: "layer",
    eps: "0",
    stage: "x",
    x: [0.2, 1.1, 1.7],
    weight: [1, 1, 1],
    bias: [0, 0, 0],
    dy: [0.6, 1.2, 0],
    gradient: "off",
    hand: "x",
    turn: 340,
    tilt: 18,
    seed: 24,
    stretch: 1,
    shift: 1.2,
  },
};
