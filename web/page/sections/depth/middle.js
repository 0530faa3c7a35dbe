/** Of many networks: the middle one, and the middle half. */

/** @typedef {import("./job.js").Pair} Pair */
/** @typedef {"without" | "with"} Which */
/** @typedef {"spread" | "weights" | "numbers"} Quantity  the spread, or the size of a gradient */
/** @typedef {{ low: number, median: number, high: number }} Middle  the quartiles */

/**
 * The quartiles, between two numbers where none stands there (NumPy's and PyTorch's default).
 * @param {readonly number[]} values  at least one
 * @returns {Middle}
 */
export function middleOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => {
    const at = share * (sorted.length - 1);
    const [before, after] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
    return before + (at % 1) * (after - before);
  });
  return { low, median, high };
}

/**
 * A quantity in one layer, of each network in which it is known.
 * @param {readonly Pair[]} networks
 * @param {Which} which
 * @param {Quantity} quantity
 * @param {number} layer  from 1
 */
export const valuesIn = (networks, which, quantity, layer) =>
  networks.flatMap((pair) => pair[which][quantity][layer - 1] ?? []);

/**
 * Its quartiles, if it is known in any.
 * @param {readonly Pair[]} networks
 * @param {Which} which
 * @param {Quantity} quantity
 * @param {number} layer  from 1
 */
export function middleIn(networks, which, quantity, layer) {
  const values = valuesIn(networks, which, quantity, layer);
  return values.length > 0 ? middleOf(values) : undefined;
}

/**
 * Its quartiles in each layer.
 * @param {readonly Pair[]} networks
 * @param {Which} which
 * @param {Quantity} quantity
 * @param {number} layers
 */
export const middlesOf = (networks, which, quantity, layers) =>
  Array.from({ length: layers }, (_, i) => middleIn(networks, which, quantity, i + 1)).filter((each) => !!each);
