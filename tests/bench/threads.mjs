/** What layernorm/threads gains: one thread, all of them, and PyTorch on as many, interleaved in one run. */
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { median } from "d3-array";
import {
  empty,
  gelu,
  layerNorm,
  layerNormBackward,
  linear,
  matmul,
  randn,
  relu,
  softmax,
} from "../../web/api/index.js";
import { startThreads } from "../../web/api/threads.js";
import { sharing } from "../../web/api/threads/turn.js";
import { timed, warmUp } from "./measure.mjs";
import { PyTorch } from "./peers/pytorch.mjs";
import { sizes } from "./speed.mjs";

/** @import { Tensor } from "../../web/api/index.js" */
/** @import { Subject } from "./measure.mjs" */

/**
 * @typedef {object} Case
 * @property {string} op by PyTorch's name in peers/pytorch-block.py
 * @property {number[]} shape of x
 * @property {number[][]} others shapes of the other inputs
 * @property {(inputs: Tensor[], out: Tensor) => void} call
 */

/** @param {[number, number]} shape @returns {Case} */
function backwardOf([rows, n]) {
  const [dweight, dbias] = [1, 2].map(() => empty([n]));
  return {
    op: "layerNormBackward",
    shape: [rows, n],
    others: [[rows, n], [n]],
    call: ([dy, x, weight], dx) => void layerNormBackward(dy, x, n, { weight, out: { dx, dweight, dbias } }),
  };
}

/** @type {Case[]} */
const cases = [
  ...sizes.map((shape) => ({
    op: "layerNorm",
    shape,
    others: [shape.slice(1), shape.slice(1)],
    call: (/** @type {Tensor[]} */ [x, weight, bias], /** @type {Tensor} */ out) =>
      void layerNorm(x, x.shape[1], { weight, bias, out }),
  })),
  { op: "gelu", shape: [512, 2816], others: [], call: ([x], out) => void gelu(x, { out }) },
  {
    op: "linear",
    shape: [512, 768],
    others: [[768, 768], [768]],
    call: ([x, weight, bias], out) => void linear(x, weight, bias, { out }),
  },
  backwardOf([1024, 768]),
  { op: "softmax, dim 0", shape: [1024, 768], others: [], call: ([x], out) => void softmax(x, { dim: 0, out }) },
  { op: "matmul", shape: [512, 768], others: [[768, 768]], call: ([a, b], out) => void matmul(a, b, { out }) },
];

/** The rows of an op that is too small to share. */
const SMALL = [8, 768];

/** A sample takes at least so long, in seconds; and how many there are of each. */
const SAMPLE = 2e-3,
  ROUNDS = { whole: 101, quick: 7 };

const asFound = { ...sharing };

/** @param {Subject} subject @param {number} least nanoseconds from which a call is shared @returns {Subject} */
const sharedFrom = ({ name, time }, least) => ({
  name,
  time: (calls) => {
    Object.assign(sharing, asFound, { least }, least === 0 && { leastPart: 0 });
    return time(calls);
  },
});

/** @param {Subject} subject */
async function callsOf({ time }) {
  let calls = 1;
  while ((await time(calls)) < SAMPLE) calls *= 2;
  return calls;
}

/**
 * Samples of all, in turn.
 * @param {readonly Subject[]} subjects
 * @param {number} rounds
 * @returns {Promise<number[][]>} of each subject, seconds a call, by round
 */
async function sampled(subjects, rounds) {
  const calls = [];
  for (const subject of subjects) calls.push(await callsOf(subject));
  /** @type {number[][]} */
  const seconds = subjects.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, { time }] of subjects.entries()) seconds[i].push((await time(calls[i])) / calls[i]);
  }
  return seconds;
}

/** The median of ratios, each of one round. @param {number[]} a @param {number[]} b */
const ratio = (a, b, digits = 2) => Number(median(a, (value, i) => value / b[i])).toFixed(digits);

/** @param {number[]} seconds */
const us = (seconds) => (1e6 * Number(median(seconds))).toFixed(1);

/**
 * @param {Case} one
 * @param {PyTorch | null} pytorch
 * @param {number} rounds
 * @returns {Promise<string>} a line of the table
 */
