/**
 * What stands beside a norm: on resident tensors, with `out`, against what one writes by hand, and against PyTorch on
 * one thread, which fails where it is not installed.
 */
import { measure, timed, warmUp } from "./measure.mjs";
import { PyTorch } from "./peers/pytorch.mjs";
import { subjectOf } from "./subjects.mjs";
import { opNamed } from "../ops.js";
import { normals, sizeOf } from "../api/reference.js";

/** @import { Effort, Subject, Task } from "./measure.mjs" */
/** @import { Figure } from "./speed.mjs" */

/**
 * @typedef {object} Op
 * @property {string} name       as pytorch-block.py calls it
 * @property {string} op         of the table of ops
 * @property {number[]} shape
 * @property {number} native     how many times PyTorch's speed is asked for
 * @property {(y: Float32Array, x: Float32Array, up: Float32Array, n: number) => void} byHand  n: the last dim
 */

/** How many times the speed of plain JavaScript is asked for. */
const PLAIN = 8;

const ROOT = Math.sqrt(2 / Math.PI);

/** Abramowitz and Stegun, 7.1.26, as one writes it: within 1.5e-7. @param {number} x */
function erf(x) {
  const t = 1 / (1 + 0.3275911 * Math.abs(x)),
    sum = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return Math.sign(x) * (1 - sum * Math.exp(-x * x));
}

/** @param {Float32Array} x @param {number} start @param {number} end @returns {[top: number, sum: number]} */
function exponentials(x, start, end) {
  let top = -Infinity,
    sum = 0;
  for (let i = start; i < end; i++) top = Math.max(top, x[i]);
  for (let i = start; i < end; i++) sum += Math.exp(x[i] - top);
  return [top, sum];
}

/** @type {Op[]} */
const ops = [
  {
    name: "siluMul",
    op: "siluMul",
    shape: [512, 2816],
    native: 3,
    byHand(y, x, up) {
      for (let i = 0; i < x.length; i++) y[i] = (x[i] / (1 + Math.exp(-x[i]))) * up[i];
    },
  },
  {
    name: "silu",
    op: "silu",
    shape: [512, 2816],
    native: 0.5,
    byHand(y, x) {
      for (let i = 0; i < x.length; i++) y[i] = x[i] / (1 + Math.exp(-x[i]));
    },
  },
  {
    name: "gelu",
    op: "gelu",
    shape: [512, 2816],
    native: 0.5,
    byHand(y, x) {
      for (let i = 0; i < x.length; i++) y[i] = (x[i] / 2) * (1 + erf(x[i] * Math.SQRT1_2));
    },
  },
  {
    name: "gelu, tanh",
    op: "gelu, tanh",
    shape: [512, 2816],
    native: 1.5,
    byHand(y, x) {
      for (let i = 0; i < x.length; i++) y[i] = (x[i] / 2) * (1 + Math.tanh(ROOT * (x[i] + 0.044715 * x[i] ** 3)));
    },
  },
  {
    name: "softmax",
    op: "softmax dim -1",
    shape: [4096, 256],
    native: 0.8,
    byHand(y, x, _, n) {
      for (let start = 0; start < x.length; start += n) {
        const [top, sum] = exponentials(x, start, start + n);
        for (let i = start; i < start + n; i++) y[i] = Math.exp(x[i] - top) / sum;
      }
    },
  },
  {
    name: "logSoftmax",
    op: "logSoftmax dim -1",
    shape: [4096, 256],
    native: 0.5,
    byHand(y, x, _, n) {
      for (let start = 0; start < x.length; start += n) {
        const [top, sum] = exponentials(x, start, start + n),
          log = Math.log(sum);
        for (let i = start; i < start + n; i++) y[i] = x[i] - top - log;
      }
    },
  },
];

/**
 * @param {Op} op
 * @param {Subject} other
 * @param {number} times as fast as the other it should be
 * @param {Effort} effort
 * @returns {Promise<Figure>}
 */
async function compare({ name, op, shape }, other, times, effort) {
  const subject = subjectOf(opNamed(op), shape, { resident: true });
  try {
    const seconds = await measure([subject, other], effort);
    subject.check();
    const both = { [name]: seconds[0], [other.name]: seconds[1] };
    const title = `${name}, against ${other.name}`;
    return {
      name: title,
      against: [other.name],
      shape,
      value: seconds[0] / seconds[1],
      target: 1 / times,
      seconds: both,
    };
  } finally {
    subject.dispose();
  }
}

/** @param {Op} op @param {Effort} effort */
function compareWithPlain(op, effort) {
  const { shape, byHand } = op,
    size = sizeOf(shape),
    [x, up, y] = [normals(size, 1), normals(size, 2), new Float32Array(size)];
  const plain = timed("plain JavaScript", () => byHand(y, x, up, shape[shape.length - 1]));
  return compare(op, plain, PLAIN, effort);
}

/** @param {Op} op @param {Effort} effort */
async function compareWithPyTorch(op, effort) {
  const pytorch = new PyTorch("pytorch-block.py");
  try {
    await pytorch.answer();
    await pytorch.ask({ command: "load", name: op.name, shape: op.shape });
    const time = async (/** @type {number} */ calls) =>
      (await pytorch.ask({ command: "time", calls, warm_up: warmUp })).seconds;
    return await compare(op, { name: "PyTorch", time, elsewhere: true }, op.native, effort);
  } finally {
    pytorch.close();
  }
}

/** @param {Effort} effort @returns {Task<Figure>[]} */
export const blockTasks = (effort) =>
  ops.flatMap((op) => [
    { name: `${op.name}, against plain JavaScript`, run: () => compareWithPlain(op, effort) },
    { name: `${op.name}, against PyTorch`, run: () => compareWithPyTorch(op, effort) },
  ]);
