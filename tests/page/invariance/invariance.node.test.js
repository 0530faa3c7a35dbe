/** What the section on the size of weights computes, beside PyTorch. */
import { describe, expect, test } from "vitest";
import { drawn, pass } from "../../../web/page/sections/invariance/layer.js";
import { EVERY, STEPS } from "../../../web/page/sections/invariance/limits.js";
import { learning } from "../../../web/page/sections/invariance/networks.js";
import { run } from "../helpers/jobs.js";
import fixtures from "../../fixtures/invariance.json" with { type: "json" };

const WHICH = /** @type {const} */ (["without", "with"]);
const CURVES = /** @type {const} */ (["length", "angle", "loss"]);

/** By how much a number is off another, as a share of it. @param {number} value @param {number} wanted */
const off = (value, wanted) => Math.abs(value / wanted - 1);

describe("a layer whose weights are multiplied", () => {
  for (const { seed, factor, length, slope, cosine, gradient, y } of fixtures.layers) {
    test(`has PyTorch's output and gradient: seed ${seed}, times ${factor}`, () => {
      const mine = pass(drawn(seed), factor);
      expect(off(mine.length, length)).toBeLessThan(1e-6);
      expect(off(mine.slope, slope)).toBeLessThan(1e-4);
      // Of the largest number of the gradient: its small ones are differences of large ones.
      const largest = Math.max(...gradient.data.map(Math.abs));
      gradient.data.forEach((wanted, i) => {
        expect(Math.abs(mine.gradient.data[i] - wanted) / largest).toBeLessThan(1e-4);
      });
      y.forEach((wanted, i) => {
        expect(Math.abs(mine.y.data[i] - wanted)).toBeLessThan(1e-4);
      });
      // What float32 leaves of a cosine of 0.
      expect(Math.abs(mine.cosine - cosine)).toBeLessThan(1e-6);
    });
  }
});

describe("networks that learn", () => {
  for (const { seed, rate, decay, ...both } of fixtures.networks) {
    for (const which of WHICH) {
      test(`have PyTorch's curves at ten points: seed ${seed}, rate ${rate}, decay ${decay}, ${which} LayerNorm`, () => {
        const told = run(learning(seed, { rate, decay }, which === "with")).result;
        for (const name of CURVES) {
          expect(told[name]).toHaveLength(STEPS / EVERY + 1);
          fixtures.points.forEach((point, i) => {
            expect(off(told[name][point], both[which][name][i]), `${name} at ${point * EVERY}`).toBeLessThan(1e-3);
          });
        }
      });
    }
  }
});
