/**
 * What the section about variance and eps asks, in any state and round: the right answer is worked out from the prompt
 * anew.
 */
import fc from "fast-check";
import * as api from "layernorm";
import { describe, expect, test } from "vitest";
import { derive } from "../../../web/page/figure/values/derive.js";
import { originalOf } from "../../../web/page/figure/values/presets.js";
import { checkVariance, predictKeras } from "../../../web/page/sections/variance/questions.js";
import { INITIAL } from "../../../web/page/store/state.js";
import { expectRight, list, number, row, shows } from "../helpers/questions.js";

/** @typedef {import("../helpers/questions.js").Kind} Kind */

const { moments, normalize, variance } = api;

/** @param {string} text "n − 1, eps 1e-05 inside the root" */
function formulaIn(text) {
  const [, over, eps = "0", epsAt = "inside"] =
    text.match(/^(n − 1|n|mean of x²), (?:no eps|eps (\S+) (inside|outside) the root)$/) ?? [];
  return { center: !over.startsWith("mean"), correction: over === "n − 1" ? 1 : 0, eps: Number(eps), epsAt };
}

/**
 * By the kernels and, for eps outside the root, by hand.
 * @param {number[]} values
 * @param {ReturnType<typeof formulaIn>} formula
 */
function normalizedBy(values, { center, correction, eps, epsAt }) {
  const x = row(values);
  if (!center) return [...api.rmsNorm(x, [values.length], { eps }).data];
  if (epsAt === "inside") return [...normalize(x, { correction, eps }).data];
  const { mean: m, variance: v } = moments(x, { correction });
  return values.map((value) => (value - m.data[0]) / (Math.sqrt(v.data[0]) + eps));
}

/** @type {readonly Kind[]} */
const VARIANCE = [
  {
    prompt:
      /^x̂\[0\] of (\[.*\]) is (\S+) over n − 1 without eps, and (\S+) over n .* Keras .* eps of (\S+): where .*\?$/,
    isRight: ([, values, cells, asClass, eps], label) => {
      const [a, b] = [cells, asClass].map((text) => Math.abs(number(text)));
      const keras = Math.abs(normalizedBy(list(values), { ...formulaIn("n, no eps"), eps: number(eps) })[0]);
      const is = keras < a ? "nearer" : keras < b ? "between" : "further";
      return label.startsWith(is);
    },
  },
  {
    prompt: /^In rows of (\d+) numbers, by how much does x̂ differ over n from x̂ over n − 1, .*\?$/,
    isRight: ([, n], label) => {
      const x = Float64Array.from({ length: Number(n) }, (_, i) => Math.sin(i));
      const [over, less] = [0, 1].map((correction) => {
        const m = x.reduce((sum, value) => sum + value, 0) / x.length;
        return Math.sqrt(x.reduce((sum, value) => sum + (value - m) ** 2, 0) / (x.length - correction));
      });
      const percent = 100 * (less / over - 1);
      return Math.abs(number(label.replace(" %", "")) - percent) <= 0.05 * percent;
    },
  },
  {
    prompt: /^A row has variance (\S+) over n, and eps is (\S+), inside the root\. What is the variance of x̂\?$/,
    isRight: ([, v, eps], label) => {
      const root = Math.sqrt(number(v));
      const y = normalize(row([-root, root]), { correction: 0, eps: number(eps) });
      return shows(label, variance(y, { correction: 0 }).data[0]);
    },
  },
  {
    prompt: /^σ = (\S+) and eps = (\S+), (inside|outside) the root.*\. By what is each .* divided\?$/,
    isRight: ([, sigma, eps, at], label) => {
      const [s, e] = [number(sigma), number(eps)];
      return shows(label, at === "inside" ? Math.sqrt(s * s + e) : s + e);
    },
  },
  {
    prompt: /^A row has mean (\d+) and, over n, variance (\d+)\. Without an eps, what does LayerNorm make of (\d+)\?$/,
    isRight: ([, mu, v, x], label) => {
      const [m, s, d] = [Number(mu), Math.sqrt(Number(v)), Number(x) - Number(mu)];
      // Two more values bring the row's mean and variance to what is said: x lies d above, they below and around it.
      const u = -d / 2 + Math.sqrt(Math.max(0, (3 * s * s) / 2 - (3 * d * d) / 4));
      const w = -d - u;
      const values = d * d > 2 * s * s ? null : [m + d, m + u, m + w];
      return shows(label, values ? normalize(row(values), { correction: 0, eps: 0 }).data[0] : d / s);
    },
  },
  {
    prompt:
      /^All (\d+) values of a row are (\S+)\. LayerNorm has (?:no eps|an eps of (\S+)), .* a weight of (\S+) and a bias of (\S+)\. /,
    isRight: ([, count, value, eps, w, b], label) => {
      const n = Number(count);
      const all = (/** @type {string} */ each) => new Float32Array(n).fill(number(each));
      const options = { eps: Number(eps ?? 0), weight: all(w), bias: all(b) };
      const [first] = api.layerNorm(all(value), n, options).data;
      if (label === "NaN") return Number.isNaN(first);
      return /^[\d−.e]+$/.test(label) && Math.abs(first - number(label)) < 1e-6;
    },
  },
  {
    prompt: /^Five .* from (\S+) to (\S+), .* from (\S+) to (\S+), .* with (?:no eps|eps (\S+) .*)\. Which comes .*\?$/,
    isRight: ([, a, b, c, d, eps], label) => {
      const steps = (/** @type {string} */ from, /** @type {string} */ to) =>
        row([0, 1, 2, 3, 4].map((i) => number(from) + (i * (number(to) - number(from))) / 4));
      const [wide, narrow] = [steps(a, b), steps(c, d)].map((x) => normalize(x, { eps: Number(eps ?? 0) }).data[4]);
      const alike = Math.abs(wide - narrow) < 1e-4;
      return label === (alike ? "Neither" : wide > narrow ? `${a} to ${b}` : `${c} to ${d}`);
    },
  },
  {
    prompt: /^(\d+) values .* squares that add up to (\d+)\. What is their variance with Bessel’s correction\?$/,
    isRight: ([, n, squares], label) => {
      const size = Math.sqrt(Number(squares) / 2);
      const values = [size, -size, ...new Array(Number(n) - 2).fill(0)];
      return shows(label, variance(row(values)).data[0]);
    },
  },
];

