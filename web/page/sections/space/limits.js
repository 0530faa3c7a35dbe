/** What the arrow, the norm and the camera may become, by a link or by hand. */

export const SIZES = /** @type {const} */ (["3", "4", "6", "12"]);
export const EPSES = /** @type {const} */ (["0", "1e-5", "0.1"]);
/** The row, minus its mean, divided, times weight plus bias. RMSNorm has no second one. */
export const STAGES = /** @type {const} */ (["x", "centred", "normalized", "scaled"]);
export const HANDS = /** @type {const} */ (["x", "weight", "bias", "dy"]);

/** How far each of three numbers may go: then the arrow of x stays within the picture, however it is turned. */
export const REACH = /** @type {const} */ ([-2, 2]);
export const BIASES = /** @type {const} */ ([-1, 1]);
export const SHIFTS = /** @type {const} */ ([-2, 2]);
export const STRETCHES = /** @type {const} */ ([0, 2]);
export const TURNS = /** @type {const} */ ([0, 360]);
export const TILTS = /** @type {const} */ ([-90, 90]);
export const SEEDS = 2 ** 31;

/** @type {Record<keyof typeof import("./spec.js").spec.initial, import("../../course/spec-form.js").LinkField>} */
export const fields = {
  size: { words: SIZES, lock: "shape" },
  norm: { words: ["layer", "rms"], lock: "norms" },
  eps: { words: EPSES, lock: "eps" },
  stage: { words: STAGES, lock: "stage" },
  x: { numbers: 3, within: REACH, lock: "x" },
  weight: { numbers: 3, within: REACH, lock: "affine" },
  bias: { numbers: 3, within: BIASES, lock: "affine" },
  dy: { numbers: 3, within: REACH },
  gradient: { words: ["off", "on"] },
  hand: { words: HANDS },
  turn: { number: TURNS, what: "the camera’s turn" },
  tilt: { number: TILTS, what: "the camera’s tilt" },
  seed: { whole: [0, SEEDS - 1], what: "a seed", lock: "seed" },
  stretch: { number: STRETCHES, what: "the stretch", lock: "x" },
  shift: { number: SHIFTS, what: "the shift", lock: "x" },
};
