/**
 * What PyTorch makes of rows where rounding shows: measured by tests/fixtures/traps.py, or added up in its order here.
 */
import { CELLS } from "../../course/book.js";
import measured from "./torch.json" with { type: "json" };

export const { rows, constants, zeros, many } = measured;

/** The release's number, without the letters that Debian's build adds. */
export const TORCH = /** @type {string} */ (measured.version.match(/^\d+\.\d+/)?.[0]);

/**
 * In which order PyTorch adds six numbers: it keeps four sums, of every fourth number each, adds the rest to the first,
 * and then adds the four sums.
 */
export const TORCH_ORDER = /** @type {const} */ ([0, 4, 5, 1, 2, 3]);

/** The sum so far after each number, rounded to float32 each time. @param {readonly number[]} values */
export function runningSums(values) {
  let sum = 0;
  return values.map((value) => (sum = Math.fround(sum + value)));
}

/** The mean of six numbers as PyTorch computes it. @param {readonly number[]} six */
export function torchMean(six) {
  const sums = runningSums(TORCH_ORDER.map((i) => six[i]));
  return Math.fround(sums[sums.length - 1] / six.length);
}

/**
 * A row of six times the same number, normalized step by step, each step rounded. By default over n − 1 and without
 * eps: NaN where the mean is the number itself; else what rounding left of the mean, divided by its own size.
 * @param {number} constant
 * @param {import("../../course/book.js").Divisor} [by]
 */
export function constantRow(constant, { correction, eps } = CELLS) {
  const value = Math.fround(constant);
  const six = new Array(TORCH_ORDER.length).fill(value);
  const mean = torchMean(six);
  const off = Math.fround(value - mean);
  const variance = Math.fround(Math.fround(six.length * Math.fround(off * off)) / (six.length - correction));
  return { mean, off, normalized: Math.fround(off / Math.fround(Math.sqrt(Math.fround(variance + Math.fround(eps))))) };
}
