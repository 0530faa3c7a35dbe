/** Where the curves of errors run: both axes are logarithmic. */
import { MEANS } from "./limits.js";

/** The drawing's size, in its own units. */
export const SIZE = 1000;

/** The powers of ten at the axis's ends, by what is drawn. */
const RANGES = { variance: [-9, 9], normalized: [-9, 3] };
const TICK_STEP = 3;

/** @typedef {keyof typeof RANGES} Drawn */

/** In hundredths of the axis's width. @param {number} i  which of the means */
export const acrossOf = (i) => (100 * i) / (MEANS.length - 1);

/**
 * In hundredths of the axis's height, from its top; what is less than the least is at the bottom, 0 too. NaN has no
 * place.
 * @param {Drawn} drawn
 * @param {number} error
 */
export function downOf(drawn, error) {
  const [low, high] = RANGES[drawn];
  const power = Math.min(Math.max(Math.log10(error), low), high);
  return (100 * (high - power)) / (high - low);
}

/** @param {Drawn} drawn @returns {number[]} powers of ten */
export function ticksOf(drawn) {
  const [low, high] = RANGES[drawn];
  return Array.from({ length: (high - low) / TICK_STEP + 1 }, (_, i) => low + TICK_STEP * i);
}

/** A line through all errors, broken where one is NaN. @param {Drawn} drawn @param {readonly number[]} errors */
export function lineOf(drawn, errors) {
  let pen = "M";
  return errors
    .map((error, i) => {
      const down = downOf(drawn, error);
      if (Number.isNaN(down)) {
        pen = "M";
        return "";
      }
      const step = `${pen}${Math.round((acrossOf(i) * SIZE) / 100)} ${Math.round((down * SIZE) / 100)}`;
      pen = "L";
      return step;
    })
    .join("");
}

/** The means that are written under the axis, and where. */
export const MEAN_TICKS = [0, 10, 100, 1e3, 1e4, 1e5, 1e6].map((mean) => ({
  mean,
  across: acrossOf(MEANS.indexOf(mean)),
}));
