/**
 * Two sentences in one batch, filled up with zeros to one length, and what becomes of each token's numbers: over its
 * own features, and over batch and tokens, as BatchNorm takes them.
 */
import { batchNorm, layerNorm, manualSeed, randn, tensor } from "layernorm";
import { TOKENS } from "./limits.js";
import { spec } from "./spec.js";

const SEED = 31;
export const FEATURES = 3;
const WORDS = ["the", "cat", "sat", "ran", "we", "slept", "hid"];

/** @typedef {Pick<import("./spec.js").BatchFigure, "padded" | "ending" | "other">} Settings */

/** By word, its numbers: drawn at random, in tenths. @type {Record<string, readonly number[]> | undefined} */
let vectors;

function vectorsOfWords() {
  manualSeed(SEED);
  const { data } = randn([WORDS.length, FEATURES]);
  return Object.fromEntries(
    WORDS.map((word, i) => [
      word,
      Array.from(data.slice(i * FEATURES, (i + 1) * FEATURES), (value) => Math.round(20 * value) / 10 + 1),
    ]),
  );
}

/** The words of both sentences; null is padding. @param {Settings} settings @returns {(string | null)[][]} */
export const wordsOf = ({ padded, ending, other }) =>
  [
    ["the", "cat", ending],
    ["we", other],
  ].map((words) => Array.from({ length: padded }, (_, i) => words[i] ?? null));

/** Over the features of each token. @param {Float32Array} x @param {number} length */
const overFeatures = (x, length) => layerNorm(tensor(x, [2, length, FEATURES]), FEATURES).data;

/** Over batch and tokens, one mean for each feature, in train mode. @param {Float32Array} x @param {number} length */
const overBatch = (x, length) => batchNorm(tensor(x, [2 * length, FEATURES]), { training: true }).data;

/** @param {Settings} settings */
function outcomes(settings) {
  vectors ??= vectorsOfWords();
  const words = wordsOf(settings);
  const x = Float32Array.from(
    words.flat().flatMap((word) => (word ? (vectors?.[word] ?? []) : new Array(FEATURES).fill(0))),
  );
  const cut = (/** @type {Float32Array} */ values) =>
    words.map((sentence, row) =>
      sentence.map((_, token) => {
        const from = (row * settings.padded + token) * FEATURES;
        return Array.from(values.slice(from, from + FEATURES));
      }),
    );
  return {
    words,
    x: cut(x),
    features: cut(overFeatures(x, settings.padded)),
    batch: cut(overBatch(x, settings.padded)),
  };
}

/** Differences below this are rounding. */
const SAME = 1e-5;

/** @param {readonly number[]} a @param {readonly number[]} b */
export const farthest = (a, b) => Math.max(...a.map((value, i) => Math.abs(value - b[i])));

/** What the sentences are at first, with as little padding as there can be. @type {Settings} */
const FIRST = spec.initial;

/**
 * The numbers of all tokens, and how far those of the tokens that were there at first have moved from then.
 * @param {Settings} settings
 */
export function normalizedTokens(settings) {
  const [now, first] = [outcomes(settings), outcomes(FIRST)];
  /** @param {"features" | "batch"} way */
  const movedOf = (way) =>
    now[way].map((sentence, row) =>
      sentence.map((values, token) => {
        const word = now.words[row][token];
        if (word === null || token >= TOKENS || word !== first.words[row][token]) return 0;
        const moved = farthest(values, first[way][row][token]);
        return moved < SAME ? 0 : moved;
      }),
    );
  const moved = { features: movedOf("features"), batch: movedOf("batch") };
  return { ...now, moved, first };
}
