/** What the section on pre-LN and post-LN asks: whatever is called right is. */
import { describe, expect, test } from "vitest";
import { MOST_TRAINED } from "../../../web/page/sections/placement/limits.js";
import { rateAt } from "../../../web/page/sections/placement/network.js";
import { checkPlacement, predictions } from "../../../web/page/sections/placement/questions.js";
import { spec } from "../../../web/page/sections/placement/spec.js";
import kept from "../../fixtures/placement.json" with { type: "json" };
import { number, numbers, ROUNDS, rightOf, sound } from "../helpers/questions.js";

const asked = ROUNDS.map((round) => sound(checkPlacement(round)));

/** The questions of a kind. @param {RegExp} prompt */
function kind(prompt) {
  const some = asked.filter((question) => prompt.test(question.prompt));
  expect(some.length, String(prompt)).toBeGreaterThan(3);
  return some;
}

test("the prediction is sound, is not seen before anything was done, and its answer is that of the seeds", () => {
  const [{ make, isSeen }] = predictions;
  sound(make());
  expect(isSeen(spec.initial)).toBe(false);
  expect(isSeen({ ...spec.initial, trained: MOST_TRAINED })).toBe(true);
  const learned = (/** @type {string} */ place) =>
    kept.runs
      .find((run) => run.place === place && run.rate === spec.initial.rate && run.warmUp === 0)
      ?.last.filter((loss) => loss < Math.log(4)).length ?? NaN;
  expect(learned("pre")).toBeGreaterThan(learned("post"));
  expect(rightOf(make()).label).toBe("With pre-LN");
  for (const { why } of make().answers) expect(why).toContain(`${learned("pre")} have learned with pre-LN`);
});

describe("after", () => {
  test("the rate during warm-up", () => {
    for (const question of kind(/^Warm-up takes/)) {
      const [steps, rate, at] = numbers(question.prompt);
      expect(number(rightOf(question).label)).toBeCloseTo(rateAt(at, rate, steps), 9);
    }
  });

  test("how many norms there are, and how many the stream meets", () => {
    for (const question of kind(/in all\?$/)) {
      const blocks = Number(/has (\d+) blocks/.exec(question.prompt)?.[1]);
      expect(numbers(rightOf(question).label)).toEqual([2 * blocks + 1]);
    }
    for (const question of kind(/does it meet/)) {
      const blocks = Number(/with (\d+) blocks/.exec(question.prompt)?.[1]);
      expect(numbers(rightOf(question).label)).toEqual([question.prompt.includes("a pre-LN") ? 1 : 2 * blocks]);
    }
  });

  test("how large a sum of parts is", () => {
    for (const question of kind(/adds numbers/)) {
      const parts = Number(/each of (\d+) parts/.exec(question.prompt)?.[1]);
      expect(number(rightOf(question).label)).toBeCloseTo(Math.sqrt(1 + parts), 9);
    }
  });
});
