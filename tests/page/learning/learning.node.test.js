/** What the section on learning computes, beside PyTorch and beside the package's own backward pass. */
import { layerNorm, layerNormBackward } from "layernorm";
import { describe, expect, test } from "vitest";
import {
  courseOf,
  curvature,
  curvatureOfPairs,
  descend,
  factorOf,
  normalized,
  SIZE,
  targetOf,
  termsOf,
} from "../../../web/page/sections/learning/row.js";
import { MOST_STEPS, RATES } from "../../../web/page/sections/learning/limits.js";
import { foretold } from "../../../web/page/sections/learning/sentences.js";
import { spec } from "../../../web/page/sections/learning/spec.js";
import { formatBrief } from "../../../web/page/kit/format.js";
import fixtures from "../../fixtures/learning.json" with { type: "json" };

const FIRST = spec.initial;

describe("a row that learns its target", () => {
  for (const { path, ...settings } of fixtures.row) {
    test(`takes PyTorch's way: ${JSON.stringify(settings)}`, () => {
      const mine = descend({ ...settings, steps: path.length - 1 });
      expect(mine).toHaveLength(path.length);
      mine.forEach(({ weight, bias, loss }, i) => {
        // Where the distance grows, so does a rounding: by as much.
        const near = 2e-6 * Math.max(1, Math.abs(factorOf(settings.rate))) ** i;
        expect(Math.abs(weight - path[i][0])).toBeLessThan(near * 4);
        expect(Math.abs(bias - path[i][1])).toBeLessThan(near * 4);
        expect(Math.abs(loss - path[i][2])).toBeLessThan(2e-5 * path[i][2] + 2e-6 * Math.sqrt(path[i][2]) + 1e-10);
      });
    });
  }

  test("follows the gradients that the package's backward pass gives", () => {
    const settings = { ...FIRST, steps: 3 };
    const path = descend(settings);
    const target = targetOf(settings);
    const { x } = normalized();
    for (let i = 0; i < settings.steps; i++) {
      const dy = path[i].y.map((value, k) => (2 / SIZE) * (value - target[k]));
      const { dweight, dbias } = layerNormBackward(dy, x, SIZE, {
        weight: new Float32Array(SIZE).fill(path[i].weight),
      });
      const sum = (/** @type {Float32Array} */ values) => values.reduce((total, value) => total + value, 0);
      expect(path[i + 1].weight).toBeCloseTo(
        path[i].weight - settings.rate * sum(/** @type {any} */ (dweight).data),
        5,
      );
      expect(path[i + 1].bias).toBeCloseTo(path[i].bias - settings.rate * sum(/** @type {any} */ (dbias).data), 5);
    }
  });

  test("has y of LayerNorm with that weight and bias, and mean and spread of the target at the end", () => {
    const { y, weight, bias } = descend({ ...FIRST, steps: MOST_STEPS })[MOST_STEPS];
    const all = (/** @type {number} */ value) => new Float32Array(SIZE).fill(value);
    expect(y).toEqual(layerNorm(normalized().x, SIZE, { weight: all(weight), bias: all(bias) }).data);
    // At this rate a fifth of the distance goes with every step.
    expect(weight).toBeCloseTo(FIRST.spread, 3);
    expect(bias).toBeCloseTo(FIRST.mean, 3);
  });

  test("goes on from where fewer steps ended", () => {
    expect(descend({ ...FIRST, steps: 20 }).slice(0, 8)).toEqual(descend({ ...FIRST, steps: 7 }));
  });

  test("takes the course that its curvature foretells, at every rate", () => {
    expect(curvature()).toBeCloseTo(2, 3);
    for (const rate of RATES) {
      const path = descend({ ...FIRST, rate, steps: 10 }).map(({ loss }) => loss);
      const course = courseOf(rate);
      if (course === "diverges") expect(path[10]).toBeGreaterThan(2 * path[0]);
      else if (course === "swings") expect(path[10] / path[0]).toBeCloseTo(1, 2);
      else expect(path[10]).toBeLessThan(path[0] / 2);
      expect(path.every(Number.isFinite)).toBe(true);
    }
  });

  test("with a pair of weight and bias for each place, as LayerNorm has them, diverges above another rate", () => {
    const { xhat } = normalized();
    const target = targetOf(FIRST);
    /** The loss after so many steps, relative to that at the beginning. @param {number} rate @param {number} steps */
    const lossAfter = (rate, steps) => {
      const [weight, bias] = [new Array(SIZE).fill(1), new Array(SIZE).fill(0)];
      const errors = () => Array.from(xhat, (value, i) => value * weight[i] + bias[i] - target[i]);
      const loss = () => errors().reduce((sum, error) => sum + error ** 2, 0) / SIZE;
      const first = loss();
      for (let step = 0; step < steps; step++) {
        errors().forEach((error, i) => {
          weight[i] -= rate * (2 / SIZE) * error * xhat[i];
          bias[i] -= rate * (2 / SIZE) * error;
        });
      }
      return loss() / first;
    };
    const most = 2 / curvatureOfPairs();
    expect(most).toBeCloseTo(1.68, 2);
    expect(lossAfter(0.99 * most, 2000)).toBeLessThan(1);
    expect(lossAfter(1.01 * most, 2000)).toBeGreaterThan(1);
    // With one pair for all places it is above 1; there six pairs still learn.
    expect(2 / curvature()).toBeCloseTo(1, 3);
    expect(lossAfter(1.2, 2000)).toBeLessThan(1e-6);
  });

  test("is told of truly at each rate: it arrives, comes nearer, swings or diverges", () => {
    for (const rate of RATES) {
      const [before, after] = descend({ ...FIRST, rate, steps: 1 }).map(({ loss }) => Math.sqrt(loss));
      const says = foretold(rate, curvature());
      if (rate === 0.5) expect(says).toMatch(/one step arrives/);
      else expect(says).toContain(`${formatBrief(1 - 2 * rate)} times the distance`);
      if (/one step arrives/.test(says)) expect(after).toBeLessThan(1e-4 * before);
      else if (/nearer every time/.test(says)) expect(after).toBeLessThan(before);
      else if (/no nearer/.test(says)) expect(after / before).toBeCloseTo(1, 4);
      else if (/diverges/.test(says)) expect(after).toBeGreaterThan(before);
      else expect(says).toMatch(/still comes nearer/);
    }
  });

  test("stays finite however far it flies", () => {
    const { loss } = descend({ ...FIRST, rate: Math.max(...RATES), mean: -4, steps: MOST_STEPS })[MOST_STEPS];
    expect(loss).toBeGreaterThan(1e12);
    expect(loss).toBeLessThan(Infinity);
  });
});

