/** The networks' numbers in words. */
import { formatBrief, formatNumber } from "../../kit/format.js";

/** @typedef {import("./job.js").Spirals} Spirals */
/** @typedef {import("./job.js").Told} Told */

/** A rate, as it is written: they are not all of two decimals. @param {number} pace */
export const paceText = (pace) => String(pace);

/** A number measured beforehand: two digits. @param {number} value */
export const briefly = (value) => value.toPrecision(2);

/** The first and the third of some quartiles. @param {readonly number[]} quartiles */
export const betweenText = ([first, , third]) => `${briefly(first)} to ${briefly(third)}`;

/** @param {number} count */
const stepsText = (count) => (count === 1 ? "one step" : `${count} steps`);

/** @param {Spirals} spirals */
export const spiralsNarration = ({ trained, x, without, with: normed }) =>
  `after ${stepsText(trained)}: loss ${formatBrief(without.losses[trained])} without LayerNorm, ` +
  `${formatBrief(normed.losses[trained])} with it; ${without.right} and ${normed.right} of ${x.length / 2} points right`;

/** The loss of a network that guesses as a coin does. */
const BLIND = Math.LN2;

/**
 * Which networks are stuck at that loss, and why.
 * @param {Told} without
 * @param {Told} normed
 * @param {number} trained
 */
function blindness(without, normed, trained) {
  const stuck = [without, normed].filter(({ losses }) => Math.abs(losses[trained] - BLIND) < 1e-3);
  if (stuck.length === 0 || trained < 100) return "";
  const who = stuck.length === 2 ? "Both guess" : `The one ${stuck[0] === without ? "without" : "with"} it guesses`;
  const isDead = stuck.every(({ isFlat }) => isFlat);
  const why = isDead ? ": every ReLU before the score gives 0, and nothing is learned any more." : ".";
  return ` ${who} blindly (ln 2)${why}`;
}

/** How far apart two losses are of which one is called ahead. */
const AHEAD = 1.1;

/** What the two networks have come to; their losses stand beside it. @param {Spirals} spirals */
export function found({ trained, without, with: normed }) {
  if (trained === 0)
    return `Neither has learned anything yet: who guesses blindly has a loss of ln 2 = ${formatNumber(BLIND)}.`;
  const [a, b] = [without, normed].map(({ losses }) => losses[trained]);
  const after = `After ${stepsText(trained)}`;
  const note = blindness(without, normed, trained);
  if (b < a / AHEAD) return `${after}, the network with LayerNorm is ahead.${note}`;
  if (a < b / AHEAD) return `${after}, the network without LayerNorm is ahead.${note}`;
  return `${after}, neither is ahead.${note}`;
}
