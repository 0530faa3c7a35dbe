import fc from "fast-check";
import { mean, normalize, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { network } from "../../web/page/model/compute.js";
import { derive } from "../../web/page/model/derive.js";
import { presets } from "../../web/page/model/presets.js";
import { checkZeros, predictOtherInput } from "../../web/page/model/questions/book.js";
import { checkShape, predictDim0 } from "../../web/page/model/questions/dim.js";
import { checkShift, predictWords } from "../../web/page/model/questions/row.js";
import { formatShape, sizeOf } from "../../web/page/model/shapes.js";
import { INITIAL } from "../../web/page/model/state.js";

/** @typedef {import("../../web/page/model/questions/answers.js").Question} Question */

/** One whose second input leaves ReLU with nothing. */
const DEAD = { seed: 24, row: 1 };

/** @param {string} preset @param {Partial<import("../../web/page/model/state.js").Figure>} [change] */
function scene(preset, change = {}) {
  const figure = { ...INITIAL.dim, preset, dims: [presets[preset].shape.length - 1], ...change };
  return { figure, view: derive(presets[preset].tensor(), figure) };
}

/** @param {Question} question */
function expectSound({ prompt, answers }) {
  expect(prompt).not.toMatch(/undefined|NaN of|\[object/);
  expect(answers.filter(({ right }) => right)).toHaveLength(1);
  expect(answers.length).toBeGreaterThanOrEqual(2);
  expect(new Set(answers.map(({ label }) => label)).size).toBe(answers.length);
  for (const { why } of answers) expect(why).toMatch(/\.$/);
}

/**
 * The question of what a shift does: only the right answer prints what x̂ is after it, by the kernels, unless
 * float32 can no longer hold the differences, which the explanation then says.
 * @param {import("../../web/page/model/state.js").Figure} figure
 * @param {import("../../web/page/model/derive.js").Derived} view
 * @param {number} index
 */
function expectShiftRight(figure, view, index) {
  const question = checkShift(figure, view, index);
  if (question === null) return expect(view.groupSize).toBe(1);
  expectSound(question);
  const shift = Number(question.prompt.match(/^Add (\S+) to/)?.[1]);
  const alike = view.members[view.groupOf[index]].every((i) => view.x[i] === view.x[index]);
  if (alike) return expect(question.prompt).toContain("eps");
  expect(shift).toBeGreaterThanOrEqual(1);
  const { dims, correction, eps } = figure;
  const shifted = tensor(Float32Array.from(view.x, (value) => value + shift), [...view.shape]);
  const after = normalize(shifted, { dim: [...dims], correction, eps }).data[index];
  const { label, why } = question.answers.find(({ right }) => right) ?? { label: "", why: "" };
  if (!why.includes("rounds")) {
    expect(Number(label.replace("It stays ", "").replace("−", "-"))).toBeCloseTo(after, 2);
  }
  for (const wrong of question.answers.filter(({ right }) => !right)) {
    expect(wrong.label.replace("It becomes", "It stays")).not.toBe(label);
  }
}

/** @param {Question | null} question */
function asked(question) {
  if (question === null) throw new Error("there is no question");
  return question;
}

/** @param {Question} question */
const rightAnswer = ({ answers }) => answers.find(({ right }) => right)?.label;

describe("questions", () => {
  test.each(Object.keys(presets))("for %s have one right answer and a reason for each", (preset) => {
    for (const keepdim of [true, false]) {
      for (const dims of presets[preset].shape.map((_, dim) => [dim])) {
        const { figure, view } = scene(preset, { keepdim, dims });
        expectSound(checkShape(figure, view));
        for (const index of view.groupOf.keys()) {
          expectSound(asked(checkShift(figure, view, index)));
        }
      }
    }
  });

  test("about the network are sound for any seed", () => {
    for (const seed of [123, 1, 2, 278]) {
      for (const row of [0, 1]) {
        expectSound(checkZeros(network(seed), row, 6));
        expectSound(predictOtherInput(network(seed), row));
      }
    }
    expectSound(predictWords());
  });

  test("dim 0 of [2, 6] leaves six means", () => {
    expect(rightAnswer(predictDim0([2, 6]))).toBe("6");
    expectSound(predictDim0([2, 6]));
    expectSound(predictDim0([2, 1]));
  });

  test("the shape asked for is the one of the other keepdim", () => {
    const { figure, view } = scene("book", { keepdim: true, dims: [0] });
    expect(rightAnswer(checkShape(figure, view))).toBe("[6]");
    expect(rightAnswer(checkShape({ ...figure, keepdim: false }, view))).toBe("[1, 6]");
  });

  test("of any tensor, in any setting, are right", () => {
    const value = fc.oneof(
      fc.float({ noNaN: true, min: -100, max: 100 }),
      fc.float({ noNaN: true, min: Math.fround(-1e30), max: Math.fround(1e30) }),
      fc.constantFrom(0, -0, 1, 2, 3, 1e-30, Math.fround(1e30)),
    );
    const shape = fc.oneof(
      fc.tuple(fc.integer({ min: 1, max: 6 })),
      fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 6 })),
    );
    const states = shape.chain((sizes) =>
      fc.record({
        shape: fc.constant(sizes),
        values: fc.array(value, { minLength: sizeOf(sizes), maxLength: sizeOf(sizes) }),
        dims: fc.constantFrom([sizes.length - 1], [0], [...sizes.keys()]),
        keepdim: fc.boolean(),
        correction: fc.constantFrom(/** @type {const} */ (0), /** @type {const} */ (1)),
        eps: fc.constantFrom(0, 1e-5, 1),
      }),
    );
    fc.assert(
      fc.property(states, ({ shape, values, ...settings }) => {
        const figure = { ...INITIAL.dim, ...settings };
        const view = derive({ shape, values: Float32Array.from(values) }, figure);
        const x = tensor(Float32Array.from(values), shape);
        const shapeQuestion = checkShape(figure, view);
        expectSound(shapeQuestion);
        const answer = mean(x, { dim: [...figure.dims], keepdim: !figure.keepdim });
        expect(rightAnswer(shapeQuestion)).toBe(formatShape(answer.shape));
        if (shape.length === 2 && values.length > 1) {
          const question = predictDim0(shape);
          expect(rightAnswer(question)).toBe(String(mean(x, { dim: 0 }).size));
        }
        for (const index of values.keys()) expectShiftRight(figure, view, index);
      }),
      { numRuns: 400 },
    );
  });

  test("the right answer does not always come first", () => {
    const { figure, view } = scene("book");
    const places = [
      predictOtherInput(network(123), 1),
      checkZeros(network(123), 0, 6),
      predictWords(),
      asked(checkShift(figure, view, 1)),
      predictDim0([2, 6]),
      checkShape(figure, view),
    ].map(({ answers }) => answers.findIndex(({ right }) => right));
    expect(new Set(places).size).toBeGreaterThan(1);
    expect(places.filter((place) => place === 0).length).toBeLessThanOrEqual(3);
  });

  test("a row of which ReLU left nothing is asked about its NaN", () => {
    const dead = network(DEAD.seed);
    expect(checkZeros(dead, DEAD.row, 6).prompt).toContain("NaN");
    expect([...dead.normalized.slice(6 * DEAD.row, 6 * DEAD.row + 6)]).toEqual(new Array(6).fill(NaN));
  });

  test("a single value is asked nothing", () => {
    const figure = { ...INITIAL.row, dims: [0] };
    const view = derive({ shape: [1], values: Float32Array.of(5) }, figure);
    expect(checkShift(figure, view, 0)).toBeNull();
  });

  test("a constant row is asked about eps", () => {
    const { figure, view } = scene("constantRow");
    expect(asked(checkShift(figure, view, 0)).prompt).toContain("eps");
  });
});
