/** What the section on the spirals asks: whatever is called right is, by the losses of all seeds. */
import { describe, expect, test } from "vitest";
import { MOST_TRAINED } from "../../../web/page/sections/spirals/limits.js";
import { bestOf } from "../../../web/page/sections/spirals/measured.js";
import { checkSpirals, predictions } from "../../../web/page/sections/spirals/questions.js";
import { spec } from "../../../web/page/sections/spirals/spec.js";
import kept from "../../fixtures/spirals.json" with { type: "json" };
import { numbers, number, ROUNDS, rightOf, sound } from "../helpers/questions.js";

const FIRST = spec.initial;
const asked = ROUNDS.map((round) => sound(checkSpirals(round)));

/** The questions of a kind. @param {RegExp} prompt */
function kind(prompt) {
  const some = asked.filter((question) => prompt.test(question.prompt));
  expect(some.length, String(prompt)).toBeGreaterThan(3);
  return some;
}

/** The losses of all seeds at a rate. @param {string} prompt */
function at(prompt) {
  const rate = Number(/rate of ([\d.]+)/.exec(prompt)?.[1].replace(/\.$/, ""));
  const all = kept.rates.find((each) => each.rate === rate);
  if (!all) throw new Error(prompt);
  return all;
}

describe("before", () => {
  test("it is sound, is not seen before anything was done, and is where its act leads", () => {
    for (const { make, isSeen } of predictions) {
      sound(make());
      expect(isSeen(FIRST)).toBe(false);
      expect(isSeen({ ...FIRST, pace: bestOf("without").rate, trained: MOST_TRAINED })).toBe(true);
    }
  });

  test("what is called right is what the medians say", () => {
    expect(rightOf(predictions[0].make()).label).toBe("The one without LayerNorm");
    expect(bestOf("without").rate).toBeGreaterThan(bestOf("with").rate);
  });
});

describe("after", () => {
  test("the kinds are all there, and each has wrong answers to choose from", () => {
    for (const question of asked) expect(question.answers.length, question.prompt).toBeGreaterThanOrEqual(3);
    expect(new Set(asked.map(({ prompt }) => prompt)).size).toBeGreaterThan(30);
  });

  test("with how many seeds the one with LayerNorm is ahead", () => {
    for (const question of kind(/smaller loss/)) {
      const { without, with: normed } = at(question.prompt);
      const ahead = normed.filter((loss, seed) => loss < without[seed]).length;
      expect(rightOf(question).label).toBe(`${ahead} of ${kept.seeds.length}`);
    }
  });

  test("how many guess blindly", () => {
    for (const question of kind(/guess blindly/)) {
      const blind = at(question.prompt).with.filter((loss) => Math.abs(loss - Math.LN2) < 1e-3).length;
      expect(rightOf(question).label).toBe(`${blind} of ${kept.seeds.length}`);
    }
  });

  test("which rate makes a step as long", () => {
    for (const question of kind(/gradient is \d times as long/)) {
      const [times, rate] = numbers(question.prompt);
      expect(number(rightOf(question).label)).toBeCloseTo(times * rate, 9);
    }
  });
});
