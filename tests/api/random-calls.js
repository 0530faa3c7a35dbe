/** Random calls of the kernels that threads share, by pointer. */
import { uniforms } from "./reference.js";
import { argumentsOf } from "../../web/api/threads/cuts.js";

/** @import { Argument } from "../../web/api/threads/cuts.js" */

/** @typedef {Record<string, (...args: number[]) => number> & { memory: WebAssembly.Memory }} Exports */

/**
 * @typedef {object} Call
 * @property {string} name of the kernel
 * @property {Argument[]} all
 * @property {number[]} values of the arguments; of pointers: 0, or 1: there is one
 * @property {number[]} lengths of what pointers point to, in elements
 * @property {Map<number, number>} same arguments that are the same memory as another one
 */

/** The most elements of a tensor. */
const MOST = 40_000;

/** How many rows the parameters have that belong to some of the rows of x. */
const PARAMETER_ROWS = 3;

/** Pointers that may be NULL. */
const OPTIONAL = /^(mean|variance|std|rstd|rrms|residual|weight|bias|weightRow|biasRow|dbiasRow)$/;

/** Kernels of which these may not be. */
const NEEDED = {
  ln_linear: ["weight"],
  ln_batch_norm: ["mean", "variance"],
  ln_batch_norm_backward: ["mean", "variance"],
  ln_add_layer_norm: ["residual"],
  ln_add_rms_norm: ["residual"],
};

/** Scalars, each with what it may be. */
const SCALARS = {
  correction: [0, 1],
  eps: [1e-5, 0],
  weightOffset: [0, 1],
  centered: [0, 1],
  tanh: [0, 1],
  scale: [1, 0.125],
  count: [1, 7],
};

/** Of classes: where there are fewer, a row has none. */
const MOST_CLASSES = 100;

/**
 * @param {() => number} random in [0, 1)
 * @param {string[]} dims the kernel's sizes
 * @returns {Record<string, number>} sizes; long ones and short ones, of which the product stays below MOST
 */
function sizesOf(random, dims) {
  /** @type {Record<string, number>} */
  const sizes = {};
  let left = MOST;
  for (const name of dims.toSorted(() => random() - 0.5)) {
    sizes[name] = random() < 0.2 ? 1 : Math.max(1, Math.floor(left ** random()));
    left /= sizes[name];
  }
  return sizes;
}

/**
 * @param {string} name
 * @param {number} seed
 * @returns {Call}
 */
export function randomCall(name, seed) {
  const random = uniforms(seed),
    all = /** @type {Argument[]} */ (argumentsOf.get(name)),
    sizes = sizesOf(random, [...new Set(all.flatMap(({ dims }) => dims))]);
  const pick = (/** @type {readonly number[]} */ from) => from[Math.floor(random() * from.length)];
  /** @type {Record<string, number>} */
  const scalars = { ...sizes, queries: 0, first: 0 };
  if (name === "ln_softmax" && random() < 0.5) {
    scalars.inner = 1;
    scalars.queries = Math.ceil(random() * sizes.n);
    scalars.first = Math.floor(random() * scalars.queries);
  }
  const given = (/** @type {Argument} */ { name: own, use }) =>
    use === "" ||
    !OPTIONAL.test(own) ||
    /** @type {any} */ (NEEDED)[name]?.includes(own) ||
    random() < (own.endsWith("Row") ? 0.3 : 0.6)
      ? 1
      : 0;
  const values = all.map((each) => {
    if (each.use || each.name === "scratch") return given(each);
    return scalars[each.name] ?? pick(/** @type {any} */ (SCALARS)[each.name]);
  });
  const at = (/** @type {string} */ own) => all.findIndex((each) => each.name === own);
  if (name === "ln_norm_rows_backward" && values[at("centered")] === 0) values[at("dbias")] = values[at("mean")] = 0;
  if (at("sum") >= 0 && at("residual") >= 0) values[at("sum")] = values[at("residual")];
  const rowed = at("weightRow") >= 0 ? PARAMETER_ROWS : 1,
    lengths = all.map(({ name: own, dims }) => {
      if (own === "scratch") return 64 * (scalars.inner ?? scalars.n) + 32768;
      const length = dims.reduce((product, dim) => product * scalars[dim], 1);
      return /^d?(weight|bias)$/.test(own) ? rowed * length : length;
    });
  return { name, all, values, lengths, same: sameMemory(all, random) };
}

/**
 * Some of the outputs are in place.
 * @param {readonly Argument[]} all
 * @param {() => number} random
 */
function sameMemory(all, random) {
  /** @type {Map<number, number>} */
  const same = new Map();
  const alike = (/** @type {Argument} */ a, /** @type {Argument} */ b) =>
    b.use === "<" &&
    a.dims.length > 1 - Number(a.dims[0] === "n") &&
    a.dims.join() === b.dims.join() &&
    a.bytes === b.bytes;
  all.forEach((argument, i) => {
    if (argument.use !== ">" || !/^(y|sum|dx|dgate|dup|dlogits)$/.test(argument.name) || random() < 0.5) return;
    const inputs = all.flatMap((each, k) => (alike(argument, each) && ![...same.values()].includes(k) ? [k] : []));
    if (inputs.length > 0) same.set(i, inputs[Math.floor(random() * inputs.length)]);
  });
  return same;
}

/**
 * Makes a call, with operands that depend on the seed alone.
 * @param {Exports} exports
 * @param {Call} call
 * @param {number} seed
 * @returns {Uint32Array[]} the bits of all operands afterwards
 */
export function make(exports, { name, all, values, lengths, same }, seed) {
  const bytes = lengths.map((length, i) => Math.ceil((length * all[i].bytes) / 8) * 8),
    pointers = all.map(({ use, name: own }, i) =>
      (use || own === "scratch") && values[i] ? exports.malloc(bytes[i]) >>> 0 : 0,
    ),
    viewOf = (/** @type {number} */ pointer, /** @type {number} */ i) =>
      new Uint32Array(exports.memory.buffer, pointer, pointer ? bytes[i] / 4 : 0);
  pointers.map(viewOf).forEach((view, i) => fill(view, all[i], seed + i));
  const args = values.map((value, i) => (pointers[i] ? pointers[same.get(i) ?? i] || pointers[i] : value));
  exports[name](...args);
  /* Views anew: a call that gives its threads up goes on in other memory. */
  const results = pointers
    .map(viewOf)
    .map((view, i) => (all[i].name === "scratch" ? new Uint32Array(0) : view.slice()));
  for (const pointer of pointers) exports.free(pointer);
  return results;
}

/**
 * @param {Uint32Array} view
 * @param {Argument} argument
 * @param {number} seed
 */
function fill(view, { name, bytes }, seed) {
  const random = uniforms(seed);
  if (name.endsWith("Row")) for (let i = 0; i < view.length; i++) view[i] = Math.floor(random() * PARAMETER_ROWS);
  else if (name === "targets") for (let i = 0; i < view.length; i++) view[i] = Math.floor(random() * MOST_CLASSES);
  else if (bytes === 8) {
    const doubles = new Float64Array(view.buffer, view.byteOffset, view.length / 2);
    for (let i = 0; i < doubles.length; i++) doubles[i] = random() + 0.5;
  } else if (bytes === 2) for (let i = 0; i < view.length; i++) view[i] = random() * 2 ** 32;
  else {
    const floats = new Float32Array(view.buffer, view.byteOffset, view.length);
    for (let i = 0; i < floats.length; i++) floats[i] = name === "variance" ? random() : 4 * random() - 2;
  }
}
