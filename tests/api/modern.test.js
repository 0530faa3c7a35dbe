/**
 * Weights that broadcast, division by the L2 norm, and the statistics of group norm, against PyTorch's float64 and its
 * autograd. The bounds are the promise of c/norm.h.
 */
import { describe, expect, test } from "vitest";
import {
  addLayerNorm,
  addRmsNorm,
  groupNorm,
  instanceNorm,
  l2Normalize,
  l2NormalizeBackward,
  layerNorm,
  layerNormBackward,
  moments,
  normalize,
  rmsNorm,
  rmsNormBackward,
  zeros,
} from "../../web/api/index.js";
import { titled } from "../fixtures/cases.js";
import { doubles, floats, misses, tensorOf, ulp } from "../fixtures/floats.js";
import modern from "../fixtures/modern.json";

/** @import { Numbers, TensorFixture } from "../fixtures/floats.js" */

/**
 * @typedef {object} BroadcastCase
 * @property {TensorFixture} x
 * @property {Numbers} dy
 * @property {number[]} normalizedShape
 * @property {number} eps
 * @property {number} weightOffset
 * @property {TensorFixture} weight
 * @property {TensorFixture | null} bias null: RMS norm
 * @property {Numbers} y
 * @property {Numbers} yScale of each row
 * @property {Numbers} dx
 * @property {Numbers} dxScale of each row
 * @property {Numbers} dweight
 * @property {Numbers} dweightScale
 * @property {Numbers} dbias
 * @property {Numbers} dbiasScale
 */
/**
 * @typedef {object} L2Case
 * @property {string} [name]
 * @property {TensorFixture} x
 * @property {Numbers} dy
 * @property {number | number[]} dim
 * @property {number} eps
 * @property {Numbers} y
 * @property {Numbers} dx
 * @property {Numbers} dxScale
 */
/**
 * @typedef {{ x: TensorFixture, groups: number, eps: number, shape: number[], mean: Numbers, rstd: Numbers }} GroupCase
 */

const cases = /** @type {{ broadcast: BroadcastCase[], l2Normalize: L2Case[], groupStatistics: GroupCase[] }} */ (
  /** @type {any} */ (modern)
);

const OUTPUT = 2e-6,
  GRADIENT = 1e-5,
  SMALLEST_NORMAL = 2 ** -126;

/** @param {ArrayLike<number>} got @param {Numbers} wanted @param {(i: number) => number} bound @param {string} what */
const expectWithin = (got, wanted, bound, what) => expect(misses(got, doubles(wanted), bound), what).toEqual([]);

/** @param {Numbers} scale */
const gradientBound = (scale) => (/** @type {number} */ i) => GRADIENT * Math.max(Number(scale[i]), SMALLEST_NORMAL);

describe("a weight and a bias that broadcast", () => {
  const title = (/** @type {BroadcastCase} */ { x, normalizedShape, weight, bias, weightOffset }) =>
    `[${x.shape}] over [${normalizedShape}], weight [${weight.shape}] + ${weightOffset}, bias [${bias?.shape}]`;

  test.each(titled(cases.broadcast, title))("%s", (_, f) => {
    const x = tensorOf(f.x),
      { normalizedShape: shape, eps, weightOffset } = f,
      weight = tensorOf(f.weight),
      n = shape.reduce((a, b) => a * b, 1);
    const bias = f.bias && tensorOf(f.bias),
      dy = { shape: f.x.shape, data: floats(f.dy) },
      none = zeros(f.x.shape),
      options = { weight, eps, weightOffset };
    const ys = bias
      ? [layerNorm(x, shape, { ...options, bias }), addLayerNorm(x, none, shape, { ...options, bias }).y]
      : [rmsNorm(x, shape, options), addRmsNorm(x, none, shape, options).y];
    for (const y of ys)
      expectWithin(y.data, f.y, (i) => OUTPUT * Math.max(1, Number(f.yScale[Math.floor(i / n)])), "y");
    const gradients = bias
      ? layerNormBackward(dy, x, shape, { ...options, bias })
      : { ...rmsNormBackward(dy, x, shape, options), dbias: null };
    expectWithin(gradients.dx.data, f.dx, (i) => gradientBound(f.dxScale)(Math.floor(i / n)), "dx");
    expect(gradients.dweight.shape).toEqual(f.weight.shape);
    expectWithin(gradients.dweight.data, f.dweight, gradientBound(f.dweightScale), "dweight");
    expect(gradients.dbias?.shape).toEqual(f.bias?.shape);
    if (gradients.dbias) expectWithin(gradients.dbias.data, f.dbias, gradientBound(f.dbiasScale), "dbias");
  });

  test("dbias has weight's shape where nothing else is said", () => {
    const x = [[[1, 2, 4]], [[3, 1, 0]]],
      weight = [[[1, 2, 3]], [[0, 1, 2]]];
    expect(layerNormBackward(x, x, 3, { weight }).dbias.shape).toEqual([2, 1, 3]);
    expect(layerNormBackward(x, x, 3, { weight, bias: [0, 0, 0] }).dbias.shape).toEqual([3]);
  });

  test("no rows", () => {
    const weight = zeros([0, 1, 3]);
    expect(layerNorm(zeros([0, 2, 3]), 3, { weight }).shape).toEqual([0, 2, 3]);
    expect(layerNormBackward(zeros([0, 2, 3]), zeros([0, 2, 3]), 3, { weight }).dweight.shape).toEqual([0, 1, 3]);
  });
});

