/** What the section on the size of weights asks: each answer that is called right is, computed anew. */
import { describe, expect, test } from "vitest";
import { compared, drawn } from "../../../web/page/sections/invariance/layer.js";
import { atRates, medianAt } from "../../../web/page/sections/invariance/measured.js";
import { checkInvariance, predictions } from "../../../web/page/sections/invariance/questions.js";
import { balanceOf } from "../../../web/page/sections/invariance/sentences.js";
import { spec } from "../../../web/page/sections/invariance/spec.js";
import { numbers, ROUNDS, rightOf, sound } from "../helpers/questions.js";

const asked = [0, ...ROUNDS].map((round) => sound(checkInvariance(round)));

/** The questions of a kind. @param {RegExp} prompt */
function kind(prompt) {
  const some = asked.filter((question) => prompt.test(question.prompt));
  expect(some.length, String(prompt)).toBeGreaterThan(3);
  return some.map((question) => ({ given: numbers(question.prompt), label: rightOf(question).label }));
}

describe("before", () => {
  test("each is sound, and is not seen before anything was done", () => {
    for (const { make, isSeen } of predictions) {
      sound(make());
      expect(isSeen(spec.initial)).toBe(false);
    }
    expect(predictions[0].isSeen({ ...spec.initial, factor: 10 })).toBe(true);
    expect(predictions[1].isSeen({ ...spec.initial, rate: 30 })).toBe(true);
  });

  test("what is called right is what is computed", () => {
    const [gradient, angle] = predictions.map(({ make }) => rightOf(make()).label);
    expect(gradient).toBe("It becomes ten times smaller");
    expect(compared(drawn(9), 10).times).toBeCloseTo(0.1, 4);
    const [slow, fast] = [0.3, 30].map((rate) => medianAt(atRates("with", "angle"), rate));
    expect(numbers(angle)[0]).toBeCloseTo(fast / slow, 1);
  });
});

describe("after", () => {
  test("every kind", () => {
    for (const { given, label } of kind(/is multiplied by \d+ before the first step/))
      expect(Number(label)).toBe(given[0] ** 2);
    for (const { given, label } of kind(/How long is W after the step/))
      expect(Number(label)).toBe(Math.hypot(given[0], given[1]));
    for (const { given, label } of kind(/what the gradient adds/)) {
      const [length, percent] = given;
      expect(Math.abs(Number(label) - Math.sqrt(length ** 2 - (length * (1 - percent / 100)) ** 2))).toBeLessThan(
        0.006,
      );
    }
    for (const { given, label } of kind(/The decay becomes/)) {
      const [times] = given;
      const turns = [1e-6, times * 1e-6].map((decay) => balanceOf({ rate: 1, decay }));
      expect(numbers(label)[0]).toBeCloseTo(turns[1] / turns[0], 2);
    }
    for (const { given, label } of kind(/All of W is multiplied by/)) {
      const { first, now } = compared(drawn(4), given[0]);
      expect(given[0]).toBeLessThan(0);
      expect(label).toBe("Each number changes its sign");
      now.y.data.forEach((value, i) => expect(value).toBeCloseTo(-first.y.data[i], 3));
    }
    for (const { label } of kind(/W h \+ b/)) expect(label).toBe("W and b");
  });
});
