/** The section's numbers in words. */
import { formatBrief, formatNumber } from "../../kit/format.js";
import { courseOf, factorOf } from "./row.js";

/** @typedef {import("./spec.js").LearningFigure} LearningFigure */
/** @typedef {import("./row.js").Place} Place */
/** @typedef {import("./job.js").Spirals} Spirals */
/** @typedef {import("./job.js").Told} Told */

/** @param {number} rate */
export const rateText = (rate) => rate.toFixed(2);

/** A rate of the networks, which are not all of two decimals. @param {number} pace */
export const paceText = (pace) => String(pace);

/** @param {number} count */
const stepsText = (count) => (count === 1 ? "one step" : `${count} steps`);

/** @param {LearningFigure} figure @param {readonly Place[]} path */
export function rowNarration({ steps, rate }, path) {
  const { weight, bias, loss } = path[steps];
  return (
    `rate ${rateText(rate)}, after ${stepsText(steps)}: weight ${formatBrief(weight)}, bias ${formatBrief(bias)}, ` +
    `loss ${formatBrief(loss)}${courseOf(rate) === "diverges" && steps > 0 ? ": it grows with every step" : ""}`
  );
}

/** What the curvature says of this rate. @param {number} rate @param {number} curvature */
export function foretold(rate, curvature) {
  const factor = formatBrief(factorOf(rate));
  const why =
    `The loss is a bowl of curvature ${formatBrief(curvature)}, so a step leaves 1 − ${formatBrief(curvature)} · rate = ` +
    `${factor} times the distance to the target`;
  return {
    shrinks: `${why}: it comes nearer every time.`,
    overshoots: `${why}: it jumps over the target, and still comes nearer.`,
    swings: `${why}: it jumps from one side to the other, and comes no nearer.`,
    diverges: `${why}. That is more than there was: it diverges.`,
  }[courseOf(rate)];
}

/** A loss that changes by a smaller share of itself counts as unchanged. */
const SAME = 1e-4;

/** How the loss has changed so far. @param {readonly Place[]} path */
export function seenSoFar(path) {
  const [first, last] = [path[0].loss, path[path.length - 1].loss];
  if (path.length === 1) return `Before the first step the loss is ${formatBrief(first)}.`;
  const compared = last > (1 + SAME) * first ? "has grown" : last < first / (1 + SAME) ? "has fallen" : "has gone";
  return `After ${stepsText(path.length - 1)} it ${compared} from ${formatBrief(first)} to ${formatBrief(last)}.`;
}

/** A number that would be 0 without rounding, in full: "−5.96e-08", "0". @param {number} value */
export const residue = (value) =>
  value === 0
    ? "0"
    : value
        .toExponential(2)
        .replace("-", "−")
        .replace("e−", "e-")
        .replace(/e([+-])(\d)$/, "e$10$2");

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
  const why = isDead
    ? " Too long a step has made every ReLU before the score give 0, and then nothing is learned any more."
    : "";
  return ` ${who} blindly: that is ln 2.${why}`;
}

/** What the two networks have come to. @param {Spirals} spirals @param {number} pace */
export function found({ trained, without, with: normed }, pace) {
  if (trained === 0)
    return `Neither has learned anything yet. Who guesses blindly has a loss of ln 2 = ${formatNumber(BLIND)}.`;
  const [a, b] = [without, normed].map(({ losses }) => losses[trained]);
  const result = `After ${stepsText(trained)} at a learning rate of ${paceText(pace)}, the loss is ${formatBrief(a)} without LayerNorm and ${formatBrief(b)} with it`;
  const note = blindness(without, normed, trained);
  if (b < a / 1.1) return `${result}: the network with LayerNorm is ahead.${note}`;
  if (a < b / 1.1) return `${result}: here the network without LayerNorm is ahead.${note}`;
  return `${result}: neither is ahead.${note}`;
}
