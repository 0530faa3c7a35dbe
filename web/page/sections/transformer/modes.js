/**
 * The modes of the model's norms: the only table of them. To add a mode, add an entry here, its arithmetic to norm_of
 * in tests/fixtures/words/net.py, and its word to MODES in prompts.py, which measures it.
 *
 * A mode's word stands in links, and keeps its meaning there. So "rms" is still RMSNorm with LayerNorm's bias kept, as
 * it was before RMSNorm as it is defined, "rmsnorm", came to it.
 */
import { formatBrief } from "../../kit/format.js";

/**
 * What a norm computes: over which numbers it averages, whether it takes the mean away, and whether it then applies
 * its weight and its bias. Over "nothing", it does that alone.
 * @typedef {object} Computation
 * @property {"features" | "tokens" | "earlier" | "nothing"} over  features: of each token. tokens: each feature over
 *   all tokens, the wrong dim. earlier: each feature over a token and those before it
 * @property {boolean} isCentred
 * @property {number} eps
 * @property {boolean} hasWeight
 * @property {boolean} hasBias
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
 * @property {string} mark  on a norm in the drawing of the machine: short
 * @property {string} phrase  as a sentence goes on after "With norm 3"
 * @property {string} result  what becomes of the tokens
 * @property {Computation | null} computes  null: nothing, the norm gives what it takes
 * @property {(facts: Facts) => string} finding
 * @property {{ name: string, year: number, arxiv: string }} [source]  the paper with which the finding ends
 */

/** @satisfies {Computation} */
const TRAINED = /** @type {const} */ ({
  over: "features",
  isCentred: true,
  eps: 1e-5,
  hasWeight: true,
  hasBias: true,
});
/** An eps that is as large as a variance. */
const LARGE_EPS = 0.1;

/** @param {Float32Array} values */
const rangeOf = (values) => `from ${formatBrief(Math.min(...values))} to ${formatBrief(Math.max(...values))}`;

/** @param {Facts} facts */
const learned = ({ weight, bias }) => `It has learned weights ${rangeOf(weight)} and biases ${rangeOf(bias)}.`;

/** By their words in links; words/losses.json has the measured losses under the same words. */
export const MODES = /** @satisfies {Record<string, ModeLine>} */ ({
  trained: {
    label: "as trained",
    mark: "",
    phrase: "as trained",
    result: "as trained",
    computes: TRAINED,
    finding: ({ words, measured: { largest, largestFeature } }) =>
      `Over ${words} words, no number that goes in lies further than ${largest.toFixed(1)} spreads from its ` +
      `token’s mean, and the largest feature has ${largestFeature.toFixed(1)} times the root mean square of the one in the ` +
      "middle. In large language models a few stand out far more:",
    source: { name: "Dettmers and others", year: 2022, arxiv: "2208.07339" },
  },
  off: {
    label: "off",
    mark: "off",
    phrase: "off",
    result: "as it went in",
    computes: null,
    finding: () =>
      "Off takes its weight and bias away, too. The part behind it learned to read the numbers that this norm put out, " +
      "and gets them as they come.",
  },
  offkept: {
    label: "off, weight and bias kept",
    mark: "off + w, b",
    phrase: "off, weight and bias kept",
    result: "times weight, plus bias",
    computes: { ...TRAINED, over: "nothing", isCentred: false },
    finding: (facts) => `${learned(facts)} They were learned for normalized numbers, and now meet what comes.`,
  },
  plain: {
    label: "no weight, no bias",
    mark: "no w, b",
    phrase: "without weight and bias",
    result: "mean 0, spread 1",
    computes: { ...TRAINED, hasWeight: false, hasBias: false },
    finding: (facts) => `${learned(facts)} The part behind it has learned to expect them.`,
  },
  rmsnorm: {
    label: "RMSNorm",
    mark: "RMS",
    phrase: "as RMSNorm",
    result: "no mean taken away, no bias",
    computes: { ...TRAINED, isCentred: false, hasBias: false },
    finding: (facts) =>
      "RMSNorm takes no mean away, and has no bias. This norm was trained with both: " +
      `its biases lie ${rangeOf(facts.bias)}, and they are gone.`,
  },
  rms: {
    label: "RMSNorm, bias kept",
    mark: "RMS + b",
    phrase: "as RMSNorm with the bias kept",
    result: "no mean taken away",
    computes: { ...TRAINED, isCentred: false },
    finding: ({ words, measured: { mean, spread } }) =>
      `It takes no mean away. In this model there is little to take: over ${words} words a token’s mean is ` +
      `${formatBrief(mean)} from 0 on average, where its spread is ${formatBrief(spread)}. Shift its inputs, and that changes.`,
  },
  tokens: {
    label: "wrong dim",
    mark: "tokens",
    phrase: "over the wrong dim",
    result: "each feature over all tokens",
    computes: { ...TRAINED, over: "tokens" },
    finding: ({ tokens }) =>
      tokens === 1
        ? "A mean over one token is that token: each feature less its own mean is 0, and all that comes out is the bias."
        : "Each feature’s mean runs over all tokens. So a token is told something of the letters after it, and it gets " +
          "numbers unlike all that this model was trained on.",
  },
  earlier: {
    label: "earlier tokens only",
    mark: "earlier",
    phrase: "over the wrong dim, earlier tokens only",
    result: "each feature over the tokens so far",
    computes: { ...TRAINED, over: "earlier" },
    finding: () =>
      "Each feature’s mean runs over a token and those before it, so nothing of a later letter leaks. For the first " +
      "token that mean is the number itself, and only the bias is left.",
  },
  eps: {
    label: `eps ${LARGE_EPS}`,
    mark: `eps ${LARGE_EPS}`,
    phrase: `with eps ${LARGE_EPS}`,
    result: "small spreads stay smaller",
    computes: { ...TRAINED, eps: LARGE_EPS },
    finding: ({ spread }) => {
      const variance = spread() ** 2;
      return (
        `Under the root, ${LARGE_EPS} is added to a variance that is ${formatBrief(variance)} here, the square of the spread. ` +
        `So a spread of about ${formatBrief(Math.sqrt(variance / (variance + LARGE_EPS)))} comes out, before weight and bias.`
      );
    },
  },
});

/** @typedef {keyof typeof MODES} Mode */

export const MODE_IDS = /** @type {Mode[]} */ (Object.keys(MODES));

/** What a norm computes in a mode; null: nothing. @param {Mode} mode @returns {Computation | null} */
export const computationOf = (mode) => MODES[mode].computes;
