/**
 * The names of the numbers that say how far values lie apart. "Spread" is the standard deviation over n, and nothing
 * else; over n − 1 each says so. RMSNorm takes no mean away, and has means of squares.
 */

/** @typedef {Pick<import("../../store/state.js").Figure, "center" | "correction">} Over */

/** "spread", "σ over n − 1", "RMS". @param {Over} over */
export const deviationName = ({ center, correction }) =>
  !center ? "RMS" : correction === 1 ? "σ over n − 1" : "spread";

/** What the variance is over. @param {Pick<Over, "correction">} over */
export const overWhat = ({ correction }) => (correction === 1 ? "over n − 1" : "over n");

/** "var over n", "var over n − 1", "mean x²". @param {Over} over */
export const varianceName = (over) => (over.center ? `var ${overWhat(over)}` : "mean x²");
