/** What the section on learning asks: each answer that is called right is, by the section's own functions. */
import { layerNormBackward } from "layernorm";
import { describe, expect, test } from "vitest";
import { checkLearning, predictions } from "../../../web/page/sections/learning/questions.js";
import { descend, termsOf } from "../../../web/page/sections/learning/row.js";
import { MEANS } from "../../../web/page/sections/learning/limits.js";
import { foretold } from "../../../web/page/sections/learning/sentences.js";
import { spec } from "../../../web/page/sections/learning/spec.js";
import { number, numbers, ROUNDS, rightOf, sound } from "../helpers/questions.js";

const FIRST = spec.initial;
const asked = ROUNDS.map((round) => sound(checkLearning(round)));

/** The questions of a kind. @param {RegExp} prompt */
function kind(prompt) {
  const some = asked.filter((question) => prompt.test(question.prompt));
  expect(some.length, String(prompt)).toBeGreaterThan(3);
  return some;
}

describe("before", () => {
  test("each is sound, and is not seen before anything was done", () => {
    for (const { make, isSeen } of predictions) {
      sound(make());
      expect(isSeen(FIRST)).toBe(false);
    }
  });

  test("what is called right is what the row does", () => {
    const [best, wild, dx] = predictions.map(({ make }) => rightOf(make()).label);
    expect(best).toBe("It arrives at the target");
    expect(descend({ ...FIRST, rate: 0.5, steps: 1 })[1].loss).toBeLessThan(1e-8);
    expect(wild).toBe("1.40 times as far away, on the other side");
    const path = descend({ ...FIRST, rate: 1.2, steps: 8 });
    const far = path.map(({ bias }) => FIRST.mean - bias);
    far.slice(1).forEach((distance, i) => expect(distance / far[i]).toBeCloseTo(-1.4, 3));
    expect(path.every(({ loss }, i) => i === 0 || loss > path[i - 1].loss)).toBe(true);
    expect(dx).toBe("It stays next to 0");
    const largest = (/** @type {Float32Array} */ values) => Math.max(...values.map(Math.abs));
    const at = (/** @type {number} */ mean) => termsOf({ ...FIRST, dy: "loss", mean });
    for (const mean of MEANS) expect(largest(at(mean).dx)).toBeLessThan(1e-4);
    // As the strip says, next to nothing of what comes is left, also where it has grown beyond measure.
    const diverged = termsOf({ ...FIRST, dy: "loss", rate: 1.2, steps: 40 });
    expect(largest(diverged.dx) / Math.max(...diverged.given.map(Math.abs))).toBeLessThan(1e-4);
    expect(largest(at(-4).dy)).toBeGreaterThan(1.3 * largest(at(-2).dy));
  });

  test("the second and the third do not ask what the page says before they are seen", () => {
    const [, wild] = predictions.map(({ make }) => rightOf(make()));
    for (const rate of [FIRST.rate, 0.5]) expect(foretold(rate, 2)).not.toContain("1.40");
    expect(wild.label).toContain("1.40");
    expect(predictions[2].isSeen({ ...FIRST, dy: "loss" })).toBe(false);
    expect(predictions[2].isSeen({ ...FIRST, dy: "loss", mean: 3 })).toBe(true);
    expect(predictions[2].isSeen({ ...FIRST, dy: "loss", mean: 3, rate: 1.2, steps: 40 })).toBe(false);
  });
});

describe("after", () => {
  test("about other bowls than the figure’s, whose strip says what a step leaves: a step is made in each", () => {
    for (const question of [sound(checkLearning(0)), ...kind(/^Another loss is a bowl/)]) {
      const [curvature, distance, rate] = numbers(question.prompt);
      expect(curvature).not.toBe(2);
      // The loss is curvature / 2 times the distance's square, and its slope the curvature times the distance.
      const after = distance - rate * curvature * distance;
      expect(Math.abs(number(rightOf(question).label) - Math.abs(after))).toBeLessThan(0.006);
      expect(question.answers.length).toBeGreaterThanOrEqual(3);
    }
  });

  test("no two rounds of one kind are all alike", () => {
    expect(new Set(asked.map(({ prompt }) => prompt)).size).toBeGreaterThan(40);
  });

  test("above which rate another bowl diverges, where at that rate it swings", () => {
    for (const question of kind(/Another loss has/)) {
      const [curvature] = numbers(question.prompt);
      const rate = number(rightOf(question).label);
      expect(question.prompt).toContain("Above which rate");
      expect(1 - curvature * rate).toBeCloseTo(-1, 9);
      expect(Math.abs(1 - curvature * (rate + 0.01))).toBeGreaterThan(1);
      expect(Math.abs(1 - curvature * (rate - 0.01))).toBeLessThan(1);
    }
  });

  test("how many steps it takes", () => {
    for (const question of kind(/how many steps/)) {
      const [rate] = numbers(question.prompt);
      const steps = number(rightOf(question).label);
      // In whole numbers, which are exact: at a rate of 0.45 a tenth is left, whose square is not less than a
      // hundredth.
      const tenths = Math.round(10 * (1 - 2 * rate));
      expect(tenths ** steps * 100).toBeLessThan(10 ** steps);
      expect(tenths ** (steps - 1) * 100).toBeGreaterThanOrEqual(10 ** (steps - 1));
    }
    expect(kind(/how many steps/).some(({ prompt }) => prompt.includes("0.45"))).toBe(true);
    for (const question of kind(/how many steps/).filter(({ prompt }) => prompt.includes("0.45")))
      expect(rightOf(question).label).toBe("3");
  });

  test("the last number of a dx", () => {
    for (const question of kind(/^A row has four/)) {
      const [, known] = question.prompt.split(" dx is ");
      const sum = numbers(known).reduce((total, value) => total + value, 0);
      expect(number(rightOf(question).label) + sum).toBeCloseTo(0, 6);
    }
  });

  test("what of dy comes through, and what becomes of dx where x is larger, by the package", () => {
    const x = [3, -1, 4, 1, -5];
    const { xhat } = termsOf(FIRST);
    const row = [3.1, 4, 2.6, 3.4, 4.4, 2.9];
    for (const question of kind(/What is dx/)) {
      const [, size] = numbers(question.prompt);
      const dy = /for every/.test(question.prompt)
        ? row.map(() => size)
        : Array.from(xhat, (value) => (/plus/.test(question.prompt) ? size + value : size * value));
      expect(rightOf(question).label).toContain("0");
      for (const value of layerNormBackward(dy, row, 6).dx.data) expect(Math.abs(value)).toBeLessThan(1e-3);
    }
    for (const question of kind(/become \d+ times as large/)) {
      const [factor] = numbers(question.prompt);
      const dy = [1, 0, 0, 2, 0];
      const dx = layerNormBackward(dy, x, 5, { eps: 0 }).dx.data;
      const scaled = layerNormBackward(
        dy,
        x.map((value) => value * factor),
        5,
        { eps: 0 },
      ).dx.data;
      expect(rightOf(question).label).toBe(`It becomes ${factor} times smaller`);
      dx.forEach((value, i) => expect(scaled[i] * factor).toBeCloseTo(value, 4));
    }
  });
});
