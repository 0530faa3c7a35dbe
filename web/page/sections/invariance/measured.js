/** What was measured beforehand, of many networks: measured.json, which tests/fixtures/invariance.mjs writes. */
import measured from "./measured.json" with { type: "json" };

/** @typedef {import("./middle.js").Which} Which */
/** @typedef {import("./middle.js").Quartiles} Quartiles */
/** @typedef {import("./middle.js").Quantity} Quantity */

export const { seeds, steps, rates, first } = measured;
export const spirals = measured.spirals;

/** @param {readonly number[]} list */
const quartiles = (list) => /** @type {Quartiles} */ (list);

/**
 * What a quantity comes to at each rate of W, after the last step.
 * @param {Which} which
 * @param {Quantity} quantity
 * @param {number} [decay]
 */
export const atRates = (which, quantity, decay = 0) =>
  rates.map(({ rate, decays }) => {
    const found = decays.find((each) => each.decay === decay);
    if (!found) throw new Error(`nothing was measured at a weight decay of ${decay}`);
    return { rate, quartiles: quartiles(found[which][quantity]) };
  });

/** The loss where V has the rate of W. @param {Which} which */
export const lossWhereShared = (which) =>
  rates.map(({ rate, shared }) => ({ rate, quartiles: quartiles(shared[which]) }));

/** The spirals’ loss by the rate of what has a norm behind it, and by one rate for all. */
export const spiralsLosses = {
  own: spirals.rates.map(({ rate, loss }) => ({ rate, quartiles: quartiles(loss) })),
  one: spirals.one.map(({ rate, loss }) => ({ rate, quartiles: quartiles(loss) })),
};

/** @typedef {ReturnType<typeof lossWhereShared>} ByRate */

/** The median at a rate of those measured. @param {ByRate} list @param {number} rate */
export function medianAt(list, rate) {
  const found = list.find((each) => each.rate === rate);
  if (!found) throw new Error(`nothing was measured at a rate of ${rate}`);
  return found.quartiles[1];
}

/** The smallest and the largest median. @param {ByRate} list @returns {[number, number]} */
export const rangeOf = (list) => {
  const medians = list.map(({ quartiles: [, median] }) => median);
  return [Math.min(...medians), Math.max(...medians)];
};
