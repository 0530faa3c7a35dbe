/** What the row and its gradient may become, by a link or by hand. */

export const MOST_STEPS = 40;
/** From 0.1 to 1.2: so many that a finger can choose one on the slider. */
export const RATES = Array.from({ length: 12 }, (_, i) => (i + 1) / 10);
export const MEANS = /** @type {const} */ ([-4, 4]);
export const SPREADS = /** @type {const} */ ([0.2, 4]);

/** @type {Record<keyof typeof import("./spec.js").spec.initial, import("../../course/spec-form.js").LinkField>} */
export const fields = {
  mean: { number: MEANS, what: "the target’s mean", lock: "target" },
  spread: { number: SPREADS, what: "the target’s spread", lock: "target" },
  rate: { number: [RATES[0], RATES[RATES.length - 1]], what: "the rate", lock: "rate" },
  steps: { whole: [0, MOST_STEPS], what: "the number of steps" },
  at: { whole: [0, 5], what: "the number of the row" },
  dy: { words: ["one", "loss", "random"] },
};
