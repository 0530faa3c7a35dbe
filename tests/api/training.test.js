/** Small networks learn by plain gradient descent as PyTorch's do, from the same seed. */
import { describe, expect, test } from "vitest";
import {
  BatchNorm,
  GroupNorm,
  LayerNorm,
  Linear,
  manualSeed,
  rand,
  ReLU,
  RMSNorm,
  Sequential,
  zeros,
} from "../../web/api/index.js";
import { doubles, misses, tensorOf } from "../fixtures/floats.js";
import fixtures from "../fixtures/training.json";
import { descend } from "./descent.js";

/** @import { Module, Tensor } from "../../web/api/index.js" */
/** @import { Numbers, TensorFixture } from "../fixtures/floats.js" */

/** @typedef {TensorFixture & { name: string }} Named */
/**
 * @typedef {object} Network
 * @property {string} name of its normalization layer
 * @property {number} seed
 * @property {number} learningRate
 * @property {string[]} text the loss of each step as PyTorch prints it
 * @property {Numbers} reference the same in float64
 * @property {Named[]} parameters when all is learnt, in float64
 * @property {Named[]} buffers running statistics
 * @property {TensorFixture} unseen an input that was not learnt
 * @property {TensorFixture} y what the network makes of it
 */
const networks = /** @type {Network[]} */ (/** @type {unknown} */ (fixtures.networks));

/** @type {Record<string, () => Module>} */
const NORMS = {
  LayerNorm: () => new LayerNorm(8),
  RMSNorm: () => new RMSNorm(8),
  GroupNorm: () => new GroupNorm(2, 8),
  BatchNorm: () => new BatchNorm(8),
};

/** float32 parameters are rounded at every step: a few of these add up. PyTorch's own float32 is off by 4e-7. */
const LOSS = 4e-6,
  PARAMETER = 1e-5;

/**
 * The two products of four features.
 * @param {Tensor} x [n, 4]
 */
function targetOf({ data, shape: [n] }) {
  const target = zeros([n, 2]);
  for (let i = 0; i < 2 * n; i++) {
    const feature = 4 * (i >> 1) + (i % 2);
    target.data[i] = data[feature] * data[feature + 2];
  }
  return target;
}

describe.each(networks.map((network) => /** @type {[string, Network]} */ ([network.name, network])))(
  "Linear, %s, ReLU, Linear",
  (name, { seed, learningRate, text, reference, parameters, buffers, unseen, y }) => {
    manualSeed(seed);
    const x = rand([32, 4]),
      norm = NORMS[name]();
    const net = new Sequential(new Linear(4, 8), norm, new ReLU(), new Linear(8, 2));
    const losses = text.map(() => descend(net, x, targetOf(x), learningRate));

    test("the loss falls as PyTorch prints it", () => {
      expect(losses.map(String)).toEqual(text);
      const wanted = doubles(reference);
      expect(
        misses(
          losses.map(({ data }) => data[0]),
          wanted,
          (i) => LOSS * wanted[i],
        ),
      ).toEqual([]);
      expect(wanted[wanted.length - 1]).toBeLessThan(wanted[0] / 10);
    });

    test("the parameters have PyTorch's names, and end where its do", () => {
      const got = net.parameters();
      expect(got.map(({ name }) => name)).toEqual(parameters.map(({ name }) => name));
      parameters.forEach(({ name, shape, data }, i) => {
        expect(got[i].value.shape, name).toEqual(shape);
        expect(
          misses(got[i].value.data, doubles(data), () => PARAMETER),
          name,
        ).toEqual([]);
      });
    });

    test("what was learnt holds for another input", () => {
      if (norm instanceof BatchNorm) {
        const running = [norm.runningMean, norm.runningVar].map((statistic) => statistic?.data ?? []);
        buffers.forEach(({ name, data }, i) =>
          expect(
            misses(running[i], doubles(data), () => PARAMETER),
            name,
          ).toEqual([]),
        );
        norm.eval();
      }
      expect(misses(net.forward(tensorOf(unseen)).data, doubles(y.data), () => 4 * PARAMETER)).toEqual([]);
    });
  },
);
