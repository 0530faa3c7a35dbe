/**
 * The norms of a token in a decode loop: those of 32 blocks, two each, and the last one, over 4096 features, as in a
 * Llama of 7 billion parameters. On resident tensors, in place: each norm adds what came out of its block to the
 * residual stream first. By layers and by functions of the API, by pointers, and as one writes it by hand.
 */
import { addRmsNorm, kernels, RMSNorm, rmsNorm, tensor, zeros } from "../../web/api/index.js";
import { normals } from "../api/reference.js";
import { measure, timed } from "./measure.mjs";
import { nearOne } from "./subjects.mjs";

/** @import { Effort, Task } from "./measure.mjs" */
/** @import { Figure } from "./speed.mjs" */

const NORMS = 65,
  FEATURES = 4096,
  SHAPE = [1, FEATURES],
  EPS = 1e-6;

const resident = { resident: true };

/** As one writes it: plain JavaScript, whose sums are doubles. `y` may be x, and residual is updated. */
function addByHand(
  /** @type {Float32Array} */ y,
  /** @type {Float32Array} */ x,
  /** @type {Float32Array} */ residual,
  /** @type {Float32Array} */ weight,
) {
  let sum = 0;
  for (let i = 0; i < y.length; i++) {
    const value = (residual[i] = x[i] + residual[i]);
    sum += value * value;
  }
  const rrms = 1 / Math.sqrt(sum / y.length + EPS);
  for (let i = 0; i < y.length; i++) y[i] = residual[i] * rrms * weight[i];
}

/** A token's way through the norms, once by each; h is what a block gave, and the norm of it. */
function ways() {
  const token = normals(FEATURES, 1),
    drawn = Array.from({ length: NORMS }, (_, i) => nearOne(FEATURES, 2 + i));
  const weights = drawn.map((values) => tensor(values, [FEATURES], resident)),
    stream = zeros(SHAPE, resident),
    h = zeros(SHAPE, resident);
  const layers = weights.map((weight) => {
    const layer = new RMSNorm(FEATURES, { eps: EPS }).eval();
    layer.weight = weight;
    return layer;
  });
  const out = { y: h, sum: stream },
    byHand = { stream: new Float32Array(FEATURES), h: new Float32Array(FEATURES) };
  const { ln_rms_norm: norm, ln_add_rms_norm: addNorm } = kernels();
  return {
    layers() {
      stream.data.set(token);
      layers[0].forward(stream, { out: h });
      for (let i = 1; i < NORMS; i++) layers[i].addForward(h, stream, { out });
      return h.data;
    },
    functions() {
      stream.data.set(token);
      rmsNorm(stream, FEATURES, { weight: weights[0], eps: EPS, out: h });
      for (let i = 1; i < NORMS; i++) addRmsNorm(h, stream, FEATURES, { weight: weights[i], eps: EPS, out });
      return h.data;
    },
    pointers() {
      stream.data.set(token);
      const y = h.pointer,
        sum = stream.pointer;
      norm(y, 0, sum, weights[0].pointer, 1, FEATURES, 0, EPS);
      for (let i = 1; i < NORMS; i++) addNorm(y, sum, y, sum, weights[i].pointer, 1, FEATURES, 0, EPS);
      return h.data;
    },
    "plain JavaScript"() {
      byHand.h.fill(0);
      byHand.stream.set(token);
      for (let i = 0; i < NORMS; i++) addByHand(byHand.h, byHand.h, byHand.stream, drawn[i]);
      return byHand.h;
    },
    dispose() {
      for (const one of [stream, h, ...weights]) one.dispose();
    },
  };
}

/**
 * @param {Effort} effort
 * @returns {Promise<Record<string, number>>} seconds a token takes by each way, all of which give the same numbers
 */
async function secondsOf(effort) {
  const { dispose, ...each } = ways();
  const wanted = each["plain JavaScript"]().slice();
  for (const [name, way] of Object.entries(each)) {
    const off = way().findIndex((value, i) => !(Math.abs(value - wanted[i]) < 1e-4));
    if (off >= 0) throw new Error(`decode loop, ${name}: another number at ${off}`);
  }
  const subjects = Object.entries(each).map(([name, way]) => timed(name, () => void way()));
  const times = await measure(subjects, effort);
  dispose();
  return Object.fromEntries(subjects.map(({ name }, i) => [name, times[i]]));
}

/** @type {{ way: string, against: string[], target: number }[]} */
const FIGURES = [
  { way: "layers", against: [], target: 105 },
  { way: "pointers", against: [], target: 95 },
  { way: "layers", against: ["pointers"], target: 1.4 },
  { way: "functions", against: ["pointers"], target: 1.4 },
  { way: "layers", against: ["plain JavaScript"], target: 0.33 },
];

/**
 * @param {Effort} effort
 * @returns {Task<Figure>[]} whose times are measured in one run
 */
export function decodeTasks(effort) {
  /** @type {Promise<Record<string, number>> | undefined} */
  let measured;
  return FIGURES.map(({ way, against, target }) => {
    const name = `a token's ${NORMS} norms by ${way}${against.length ? `, and by ${against[0]}` : ""}`;
    const run = async () => {
      const seconds = await (measured ??= secondsOf(effort));
      const value = against.length ? seconds[way] / seconds[against[0]] : seconds[way] * 1e6;
      return { name, against, shape: SHAPE, value, target, seconds };
    };
    return { name, run };
  });
}
