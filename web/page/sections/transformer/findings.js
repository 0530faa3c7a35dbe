/** What is found of a norm in each of its modes, with the numbers that were measured. */
import { formatBrief } from "../../kit/format.js";
import { measured } from "./measured.js";
import { averageSpread } from "./seen.js";

/** @typedef {import("./seen.js").Shown} Shown */
/** @typedef {import("./spec.js").Mode} Mode */

/** @param {Float32Array} values */
const rangeOf = (values) => `from ${formatBrief(Math.min(...values))} to ${formatBrief(Math.max(...values))}`;

/** @type {Record<Mode, (norm: number, shown: Shown) => string>} */
const FINDINGS = {
  trained: (norm) => {
    const { largest, largestFeature } = measured.inputs[norm];
    return (
      `Over ${measured.words} words, no number that goes in lies further than ${largest.toFixed(1)} spreads from its ` +
      `token’s mean, and the largest feature is ${largestFeature.toFixed(1)} times as large as the one in the middle. ` +
      "In large language models a few often stand out far more."
    );
  },
  off: () => "What follows has learned to work on numbers of one scale. It gets them as they come.",
  rms: (norm) => {
    const { mean, spread } = measured.inputs[norm];
    return (
      `It takes no mean away. There is little to take: over ${measured.words} words the means are ` +
      `${formatBrief(mean)} from 0 on average, where the spread is ${formatBrief(spread)}.`
    );
  },
  tokens: (_, { tokens }) =>
    tokens.length === 1
      ? "A mean over one token is that token: each feature less its own mean is 0, and all that comes out is the bias."
      : "Each feature’s mean runs over all tokens, so a token is told something of the letters that come after it, which the model has to guess.",
  eps: (_, { input }) => {
    const spread = averageSpread(input);
    return (
      `Under the root, 0.1 is added to a variance that is ${formatBrief(spread ** 2)} here, the square of the spread. ` +
      (spread ** 2 < 0.5 ? "That makes the result much smaller." : "That changes little.")
    );
  },
  plain: (_, { weight, bias }) =>
    `It has learned weights ${rangeOf(weight)} and biases ${rangeOf(bias)}. What follows has learned to expect them.`,
};

/** @param {number} norm @param {Shown} shown */
export const findingOf = (norm, shown) => FINDINGS[shown.mode](norm, shown);