describe("the terms of dx", () => {
  const figures = /** @type {const} */ (["one", "loss", "random"]).flatMap((dy) =>
    [0, 2, 5].flatMap((at) => [0, 4].map((steps) => ({ ...FIRST, dy, at, steps, spread: 3 }))),
  );

  test.each(figures)("add up to what the package's backward pass gives: $dy, $at, $steps steps", (figure) => {
    const { dy, weight, dx, given, level, parallel, rstd, left } = termsOf(figure);
    const { x } = normalized();
    const truth = layerNormBackward(dy, x, SIZE, { weight: new Float32Array(SIZE).fill(weight) }).dx.data;
    const largest = Math.max(...given.map(Math.abs)) * rstd;
    dx.forEach((value, i) => expect(Math.abs(value - truth[i])).toBeLessThan(1e-6 * largest));
    left.forEach((value, i) => expect(value).toBeCloseTo(given[i] - level - parallel[i], 5));
  });

  test.each(figures)("leave no mean, and along x-hat what eps leaves: $dy, $at, $steps steps", (figure) => {
    const { facts, given, along, rstd } = termsOf(figure);
    const largest = Math.max(...given.map(Math.abs)) * rstd;
    expect(Math.abs(facts.mean)).toBeLessThan(1e-6 * largest);
    expect(Math.abs(facts.along - along * rstd * (1 - facts.size))).toBeLessThan(1e-6 * largest);
  });

  test("are nothing but rounding and eps for a loss of mean and spread alone", () => {
    const { dx, given } = termsOf({ ...FIRST, dy: "loss" });
    expect(Math.max(...given.map(Math.abs))).toBeGreaterThan(0.5);
    expect(Math.max(...dx.map(Math.abs))).toBeLessThan(1e-4);
  });

  test("are the larger the smaller the spread of x, whatever its mean", () => {
    const { x } = normalized();
    const dy = [1, 0, 0, 2, 0, 0];
    const largest = (/** @type {Float32Array} */ row) =>
      Math.max(...layerNormBackward(dy, row, SIZE, { eps: 0 }).dx.data.map(Math.abs));
    const middle = x.reduce((sum, value) => sum + value, 0) / SIZE;
    const narrow = x.map((value) => middle + (value - middle) / 4);
    expect(largest(narrow) / largest(x)).toBeCloseTo(4, 2);
    // A row of smaller numbers with the same spread has the same gradient.
    expect(largest(x.map((value) => value - 3)) / largest(x)).toBeCloseTo(1, 4);
  });

  for (const { at, weight, dx } of fixtures.dx) {
    test(`are PyTorch's: y[${at}], weight ${weight}`, () => {
      // At rate 0.5 one step takes the weight to the target's spread, but for eps; below 0 no slider takes it.
      const figure = {
        ...FIRST,
        dy: /** @type {const} */ ("one"),
        at,
        steps: weight === 1 ? 0 : 1,
        rate: 0.5,
        spread: weight,
      };
      const mine = termsOf(figure);
      expect(mine.weight).toBeCloseTo(weight, 3);
      mine.dx.forEach((value, i) => expect(value * (weight / mine.weight)).toBeCloseTo(dx[i], 5));
    });
  }
});
