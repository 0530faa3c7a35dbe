/**
 * The one axis of a figure's tracks: symmetric about 0, the same for every group, every stage and every dim, so that a
 * place on it means one number throughout. Places are in hundredths of its width.
 */
import { largestOf } from "../../kit/largest.js";
import { originalOf, sourceOf } from "../values/presets.js";

/** @typedef {readonly [number, number]} Extent */

/**
 * How far an axis reaches from 0, which round numbers label it, and by what steps a drag changes a number. At least 3,
 * for normalized numbers lie there; at most 12, beyond which a spread of 1 would be too short to see: numbers farther
 * out wait at the edge. The one of 5.5 is as long as the first screen's numbers need.
 */
const AXES = [
  { reach: 3, ticks: [-3, -2, -1, 0, 1, 2, 3], step: 0.02 },
  { reach: 5.5, ticks: [-4, -2, 0, 2, 4], step: 0.05 },
  { reach: 12, ticks: [-12, -8, -4, 0, 4, 8, 12], step: 0.1 },
];

/** @param {number} reach */
const axisFor = (reach) => AXES.find((axis) => reach <= axis.reach) ?? AXES[AXES.length - 1];

/**
 * The axis of a figure. It follows from the numbers that the figure began with, and grows only for larger ones: it must
 * not zoom while a number is dragged towards 0.
 * @param {import("../values/presets.js").Source} figure
 * @returns {Extent}
 */
export function axisOf(figure) {
  const [original, now] = [originalOf(figure), sourceOf(figure)];
  const isOwn = `${original.shape}` !== `${now.shape}`;
  const reach = Math.max(isOwn ? 0 : largestOf(original.values), largestOf(now.values));
  return axisTo(reach);
}

/**
 * From -reach to reach. The same object each time, so that tracks are drawn anew only where their axis is another.
 * @type {ReadonlyMap<number, Extent>}
 */
const EXTENTS = new Map(AXES.map(({ reach }) => [reach, [-reach, reach]]));

/** @param {number} reach */
const axisTo = (reach) => /** @type {Extent} */ (EXTENTS.get(axisFor(reach).reach));

/** The axis on which some numbers lie. @param {readonly ArrayLike<number>[]} all */
export const axisHolding = (all) => axisTo(Math.max(...all.map(largestOf)));

/** @param {Extent} axis @param {number} value */
export const placeOn = ([low, high], value) => (100 * (value - low)) / (high - low);

/**
 * −1 or 1 where a number lies beyond that end of the axis, else 0.
 * @param {Extent} axis
 * @param {number} value
 * @returns {-1 | 0 | 1}
 */
export const beyond = ([low, high], value) => (value < low ? -1 : value > high ? 1 : 0);

/**
 * The number nearest to the given one that lies on the axis and is round enough to be meant by a hand.
 * @param {Extent} axis
 * @param {number} value
 */
export function meantOn([low, high], value) {
  const { step } = axisFor(high);
  const nearest = Math.round(Math.min(Math.max(value, low), high) / step) * step;
  // 0.30000000000000004 is no round number, and neither is −0.
  return Math.fround(Number(nearest.toFixed(2))) + 0;
}

/** An axis of another length has those of the longest one that fits into it. @param {Extent} axis */
export const ticksOf = ([, high]) => (AXES.findLast(({ reach }) => reach <= high) ?? AXES[0]).ticks;
