/** What sections 1 and 3 ask: every right answer is worked out anew from the prompt, by the API. */
import fc from "fast-check";
import { Linear, ReLU, Sequential, manualSeed, mean, moments, normalize, randn, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { network } from "../../../web/page/model/compute.js";
import { derive } from "../../../web/page/model/derive.js";
import { presets } from "../../../web/page/model/presets.js";
import { checkBook, predictOtherInput } from "../../../web/page/sections/book/questions.js";
import { checkRow, predictWords } from "../../../web/page/sections/row/questions.js";
import { INITIAL } from "../../../web/page/model/state.js";

/** @typedef {import("../../../web/page/question/answers.js").Question} Question */
/** @typedef {import("../../../web/page/model/state.js").Figure} Figure */

const ROUNDS = Array.from({ length: 120 }, (_, i) => i + 1);

/** @param {Question | null} question */
function sound(question) {
  if (question === null) throw new Error("there is no question");
  const { prompt, answers } = question;
  expect(prompt).not.toMatch(/undefined|NaN of|\[object|Infinity/);
  expect(prompt).toMatch(/^[A-Z].*\?$/);
  expect(answers.filter(({ right }) => right)).toHaveLength(1);
  expect(answers.length).toBeGreaterThanOrEqual(2);
  expect(new Set(answers.map(({ label }) => label)).size).toBe(answers.length);
  for (const { label, why } of answers) {
    expect(label).not.toMatch(/undefined|\[object/);
    expect(why).toMatch(/\.$/);
  }
  return question;
}

/** @param {Question} question */
const rightOf = ({ answers }) => answers.find(({ right }) => right) ?? { label: "", why: "" };

/** The numbers of a text. @param {string} text */
const numbers = (text) => (text.replaceAll("−", "-").match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

/** What the page prints for a number, by its distance. @param {string} label @param {number} value */
const prints = (label, value) => expect(Math.abs(numbers(label)[0] - value), label).toBeLessThan(1e-4);

/** @param {readonly number[]} values @param {0 | 1} correction */
const normalized = (values, correction) => [...normalize(tensor([...values]), { correction, eps: 0 }).data];

/**
 * For each kind of question about a drawn row: how its prompt begins and goes on, and what must be right.
 * @type {Record<string, [RegExp, (row: number[], correction: 0 | 1, found: string[], label: string) => void]>}
 */
const KINDS = {
  shift: [
    /^Add (\S+) to every value of (?<row>.*)\. What becomes of x̂ = (\S+)\?/,
    (row, correction, [shift, is], label) => {
      const after = normalized(
        row.map((value) => value + numbers(shift)[0]),
        correction,
      );
      const at = normalized(row, correction).findIndex((value) => Math.abs(value - numbers(is)[0]) < 1e-4);
      prints(label, after[at]);
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
      expect(label).toMatch(is < 0 ? / standard deviations below the mean$/ : / standard deviations above the mean$/);
    },
  ],
  variance: [
    /^Minus its mean, (?<row>.*) is (.*)\. What is its variance over (n − 1|n)\?/,
    (row, correction, [centred, over], label) => {
      const { mean: m, variance } = moments(tensor(row), { correction });
      numbers(centred).forEach((value, i) => expect(value).toBeCloseTo(row[i] - m.data[0], 3));
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

describe("what section 3 asks", () => {
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
      if (view.groupSize > 48) expect(question).toBeNull();
      else sound(question);
    }
  });

  test("of any row in any setting: the x̂ that stays stays, by the kernels", () => {
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
    fc.assert(
      fc.property(states, ({ values, ...settings }) => {
        const shape = [values.length];
        const figure = { ...INITIAL.row, ...settings };
        const view = derive({ shape, values: Float32Array.from(values) }, figure);
        for (const index of values.keys()) {
          const first = checkRow({ ...figure, at: { panel: "out", index } }, view)(0);
          if (first === null) {
            expect(view.normalized[index]).not.toSatisfy(Number.isFinite);
            continue;
          }
          const question = sound(first);
          const { label, why } = rightOf(question);
          if (view.x.every((other) => other === view.x[index])) {
            expect(question.prompt).toContain("eps");
            continue;
          }
          const shift = Number(question.prompt.match(/^Add (\S+) to/)?.[1]);
          expect(shift).toBeGreaterThanOrEqual(1);
          const after = derive({ shape, values: view.x.map((x) => x + shift) }, figure).normalized[index];
          if (!why.includes("rounds")) expect(numbers(label)[0]).toBeCloseTo(after, 2);
          for (const other of question.answers.filter(({ right }) => !right)) {
            expect(other.label.replace("It becomes", "It stays")).not.toBe(label);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test("a single value, and a row that keeps its mean, are asked nothing at first, but about other rows", () => {
    const one = { ...INITIAL.row, x: { shape: [1], values: Float32Array.of(5) } };
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

describe("what section 1 asks", () => {
  /** The book's outputs of a seed, by the API. @param {number} seed @param {number} input */
  function outputs(seed, input) {
    manualSeed(seed);
    const x = randn([2, 5]);
    return [...new Sequential(new Linear(5, 6), new ReLU()).forward(x).data.slice(6 * input, 6 * input + 6)];
  }

  /** What a prompt is about. @param {string} prompt */
  function subject(prompt) {
    const seed = Number(prompt.match(/^With seed (\d+), /)?.[1] ?? 123);
    const input = /input B/i.test(prompt) ? 1 : 0;
    const unit = Number(prompt.match(/[oO]utput (\d)/)?.[1] ?? 0);
    const out = outputs(seed, input);
    return { out, unit, is: normalized(out, 1), ...moments(tensor(out)) };
  }

  test("before: every row that has a spread comes out with mean 0 and variance 1", () => {
    const prompts = [0, ...ROUNDS].map((round) => {
      const { prompt, answers } = sound(predictOtherInput(network(123))(round));
      const about = subject(prompt);
      const [, was, variance] = prompt.match(/of mean (\S+) and variance (\S+)\. /) ?? [];
      prints(was, about.mean.data[0]);
      prints(variance, about.variance.data[0]);
      const after = moments(tensor(about.is));
      expect(after.mean.data[0]).toBeCloseTo(0, 5);
      expect(after.variance.data[0]).toBeCloseTo(1, 5);
      expect(rightOf({ prompt, answers }).label).toBe("0 and 1");
      return prompt;
    });
    expect(new Set(prompts).size).toBe(prompts.length);
  });

  test("after: with the numbers of that seed, by the API", () => {
    const kinds = new Set();
    for (const round of [0, ...ROUNDS]) {
      const question = sound(checkBook(network(123), 0, 3)(round));
      const { prompt } = question;
      const { label } = rightOf(question);
      const { out, unit, is, mean: m, variance } = subject(prompt);
      if (prompt.includes("Why did it move")) {
        prints(prompt.match(/as (\S+) and/)?.[1] ?? "", out[unit]);
        prints(prompt.match(/is now (\S+)\. /)?.[1] ?? "", is[unit]);
        expect(label).toMatch(/^Because .* is not the row’s mean$/);
        kinds.add("moved");
      } else if (prompt.includes("and so did")) {
        const twin = Number(prompt.match(/so did output (\d)/)?.[1]);
        expect([out[unit], out[twin]]).toEqual([0, 0]);
        expect(twin).not.toBe(unit);
        prints(label, is[unit]);
        kinds.add("twins");
      } else {
        const given = prompt.match(/ is (\S+)\. The mean is (\S+), the variance (\S+), its root (\S+)\. /) ?? [];
        const meant = [out[unit], m.data[0], variance.data[0], Math.sqrt(variance.data[0])];
        given.slice(1).forEach((text, i) => prints(text, meant[i]));
        prints(label, is[unit]);
        kinds.add("normalized");
      }
    }
    expect(kinds.size).toBe(3);
  });

  test("a row of which ReLU left nothing is asked about its NaN", () => {
    const dead = network(24);
    expect([...dead.normalized.slice(6)]).toEqual(new Array(6).fill(NaN));
    expect(sound(checkBook(dead, 1, 0)(0)).prompt).toContain("NaN");
  });
});
