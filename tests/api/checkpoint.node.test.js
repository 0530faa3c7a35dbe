/**
 * A checkpoint in the middle of training: weights, running statistics, and what the optimizer, which is the user's own,
 * has gathered. Training goes on from the file with the same bits.
 */
import { mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  BatchNorm,
  LayerNorm,
  Linear,
  manualSeed,
  memoryUsage,
  randn,
  ReLU,
  Sequential,
  tensor,
  zeros,
} from "../../web/api/index.js";
import { openSafetensors, readSafetensors, writeSafetensors } from "../../web/api/safetensors.js";

/** @import { Tensor } from "../../web/api/index.js" */

const folder = mkdtempSync(join(tmpdir(), "layernorm-checkpoint-"));
afterAll(() => rmSync(folder, { recursive: true }));

const makeNet = () =>
  new Sequential(
    new Linear(3, 8),
    new Sequential(new LayerNorm(8), new ReLU(), new Linear(8, 8)),
    new BatchNorm(8),
    new Linear(8, 1),
  );

/** AdamW (Loshchilov and Hutter, arXiv:1711.05101), which leaves norms and biases undecayed. */
class AdamW {
  step = 0;
  /** The moments of each parameter's gradient, first and second: "0.weight.m". @type {Record<string, Tensor>} */
  moments = {};

  /** @param {Sequential} net */
  constructor(net) {
    this.net = net;
    for (const { name, value } of net.parameters()) {
      for (const moment of ["m", "v"]) this.moments[`${name}.${moment}`] = zeros(value.shape);
    }
  }

  update() {
    const { moments } = this,
      t = ++this.step;
    for (const { name, value, grad } of this.net.parameters()) {
      const [w, g, m, v] = [value, grad, moments[`${name}.m`], moments[`${name}.v`]].map(({ data }) => data);
      const decay = value.shape.length > 1 ? 0.01 : 0;
      for (let i = 0; i < w.length; i++) {
        m[i] = 0.9 * m[i] + 0.1 * g[i];
        v[i] = 0.999 * v[i] + 0.001 * g[i] ** 2;
        w[i] -= 0.02 * (m[i] / (1 - 0.9 ** t) / (Math.sqrt(v[i] / (1 - 0.999 ** t)) + 1e-8) + decay * w[i]);
      }
    }
  }
}

manualSeed(4);
const x = randn([16, 3]),
  target = tensor(
    Float32Array.from({ length: 16 }, (_, i) => x.data[3 * i] * x.data[3 * i + 1]),
    [16, 1],
  );

/**
 * @param {Sequential} net
 * @param {AdamW} adam
 * @param {number} steps
 * @returns {number[]} losses
 */
function train(net, adam, steps) {
  return Array.from({ length: steps }, () => {
    const y = net.forward(x),
      error = y.data.map((value, i) => value - target.data[i]);
    net.zeroGrad();
    net.backward(
      tensor(
        error.map((e) => e / 8),
        y.shape,
      ),
    );
    adam.update();
    return error.reduce((sum, e) => sum + e * e, 0) / 16;
  });
}

/** @param {string} prefix @param {Record<string, Tensor>} tensors */
const prefixed = (prefix, tensors) =>
  Object.fromEntries(Object.entries(tensors).map(([name, value]) => [prefix + name, value]));

/** @param {Sequential} net @param {AdamW} adam */
const saved = (net, { moments, step }) =>
  writeSafetensors(
    { ...prefixed("model.", net.state()), ...prefixed("adamw.", moments), step },
    { metadata: { by: "test" } },
  );

/** @param {Sequential} net @param {AdamW} adam */
const bits = (net, { moments, step }) => [
  step,
  ...[...Object.values(net.state()), ...Object.values(moments)].map(({ data }) => [
    ...new Uint32Array(data.slice().buffer),
  ]),
];

/**
 * A network and an optimizer that have nothing in common with those that were saved.
 * @returns {[Sequential, AdamW]}
 */
function fresh() {
  manualSeed(99);
  const net = makeNet();
  return [net, new AdamW(net)];
}

/** Ways back. @type {[string, (bytes: Uint8Array<ArrayBuffer>) => Promise<[Sequential, AdamW]>][]} */
const ways = [
  [
    "loadState, from memory",
    async (bytes) => {
      const [net, adam] = fresh(),
        file = readSafetensors(bytes);
      expect(net.loadState(file, { prefix: "model." })).toEqual({ missing: [], unexpected: [] });
      for (const [name, moment] of Object.entries(adam.moments)) moment.copyFrom(file[`adamw.${name}`]);
      adam.step = file.step.item();
      return [net, adam];
    },
  ],
  [
    "read(name, { out }), from the disk, into a network in WebAssembly memory",
    async (bytes) => {
      const [net, adam] = fresh(),
        path = join(folder, "checkpoint.safetensors");
      writeFileSync(path, bytes);
      expect(readFileSync(path)).toEqual(Buffer.from(bytes));
      const { read, metadata } = await openSafetensors(await openAsBlob(path)),
        places = { ...prefixed("model.", net.resident().state()), ...prefixed("adamw.", adam.moments) };
      expect(metadata.by).toBe("test");
      for (const [name, out] of Object.entries(places)) await read(name, { out });
      adam.step = (await read("step")).item();
      return [net, adam];
    },
  ],
];

describe.each(ways)("%s", (_, load) => {
  test("training goes on with the same bits", async () => {
    manualSeed(5);
    const net = makeNet(),
      adam = new AdamW(net),
      losses = train(net, adam, 20),
      bytes = saved(net, adam),
      rest = train(net, adam, 20);
    const [other, restored] = await load(bytes);
    expect(saved(other, restored)).toEqual(bytes);
    expect(train(other, restored, 20)).toEqual(rest);
    expect(bits(other, restored)).toEqual(bits(net, adam));
    expect(rest[19]).toBeLessThan(losses[0] / 4);
    other.dispose();
    expect(memoryUsage().resident).toBe(0);
  });

  test.each(["adamw.0.weight.m", "adamw.1.2.bias.v", "model.2.running_var", "model.1.0.weight"])(
    "without its %s it does not",
    async (lost) => {
      manualSeed(5);
      const net = makeNet(),
        adam = new AdamW(net);
      train(net, adam, 20);
      const state = { ...readSafetensors(saved(net, adam)) };
      state[lost] = zeros(state[lost].shape);
      const [other, restored] = await load(writeSafetensors(state, { metadata: { by: "test" } }));
      for (const each of [
        [net, adam],
        [other, restored],
      ]) {
        train(/** @type {Sequential} */ (each[0]), /** @type {AdamW} */ (each[1]), 3);
      }
      expect(bits(other, restored)).not.toEqual(bits(net, adam));
      other.dispose();
    },
  );
});
