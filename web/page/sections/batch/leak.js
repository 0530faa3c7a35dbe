/**
 * What a token's numbers tell of the letter that comes next. A word is being read; one letter more stands in what is
 * normalized together, as in training, and everything but that letter is held fixed. For each of the 27 that it may be,
 * the numbers of the last letter that was read are computed. What two of them tell is their mutual information with the
 * next letter, in bits: exactly as many as float32 numbers tell apart and, with noise, by quadrature.
 */
import { batchNorm, layerNorm, manualSeed, randn, tensor } from "layernorm";
import { OTHER_WORD, WORD } from "./limits.js";
import counts from "./next-letters.json" with { type: "json" };

/** The end of a word, as the course's small transformer writes it, and the letters. */
export const NEXT = Array.from("·abcdefghijklmnopqrstuvwxyz");
const FEATURES = 3;
/** With it few of the first figure's letters are drawn over another. */
const SEED = 52;

/** @typedef {import("./spec.js").BatchFigure["over"]} Over */
/** @typedef {readonly [number, number]} Place  the two of the token's numbers that are looked at */

const total = counts.ends + counts.letters.reduce((sum, count) => sum + count, 0);
/** All alike, and as often as each comes in the words that were counted. */
export const CHANCES = {
  equal: NEXT.map(() => 1 / NEXT.length),
  counted: [counts.ends, ...counts.letters].map((count) => count / total),
};
export const COUNTED_WORDS = counts.words;

/** @type {Float32Array | undefined} */
let drawn;

/** The numbers of a letter, drawn at random. @param {string} letter */
function vectorOf(letter) {
  if (!drawn) {
    manualSeed(SEED);
    drawn = randn([NEXT.length, FEATURES]).data;
  }
  const at = NEXT.indexOf(letter) * FEATURES;
  return drawn.subarray(at, at + FEATURES);
}

/**
 * Where the last letter that was read stands, for each letter that may come next.
 * @param {Over} over
 * @param {number} read  how many letters
 * @returns {Place[]}
 */
export function placesOf(over, read) {
  return NEXT.map((next) => {
    const letters = [...WORD.slice(0, read), next, ...(over === "batch" ? OTHER_WORD : "")];
    const x = Float32Array.from(letters.flatMap((letter) => [...vectorOf(letter)]));
    const rows = tensor(x, [letters.length, FEATURES]);
    const { data } = over === "features" ? layerNorm(rows, FEATURES) : batchNorm(rows, { training: true });
    const at = (read - 1) * FEATURES;
    return /** @type {const} */ ([data[at], data[at + 1]]);
  });
}

/** How many of the places float32 numbers tell apart. @param {readonly Place[]} places */
export const distinct = (places) => new Set(places.map(String)).size;

/** @param {readonly number[]} chances */
export const entropyOf = (chances) => chances.reduce((sum, p) => (p > 0 ? sum - p * Math.log2(p) : sum), 0);

/**
 * Without noise: the entropy of which place it is.
 * @param {readonly Place[]} places
 * @param {readonly number[]} chances
 */
function exactBits(places, chances) {
  /** @type {Map<string, number>} */
  const shares = new Map();
  places.forEach((place, i) => shares.set(String(place), (shares.get(String(place)) ?? 0) + chances[i]));
  return entropyOf([...shares.values()]);
}

/** The trapezoidal rule's step and its end, in standard deviations of the noise. */
const [STEP, END] = [0.6, 4.8];

/** Points of a line, and how much of a normal distribution each stands for. @param {number} step */
function lineOf(step) {
  const points = Array.from({ length: 2 * Math.round(END / step) + 1 }, (_, i) => -END + i * step);
  const weights = points.map((z) => Math.exp((-z * z) / 2));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return { points, weights: weights.map((weight) => weight / sum) };
}

/**
 * The mutual information of the next letter with a place to which normal noise is added, in bits: the mean over letters
 * and noise of the logarithm of how much likelier the letter itself makes what is seen than all letters do.
 * @param {readonly Place[]} places
 * @param {readonly number[]} chances
 * @param {number} noise  its standard deviation in each of the two numbers
 * @param {number} [step]  of the quadrature; a test halves it
 */
export function bitsOf(places, chances, noise, step = STEP) {
  if (noise === 0) return exactBits(places, chances);
  const { points, weights } = lineOf(step);
  /** How much likelier than the letter itself another makes each point, along one axis. @param {number} apart */
  const likelier = (apart) => points.map((z) => Math.exp(-apart * (z + apart / 2)));
  let bits = 0;
  places.forEach(([x, y], i) => {
    const [alongX, alongY] = [0, 1].map((axis) =>
      places.map((place) => likelier(([x, y][axis] - place[axis]) / noise)),
    );
    for (let a = 0; a < points.length; a++) {
      for (let b = 0; b < points.length; b++) {
        let all = 0;
        for (let j = 0; j < places.length; j++) all += chances[j] * alongX[j][a] * alongY[j][b];
        bits -= chances[i] * weights[a] * weights[b] * Math.log2(all);
      }
    }
  });
  return Math.max(bits, 0);
}
