/**
 * How long LayerNorm takes in plain JavaScript, in plain C (c/plain.c) and in the kernels, and how long it takes to
 * copy as many bytes. Timers are coarse, so many calls are timed as one batch; the batches of all four take turns, so
 * that what disturbs the machine disturbs them alike.
 */
import { manualSeed, randn } from "layernorm";
import { layerNorm } from "./plain-loop.js";
import { sizesOf } from "./limits.js";

/** @typedef {import("./spec.js").Shape} Shape */
/** @typedef {"plain" | "plainC" | "simd" | "copy"} SubjectName */
/** @typedef {{ name: SubjectName, call: () => void }} Subject */
/** @typedef {() => number} Clock  in ms */

/**
 * @typedef {object} Samples  of one subject
 * @property {SubjectName} name
 * @property {number} calls  of a batch
 * @property {number[]} times  of each batch, ms a call
 *
 * @typedef {object} Measured
 * @property {Shape} shape
 * @property {number} resolution  of the clock, in ms
 * @property {number} done   batches
 * @property {number} of     so many there will be
 * @property {Samples[]} subjects
 * @property {Agreement} agreement
 *
 * @typedef {object} Agreement  whether the results are the same
 * @property {boolean} sameBits  in plain JavaScript and plain C, which take the same steps
 * @property {number} largest    difference between these and the kernels
 * @property {number} size       of the largest number that comes out
 */

const EPS = 1e-5;
const SEED = 278;

/** How many batches of each subject are measured. */
export const ROUNDS = 15;
/**
 * A batch takes at least so many steps of the clock, so that a step is at most 2 % of it; and from so many ms to so
 * many.
 */
const STEPS = 50;
const SHORTEST = 10;
const LONGEST = 250;
/** In ms: within this time the engine has compiled a loop as well as it can. */
const WARM_UP = 120;
/** So many steps of the clock are observed, for at most so many ms. */
const TICKS = 12;
const TICKS_MS = 300;

/**
 * The clock's resolution: its smallest observed step.
 * @param {Clock} now
 */
export function resolutionOf(now) {
  const began = now();
  let last = began;
  let least = Infinity;
  for (let ticks = 0; ticks < TICKS && last - began < TICKS_MS; ) {
    const at = now();
    if (at <= last) continue;
    least = Math.min(least, at - last);
    last = at;
    ticks++;
  }
  return least;
}

/**
 * The time of so many calls. One call before them brings the subject's data into the caches.
 * @param {Subject} subject
 * @param {number} calls
 * @param {Clock} now
 */
function batch({ call }, calls, now) {
  call();
  const began = now();
  for (let i = 0; i < calls; i++) call();
  return now() - began;
}

/**
 * Warms a subject up, and finds how many of its calls make a batch.
 * @param {Subject} subject
 * @param {number} least  ms that a batch takes
 * @param {Clock} now
 * @returns {Generator<undefined, number>}
 */
function* callsOf(subject, least, now) {
  const began = now();
  for (let calls = 1; ; ) {
    const time = batch(subject, calls, now);
    yield undefined;
    if (time < least) calls *= 2;
    else if (now() - began >= WARM_UP) return calls;
  }
}

/**
 * Measures subjects by turns. Each yielded object is the same one, with more batches in it.
 * @template {object} Facts
 * @param {readonly Subject[]} subjects
 * @param {Facts} facts  that go with the result
 * @param {Clock} [now]
 */
export function* measure(subjects, facts, now = () => performance.now()) {
  const resolution = resolutionOf(now);
  const least = Math.min(Math.max(SHORTEST, STEPS * resolution), LONGEST);
  /** @type {Samples[]} */
  const samples = subjects.map(({ name }) => ({ name, calls: 0, times: [] }));
  const result = { ...facts, resolution, done: 0, of: ROUNDS * subjects.length, subjects: samples };
  for (const [i, subject] of subjects.entries()) samples[i].calls = yield* callsOf(subject, least, now);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, subject] of subjects.entries()) {
      const { calls, times } = samples[i];
      times.push(batch(subject, calls, now) / calls);
      result.done++;
      yield result;
    }
  }
  return result;
}

/**
 * The input: rows of normally distributed numbers, a weight and a bias.
 * @param {number} rows
 * @param {number} n
 */
function drawInputs(rows, n) {
  manualSeed(SEED);
  const [x, weight, bias] = [[rows, n], [n], [n]].map((shape) => randn(shape).data);
  return { x, weight: weight.map((value) => 1 + value / 10), bias: bias.map((value) => value / 10) };
}

/** @typedef {ReturnType<typeof drawInputs>} Inputs */

/**
 * LayerNorm in a module's own memory.
 * @param {WebAssembly.Module} module
 * @param {"ln_layer_norm" | "ln_plain_layer_norm"} name
 * @param {Inputs} inputs
 * @param {number} rows
 * @param {number} n
 */
function inMemory(module, name, { x, weight, bias }, rows, n) {
  const { memory, malloc, [name]: layerNormOf } = /** @type {any} */ (new WebAssembly.Instance(module).exports);
  const place = (/** @type {Float32Array} */ values) => {
    const pointer = malloc(values.byteLength) >>> 0;
    if (pointer === 0) throw new Error("there is not enough memory for this shape");
    new Float32Array(memory.buffer, pointer, values.length).set(values);
    return pointer;
  };
  const [y, ...given] = [x, x, weight, bias].map(place);
  return {
    call: () => layerNormOf(y, 0, 0, ...given, rows, n, 1, 0, EPS),
    result: () => new Float32Array(memory.buffer, y, x.length),
    copy: () => new Uint8Array(memory.buffer).copyWithin(y, given[0], given[0] + x.byteLength),
  };
}

/** @param {Float32Array} a @param {Float32Array} b */
const largestDifference = (a, b) => a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

/** @param {Float32Array} a @param {Float32Array} b */
function haveSameBits(a, b) {
  const bits = new Uint32Array(b.buffer, b.byteOffset, b.length);
  return new Uint32Array(a.buffer, a.byteOffset, a.length).every((value, i) => value === bits[i]);
}

/**
 * The four subjects, and whether their results agree.
 * @param {{ simd: WebAssembly.Module, plainC: WebAssembly.Module }} modules
 * @param {Shape} shape
 * @returns {{ subjects: Subject[], agreement: Agreement }}
 */
export function subjectsOf(modules, shape) {
  const [rows, n] = sizesOf(shape);
  const inputs = drawInputs(rows, n);
  const y = new Float32Array(rows * n);
  const plain = () => layerNorm(y, inputs.x, inputs.weight, inputs.bias, rows, n, EPS);
  const plainC = inMemory(modules.plainC, "ln_plain_layer_norm", inputs, rows, n);
  const simd = inMemory(modules.simd, "ln_layer_norm", inputs, rows, n);
  for (const call of [plain, plainC.call, simd.call]) call();
  return {
    subjects: [
      { name: "plain", call: plain },
      { name: "plainC", call: plainC.call },
      { name: "simd", call: simd.call },
      { name: "copy", call: simd.copy },
    ],
    agreement: {
      sameBits: haveSameBits(y, plainC.result()),
      largest: largestDifference(y, simd.result()),
      size: largestDifference(y, new Float32Array(y.length)),
    },
  };
}
