/** What the section on learning computes, beside PyTorch and beside the package's own backward pass. */
import { execFileSync } from "node:child_process";
import { layerNorm, layerNormBackward } from "layernorm";
import { describe, expect, test } from "vitest";
import { spiralsJob } from "../../../web/page/sections/learning/job.js";
import { PRINTS, programOf } from "../../../web/page/sections/learning/program.js";
import {
  courseOf,
  curvature,
  descend,
  factorOf,
  normalized,
  SIZE,
  targetOf,
  termsOf,
} from "../../../web/page/sections/learning/row.js";
import { MAP, MOST_STEPS, MOST_TRAINED, RATES } from "../../../web/page/sections/learning/limits.js";
import { spec } from "../../../web/page/sections/learning/spec.js";
import fixtures from "../../fixtures/learning.json" with { type: "json" };
import { root } from "../../setup.mjs";
import { trained } from "../helpers/learning.js";

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

describe("the spirals", () => {
  for (const { seed, rate, every, ...curves } of fixtures.spirals) {
    test(`lose as PyTorch's networks do, at ten points: seed ${seed}, rate ${rate}`, () => {
      const mine = trained({ seed, rate, trained: 10 * every });
      for (const which of /** @type {const} */ (["without", "with"])) {
        expect(curves[which]).toHaveLength(10);
        curves[which].forEach((loss, i) => {
          expect(Math.abs(mine[which].losses[(i + 1) * every] / loss - 1), `${which} ${i}`).toBeLessThan(1e-3);
        });
      }
    });
  }

  test("are the same whatever was trained before, and whether at one go or in pieces", () => {
    const whole = structuredClone(trained({ seed: 5, rate: 0.1, trained: 40 }));
    trained({ seed: 6, rate: 0.1, trained: 12 });
    for (const steps of [0, 7, 8, 39]) trained({ seed: 5, rate: 0.1, trained: steps });
    expect(trained({ seed: 5, rate: 0.1, trained: 40 })).toEqual(whole);
    expect(trained({ seed: 5, rate: 0.1, trained: 7 }).with.losses).toEqual(whole.with.losses.slice(0, 8));
  });

  test("go on after they were stopped in the middle", () => {
    const whole = structuredClone(trained({ seed: 8, rate: 0.1, trained: 30 }));
    trained({ seed: 9, rate: 0.1, trained: 0 });
    const job = spiralsJob({ seed: 8, rate: 0.1, trained: 30 });
    for (let i = 0; i < 9; i++) job.next();
    job.return(/** @type {any} */ (undefined));
    expect(trained({ seed: 8, rate: 0.1, trained: 30 })).toEqual(whole);
  });

  test("are two, and the map and the count are those of the network that is told of", () => {
    const { x, with: normed } = trained({ seed: 123, rate: 0.1, trained: MOST_TRAINED });
    let right = 0;
    const cellOf = (/** @type {number} */ value) => Math.floor(((value / MAP.reach + 1) / 2) * MAP.cells);
    for (let i = 0; i < x.length / 2; i++) {
      const cell = (MAP.cells - 1 - cellOf(x[2 * i + 1])) * MAP.cells + cellOf(x[2 * i]);
      right += Number(normed.map[cell] > 0 === (i % 2 === 1));
    }
    // A cell's middle is near its points, but not at them.
    expect(Math.abs(right - normed.right)).toBeLessThan(6);
    expect(normed.right).toBeGreaterThan(114);
  });

  test("the program that is shown, run by Node, prints the losses that are shown", () => {
    const settings = { seed: 4, pace: 0.1 };
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", programOf(settings)], {
      cwd: root,
    });
    const told = trained({ seed: 4, rate: 0.1, trained: MOST_TRAINED });
    const wanted = [told.without, told.with].flatMap(({ losses }, k) =>
      losses.flatMap((loss, step) => (step % PRINTS === 0 ? [`${k === 1} ${step} ${loss.toFixed(4)}`] : [])),
    );
    expect(printed.toString().trim().split("\n")).toEqual(wanted);
  });
});
