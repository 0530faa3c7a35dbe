/**
 * What sections 7 and 8 ask, in any state and round: the right answer is worked out from the prompt anew, by the
 * package's layers and kernels.
 */
import fc from "fast-check";
import * as api from "layernorm";
import { describe, expect, test } from "vitest";
import { derive } from "../../../web/page/model/derive.js";
import { originalOf } from "../../../web/page/model/presets.js";
import { checkFamily, predictBatchNorm } from "../../../web/page/sections/family/questions.js";
import { checkVariance, predictDivisor } from "../../../web/page/sections/variance/questions.js";
import { indexOf, sizeOf } from "../../../web/page/model/shapes.js";
import { INITIAL } from "../../../web/page/model/state.js";

/** @typedef {import("../../../web/page/question/answers.js").Question} Question */
/** @typedef {RegExpMatchArray} Match */
/** @typedef {{ prompt: RegExp, isRight: (match: Match, label: string) => boolean }} Kind */

const { layerNorm, mean, moments, normalize, tensor, variance } = api;

/** @param {string} text "[2, 6]" */
const list = (text) =>
  text
    .replace(/−/g, "-")
    .replace(/[x[\]()]/g, "")
    .split(", ")
    .map(Number);
/** @param {string} text */
const number = (text) => Number(text.replace(/−/g, "-"));
/** To the digits that a label shows. @param {string} label @param {number} value */
const shows = (label, value) => Math.abs(number(label) - value) <= Math.max(2e-3 * Math.abs(value), 1e-4);
/** @param {readonly number[]} shape */
const counting = (shape) =>
  tensor(
    Float32Array.from({ length: sizeOf(shape) }, (_, i) => (i * 7919) % 1009),
    [...shape],
  );
/** @param {number[]} values */
const row = (values) => tensor(Float32Array.from(values), [values.length]);

/**
 * Two cells share a layer's statistics if the one, far above the other or far below, moves it.
 * @param {(x: import("layernorm").Tensor) => import("layernorm").Tensor} layer
 * @param {readonly number[]} shape
 * @param {string} a
 * @param {string} b
 */
function share(layer, shape, a, b) {
  const [from, to] = [a, b].map((cell) => indexOf(list(cell), shape));
  const outcomes = [-5000, 0, 5000].map((value) => {
    const x = counting(shape);
    x.data[from] += value;
    return layer(x).data[to];
  });
  return new Set(outcomes).size > 1;
}

/** @param {string} name @param {readonly number[]} shape */
function layerNamed(name, shape) {
  const groups = Number(name.match(/\d+/)?.[0]);
  const layers = {
    LayerNorm: new api.LayerNorm(shape.slice(1)),
    BatchNorm: new api.BatchNorm(shape[1]),
    InstanceNorm: new api.InstanceNorm(shape[1]),
    GroupNorm: new api.GroupNorm(groups || 1, shape[1]),
    RMSNorm: new api.RMSNorm(shape.slice(1)),
  };
  return layers[/** @type {keyof typeof layers} */ (name.split(" ")[0])];
}

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
const FAMILY = [
  {
    prompt: /^x has shape (\[.*?\])\. Under (\w+Norm(?: with \d+ groups)?), which cell .* with (x\[.*?\])\?$/,
    isRight: ([, shape, name, cell], label) => {
      const layer = layerNamed(name, list(shape));
      return share((x) => layer.forward(x), list(shape), cell, label);
    },
  },
  {
    prompt: /^x has shape (\[.*?\])\. Over dims (\(.*?\))(?:, .* (\d+) groups)?, how many means.* are there\?$/,
    isRight: ([, shape, dims, groups], label) => {
      const count = mean(counting(list(shape)), { dim: list(dims) }).size;
      return number(label) === count * Number(groups ?? 1);
    },
  },
  {
    prompt: /^x has shape (\[.*?\])\. How many numbers does nn\.(\w+?)(?:\dd)?\((.*)\) learn\?$/,
    isRight: ([, shape, name, args], label) => {
      const layer = layerNamed(`${name} ${args}`, list(shape));
      const learned = [layer.weight, "bias" in layer ? layer.bias : null];
      return number(label) === learned.reduce((sum, parameter) => sum + (parameter?.size ?? 0), 0);
    },
  },
  {
    prompt: /^A row has mean (\d+) and standard deviation (\d+) .* is (\S+)\. What is its mean after RMSNorm\?$/,
    isRight: ([, mu, sigma], label) => {
      const values = [Number(mu) - Number(sigma), Number(mu) + Number(sigma)];
      return shows(label, mean(api.rmsNorm(row(values), [2], { eps: 0 })).data[0]);
    },
  },
  {
    prompt: /^How many means does nn\.GroupNorm\((\d+), \d+\) take of x, shape (\[.*\])\?$/,
    isRight: ([, groups, shape], label) => {
      const [n, c, ...rest] = list(shape);
      const split = [n, Number(groups), c / Number(groups), ...rest];
      return number(label) === mean(counting(split), { dim: [2, 3, 4] }).size;
    },
  },
  {
    prompt: /^One row of (\d+) features, shape (\[.*\]), in training: which layer raises an error\?$/,
    isRight: ([, , shape], label) => {
      const layer = layerNamed(label.replace(/^nn\.|1d$/g, ""), list(shape));
      try {
        layer.forward(counting(list(shape)));
        return false;
      } catch (error) {
        return error instanceof RangeError;
      }
    },
  },
];