async function lineOf({ op, shape, others, call }, pytorch, rounds) {
  const resident = { resident: true },
    inputs = [shape, ...others].map((each) => randn(each, resident)),
    out = empty(shape, resident);
  await pytorch?.ask({ command: "load", name: op, shape, others });
  const ours = timed(op, () => call(inputs, out)),
    copy = timed("copy", () => void relu(inputs[0], { out })) /* reads and writes what a copy does */,
    /** @type {(of: PyTorch) => Subject} */
    native = (of) => ({
      name: "PyTorch",
      time: async (calls) => (await of.ask({ command: "time", calls, warm_up: warmUp })).seconds,
    });
  try {
    const [alone, all, copied, theirs] = await sampled(
      [
        sharedFrom(ours, Infinity),
        sharedFrom(ours, asFound.least),
        sharedFrom(copy, 0),
        ...(pytorch ? [native(pytorch)] : []),
      ],
      rounds,
    );
    const figures = [us(alone), us(all), ratio(alone, all), us(copied), ratio(all, copied)];
    return row([`${op} ${shape.join("x")}`, ...figures, ...(theirs ? [us(theirs), ratio(theirs, all)] : ["", ""])]);
  } finally {
    for (const tensor of [...inputs, out]) tensor.dispose();
  }
}

const WIDTHS = [28, 12, 11, 9, 13, 11, 11, 9];

/** @param {string[]} cells */
const row = (cells) => cells.map((cell, i) => (i ? cell.padStart(WIDTHS[i]) : cell.padEnd(WIDTHS[i]))).join("");

/** What a thread of its own, without threads, takes for the small op. */
const WITHOUT = `
  import { parentPort } from "node:worker_threads";
  import { empty, layerNorm, randn } from "${new URL("../../web/api/index.js", import.meta.url)}";
  import { timed } from "${new URL("./measure.mjs", import.meta.url)}";
  const x = randn([${SMALL}], { resident: true }), out = empty([${SMALL}], { resident: true });
  const { time } = timed("small", () => void layerNorm(x, ${SMALL[1]}, { out }));
  parentPort.on("message", (calls) => parentPort.postMessage(time(calls)));
`;

/** @param {number} rounds @param {number} threads @returns {Promise<string[]>} */
async function smallLines(rounds, threads) {
  const resident = { resident: true },
    [x, out] = [randn(SMALL, resident), empty(SMALL, resident)],
    worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(WITHOUT)}`)),
    small = timed("small", () => void layerNorm(x, SMALL[1], { out }));
  const without = async (/** @type {number} */ calls) => {
    worker.postMessage(calls);
    return /** @type {number} */ ((await once(worker, "message"))[0]);
  };
  try {
    const subjects = [sharedFrom(small, asFound.least), { name: "without", time: without }, sharedFrom(small, 0)];
    const [kept, plain, turned] = await sampled(subjects, rounds);
    return [
      `layerNorm ${SMALL.join("x")}, too small to share: ${us(kept)} us with threads, ${us(plain)} without, ` +
        `ratio ${ratio(kept, plain, 3)}`,
      `shared all the same: ${us(turned)} us; a turn costs ${us(turned.map((value, i) => value - kept[i] / threads))} ` +
        "us, which is what it takes above an equal share",
    ];
  } finally {
    await worker.terminate();
    for (const tensor of [x, out]) tensor.dispose();
  }
}

/** @param {number} threads @returns {Promise<PyTorch | null>} */
async function openPyTorch(threads) {
  try {
    const pytorch = new PyTorch("pytorch-block.py", threads);
    await pytorch.answer();
    return pytorch;
  } catch (error) {
    console.log(`left out: PyTorch: ${/** @type {Error} */ (error).message}`);
    return null;
  }
}

/** Prints the table. @param {{ quick?: boolean }} options */
export async function threadsTable({ quick }) {
  const { threads, reason, stop } = await startThreads({ threads: Math.max(2, availableParallelism()) });
  if (reason) throw new Error(reason);
  const rounds = ROUNDS[quick ? "quick" : "whole"],
    pytorch = await openPyTorch(threads);
  try {
    console.log(
      `${threads} threads, medians of ${rounds}, in microseconds; ratios are medians of ratios within a round`,
    );
    console.log(row(["", "one thread", "threads", "ratio", "copy by all", "to a copy", "PyTorch", "to ours"]));
    for (const one of cases) console.log(await lineOf(one, pytorch, rounds));
    for (const line of await smallLines(rounds, threads)) console.log(line);
  } finally {
    pytorch?.close();
    Object.assign(sharing, asFound);
    await stop();
  }
}
