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

  test("what is said of a wrong count is so: how many are behind, and how many are neither", () => {
    const said = new Set();
    for (const question of kind(/smaller loss/)) {
      const { without, with: normed } = at(question.prompt);
      const count = (/** @type {(loss: number, other: number) => boolean} */ is) =>
        normed.filter((loss, seed) => is(loss, without[seed])).length;
      for (const { label, right, why } of question.answers.filter((each) => !each.right)) {
        expect(right).toBe(false);
        const [of] = numbers(label);
        const ties = count((loss, other) => loss === other);
        if (why.startsWith("With so many")) expect(of).toBe(count((loss, other) => loss > other));
        else if (why.includes("both guessed blindly")) {
          expect(numbers(why)[0]).toBe(ties);
          expect(of).toBe(count((loss, other) => loss >= other));
          expect(count((loss, other) => loss === other && Math.abs(loss - Math.LN2) < 1e-3)).toBe(ties);
          expect(ties).toBeGreaterThan(0);
        } else if (why.startsWith("With some")) expect(count((loss, other) => loss < other)).toBeGreaterThan(0);
        else if (why.startsWith("Not with all")) expect(count((loss, other) => loss < other)).toBeLessThan(of);
        said.add(why.slice(0, 12));
        if (of === 0 && count((loss, other) => loss < other) === kept.seeds.length)
          expect(why).toMatch(/^It had it with all of them/);
      }
    }
    expect(said.size).toBeGreaterThan(3);
  });

  test("how many guess blindly", () => {
    for (const question of kind(/guess blindly/)) {
      const blind = at(question.prompt).with.filter((loss) => Math.abs(loss - Math.LN2) < 1e-3).length;
      expect(rightOf(question).label).toBe(`${blind} of ${kept.seeds.length}`);
      const all = question.answers.find(({ label }) => label === "40 of 40");
      if (all) expect(all.why).toBe(`${kept.seeds.length - blind} of them end at another loss.`);
    }
  });

  test("which rate makes a step as long", () => {
    for (const question of kind(/gradient is \d times as long/)) {
      const [times, rate] = numbers(question.prompt);
      expect(number(rightOf(question).label)).toBeCloseTo(times * rate, 9);
    }
  });
});
