/** What the two pictures of a tensor's numbers are made of, in hundredths of their width and height. */
import { bin, nice } from "d3-array";

/** So many numbers, or groups of neighbours, stand beside each other; and so many bars has the histogram at most. */
const MOST_BARS = 192;
const MOST_BINS = 24;

/** The axis of the numbers: 0 is on it, for bars begin there. @param {{ least: number, most: number }} of */
export function axisFrom0({ least, most }) {
  const [low, high] = nice(Math.min(least, 0), Math.max(most, 0), 4);
  return low === high ? /** @type {const} */ ([-1, 1]) : /** @type {const} */ ([low, high]);
}

/** @typedef {{ from: number, to: number }} Bar  the least and the largest number in it; of one number, 0 and that */

/**
 * The numbers in their order; many are put into groups of neighbours.
 * @param {Float32Array} values
 * @returns {Bar[]}
 */
export function barsOf(values) {
  const count = Math.min(values.length, MOST_BARS);
  return Array.from({ length: count }, (_, i) => {
    const group = values.subarray(
      Math.floor((i * values.length) / count),
      Math.floor(((i + 1) * values.length) / count),
    );
    if (group.length === 1) return { from: Math.min(group[0], 0), to: Math.max(group[0], 0) };
    return group.reduce(({ from, to }, value) => ({ from: Math.min(from, value), to: Math.max(to, value) }), {
      from: Infinity,
      to: -Infinity,
    });
  });
}

/** @typedef {{ low: number, high: number, count: number }} Bin */

/**
 * How many numbers lie where, in bins that begin at round numbers.
 * @param {Float32Array} values
 * @param {{ least: number, most: number }} of
 * @returns {Bin[]}
 */
export function binsOf(values, { least, most }) {
  if (least === most) return [{ low: least, high: most, count: values.length }];
  const [low, high] = nice(least, most, MOST_BINS / 2);
  const bins = bin()
    .domain([low, high])
    .thresholds(Math.min(MOST_BINS, Math.ceil(2 * Math.sqrt(values.length))))(values);
  return bins.map((each) => ({ low: each.x0 ?? low, high: each.x1 ?? high, count: each.length }));
}