/** @type {readonly Kind[]} */
const VARIANCE = [
  {
    prompt: /^Over n − 1 .* x̂\[0\] of (\[.*\]) is \S+\. What does torch\.nn\.LayerNorm make of it, over n = (\d+)\?$/,
    isRight: ([, values, n], label) => Math.abs(number(label) - layerNorm(row(list(values)), Number(n)).data[0]) < 1e-3,
  },
  {
    prompt: /^(\[.*\]) is normalized with (.*)\. What is the variance of x̂, over n\?$/,
    isRight: ([, values, formula], label) => {
      const y = row(normalizedBy(list(values), formulaIn(formula)));
      return Math.abs(number(label) - variance(y, { correction: 0 }).data[0]) < 5.1e-5;
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
    prompt: /^A row has mean (\d+) and variance (\d+)\. Without an eps, what does LayerNorm make of (\d+)\?$/,
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
    prompt: /^All (\d+) values of a row are (\S+)\. What does LayerNorm .* with (?:no eps|an eps of (\S+) .*)\?$/,
    isRight: ([, count, value, eps], label) => {
      const values = new Array(Number(count)).fill(number(value));
      const [first] = normalize(row(values), { correction: 0, eps: Number(eps ?? 0) }).data;
      return Object.is(first + 0, label === "NaN" ? NaN : /^[\d−.e]+$/.test(label) ? number(label) : undefined);
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

/**
 * @param {Question} question
 * @param {readonly Kind[]} kinds
 */
function expectRight({ prompt, answers }, kinds) {
  const kind = kinds.find((one) => one.prompt.test(prompt));
  if (!kind) throw new Error(`no kind of question: ${prompt}`);
  expect(prompt).not.toMatch(/undefined|\[object|\b1 values|\b1 means/);
  expect(answers.length, prompt).toBeGreaterThanOrEqual(3);
  expect(new Set(answers.map(({ label }) => label)).size).toBe(answers.length);
  for (const { why } of answers) {
    expect(why).toMatch(/[.?]$/);
    expect(why).not.toMatch(/undefined|\[object/);
  }
  const match = /** @type {Match} */ (prompt.match(kind.prompt));
  const told = answers.filter(({ right }) => right).map(({ label }) => label);
  const found = answers.map(({ label }) => label).filter((label) => kind.isRight(match, label));
  expect(found, prompt).toEqual(told);
  expect(told).toHaveLength(1);
}

const images = originalOf({ preset: "images", shape: [], x: null });

describe("section 7", () => {
  const settings = fc.record({
    shape: fc.tuple(...[1, 2, 3, 4].slice(0, 4).map((low) => fc.integer({ min: Math.min(low, 2) - 1 || 1, max: 4 }))),
    dims: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1 }).map((dims) => dims.sort()),
    center: fc.boolean(),
    halved: fc.boolean(),
    round: fc.nat(200),
  });

  test("asks what is so, in any state and round", () => {
    fc.assert(
      fc.property(settings, ({ shape, dims, center, halved, round }) => {
        const channelGroups = halved && dims.includes(1) && shape[1] % 2 === 0 ? 2 : 1;
        const figure = { ...INITIAL.family, dims, center, channelGroups };
        const values = Float32Array.from({ length: sizeOf(shape) }, (_, i) => Math.sin(i));
        const view = derive({ shape, values }, figure);
        for (const at of [0, round]) {
          for (const question of [checkFamily(figure, view, at), predictBatchNorm(shape, at)]) {
            if (question) expectRight(question, FAMILY);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test("has something to ask at first, and in every round after it", () => {
    const view = derive(images, INITIAL.family);
    const prompts = Array.from({ length: 40 }, (_, round) => checkFamily(INITIAL.family, view, round)?.prompt);
    expect(prompts).not.toContain(undefined);
    expect(new Set(prompts).size).toBeGreaterThan(30);
    for (const { prompt } of FAMILY) expect(prompts.some((text) => text && prompt.test(text))).toBe(true);
    const predictions = Array.from({ length: 8 }, (_, round) => predictBatchNorm(images.shape, round)?.prompt);
    expect(new Set(predictions).size).toBeGreaterThan(5);
  });
});

describe("section 8", () => {
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
          for (const question of [checkVariance(figure, view, at), predictDivisor(figure, view, at)]) {
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
    const prompts = Array.from({ length: 50 }, (_, round) => checkVariance(INITIAL.variance, view, round)?.prompt);
    expect(prompts).not.toContain(undefined);
    expect(new Set(prompts).size).toBeGreaterThan(35);
    const predictions = Array.from({ length: 8 }, (_, round) => predictDivisor(INITIAL.variance, view, round)?.prompt);
    expect(new Set(predictions).size).toBe(8);
    expect(predictions[0]).toContain("0.6159");
    const all = [...prompts, ...predictions];
    for (const { prompt } of VARIANCE) expect(all.some((text) => text && prompt.test(text))).toBe(true);
  });
});
