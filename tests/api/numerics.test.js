/** The numeric promise, through the API: any shape, any dims, against float64. */
import { describe, expect, test } from "vitest";
import {
  batchNorm,
  batchNormBackward,
  empty,
  layerNorm,
  mean,
  memoryUsage,
  moments,
  normalize,
  ones,
  std,
  tensor,
  variance,
} from "../../web/api/index.js";
import { firstMiss, layout, moments as momentsOf, normalized, normals } from "./reference.js";

/** @import { Expected } from "./reference.js" */

/** @type {[number[], number[]][]} shapes, and dims to reduce: rows, columns, middles, and sets that lie apart */
const CASES = [
  [[7], [0]],
  [[2, 6], [1]],
  [[2, 6], [0]],
  [
    [2, 6],
    [0, 1],
  ],
  [[3, 4, 5], [0]],
  [[3, 4, 5], [1]],
  [[3, 4, 5], [2]],
  [
    [3, 4, 5],
    [1, 2],
  ],
  [
    [3, 4, 5],
    [0, 1],
  ],
  [
    [3, 4, 5],
    [0, 2],
  ],
  [
    [2, 3, 4, 5],
    [0, 2],
  ],
  [
    [2, 3, 4, 5],
    [1, 3],
  ],
  [
    [2, 3, 4, 5],
    [0, 2, 3],
  ],
  [
    [2, 3, 4, 5],
    [0, 3],
  ],
  [[2, 3, 4, 5], [1]],
  [
    [3, 1, 4],
    [0, 2],
  ],
  [[1, 5, 1], [1]],
  [
    [2, 1, 3, 2, 2, 1, 2, 3],
    [0, 3, 7],
  ],
  [
    [2, 1, 3, 2, 2, 1, 2, 3],
    [2, 4, 6],
  ],
  [[1, 1], [0]],
  [[40, 700], [0]],
  [[3, 2, 600], [1]],
];

/**
 * Every element within its bound; NaN where NaN is wanted.
 * @param {Float32Array} got
 * @param {Expected} expected
 */
const expectWithin = (got, expected) => expect(firstMiss(got, expected)).toBe("");

describe.each(CASES)("shape %j, dims %j", (shape, dims) => {
  const size = shape.reduce((a, b) => a * b, 1);
  const data = normals(size, 5).map((v) => 3 * v + 100);
  const x = tensor(data, shape);
  const reference = momentsOf(layout(shape, dims), data, 0);

  test("mean, variance and std are the float64 ones", () => {
    const options = { dim: dims, correction: 0 };
    expectWithin(mean(x, { dim: dims }).data, reference.mean);
    expectWithin(variance(x, options).data, reference.variance);
    expectWithin(std(x, options).data, reference.std);
  });

  test("moments gives the same bits as mean and variance", () => {
    const both = moments(x, { dim: dims, correction: 0 });
    expect(both.mean.data).toEqual(mean(x, { dim: dims }).data);
    expect(both.variance.data).toEqual(variance(x, { dim: dims, correction: 0 }).data);
  });

  test("keepdim keeps the reduced dims with size 1, otherwise they are gone", () => {
    expect(mean(x, { dim: dims, keepdim: true }).shape).toEqual(shape.map((s, d) => (dims.includes(d) ? 1 : s)));
    expect(mean(x, { dim: dims }).shape).toEqual(shape.filter((_, d) => !dims.includes(d)));
  });

  test("negative dims are counted from the end, in any order", () => {
    const negative = dims.map((d) => d - shape.length).reverse();
    expect(variance(x, { dim: negative }).data).toEqual(variance(x, { dim: dims }).data);
  });

  test("normalize, with weight and bias in the order of dim", () => {
    for (const order of [dims, dims.slice().reverse()]) {
      const sizes = order.map((d) => shape[d]),
        count = sizes.reduce((a, b) => a * b, 1);
      const weight = normals(count, 8),
        bias = normals(count, 9);
      const want = normalized(data, shape, order, { weight, bias });
      const got = normalize(x, { dim: order, weight: tensor(weight, sizes), bias: tensor(bias, sizes) });
      expectWithin(got.data, want);
      expect(got.shape).toEqual(shape);
    }
  });

  test("resident and in place give the same bits", () => {
    const resident = tensor(data, shape, { resident: true }),
      out = empty(shape, { resident: true });
    const y = normalize(x, { dim: dims });
    expect(normalize(resident, { dim: dims, out }).data).toEqual(y.data);
    expect(normalize(resident, { dim: dims, out: resident })).toBe(resident);
    expect(resident.data).toEqual(y.data);
    resident.dispose();
    out.dispose();
    const copy = tensor(data.slice(), shape);
    normalize(copy, { dim: dims, out: copy });
    expect(copy.data).toEqual(y.data);
  });
});

