/** What the layer and the networks may become, by a link or by hand. */

export const SEEDS = 2 ** 31;
/** So many that a finger can choose one on the slider, as of the rates below. */
export const FACTORS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
/** What many networks come to at each: measured.json. */
export const RATES = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];
export const DECAYS = [0, 3e-4, 1e-3, 3e-3, 1e-2];
/** How many draws of the layer there are beside the one at hand, that one with them. */
export const LAYERS = 24;
/** How many networks learn beside each other, each without the norm and with it. */
export const NETWORKS = 12;
/** How many steps each makes, and from one point of its curves to the next. */
export const STEPS = 1000;
export const EVERY = 20;

/** @type {Record<keyof typeof import("./spec.js").spec.initial, import("../../course/spec-form.js").LinkField>} */
export const fields = {
  seed: { whole: [0, SEEDS - 1], what: "a seed", lock: "seed" },
  factor: { number: [FACTORS[0], FACTORS[FACTORS.length - 1]], what: "the factor of the weights", lock: "gain" },
  rate: { number: [RATES[0], RATES[RATES.length - 1]], what: "the rate of W", lock: "rate" },
  decay: { number: [DECAYS[0], DECAYS[DECAYS.length - 1]], what: "the weight decay", lock: "decay" },
};
