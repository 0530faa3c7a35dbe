/**
 * What the section on depth asks: each answer that is called right is, by the networks themselves where they are shown.
 */
import { describe, expect, test } from "vitest";
import { formatBrief } from "../../../web/page/kit/format.js";
import { ACTS, checkDepth, predictSpread } from "../../../web/page/sections/depth/questions.js";
import { MOST_LAYERS } from "../../../web/page/sections/depth/limits.js";
import { spec } from "../../../web/page/sections/depth/spec.js";
import { depthOf } from "../helpers/depth.js";
import { number, ROUNDS, rightOf, sound } from "../helpers/questions.js";

/**
 * Between which factors each outcome is true of a spread that was 1.
 * @type {Record<string, readonly [number, number]>}
 */
const OUTCOMES = {
  "less than a hundredth of it is left": [0, 0.01],
  "about half of it is left": [0.3, 0.7],
  "it is still about 1": [0.7, 1.4],
  "it has about doubled": [1.5, 3],
  "it is dozens of times as large": [24, 240],
  "it is infinite": [Infinity, Infinity],
};

describe("before", () => {
  for (const gain of ACTS) {
    const { prompt, answers } = sound(predictSpread(gain));
    // As many seeds as show that it is not this one's chance; none has layers in common with another.
    const spreads = [0, 1, 2, 3].map((k) => {
      const { spread } = depthOf({ ...spec.initial, gain, seed: spec.initial.seed + k * (MOST_LAYERS + 1) }).without;
      return spread[spread.length - 1];
    });

    test(`at gain ${gain}, what is called right becomes of the spread, with the first weights and with others`, () => {
      expect(prompt).toContain(`after layer ${spec.initial.layers}?`);
      for (const { label, right } of answers) {
        const [low, high] = OUTCOMES[label];
        for (const spread of spreads) expect(spread >= low && spread <= high, `${label}: ${spread}`).toBe(right);
      }
    });

    test(`at gain ${gain}, the numbers of the explanations are those of the factor`, () => {
      expect(rightOf({ prompt, answers }).why).toContain(`is ${formatBrief(gain ** spec.initial.layers)} on average`);
      for (const { why } of answers) expect(why).not.toMatch(/NaN|undefined|Infinity/);
    });
  }
});

describe("after", () => {
  const shown = (/** @type {Partial<typeof spec.initial>} */ changes) => {
    const settings = { ...spec.initial, features: 32, ...changes };
    return { settings, depth: depthOf(settings), known: settings.layers, isWhole: true };
  };

  test("about the networks that are shown: the factor of a layer", () => {
    for (const gain of [0.5, 0.9, 1.2, 2]) {
      const now = shown({ gain });
      const question = sound(checkDepth(now)(0));
      const { spread } = now.depth.without;
      expect(question.prompt).toContain(
        `is ${formatBrief(spread[3])} after layer 4 and ${formatBrief(spread[23])} after layer 24`,
      );
      const factor = number(rightOf(question).label);
      expect(Math.abs(factor ** 20 / (spread[23] / spread[3]) - 1)).toBeLessThan(0.25);
      expect(Math.abs(factor - (spread[23] / spread[3]) ** (1 / 20))).toBeLessThan(0.006);
    }
  });

  test("about others while none are shown yet, or few layers", () => {
    for (const now of [null, shown({ layers: 5 }), { ...shown({}), isWhole: false }]) {
      expect(sound(checkDepth(now)(0)).prompt).not.toContain("Without normalization, the spread is");
    }
  });

  test("about factors, when they do harm, gradients, norms and sums: the right answer is computed anew", () => {
    const kinds = new Set();
    for (const round of ROUNDS) {
      const question = sound(checkDepth(null)(round));
      const { prompt } = question;
      const { label } = rightOf(question);
      const gain = Number(prompt.match(/by (\d\.\d)\b/)?.[1]);
      const layers = Number(prompt.match(/(\d+) layers/)?.[1]);
      /** A factor, as many times. @param {number} times */
      const repeated = (times) => Array.from({ length: times }).reduce((/** @type {number} */ size) => size * gain, 1);
      if (prompt.includes("What is it after")) {
        expect(label).toBe(formatBrief(repeated(layers)));
        kinds.add("power");
      } else if (prompt.includes("After how many layers")) {
        const isThere = (/** @type {number} */ count) => (gain > 1 ? repeated(count) >= 10 : repeated(count) <= 0.1);
        expect([isThere(Number(label)), isThere(Number(label) - 1)]).toEqual([true, false]);
        kinds.add("when");
      } else if (prompt.includes("A gradient comes back")) {
        expect(prompt).toContain(gain > 1 ? "is it largest" : "is it smallest");
        expect(label).toBe("At layer 1");
        kinds.add("gradient");
      } else if (prompt.includes("followed by")) {
        expect(label).toBe("1");
        kinds.add("normalized");
      } else {
        expect(label).toBe(String(Math.sqrt(1 + layers)));
        kinds.add("stream");
      }
    }
    expect(kinds.size).toBe(5);
  });

  test("a norm and a sum do in the networks what the answers say", () => {
    const { depth } = shown({ gain: 1.4, features: 64 });
    expect(depth.with.spread[23]).toBeCloseTo(1, 2);
    const stream = shown({ gain: 1, features: 256, layers: 15, activation: "none", residual: "pre" });
    expect(Math.abs(stream.depth.with.spread[14] / 4 - 1)).toBeLessThan(0.06);
  });
});