describe("l2Normalize", () => {
  const title = (/** @type {L2Case} */ { x, dim, eps, name }) => `[${x.shape}] dim ${dim} eps ${eps} ${name ?? ""}`;

  test.each(titled(cases.l2Normalize, title))("%s", (_, f) => {
    const x = tensorOf(f.x),
      { dim, eps } = f,
      wanted = doubles(f.y);
    const y = l2Normalize(x, { dim, eps });
    expect(y.shape).toEqual(f.x.shape);
    expectWithin(y.data, f.y, (i) => OUTPUT * Math.abs(wanted[i]) + ulp(0), "y");
    const { dx } = l2NormalizeBackward({ shape: f.x.shape, data: floats(f.dy) }, x, { dim, eps });
    const bound = (/** @type {number} */ i) => gradientBound(f.dxScale)(i);
    expectWithin(dx.data, f.dx, bound, "dx");
  });

  test("the last dim and eps 1e-12, unless said otherwise", () => {
    const x = [
      [1e-13, 0],
      [3, 4],
    ];
    expect(l2Normalize(x).data).toEqual(l2Normalize(x, { dim: -1, eps: 1e-12 }).data);
    expect(l2Normalize(x).data[0]).toBeCloseTo(0.1, 6);
  });

  test("no elements", () => {
    expect(l2Normalize(zeros([0, 3])).shape).toEqual([0, 3]);
    expect(l2Normalize(zeros([3, 0]), { dim: 0 }).shape).toEqual([3, 0]);
    expect(l2NormalizeBackward(zeros([3, 0]), zeros([3, 0]), { dim: 0 }).dx.shape).toEqual([3, 0]);
    expect(() => l2Normalize(zeros([3, 0]))).toThrow(RangeError);
  });
});

describe("statistics", () => {
  test.each(titled(cases.groupStatistics, ({ x, groups }) => `groupNorm [${x.shape}], ${groups} groups`))(
    "%s",
    (_, f) => {
      const { mean, rstd } = groupNorm(tensorOf(f.x), f.groups, { eps: f.eps, stats: true });
      const means = doubles(f.mean),
        rstds = doubles(f.rstd);
      expect([mean.shape, rstd.shape]).toEqual([f.shape, f.shape]);
      expectWithin(mean.data, f.mean, (i) => ulp(means[i]) + 1e-6 / rstds[i], "mean");
      expectWithin(rstd.data, f.rstd, (i) => ulp(rstds[i]) + OUTPUT * rstds[i], "rstd");
    },
  );

  test("keep the normalised dims with size 1", () => {
    const x = { shape: [2, 3, 4], data: Float32Array.from({ length: 24 }, (_, i) => (i * 7) % 11) };
    expect(instanceNorm(x, { stats: true }).mean.shape).toEqual([2, 3, 1]);
    for (const dim of [0, 1, -1, [0, 2], [2, 1]]) {
      const { y, mean, rstd } = normalize(x, { dim, stats: true }),
        expected = moments(x, { dim, keepdim: true });
      expect([mean.shape, rstd.shape]).toEqual([expected.mean.shape, expected.mean.shape]);
      expect(misses(mean.data, Float64Array.from(expected.mean.data), () => 1e-5)).toEqual([]);
      expect(y.data).toEqual(normalize(x, { dim }).data);
    }
    expect(groupNorm(x, 3, { stats: false }).shape).toEqual([2, 3, 4]);
  });
});
