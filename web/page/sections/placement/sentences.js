/** The section's numbers in words. */
import { formatBrief } from "../../kit/format.js";
import { GUESSES } from "./architecture.js";
import { middlesOf, preKind, timesOf } from "./middle.js";

/** @typedef {import("./job.js").Firsts} Firsts */
/** @typedef {import("./job.js").Losses} Losses */
/** @typedef {import("./spec.js").PlacementFigure} PlacementFigure */

export const NAMES = { pre: "pre-LN", post: "post-LN" };

/** @param {number} count */
export const blocksText = (count) => (count === 1 ? "one block" : `${count} blocks`);

/** @param {number} rate */
export const rateText = (rate) => String(rate);

/** @param {number} steps */
export const warmUpText = (steps) => (steps === 0 ? "none" : `${steps} steps`);

/** Two digits. @param {number} value */
export const briefly = (value) => (value < 100 ? value.toPrecision(2) : value.toFixed(0));

/** @param {import("./middle.js").Middle} middle */
export const betweenText = ({ low, high }) => `${briefly(low)} to ${briefly(high)}`;

/** How far from 1 a factor is that is told as one. */
const APART = 1.1;

/** How the last block's gradients compare. @param {readonly Firsts[]} known @param {PlacementFigure["last"]} last */
export function gradientFound(known, last) {
  const { median, low, high } = timesOf(known, "post", preKind(last));
  const norm = last === "with" ? "" : " without its last norm";
  const which = `that of pre-LN${norm}`;
  if (low > APART) return `In the last block, post-LN’s gradient is ${briefly(median)} times as long as ${which}.`;
  if (high < 1 / APART) return `In the last block, post-LN’s gradient is ${briefly(median)} times ${which}: shorter.`;
  return `In the last block, post-LN’s gradient is about as long as ${which}: half are ${betweenText({ median, low, high })} times as long.`;
}

/** @param {readonly Firsts[]} known @param {PlacementFigure} figure */
export function firstNarration(known, { last, blocks }) {
  const kind = preKind(last);
  const stream = middlesOf(known, kind, "stream").at(-1)?.median ?? NaN;
  return `${blocksText(blocks)}: pre-LN’s stream ends at ${briefly(stream)}. ${gradientFound(known, last)}`;
}

/** The mean of so many losses is told: each step has texts of its own. */
export const MEAN = 10;

/** The loss after the steps so far. @param {readonly number[]} losses */
export const lastOf = (losses) => {
  const some = losses.slice(-MEAN);
  return some.reduce((sum, loss) => sum + loss, 0) / some.length;
};

/** @param {number} steps */
const stepsText = (steps) => (steps === 1 ? "one step" : `${steps} steps`);

/** @param {Losses} losses */
export function trainingNarration({ trained, pre, post }) {
  if (trained === 0) return "no step yet";
  return `after ${stepsText(trained)}: loss ${formatBrief(lastOf(pre))} with pre-LN, ${formatBrief(lastOf(post))} with post-LN`;
}

/** How far a network has come. @param {number} loss */
export const hasLearned = (loss) => loss < GUESSES.four;

/** What the two have come to; their losses stand beside it. @param {Losses} losses */
export function found({ trained, pre, post }) {
  const guess = `Who guesses among all letters loses ln 8 = ${formatBrief(GUESSES.blind)}, among the text’s four at most ln 4 = ${formatBrief(GUESSES.four)}.`;
  if (trained < MEAN) return guess;
  const [a, b] = [pre, post].map((losses) => hasLearned(lastOf(losses)));
  const after = `After ${stepsText(trained)}`;
  if (a && b) return `${after}, both are below ln 4: they have begun to repeat.`;
  if (a) return `${after}, pre-LN is below ln 4, and post-LN is not.`;
  if (b) return `${after}, post-LN is below ln 4, and pre-LN is not.`;
  return `${after}, neither is below ln 4, the loss of a guess among the text’s four letters.`;
}