describe("layerNorm", () => {
  const shape = [3, 4, 6],
    data = normals(72, 3);

  test.each([[[6]], [[4, 6]], [[3, 4, 6]]])("over the last dims %j, with weight and bias", (sizes) => {
    const count = sizes.reduce((a, b) => a * b, 1),
      dims = shape.map((_, d) => d).slice(-sizes.length);
    const weight = normals(count, 1),
      bias = normals(count, 2);
    for (const parameters of [{}, { weight }, { bias }, { weight, bias }]) {
      const want = normalized(data, shape, dims, parameters);
      const options = Object.fromEntries(Object.entries(parameters).map(([k, v]) => [k, tensor(v, sizes)]));
      expectWithin(layerNorm(tensor(data, shape), sizes, options).data, want);
    }
  });

  test("stats: mean and rstd keep the normalised dims with size 1", () => {
    const { y, mean: m, rstd } = layerNorm(tensor(data, shape), [4, 6], { stats: true });
    expect([y.shape, m.shape, rstd.shape]).toEqual([shape, [3, 1, 1], [3, 1, 1]]);
    expect(m.data).toEqual(mean(tensor(data, shape), { dim: [1, 2] }).data);
  });
});

describe("pathological groups", () => {
  test("a constant row gives exactly the bias, and NaN with eps 0", () => {
    const bias = [0.5, -1, 2, 0];
    expect(layerNorm([[7.1, 7.1, 7.1, 7.1]], 4, { weight: [1, 2, 3, 4], bias }).toArray()).toEqual([bias]);
    expect(normalize([7.1, 7.1, 7.1, 7.1], { eps: 0 }).toArray()).toEqual([NaN, NaN, NaN, NaN]);
  });

  test("n <= correction gives infinity, or NaN where the sum of squares is 0", () => {
    expect(variance([[1, 2]], { dim: -1, correction: 2 }).toArray()).toEqual([Infinity]);
    expect(variance([[5]], { dim: -1 }).toArray()).toEqual([NaN]);
  });

  test("n <= correction: the deviation is infinite, and x-hat is 0, also where squares leave the range of float32", () => {
    for (const scale of [1e-25, 1e-30, 1, 1e25, 1e30]) {
      for (const correction of [2, 3]) {
        for (const eps of [undefined, 0, 1e-12]) {
          const values = [scale, 3 * scale];
          for (const [x, dim] of /** @type {[any, number][]} */ ([
            [values, 0],
            [values.map((v) => [v]), 0],
            [values.map((v) => [v, v, v]), 0],
            [[values, values], 1],
          ])) {
            const y = normalize(x, { dim, correction, eps }).data;
            expect(
              y.every((v) => v === 0),
              `${scale}, correction ${correction}, eps ${eps}: ${y}`,
            ).toBe(true);
          }
        }
      }
    }
  });

  test("NaN stays in its row", () => {
    const y = layerNorm(
      [
        [1, NaN, 3],
        [1, 2, 3],
      ],
      3,
    ).toArray();
    expect(y[0]).toEqual([NaN, NaN, NaN]);
    expect(y[1]).toEqual(layerNorm([[1, 2, 3]], 3).toArray()[0]);
  });

  test("no rows give an empty result, an empty row is an error", () => {
    expect(layerNorm(ones([0, 3]), 3).shape).toEqual([0, 3]);
    expect(mean(ones([0, 3]), { dim: 1 }).shape).toEqual([0]);
    expect(mean(ones([2, 0, 3]), { dim: [0, 2] }).toArray()).toEqual([]);
    expect(() => mean(ones([3, 0]), { dim: 1 })).toThrow(RangeError);
    expect(() => normalize(ones([3, 0]))).toThrow(RangeError);
    expect(() => batchNorm(ones([0, 3]), { training: true })).toThrow(RangeError);
    expect(() => batchNormBackward(ones([0, 3]), ones([0, 3]), { training: true })).toThrow(RangeError);
  });

  test("a scalar is a group of one", () => {
    expect(mean(5).toArray()).toBe(5);
    expect(mean(5, { dim: -1 }).toArray()).toBe(5);
    expect(normalize(5).toArray()).toBe(0);
  });
});

test("the memory through which ordinary tensors go is kept if it is small, and given back if it is large", () => {
  /** By how much memory grows for a resident tensor, after an op on an ordinary one of the same shape. */
  const growth = (/** @type {number[]} */ shape) => {
    normalize(ones(shape), { dim: 0 });
    const { total } = memoryUsage();
    empty(shape, { resident: true }).dispose();
    return memoryUsage().total - total;
  };
  expect(growth([1024, 512])).toBeGreaterThan(0);
  expect(growth([4096, 1024])).toBe(0);
});
