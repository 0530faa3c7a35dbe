/** What a layer holds on to: in training its input, after eval() nothing; and no gradients before they are needed. */
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  BatchNorm,
  GroupNorm,
  InstanceNorm,
  LayerNorm,
  Linear,
  GELU,
  ReLU,
  RMSNorm,
  Sequential,
  SiLU,
  zeros,
} from "../../web/api/index.js";
import { collect } from "./collect.js";

/** 16 MiB, of which less than a sixteenth may be left. */
const SHAPE = [4096, 1024],
  BYTES = 4096 * 1024 * 4,
  SLACK = BYTES / 16;

/** Bytes of all arrays that are in use; WebAssembly memory is not among them. */
async function inUse() {
  for (let i = 0; i < 4; i++) {
    collect();
    await setImmediate(); // what finalisation leaves to do
  }
  return process.memoryUsage().arrayBuffers;
}

/** @type {Record<string, () => ReLU>} */
const layers = {
  LayerNorm: () => new LayerNorm(1024),
  RMSNorm: () => new RMSNorm(1024),
  BatchNorm: () => new BatchNorm(1024),
  "BatchNorm without running statistics": () => new BatchNorm(1024, { trackRunningStats: false }),
  GroupNorm: () => new GroupNorm(4, 1024),
  Linear: () => new Linear(1024, 1),
  ReLU: () => new ReLU(),
  SiLU: () => new SiLU(),
  GELU: () => new GELU(),
  Sequential: () => new Sequential(new LayerNorm(1024), new ReLU()),
};

/** @param {() => unknown} use @returns {Promise<number>} bytes that it leaves behind */
async function leftBy(use) {
  const before = await inUse();
  use();
  return (await inUse()) - before;
}

describe.each(Object.entries(layers))("%s", (_, make) => {
  test("keeps its input in training, and nothing after eval()", async () => {
    const layer = make();
    expect(await leftBy(() => void layer.forward(zeros(SHAPE)))).toBeGreaterThan(BYTES - SLACK);
    expect(await leftBy(() => void layer.eval().forward(zeros(SHAPE)))).toBeLessThan(SLACK - BYTES);
    expect(await leftBy(() => void layer.forward(zeros(SHAPE)))).toBeLessThan(SLACK);
  });
});

test("InstanceNorm keeps nothing after eval()", async () => {
  const layer = new InstanceNorm(4),
    x = () => zeros([1, 4, 1024 * 1024]);
  expect(await leftBy(() => void layer.forward(x()))).toBeGreaterThan(BYTES - SLACK);
  expect(await leftBy(() => void layer.eval().forward(x()))).toBeLessThan(SLACK - BYTES);
});

test.each([["LayerNorm"], ["RMSNorm"]])("%s, with a residual added first", async (name) => {
  const layer = name === "LayerNorm" ? new LayerNorm(1024) : new RMSNorm(1024);
  const use = () => void layer.addForward(zeros(SHAPE), zeros(SHAPE));
  expect(await leftBy(use)).toBeGreaterThan(BYTES - SLACK);
  layer.eval();
  expect(await leftBy(use)).toBeLessThan(SLACK - BYTES);
});

test("parameters(), zeroGrad() and forward() make no gradient; the first backward() does", async () => {
  const layer = new Linear(2048, 2048);
  const use = () => {
    layer.parameters();
    new Sequential(layer).parameters();
    layer.zeroGrad();
    layer.forward(zeros([1, 2048]));
  };
  expect(await leftBy(use)).toBeLessThan(SLACK);
  expect(await leftBy(() => void layer.backward(zeros([1, 2048])))).toBeGreaterThan(BYTES - SLACK);
  expect(await leftBy(() => void layer.backward(zeros([1, 2048])))).toBeLessThan(SLACK);
});
