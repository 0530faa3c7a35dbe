/** Two networks, one with LayerNorm, learn the same two spirals from the same seed. */
import { tensor } from "layernorm";
import { MAP } from "./limits.js";
import { network, training } from "./networks.js";

/** @typedef {{ seed: number, rate: number, trained: number }} Settings  trained: after how many steps */
/**
 * @typedef {object} Told  of a network
 * @property {number[]} losses  before each step, and after the last
 * @property {number} right  how many points it puts on their arm
 * @property {boolean} isFlat  whether all points have the same score
 * @property {Float32Array} map  its scores all over the square, row by row from the top
 */
/**
 * @typedef {{ trained: number, x: Float32Array, without: Told, with: Told }} Spirals  x: the points, two numbers each
 */

/**
 * The network after a step.
 * @typedef {object} Now
 * @property {number} loss
 * @property {Float32Array} scores
 * @property {import("layernorm").Tensor} x
 * @property {ReturnType<typeof network>} model
 */
/**
 * A network in training.
 * @typedef {object} Course
 * @property {boolean} hasNorm
 * @property {ReturnType<typeof training>} steps
 * @property {number[]} losses
 * @property {Now} now
 */

/** The middles of the map's cells, two coordinates each. */
const GRID = Float32Array.from({ length: 2 * MAP.cells ** 2 }, (_, i) => {
  const [cell, axis] = [i >> 1, i % 2];
  const place = axis === 0 ? cell % MAP.cells : MAP.cells - 1 - Math.floor(cell / MAP.cells);
  return MAP.reach * ((2 * place + 1) / MAP.cells - 1);
});

/**
 * A network's scores all over the square. A copy computes them: the network keeps its last forward pass for the way
 * back.
 * @param {Course} course
 */
function mapOf({ hasNorm, now }) {
  const copy = network(hasNorm).eval();
  copy.loadState(now.model.state());
  return copy.forward(tensor(GRID, [MAP.cells ** 2, 2])).data.slice();
}

/** @param {Course} course @returns {Told} */
const told = (course) => ({
  losses: course.losses.slice(),
  right: course.now.scores.filter((score, i) => score > 0 === (i % 2 === 1)).length,
  isFlat: course.now.scores.every((score, _, [first]) => score === first),
  map: mapOf(course),
});

/** @param {Course["steps"]} steps */
function next(steps) {
  const { value } = steps.next();
  if (!value) throw new Error("training has no end");
  return value;
}

/** @param {Course} course */
function oneStep(course) {
  course.now = next(course.steps);
  course.losses.push(course.now.loss);
}

/** @param {{ seed: number, rate: number }} settings @returns {Course[]} */
const begin = ({ seed, rate }) =>
  [false, true].map((hasNorm) => {
    const steps = training({ seed, rate, hasNorm });
    const now = next(steps);
    return { hasNorm, steps, losses: [now.loss], now };
  });

/** The networks of the last job. The next job goes on with them where it has the same seed and rate. */
let last = { key: "", courses: /** @type {Course[]} */ ([]) };

/**
 * Yields the number of steps after each step: the worker then looks for messages.
 * @param {Settings} settings
 * @returns {Generator<number, Spirals>}
 */
export function* spiralsJob({ seed, rate, trained }) {
  const key = `${seed} ${rate}`;
  if (last.key !== key || last.courses[0].losses.length > trained + 1) last = { key, courses: begin({ seed, rate }) };
  const { courses } = last;
  while (courses[0].losses.length <= trained) {
    courses.forEach(oneStep);
    yield courses[0].losses.length - 1;
  }
  const [without, normed] = courses.map(told);
  return { trained, x: courses[0].now.x.data.slice(), without, with: normed };
}

export const jobs = { spirals: spiralsJob };
