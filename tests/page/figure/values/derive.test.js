/** What the figures show, against the API's own functions for the same thing. */
import fc from "fast-check";
import { batchNorm, groupNorm, instanceNorm, layerNorm, mean, moments, normalize, rmsNorm, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { derive } from "../../../../web/page/figure/values/derive.js";
import { originalOf, presets } from "../../../../web/page/figure/values/presets.js";
import { INITIAL } from "../../../../web/page/store/state.js";

/** @typedef {import("../../../../web/page/figure/values/derive.js").Settings} Settings */

/** @param {string} preset */
const values = (preset) => originalOf({ preset, shape: presets[preset].shape, x: null });

/** @param {string} preset @param {Partial<Settings>} settings */
const view = (preset, settings) => derive(values(preset), { ...INITIAL.dim, ...settings });

/** @param {string} preset */
const asTensor = (preset) => tensor(values(preset).values, [...presets[preset].shape]);

/** @param {ArrayLike<number>} actual @param {ArrayLike<number>} expected */
function expectClose(actual, expected) {
  expect(actual.length).toBe(expected.length);
  Array.from(expected).forEach((value, i) => expect(actual[i]).toBeCloseTo(value, 5));
}

describe("the family on one tensor is the API's", () => {
  const settings = /** @type {const} */ ({ correction: 0, eps: 1e-5 });
  const x = asTensor("images");

  test("LayerNorm", () =>
    expectClose(view("images", { ...settings, dims: [1, 2, 3] }).normalized, layerNorm(x, [4, 2, 2]).data));
  test("BatchNorm", () =>
    expectClose(view("images", { ...settings, dims: [0, 2, 3] }).normalized, batchNorm(x, { training: true }).data));
  test("InstanceNorm", () =>
    expectClose(view("images", { ...settings, dims: [2, 3] }).normalized, instanceNorm(x).data));
  test.each([1, 2, 4])("GroupNorm in %i groups", (channelGroups) => {
    const { normalized, keptShape, statisticShape, groupSize, groupCount } = view("images", {
      ...settings,
      dims: [1, 2, 3],
      channelGroups,
    });
    expectClose(normalized, groupNorm(x, channelGroups).data);
    expect(keptShape).toEqual([2, channelGroups, 1, 1]);
    // The groups are a dim of their own in the code.
    expect(statisticShape).toEqual(channelGroups === 1 ? [2, 1, 1, 1] : [2, channelGroups, 1, 1, 1]);
    expect([groupSize, groupCount]).toEqual([16 / channelGroups, 2 * channelGroups]);
  });
  test("RMSNorm", () => {
    const {
      normalized,
      centred,
      mean,
      variance,
      x: own,
    } = view("images", {
      ...settings,
      dims: [1, 2, 3],
      center: false,
    });
    expectClose(normalized, rmsNorm(x, [4, 2, 2], { eps: 1e-5 }).data);
    expect(centred).toBe(own);
    expect([...mean]).toEqual([0, 0]);
    expectClose(
      variance,
      [0, 1].map((n) => own.slice(16 * n, 16 * n + 16).reduce((sum, v) => sum + v * v, 0) / 16),
    );
  });
  test("RMSNorm over dims that are not the last", () => {
    const { normalized } = view("book", { dims: [0], center: false, eps: 1e-6 });
    const { x: own } = view("book", {});
    const expected = Array.from(
      own,
      (value, i) => value / Math.sqrt((own[i % 6] ** 2 + own[(i % 6) + 6] ** 2) / 2 + 1e-6),
    );
    expectClose(normalized, expected);
  });
});

describe("eps outside the root", () => {
  test("is added to the standard deviation", () => {
    const { normalized } = view("bookRow", { dims: [0], epsAt: "outside", eps: 0.5, correction: 1 });
    const own = asTensor("bookRow");
    const { mean: m, variance: v } = moments(own, { correction: 1 });
    expectClose(
      normalized,
      own.data.map((value) => (value - m.data[0]) / (Math.sqrt(v.data[0]) + 0.5)),
    );
  });
  test("and weight and bias still follow", () => {
    const { y, normalized } = view("tens", {
      dims: [0],
      epsAt: "outside",
      eps: 0.1,
      weight: [1, 2, 3, 4, 5],
      bias: [0, 0, 1, 0, 0],
    });
    expectClose(
      y,
      normalized.map((value, i) => value * (i + 1) + (i === 2 ? 1 : 0)),
    );
  });
});

describe("without keepdim and without putting the dim back", () => {
  test("a square is wrong in silence: each row meets the means of all rows", () => {
    const { naive, mean: means, x } = view("square", { dims: [1], keepdim: false });
    if ("error" in naive) throw new Error(naive.error);
    expect([...naive.takenFrom]).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
    expectClose(
      naive.centred,
      x.map((value, i) => value - means[i % 3]),
    );
    expect(x.length - Array.from(x.keys()).filter(naive.isWrong).length).toBe(3);
  });
  test("other shapes raise, in PyTorch's words", () => {
    expect(view("book", { dims: [1], keepdim: false }).naive).toEqual({
      error: "RuntimeError: The size of tensor a (6) must match the size of tensor b (2) at non-singleton dimension 1",
    });
  });
  test("a column grows", () => {
    const column = { shape: [3, 1], values: Float32Array.of(1, 2, 3) };
    expect(derive(column, { ...INITIAL.dim, dims: [1], keepdim: false }).naive).toEqual({
      error: "No error, but x - mean has shape [3, 3], not [3, 1]",
    });
  });
  test("with keepdim it is what was meant", () => {
    const { naive, centred } = view("square", { dims: [1], keepdim: true });
    expect("error" in naive ? naive : naive.centred).toEqual(centred);
  });
});

test("any tensor, any dims: statistics, stages and normalized values are the API's", () => {
  const scenes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }).chain((shape) =>
    fc.record({
      shape: fc.constant(shape),
      dims: fc.subarray(
        shape.map((_, dim) => dim),
        { minLength: 1 },
      ),
      keepdim: fc.boolean(),
      correction: fc.constantFrom(/** @type {const} */ (0), /** @type {const} */ (1)),
      seed: fc.array(fc.float({ min: -8, max: 8, noNaN: true }), { minLength: 256, maxLength: 256 }),
    }),
  );
  fc.assert(
    fc.property(scenes, ({ shape, dims, keepdim, correction, seed }) => {
      const size = shape.reduce((a, b) => a * b, 1);
      const x = Float32Array.from(seed.slice(0, size));
      const seen = derive({ shape, values: x }, { ...INITIAL.dim, dims, keepdim, correction, eps: 0.1 });
      const at = moments(tensor(x, shape), { dim: dims, keepdim, correction });
      expect(seen.statisticShape).toEqual(at.mean.shape);
      expect([seen.mean, seen.variance]).toEqual([at.mean.data, at.variance.data]);
      const expected = normalize(tensor(x, shape), { dim: dims, correction, eps: 0.1 });
      expect(seen.normalized).toEqual(expected.data);
      expect(seen.stages[2].mean).toEqual(mean(expected, { dim: dims }).data);
    }),
    { numRuns: 200 },
  );
});

test("the book's row as its cells have it, and as its class has it", () => {
  const { asCells, asClass, normalized, y } = view("book", { correction: 0, eps: 1e-5 }),
    x = asTensor("book");
  expectClose(asCells, normalize(x, { dim: -1, correction: 1, eps: 0 }).data);
  expectClose(asClass, layerNorm(x, 6).data);
  expect(Math.abs(asCells[0] - asClass[0])).toBeGreaterThan(0.01);
  expect(y).toBe(normalized);
});