describe("the section about variance", () => {
  const value = fc.oneof(
    fc.float({ noNaN: true, min: -100, max: 100 }).map((x) => Math.round(x * 100) / 100),
    fc.integer({ min: -5, max: 5 }),
  );
  const states = fc.record({
    values: fc.oneof(
      fc.array(value, { minLength: 1, maxLength: 14 }),
      fc.tuple(value, fc.integer({ min: 2, max: 7 })).map(([x, count]) => new Array(count).fill(x)),
    ),
    correction: fc.constantFrom(/** @type {const} */ (0), /** @type {const} */ (1)),
    eps: fc.constantFrom(0, 1e-12, 1e-5, 1e-3, 1),
    epsAt: fc.constantFrom(/** @type {const} */ ("inside"), /** @type {const} */ ("outside")),
    center: fc.boolean(),
    round: fc.nat(200),
  });

  test("asks what is so, in any state and round", () => {
    fc.assert(
      fc.property(states, ({ values, round, ...formula }) => {
        const figure = { ...INITIAL.variance, ...formula, at: { panel: /** @type {const} */ ("out"), index: 0 } };
        const view = derive({ shape: [values.length], values: Float32Array.from(values) }, figure);
        for (const at of [0, round]) {
          for (const question of [checkVariance(at), predictKeras(figure, view, at)]) {
            if (question) expectRight(question, VARIANCE);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test("has something to ask at first, and in every round after it", () => {
    const row = originalOf({ preset: "bookRow", shape: [], x: null });
    const view = derive(row, INITIAL.variance);
    const prompts = Array.from({ length: 50 }, (_, round) => checkVariance(round).prompt);
    expect(prompts).not.toContain(undefined);
    expect(new Set(prompts).size).toBeGreaterThan(35);
    const asked = Array.from({ length: 40 }, (_, round) => predictKeras(INITIAL.variance, view, round));
    const predictions = asked.flatMap((question) => question?.prompt ?? []);
    expect(new Set(predictions).size).toBeGreaterThan(20);
    expect(predictions[0]).toContain("0.6159");
    // Both outcomes are asked about.
    const told = new Set(asked.map((question) => question?.answers.find(({ right }) => right)?.label.split(" ")[0]));
    expect(["nearer", "between"].every((each) => told.has(each))).toBe(true);
    const all = [...prompts, ...predictions];
    for (const { prompt } of VARIANCE) expect(all.some((text) => text && prompt.test(text))).toBe(true);
  });
});
