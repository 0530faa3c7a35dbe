/** The section's numbers in words. */
import { formatBrief, padExponent } from "../../kit/format.js";
import { courseOf, factorOf } from "./row.js";

/** @typedef {import("./spec.js").LearningFigure} LearningFigure */
/** @typedef {import("./row.js").Place} Place */

/** @param {number} rate */
export const rateText = (rate) => rate.toFixed(2);

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
  // The factor is 0, but for eps.
  if (Math.abs(factorOf(rate)) < 1e-6) return "At this rate one step arrives: nothing is left of the distance.";
  const factor = formatBrief(factorOf(rate));
  const why = `A step leaves 1 − ${formatBrief(curvature)} · rate = ${factor} times the distance to the target`;
  return {
    shrinks: `${why}: it comes nearer every time.`,
    overshoots: `${why}: it jumps over the target, and still comes nearer.`,
    swings: `${why}: it jumps from one side to the other, and comes no nearer.`,
    diverges: `${why}: more than there was. It diverges.`,
  }[courseOf(rate)];
}

/** A loss that changes by a smaller share of itself counts as unchanged. */
const SAME = 1e-4;

/** How the loss has changed so far. @param {readonly Place[]} path */
export function seenSoFar(path) {
  const [first, last] = [path[0].loss, path[path.length - 1].loss];
  if (path.length === 1) return `Before the first step the loss is ${formatBrief(first)}.`;
  const compared = last > (1 + SAME) * first ? "has grown" : last < first / (1 + SAME) ? "has fallen" : "has gone";
  return `After ${stepsText(path.length - 1)} the loss ${compared} from ${formatBrief(first)} to ${formatBrief(last)}.`;
}

/** A number that would be 0 without rounding, in full: "−5.96e-08", "0". @param {number} value */
export const residue = (value) =>
  value === 0 ? "0" : padExponent(value.toExponential(2).replace("-", "−").replace("e−", "e-"));
