/** What the section about one row asks: every right answer is worked out anew from the prompt, by the API. */
import fc from "fast-check";
import { mean, moments, normalize, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { derive } from "../../../web/page/figure/values/derive.js";
import { presets } from "../../../web/page/figure/values/presets.js";
import { checkRow, predictWords } from "../../../web/page/sections/row/questions.js";
import { ROUNDS, normalized, numbers, prints, rightOf, sound } from "../helpers/questions.js";
import { INITIAL } from "../../../web/page/store/state.js";

/** @typedef {import("../../../web/page/store/state.js").Figure} Figure */

/**
 * For each kind of question about a drawn row: how its prompt begins and goes on, and what must be right.
 * @type {Record<string, [RegExp, (row: number[], correction: 0 | 1, found: string[], label: string) => void]>}
 */
const KINDS = {
  drag: [
    /^In (?<row>.*), (\S+) is at (\S+) after the division\. It is pulled on until it is (\S+)\. Where does its dot go\?/,
    (row, correction, [from, is, to], label) => {
      const at = row.indexOf(numbers(from)[0]);
      prints(is, normalized(row, correction)[at]);
      const pulled = row.map((value, i) => (i === at ? numbers(to)[0] : value));
      prints(label, normalized(pulled, correction)[at]);
    },
  ],
  mean: [
    /^In (?<row>.*), the (\S+) becomes (\S+)\. What does the mean do\?/,
    (row, _, [from, to], label) => {
      const [before, after] = [numbers(from)[0], numbers(to)[0]];
      const changed = row.map((value) => (value === before ? after : value));
      prints(label, mean(tensor(changed)).data[0] - mean(tensor(row)).data[0]);
    },
  ],
  scale: [
    /^Multiply every value of (?<row>.*) by (\S+)\. What becomes of x̂ = (\S+)\?/,
    (row, correction, [factor, is], label) => {
      const at = normalized(row, correction).findIndex((value) => Math.abs(value - numbers(is)[0]) < 1e-4);
      prints(
        label,
        normalized(
          row.map((value) => value * numbers(factor)[0]),
          correction,
        )[at],
      );
    },
  ],
  outlier: [
    /^In (?<row>.*), the (\S+) becomes (\S+)\. What becomes of the x̂ of the others\?/,
    (row, correction, [from, to], label) => {
      const far = row.map((value) => (value === numbers(from)[0] ? numbers(to)[0] : value));
      const [before, after] = [row, far].map((values) => normalized(values, correction));
      expect(after[1] - after[0]).toBeLessThan((before[1] - before[0]) / 2);
      expect(label).toBe("They crowd together");
    },
  ],
  order: [
    /^In (?<row>.*), which has the smaller x̂: (\S+) or (\S+)\?/,
    (row, correction, pair, label) => {
      const all = normalized(row, correction);
      const [less] = pair.map((text) => numbers(text)[0]).sort((a, b) => all[row.indexOf(a)] - all[row.indexOf(b)]);
      expect(numbers(label)).toEqual([less]);
    },
  ],
  divisor: [
    /^In (?<row>.*), the x̂ of (\S+) is (\S+) with the variance over (n − 1|n)\. What is it over (n − 1|n)\?/,
    (row, correction, [value, is, over], label) => {
      const at = row.indexOf(numbers(value)[0]);
      expect(over).toBe(correction === 1 ? "n − 1" : "n");
      prints(is, normalized(row, correction)[at]);
      prints(label, normalized(row, correction === 1 ? 0 : 1)[at]);
    },
  ],
  sum: [
    /^Add up the x̂ of (?<row>.*)\. What comes out\?/,
    (row, correction, _, label) =>
      prints(
        label,
        normalized(row, correction).reduce((a, b) => a + b),
      ),
  ],
  meaning: [
    /^In (?<row>.*), the x̂ of (\S+) is (\S+)\. Where does it lie\?/,
    (row, correction, [value], label) => {
      const is = normalized(row, correction)[row.indexOf(numbers(value)[0])];
      prints(label, Math.abs(is));
      const over = correction === 1 ? "n − 1" : "n";
      expect(label).toMatch(new RegExp(` standard deviations over ${over}, ${is < 0 ? "below" : "above"} the mean$`));
    },
  ],
  variance: [
    /^Minus its mean, (?<row>.*) is (.*)\. What is its variance over (n − 1|n)\?/,
    (row, correction, [centred, over], label) => {
      const { mean: m, variance } = moments(tensor(row), { correction });
      numbers(centred).forEach((value, i) => {
        expect(value).toBeCloseTo(row[i] - m.data[0], 3);
      });
      expect(over).toBe(correction === 1 ? "n − 1" : "n");
      prints(label, variance.data[0]);
    },
  ],
  affine: [
    /^In (?<row>.*), the x̂ of (\S+) is (\S+)\. Its weight is (\S+) and its bias (\S+): what is y\?/,
    (row, correction, [value, _, weight, bias], label) => {
      const all = row.map(() => numbers(weight)[0]);
      const settings = { correction, eps: 0, weight: all, bias: row.map(() => numbers(bias)[0]) };
      prints(label, normalize(tensor(row), settings).data[row.indexOf(numbers(value)[0])]);
    },
  ],
};

/** @param {string} preset @param {Partial<Figure>} [change] */
function scene(preset, change = {}) {
  const figure = { ...INITIAL.row, preset, dims: [presets[preset].shape.length - 1], ...change };
  return { figure, view: derive({ shape: presets[preset].shape, values: presets[preset].tensor() }, figure) };
}

describe("what the section about one row asks", () => {
  for (const correction of /** @type {const} */ ([0, 1])) {
    test(`about other rows has the answer of the kernels, correction ${correction}`, () => {
      const { figure, view } = scene("tens", { correction });
      const asked = new Set();
      for (const round of ROUNDS) {
        const question = sound(checkRow(figure, view)(round));
        const kinds = Object.entries(KINDS).filter(([, [form]]) => form.test(question.prompt));
        expect(
          kinds.map(([kind]) => kind),
          question.prompt,
        ).toHaveLength(1);
        const [[kind, [form, verify]]] = kinds;
        const found = /** @type {RegExpMatchArray} */ (question.prompt.match(form));
        const row = numbers(found.groups?.row ?? "");
        verify(
          row,
          correction,
          found.slice(1).filter((text) => text !== found.groups?.row),
          rightOf(question).label,
        );
        expect(question.answers.length, question.prompt).toBeGreaterThanOrEqual(3);
        asked.add(kind);
      }
      expect([...asked].sort()).toEqual(Object.keys(KINDS).sort());
    });
  }

  test("is never the same twice, and the same each time", () => {
    const { figure, view } = scene("tens");
    const prompts = ROUNDS.map((round) => checkRow(figure, view)(round)?.prompt);
    expect(new Set(prompts).size).toBe(prompts.length);
    expect(ROUNDS.map((round) => checkRow(figure, view)(round)?.prompt)).toEqual(prompts);
    const predictions = [0, ...ROUNDS].map((round) => sound(predictWords(round)).prompt);
    expect(new Set(predictions).size).toBe(predictions.length);
  });

  test.each(Object.keys(presets))("of %s first of all", (preset) => {
    const { figure, view } = scene(preset);
    for (let index = 0; index < Math.min(view.x.length, 24); index++) {
      const question = checkRow({ ...figure, at: { panel: "out", index } }, view)(0);
      // Too many to be listed, too few to squeeze, or too alike for a few digits to tell them apart.
      if (view.groupSize > 48 || view.groupSize < 3 || preset === "nearlyEqual") expect(question).toBeNull();
      else sound(question);
    }
  });

  test("of any row in any setting: the dot that is pulled goes where the kernels say, and no farther than a row can", () => {
    const value = fc.oneof(
      fc.float({ noNaN: true, min: -100, max: 100 }),
      fc.float({ noNaN: true, min: Math.fround(-1e30), max: Math.fround(1e30) }),
      fc.constantFrom(0, -0, 1, 2, 3, 1e-30, Math.fround(1e30)),
    );
    const states = fc.record({
      values: fc.array(value, { minLength: 2, maxLength: 6 }),
      correction: fc.constantFrom(/** @type {const} */ (0), /** @type {const} */ (1)),
      eps: fc.constantFrom(0, 1e-5, 1),
      epsAt: fc.constantFrom(/** @type {const} */ ("inside"), /** @type {const} */ ("outside")),
    });
    let asked = 0;
    fc.assert(
      fc.property(states, ({ values, ...settings }) => {
        const shape = [values.length];
        const figure = { ...INITIAL.row, ...settings };
        const view = derive({ shape, values: Float32Array.from(values) }, figure);
        const first = checkRow({ ...figure, at: { panel: "out", index: 0 } }, view)(0);
        if (first === null) return;
        const question = sound(first);
        const { label, why } = rightOf(question);
        if (view.x.every((other) => other === view.x[0])) {
          expect(question.prompt).toContain("eps");
          return;
        }
        asked++;
        const size = values.length;
        const most = settings.correction === 1 ? (size - 1) / Math.sqrt(size) : Math.sqrt(size - 1);
        expect(Math.abs(numbers(label)[0])).toBeLessThan(most + 1e-3);
        expect(why).toContain(`never gets beyond ${most.toFixed(4)}`);
      }),
      { numRuns: 300 },
    );
    expect(asked).toBeGreaterThan(20);
  });

  test("of word D at first: pulled to 13, its number 3 moves by 0.05, and the others squeeze", () => {
    const { figure, view } = scene("oneWord");
    const question = sound(checkRow(figure, view)(0));
    expect(question.prompt).toContain("5.2 is at 2.1848");
    const pulled = Float32Array.from(presets.oneWord.tensor());
    pulled[3] = Number(question.prompt.match(/until it is (\S+)\./)?.[1]);
    const after = normalize(tensor(pulled), { correction: 0, eps: 1e-5 }).data;
    prints(rightOf(question).label, after[3]);
    expect(after[3] - view.normalized[3]).toBeLessThan(0.06);
    // About 0.01, where it is pulled to 6.
    pulled[3] = 6;
    const near = normalize(tensor(pulled), { correction: 0, eps: 1e-5 }).data[3];
    expect(near - view.normalized[3]).toBeCloseTo(0.012, 3);
  });

  test("never repeats the prediction, which is about another unit and another place", () => {
    const { figure, view } = scene("oneWord");
    for (const round of [0, ...ROUNDS]) {
      const { prompt } = /** @type {import("../../../web/page/question/answers.js").Question} */ (
        checkRow(figure, view)(round) ?? { prompt: "" }
      );
      expect(prompt).not.toMatch(/^Add \S+ to every|^Multiply every value of .* by \d/);
    }
  });

  test("a single value, and a row that keeps its mean, are asked nothing at first, but about other rows", () => {
    const one = {
      ...INITIAL.row,
      at: { panel: /** @type {const} */ ("out"), index: 0 },
      x: { shape: [1], values: Float32Array.of(5) },
    };
    const view = derive(one.x, one);
    expect(checkRow(one, view)(0)).toBeNull();
    sound(checkRow(one, view)(1));
    const rms = scene("tens", { center: false });
    expect(checkRow(rms.figure, rms.view)(0)).toBeNull();
  });

  test("the right answer does not always stand first", () => {
    const { figure, view } = scene("tens");
    const places = ROUNDS.map((round) => checkRow(figure, view)(round)?.answers.findIndex(({ right }) => right));
    expect(new Set(places).size).toBeGreaterThan(2);
    expect(places.filter((place) => place === 0).length).toBeLessThan(ROUNDS.length / 2);
  });
});
