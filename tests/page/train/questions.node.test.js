/** What the section asks: whatever is called right is. */
import { expect, test } from "vitest";
import { checkTrain, isLeakSeen, predictions } from "../../../web/page/sections/train/questions.js";
import { spec } from "../../../web/page/sections/train/spec.js";
import trained from "../../../web/page/sections/transformer/words/losses.json" with { type: "json" };
import kept from "../../fixtures/train-seeds.json" with { type: "json" };
import { numbers, ROUNDS, rightOf, sound } from "../helpers/questions.js";

const asked = ROUNDS.map((round) => sound(checkTrain(round)));

/** The questions of a kind. @param {RegExp} prompt */
function kind(prompt) {
  const some = asked.filter((question) => prompt.test(question.prompt));
  expect(some.length, String(prompt)).toBeGreaterThan(3);
  return some;
}

test("before: it is sound, right of every seed, and seen once a run over the wrong dim has told", () => {
  for (const { make } of predictions) {
    expect(rightOf(sound(make())).label).toBe("Much lower");
    kept.norms.tokens.forEach(({ loss }, i) => expect(loss).toBeLessThan(kept.norms.layer[i].loss / 2));
    // What is said of “Much higher”: the transformer that was trained with LayerNorm, given such norms.
    expect(trained.modes.tokens.all).toBeGreaterThan(2 * trained.trained);
  }
  const shown = (/** @type {any} */ norm, /** @type {string[][]} */ words) => ({
    place: 0,
    settings: { ...spec.initial, norm },
    run: { step: 0, losses: [], hidden: [], words },
    isStored: false,
  });
  expect(isLeakSeen([])).toBe(false);
  expect(isLeakSeen([shown("layer", [["a"], ["b"]]), shown("tokens", [["a"]])])).toBe(false);
  expect(isLeakSeen([shown("tokens", [["a"], ["b"]])])).toBe(true);
});

test("after: the kinds are all there, and each has wrong answers to choose from", () => {
  for (const question of asked) expect(question.answers.length, question.prompt).toBeGreaterThanOrEqual(3);
  expect(new Set(asked.map(({ prompt }) => prompt)).size).toBeGreaterThan(20);
});

test("after: which statistic lets later letters in", () => {
  for (const question of kind(/^A GPT’s norms use one of these/)) {
    expect(rightOf(question).label).toMatch(/all tokens|over the tokens/);
    for (const { label, right } of question.answers)
      if (!right) expect(label).toMatch(/those before it|each token|each token’s features/);
  }
});

test("after: how many letters of a mean are still to come", () => {
  for (const question of kind(/^A word of/)) {
    const [letters, seen] = numbers(question.prompt);
    expect(numbers(rightOf(question).label)).toEqual([letters - seen]);
  }
});

test("after: which probability a loss stands for", () => {
  for (const question of kind(/^The loss is the mean/)) {
    const loss = numbers(question.prompt).at(-1) ?? NaN;
    const [percent] = numbers(rightOf(question).label);
    expect(Math.abs(-Math.log(percent / 100) - loss)).toBeLessThan(0.01);
    for (const { label, right } of question.answers)
      if (!right) expect(Math.abs(-Math.log(numbers(label)[0] / 100) - loss)).toBeGreaterThan(0.01);
  }
});
