import { describe, expect, test } from "vitest";
import { derive, network } from "../../web/page/model/compute.js";
import { presets } from "../../web/page/model/presets.js";
import * as questions from "../../web/page/model/questions.js";
import { INITIAL } from "../../web/page/model/state.js";

/** @param {string} preset @param {Partial<import("../../web/page/model/state.js").Figure>} [change] */
function scene(preset, change = {}) {
  const figure = { ...INITIAL.dim, preset, dims: [presets[preset].shape.length - 1], ...change };
  return { figure, view: derive(presets[preset].tensor(), figure) };
}

/** @param {questions.Question} question */
function expectSound({ prompt, answers }) {
  expect(prompt).not.toMatch(/undefined|NaN of|\[object/);
  expect(answers.filter(({ right }) => right)).toHaveLength(1);
  expect(answers.length).toBeGreaterThanOrEqual(2);
  expect(new Set(answers.map(({ label }) => label)).size).toBe(answers.length);
  for (const { why } of answers) expect(why).toMatch(/\.$/);
}

/** @param {questions.Question} question */
const rightAnswer = ({ answers }) => answers.find(({ right }) => right)?.label;

describe("questions", () => {
  test.each(Object.keys(presets))("for %s have one right answer and a reason for each", (preset) => {
    for (const keepdim of [true, false]) {
      for (const dims of presets[preset].shape.map((_, dim) => [dim])) {
        const { figure, view } = scene(preset, { keepdim, dims });
        expectSound(questions.checkShape(figure, view));
        for (const index of view.groupOf.keys()) expectSound(questions.checkShift(figure, view, index));
      }
    }
  });

  test("about the network are sound for any seed", () => {
    for (const seed of [123, 1, 2, 278]) {
      for (const row of [0, 1]) {
        expectSound(questions.checkZeros(network(seed), row, 6));
        expectSound(questions.predictOtherInput(network(seed), row));
      }
    }
    expectSound(questions.predictWords());
  });

  test("dim 0 of [2, 6] leaves six means", () => {
    expect(rightAnswer(questions.predictDim0([2, 6]))).toBe("6");
    expectSound(questions.predictDim0([2, 6]));
    expectSound(questions.predictDim0([2, 1]));
  });

  test("the shape asked for is the one of the other keepdim", () => {
    const { figure, view } = scene("book", { keepdim: true, dims: [0] });
    expect(rightAnswer(questions.checkShape(figure, view))).toBe("[6]");
    expect(rightAnswer(questions.checkShape({ ...figure, keepdim: false }, view))).toBe("[1, 6]");
  });

  test("a constant row is asked about eps", () => {
    const { figure, view } = scene("constantRow");
    expect(questions.checkShift(figure, view, 0).prompt).toContain("eps");
  });
});
