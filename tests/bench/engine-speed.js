/** What `npm run bench -- --engines` measures, in Node and in browsers: LayerNorm with weight and bias. */
import { empty, layerNorm, tensor } from "../../web/api/index.js";
import { normals } from "../api/reference.js";
import { nearOne } from "./subjects.mjs";

/** Browsers keep their clocks coarse, on purpose: a tick may last a millisecond. So a sample takes many. */
const SAMPLE_MS = 40;
const ROUNDS = 8;

/** How many times as many calls as before are tried at most, where the clock has not seen a tick. */
const STEP = 10;

/** @param {() => void} call @param {number} count @returns {number} milliseconds */
function sample(call, count) {
  const start = performance.now();
  for (let i = 0; i < count; i++) call();
  return performance.now() - start;
}

/** How many calls make a sample; on the way they get warm. @param {() => void} call */
function countOf(call) {
  let count = 1;
  for (;;) {
    const ms = sample(call, count);
    if (ms >= SAMPLE_MS) return count;
    count = Math.ceil(count * Math.min(STEP, 1.2 * (SAMPLE_MS / ms)));
  }
}

/**
 * A call of layerNorm.
 * @param {number[]} shape
 * @param {{ resident: boolean, isNew: boolean }} setting isNew: the result is a new tensor
 * @returns {() => void}
 */
function call([rows, n], { resident, isNew }) {
  const x = tensor(normals(rows * n, 1), [rows, n], { resident });
  const [weight, bias] = [2, 3].map((seed) => tensor(nearOne(n, seed), [n], { resident }));
  const options = isNew ? { weight, bias } : { weight, bias, out: empty([rows, n], { resident }) };
  return () => void (last = layerNorm(x, n, options));
}

const SMALL = [2, 6],
  LARGE = [1024, 768];

/** The last result, which an engine must not find to be unused. @type {unknown} */
export let last;

/** @type {Record<string, () => void>} */
const calls = {
  "2x6, resident, out": call(SMALL, { resident: true, isNew: false }),
  "2x6, ordinary, new result": call(SMALL, { resident: false, isNew: true }),
  "1024x768, resident, out": call(LARGE, { resident: true, isNew: false }),
  "1024x768, ordinary, out": call(LARGE, { resident: false, isNew: false }),
  "1024x768, ordinary, new result": call(LARGE, { resident: false, isNew: true }),
  /* What of that is the engine's: new memory, which is zeroed or comes page by page, and whose end is collected. */
  "1024x768, a new array alone, filled": () => (last = new Float32Array(LARGE[0] * LARGE[1]).fill(1)),
};

/** @param {() => void} call @returns {number} seconds, the least of the samples */
function secondsOf(call) {
  const count = countOf(call);
  return Math.min(...Array.from({ length: ROUNDS }, () => sample(call, count))) / count / 1000;
}

/**
 * Seconds a call, by what is called: one after the other, for an engine's code for one kind of call may be another once
 * it has seen the next.
 * @returns {Record<string, number>}
 */
export const speeds = () => Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, secondsOf(call)]));
