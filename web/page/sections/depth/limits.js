/** What the depth lab's networks may become, by a link or by hand, and how they are drawn. */

/** How many samples go through one network at once. */
export const SAMPLES = 64;
/** How many networks there are beside each other. */
export const NETWORKS = 50;
/** From so many features on, the networks share the matrices of their layers, and have them in orders of their own. */
export const POOLED_FROM = 192;
/**
 * How many samples go through each of the fifty, so that a spread is over about 2,048 numbers and all fifty answer
 * within a second.
 * @param {number} features
 */
export const inputsOf = (features) => Math.min(Math.max(Math.round(2048 / features), 4), 16);
/** The one axis of all layers, and the numbers that label it. */
export const AXIS = /** @type {const} */ ([-6, 6]);
export const AXIS_TICKS = [-6, -4, -2, 0, 2, 4, 6];
/** The axis is cut into so many parts, and the numbers in each part are counted. */
export const BINS = 80;
export const GAINS = /** @type {const} */ ([0.5, 2]);
export const MOST_LAYERS = 48;
export const RESIDUALS = /** @type {const} */ (["no", "pre", "post"]);
export const NORMS = /** @type {const} */ (["layer", "rms", "dyt"]);
/** Of tanh(a x). */
export const ALPHAS = /** @type {const} */ ([0.1, 2]);
export const STARTS = /** @type {const} */ (["own", "he", "fixup"]);
export const START_NAMES = { own: "activation’s own", he: "He", fixup: "Fixup-like" };
export const SEEDS = 2 ** 31;
/**
 * From one network's seed to the next one's. The layers of a network have the seeds after the network's own: with a
 * smaller step, the next network would share most of its weights with this one.
 */
export const SEED_STEP = MOST_LAYERS + 1;
export const VIEWS = /** @type {const} */ (["fifty", "one"]);
export const GRADIENTS = /** @type {const} */ (["weights", "numbers"]);

/** @type {Record<keyof typeof import("./spec.js").spec.initial, import("../../course/spec-form.js").LinkField>} */
export const fields = {
  seed: { whole: [0, SEEDS - 1], what: "a seed", lock: "seed" },
  gain: { number: GAINS, what: "the gain", lock: "gain" },
  layers: { whole: [1, MOST_LAYERS], what: "the number of layers", lock: "network" },
  features: { whole: [16, 512], what: "the number of features", lock: "network" },
  activation: { words: ["none", "relu", "gelu", "tanh"], lock: "network" },
  residual: { words: RESIDUALS, lock: "network" },
  norm: { words: NORMS, lock: "network" },
  alpha: { number: ALPHAS, what: "the a of tanh(a x)", lock: "network" },
  start: { words: STARTS, lock: "network" },
  layer: { whole: [1, MOST_LAYERS], what: "a layer" },
  view: { words: VIEWS },
  gradient: { words: GRADIENTS },
};
