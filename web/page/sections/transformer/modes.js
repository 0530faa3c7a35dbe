/** The modes of the model's norms: the only table of them. To add a mode, add an entry here. */
import { formatBrief } from "../../kit/format.js";

/**
 * What a norm computes. It averages over each token's features or, over the wrong dim, over the tokens.
 * @typedef {{ eps: number, isAffine: boolean } &
 *   ({ over: "features", isCentred: boolean } | { over: "tokens", isCentred: true })} Computation  isAffine: whether it
 *   multiplies by its weight and adds its bias
 */

/**
 * The numbers that a finding may tell.
 * @typedef {object} Facts
 * @property {number} words  the `measured` numbers are over so many words
 * @property {{ mean: number, spread: number, largest: number, largestFeature: number }} measured  the norm's input
 * @property {number} tokens  of the word at hand
 * @property {() => number} spread  of a token of the norm's input, on average
 * @property {Float32Array} weight
 * @property {Float32Array} bias
 */

/**
 * @typedef {object} ModeLine
 * @property {string} label  where the mode is set
 * @property {string} phrase  as a sentence goes on after "With norm 3"
 * @property {string} result  what becomes of the tokens
 * @property {Computation | null} computes  null: nothing, the norm gives what it takes
 * @property {(facts: Facts) => string} finding
 */

/** @satisfies {Computation} */
const TRAINED = /** @type {const} */ ({ over: "features", isCentred: true, eps: 1e-5, isAffine: true });
/** An eps that is as large as a variance. */
const LARGE_EPS = 0.1;

/** @param {Float32Array} values */
const rangeOf = (values) => `from ${formatBrief(Math.min(...values))} to ${formatBrief(Math.max(...values))}`;

/** By their names in links; words/losses.json has the measured losses under the same names. */
export const MODES = /** @satisfies {Record<string, ModeLine>} */ ({
  trained: {
    label: "as trained",
    phrase: "as trained",
    result: "every token on one scale",
    computes: TRAINED,
    finding: ({ words, measured: { largest, largestFeature } }) =>
      `Over ${words} words, no number that goes in lies further than ${largest.toFixed(1)} spreads from its ` +
      `token’s mean, and the largest feature is ${largestFeature.toFixed(1)} times as large as the one in the middle. ` +
      "In large language models a few often stand out far more.",
  },
  off: {
    label: "off",
    phrase: "off",
    result: "as it went in",
    computes: null,
    finding: () => "What follows has learned to work on numbers of one scale. It gets them as they come.",
  },
  rms: {
    label: "RMSNorm",
    phrase: "as RMSNorm",
    result: "one scale, with the mean left in",
    computes: { ...TRAINED, isCentred: false },
    finding: ({ words, measured: { mean, spread } }) =>
      `It takes no mean away. There is little to take: over ${words} words the means are ` +
      `${formatBrief(mean)} from 0 on average, where the spread is ${formatBrief(spread)}.`,
  },
  tokens: {
    label: "wrong dim",
    phrase: "over the wrong dim",
    result: "each feature over all tokens",
    computes: { ...TRAINED, over: "tokens" },
    finding: ({ tokens }) =>
      tokens === 1
        ? "A mean over one token is that token: each feature less its own mean is 0, and all that comes out is the bias."
        : "Each feature’s mean runs over all tokens, so a token is told something of the letters that come after it, which the model has to guess.",
  },
  eps: {
    label: `eps ${LARGE_EPS}`,
    phrase: `with eps ${LARGE_EPS}`,
    result: "small spreads stay smaller",
    computes: { ...TRAINED, eps: LARGE_EPS },
    finding: ({ spread }) => {
      const variance = spread() ** 2;
      return (
        `Under the root, ${LARGE_EPS} is added to a variance that is ${formatBrief(variance)} here, the square of the spread. ` +
        (variance < 0.5 ? "That makes the result much smaller." : "That changes little.")
      );
    },
  },
  plain: {
    label: "no weight, bias",
    phrase: "without weight and bias",
    result: "mean 0, spread 1",
    computes: { ...TRAINED, isAffine: false },
    finding: ({ weight, bias }) =>
      `It has learned weights ${rangeOf(weight)} and biases ${rangeOf(bias)}. What follows has learned to expect them.`,
  },
});

/** @typedef {keyof typeof MODES} Mode */

export const MODE_IDS = /** @type {Mode[]} */ (Object.keys(MODES));

/** What a norm computes in a mode; null: nothing. @param {Mode} mode @returns {Computation | null} */
export const computationOf = (mode) => MODES[mode].computes;
