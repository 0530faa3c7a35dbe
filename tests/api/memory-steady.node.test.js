/** A million calls leave no more behind than the first ones did: in WebAssembly memory, and in the JavaScript heap. */
import { setImmediate } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import * as ln from "../../web/api/index.js";
import { collect } from "./collect.js";
import { normals } from "./reference.js";

const MILLION = 1_000_000;

/** In bytes: less than anything that one call in ten would leave behind. Compiled code and the like come and go. */
const SLACK = 1_000_000;

async function inUse() {
  for (let i = 0; i < 4; i++) {
    collect();
    await setImmediate(); // what finalisation leaves to do
  }
  const { heapUsed, external } = process.memoryUsage();
  return { ...ln.memoryUsage(), javaScript: heapUsed + external };
}

/**
 * @param {(i: number) => void} call
 * @param {number} calls
 * @param {number} warmUp  calls before: code is compiled, and tables of weak references reach their size
 */
async function expectSteady(call, calls, warmUp) {
  for (let i = 0; i < warmUp; i++) call(i);
  const before = await inUse();
  for (let i = 0; i < calls; i++) call(i);
  const after = await inUse();
  expect(after.total).toBe(before.total);
  expect(after.resident).toBe(before.resident);
  expect(after.javaScript - before.javaScript).toBeLessThan(SLACK);
}

/** @param {readonly number[]} shape */
function operands(shape) {
  const size = shape.reduce((product, n) => product * n, 1),
    n = shape[shape.length - 1],
    channels = shape[1];
  const part = (/** @type {number} */ length, seed = 2) => normals(length, seed);
  return {
    n,
    x: ln.tensor(normals(size), shape),
    dy: ln.tensor(normals(size, 3), shape),
    out: ln.empty(shape),
    weight: part(n),
    bias: part(n, 4),
    scale: part(channels),
    mean: part(channels),
    variance: part(channels).map(Math.abs),
    matrix: ln.tensor(part(3 * n), [3, n]),
  };
}

/** @typedef {ReturnType<typeof operands>} Operands */

/** One call each, of every kind. @type {((operands: Operands) => unknown)[]} */
const OPS = [
  ({ x, n }) => ln.layerNorm(x, n),
  ({ x, n, weight, bias, out }) => ln.layerNorm(x, n, { weight, bias, out }),
  ({ x, n }) => ln.layerNorm(x, n, { stats: true }),
  ({ x, dy, n, weight }) => ln.layerNormBackward(dy, x, n, { weight }),
  ({ x, dy, n, weight }) => ln.addLayerNorm(x, dy, n, { weight }),
  ({ x, n, weight }) => ln.rmsNorm(x, [n], { weight, weightOffset: 1 }),
  ({ x, dy, n, weight }) => ln.rmsNormBackward(dy, x, n, { weight }),
  ({ x, dy, n }) => ln.addRmsNorm(x, dy, n),
  ({ x }) => ln.mean(x, { dim: 0, keepdim: true }),
  ({ x }) => ln.variance(x),
  ({ x }) => ln.moments(x, { dim: [0, -1] }),
  ({ x }) => ln.normalize(x, { dim: 0 }),
  ({ x }) => ln.batchNorm(x, { training: true }),
  ({ x, mean: runningMean, variance: runningVar }) => ln.batchNorm(x, { runningMean, runningVar }),
  ({ x, dy, scale: weight }) => ln.batchNormBackward(dy, x, { weight, training: true }),
  ({ x }) => ln.groupNorm(x, 1),
  ({ x, dy }) => ln.groupNormBackward(dy, x, 1),
  ({ x, matrix }) => ln.linear(x, matrix),
  ({ x, dy }) => ln.reluBackward(dy, x, { out: { dx: dy } }),
  ({ x, out }) => ln.relu(x, { out }),
  ({ x, out }) => ln.silu(x, { out }),
  ({ x, dy }) => ln.geluBackward(dy, x, { out: { dx: x } }),
  ({ x, dy }) => ln.geluMul(x, dy, { approximate: "tanh" }),
  ({ x, dy }) => ln.siluMulBackward(dy, x, x),
  ({ x }) => ln.softmax(x, { dim: 0, scale: 2 }),
  ({ x, dy }) => ln.softmaxBackward(dy, x),
  ({ x }) => ln.logSoftmax(x),
  ({ n }) => ln.crossEntropy(ln.zeros([2, n]), [0, -100]),
  ({ x }) => ln.allclose(x, x),
  () =>
    ln.layerNorm(
      [
        [1, 2, 3],
        [4, 5, 7],
      ],
      3,
      { weight: [1, 2, 3] },
    ),
  () => ln.randn([2, 3]),
  ({ n }) => ln.zeros([n]),
];

const SHAPES = [
  [2, 6],
  [5, 4],
  [2, 3, 5],
  [1, 64],
];

describe("ordinary tensors", () => {
  /** @type {Operands[]} */
  let all;
  /** @type {Operands} */
  let large;
  beforeAll(() => {
    all = SHAPES.map(operands);
    large = operands([24, 4096]);
  });

  test("a million calls, of all ops and several shapes, with larger ones among them", () => {
    for (const op of OPS) op(large);
    const operandsOf = (/** @type {number} */ i) => (i % 9973 ? all[i % SHAPES.length] : large);
    return expectSteady((i) => void OPS[i % OPS.length](operandsOf(i)), MILLION, MILLION / 10);
  });

  test("calls that are refused", () =>
    expectSteady(
      (i) => {
        const { x, n } = all[i % SHAPES.length];
        try {
          ln.layerNorm(x, n + 1);
        } catch {
          return;
        }
        throw new Error("layerNorm: expected an error");
      },
      MILLION / 10,
      MILLION / 20,
    ));
});

describe("resident tensors", () => {
  const SIZES = [1, 6, 100, 768, 5000];
  const made = (/** @type {number} */ i) => ln.empty([SIZES[i % SIZES.length]], { resident: true });

  test("disposed at once", () => expectSteady((i) => made(i).dispose(), MILLION / 5, MILLION / 5));

  test("disposed out of turn, with views of them taken and calls between", () => {
    /** @type {ln.Tensor[]} */
    const live = [];
    return expectSteady(
      (i) => {
        live[i % 7]?.dispose();
        const x = (live[i % 7] = made(i));
        x.data[0] = i;
        ln.relu(x, { out: x });
      },
      MILLION / 5,
      MILLION / 2,
    );
  });
});
