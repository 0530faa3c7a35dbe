/** What the worker computes: many networks' first gradients, and two networks that learn. */
import { manualSeed, mean, mul } from "layernorm";
import { BLOCKS, NETWORKS } from "./limits.js";
import { learn, network, textsOfSteps, training } from "./network.js";

/** @typedef {import("layernorm").Tensor} Tensor */
/** @typedef {import("./network.js").Place} Place */
/** @typedef {"pre" | "bare" | "post"} Kind  bare: pre-LN without the last norm */

/**
 * Of a network before its first step.
 * @typedef {object} First
 * @property {number[]} stream  the root mean square of the stream, before the first block and after each
 * @property {number[]} gradient  the length of the gradient of each block's last matrix
 */

/** @param {Tensor} x */
const meanSquare = (x) => mean(mul(x, x)).data[0];

/** @param {number} seed @param {Place} place @param {number} blocks @param {boolean} hasLast @returns {First} */
export function firstOf(seed, place, blocks, hasLast) {
  manualSeed(seed);
  const net = network(place, blocks, hasLast);
  const [texts] = textsOfSteps();
  const { stream } = learn(net, texts);
  return {
    stream: stream.map((x) => Math.sqrt(meanSquare(x))),
    gradient: net.blocks.map(({ parameters }) => {
      const { grad } = parameters[parameters.length - 2];
      return Math.sqrt(meanSquare(grad) * grad.size);
    }),
  };
}

/** @typedef {Record<Kind, First>} Firsts */

/** @param {number} seed @param {number} blocks @returns {Firsts} */
export const firstsOf = (seed, blocks) => ({
  pre: firstOf(seed, "pre", blocks, true),
  bare: firstOf(seed, "pre", blocks, false),
  post: firstOf(seed, "post", blocks, false),
});

/**
 * Yields the networks so far.
 * @param {{ seed: number, blocks: number }} settings
 * @returns {Generator<Firsts[], Firsts[]>}
 */
function* firstJob({ seed, blocks }) {
  /** @type {Firsts[]} */
  const known = [];
  for (let i = 0; i < NETWORKS; i++) {
    known.push(firstsOf(seed + i, blocks));
    yield known;
  }
  return known;
}

/** @typedef {{ seed: number, rate: number, warmUp: number, trained: number }} Settings */
/** @typedef {{ trained: number, pre: number[], post: number[] }} Losses  before each step */

/** @param {Settings} settings */
const begin = ({ seed, rate, warmUp }) =>
  /** @type {const} */ (["pre", "post"]).map((place) => ({
    place,
    losses: /** @type {number[]} */ ([]),
    steps: training({ seed, place, blocks: BLOCKS, hasLast: place === "pre", rate, warmUp }),
  }));

/** The networks of the last job. The next job goes on with them where it has the same settings. */
let last = { key: "", courses: /** @type {ReturnType<typeof begin>} */ ([]) };

/**
 * Yields the number of steps after each: the worker then looks for messages.
 * @param {Settings} settings
 * @returns {Generator<number, Losses>}
 */
export function* trainingJob({ trained, ...settings }) {
  const key = JSON.stringify(settings);
  if (last.key !== key || last.courses[0].losses.length > trained)
    last = { key, courses: begin({ ...settings, trained }) };
  const { courses } = last;
  while (courses[0].losses.length < trained) {
    for (const { losses, steps } of courses) losses.push(/** @type {number} */ (steps.next().value));
    yield courses[0].losses.length;
  }
  const [pre, post] = courses.map(({ losses }) => losses.slice());
  return { trained, pre, post };
}

export const jobs = { first: firstJob, training: trainingJob };
