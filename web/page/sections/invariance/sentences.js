/** The section's numbers in words. */
import { median } from "d3-array";
import { formatBrief, formatReadout, plural, scientific } from "../../kit/format.js";
import { NETWORKS } from "./limits.js";
import { endsOf } from "./middle.js";

/** @typedef {import("./layer.js").Compared} Compared */
/** @typedef {import("./job.js").Pair} Pair */
/** @typedef {import("./job.js").Settings} Settings */

/** A factor, a rate, a decay: as it is written. @param {number} value */
export const plainText = (value) => String(value);

/** A number measured beforehand: two digits. @param {number} value */
export const briefly = (value) => (value < 100 ? value.toPrecision(2) : value.toFixed(0));

/** "0.42 to 0.48". @param {readonly [number, number]} range */
export const rangeText = ([low, high]) =>
  low.toPrecision(2) === high.toPrecision(2) ? briefly(low) : `${briefly(low)} to ${briefly(high)}`;

/** A number that would be 0 without rounding and eps: "3e-09". @param {number} value */
export const residueText = (value) => (value === 0 ? "0" : scientific(value, 0).replaceAll("-", "−"));

/** How far the output has moved: two digits. @param {number} value */
export const movedText = (value) => (value === 0 ? "0" : formatBrief(value));

/** Two digits, with a power of ten where there would be many zeros. @param {number} value in degrees */
export const degreesText = (value) => `${value < 1e-3 ? formatBrief(value) : briefly(value)}°`;

/** "10.00 times smaller", "9.99 times larger". @param {number} times */
const changeText = (times) =>
  times < 1 ? `${formatReadout(1 / times)} times smaller` : `${formatReadout(times)} times larger`;

/** What the factor has done. @param {number} factor @param {Compared} layer */
export function layerFinding(factor, { times, moved, now }) {
  if (factor === 1)
    return `The gradient of W is at a right angle to W: the cosine is ${residueText(now.cosine)}. Multiply W, and see what moves.`;
  return (
    `W is ${plainText(factor)} times what it was. The norm’s output has moved by ${movedText(moved)} at most, and the ` +
    `gradient of W is ${changeText(times)}, still at a right angle.`
  );
}

/** @param {number} factor @param {Compared} layer */
export const layerNarration = (factor, { now, moved }) =>
  `W times ${plainText(factor)}: length ${formatReadout(now.length)}, gradient ${formatReadout(now.slope)}, cosine ` +
  `${residueText(now.cosine)}; the norm’s output has moved by ${movedText(moved)} at most`;

/**
 * By how many degrees a step turns W while |W| stays: the step is at a right angle, so that |W| after the decay is the
 * side, and |W| after the step the hypotenuse.
 * @param {{ rate: number, decay: number }} rates
 */
export const balanceOf = ({ rate, decay }) => (180 / Math.PI) * Math.acos(1 - rate * decay);

/** A length counts as kept that has changed by a smaller share. */
const SAME = 0.05;

/** @param {number} first @param {number} last */
const grownText = (first, last) => {
  if (last > first * (1 + SAME)) return `has grown from ${briefly(first)} to ${briefly(last)}`;
  if (last < first / (1 + SAME)) return `has shrunk from ${briefly(first)} to ${briefly(last)}`;
  return `is as long as at first, ${briefly(last)}`;
};

/**
 * What the networks with the norm have come to: medians.
 * @param {{ settings: Settings, value: readonly Pair[] }} shown
 */
export function networksFinding({ settings, value: pairs }) {
  const [length, angle] = [endsOf(pairs, "with", "length"), endsOf(pairs, "with", "angle")];
  const turned = `a step turns it by ${degreesText(angle.last[1])}, the first by ${degreesText(angle.first[1])}`;
  const balance =
    settings.decay === 0
      ? ""
      : ` At a balance of growth and decay it would be ${degreesText(balanceOf(settings))}, whatever the size of W.`;
  return `With the norm, W ${grownText(length.first[1], length.last[1])}; ${turned}.${balance}`;
}

/** @param {{ settings: Settings, value: readonly Pair[] }} shown */
export function networksNarration(shown) {
  const loss = (/** @type {"without" | "with"} */ which) => briefly(endsOf(shown.value, which, "loss").last[1]);
  return (
    `${NETWORKS} networks at a rate of ${plainText(shown.settings.rate)}, weight decay ${plainText(shown.settings.decay)}. ` +
    `${networksFinding(shown)} Loss ${loss("with")} with the norm, ${loss("without")} without`
  );
}

/**
 * By which share of |W| at the end the sum of squares misses it, network by network.
 * @param {readonly Pair[]} pairs
 * @param {import("./middle.js").Which} which
 */
export const missedBy = (pairs, which) =>
  pairs.map(({ [which]: { foretold, length } }) => Math.abs(foretold / length[length.length - 1] - 1));

/** @param {number} share */
const shareText = (share) => `${Number((100 * share).toPrecision(2))} %`;

/** Joined to what is squared: after a | a line may end. */
const SQUARED = "\u2060²";

/**
 * The squares of the first network's |W| and steps: they add up where each step is at a right angle to W. Without decay
 * the arithmetic is shown; with it, each step first takes its share of W away. And how well that goes in all networks.
 * @param {{ settings: Settings, value: readonly Pair[] }} shown
 */
export function rightAngles({ settings, value: pairs }) {
  const { foretold, squares, length } = pairs[0].with;
  const [begin, end] = [length[0], formatBrief(length[length.length - 1])];
  const without =
    `In ${pairs.length} ${plural(pairs.length, "network")} with the norm the sum misses |W| by ` +
    `${shareText(Math.max(...missedBy(pairs, "with")))} at most, and without it by ` +
    `${shareText(median(missedBy(pairs, "without")) ?? NaN)} (median).`;
  if (settings.decay > 0)
    return (
      `Each step takes ${formatBrief(settings.rate * settings.decay)} of W away, and adds its own square to ` +
      `|W|${SQUARED}. So reckoned, |W| of the first network with the norm is ${formatBrief(foretold)} in the end; it is ${end}. ${without}`
    );
  return (
    `A step at a right angle adds its own square: |W|${SQUARED} + |step|${SQUARED} = |W after it|${SQUARED}. In the ` +
    `first network with the norm |W|${SQUARED} begins at ${formatBrief(begin ** 2)}, and the squares of all steps come to ${formatBrief(squares)}: the root of both ` +
    `is ${formatBrief(foretold)}. |W| is ${end} in the end. ${without}`
  );
}
