/** Errors: which kind, and that the message names the argument, what was expected and what came. */
import { describe, expect, test } from "vitest";
import {
  allclose, empty, full, layerNorm, LayerNorm, linear, Linear, manualSeed, mean, moments, normalize, ones, randn, relu,
  std, tensor, variance,
} from "../../web/api/index.js";

/** @param {unknown} value what TypeScript would refuse */
const any = (value) => /** @type {any} */ (value);
const x = ones([2, 6]);

/** @type {[string, () => unknown, ErrorConstructor, string][]} */
const cases = [
  ["a string as x", () => mean(any("x")), TypeError,
    'x: expected a tensor (one of ours, or with data and shape or dims), a Float32Array or nested numbers, got "x"'],
  ["no x", () => relu(any(undefined)), TypeError, "x: expected a tensor"],
  ["a Float64Array as x", () => relu(any(new Float64Array(2))), TypeError,
    "x: expected a Float32Array, got a Float64Array; tensor(...) converts it"],
  ["Float64Array data", () => relu(any({ data: new Float64Array(2), shape: [2] })), TypeError,
    "x.data: expected a Float32Array, got a Float64Array"],
  ["data that its dims do not fit", () => relu({ data: new Float32Array(5), dims: [2, 3] }), RangeError,
    "x: expected 6 elements for shape [2, 3], got 5"],
  ["a dim that is not there", () => mean(x, { dim: 2 }), RangeError,
    "dim: expected an integer from -2 to 1 (x has 2 dims), got 2"],
  ["a fractional dim", () => variance(x, { dim: 0.5 }), RangeError, "dim: expected an integer from -2 to 1"],
  ["a dim NaN", () => variance(x, { dim: NaN }), RangeError, "got NaN"],
  ["a string as dim", () => std(x, { dim: any("0") }), TypeError, 'dim: expected an integer or an array of integers, got "0"'],
  ["null as dim", () => std(x, { dim: any(null) }), TypeError, "dim: expected an integer or an array of integers, got null"],
  ["no dims", () => moments(x, { dim: [] }), RangeError, "dim: expected at least one dim (leave it out to reduce over all), got []"],
  ["a dim twice", () => normalize(x, { dim: [1, -1] }), RangeError, "dim: expected each dim once, got [1, -1]"],
  ["keepdim that is not a boolean", () => mean(x, { keepdim: any(1) }), TypeError, "keepdim: expected true or false, got 1"],
  ["PyTorch's old unbiased", () => variance(x, any({ unbiased: false })), TypeError,
    'options: unknown option "unbiased", expected dim, keepdim, correction, out'],
  ["NumPy's axis", () => mean(x, any({ axis: 0 })), TypeError, 'options: unknown option "axis", expected dim, keepdim, out'],
  ["options that are a number", () => mean(x, any(1)), TypeError, "options: expected an object (dim, keepdim, out), got 1"],
  ["a negative correction", () => variance(x, { correction: -1 }), RangeError, "correction: expected a finite number >= 0, got -1"],
  ["an infinite correction", () => variance(x, { correction: Infinity }), RangeError, "correction: expected a finite number >= 0, got Infinity"],
  ["a negative eps", () => layerNorm(x, 6, { eps: -1e-5 }), RangeError, "eps: expected a finite number >= 0, got -0.00001"],
  ["an eps NaN", () => normalize(x, { eps: NaN }), RangeError, "eps: expected a finite number >= 0, got NaN"],
  ["a string as eps", () => new LayerNorm(6, { eps: any("1e-5") }), TypeError, 'eps: expected a number, got "1e-5"'],
  ["a normalizedShape that is not x's end", () => layerNorm(x, 5), RangeError,
    "normalizedShape: expected the last dims of x, whose shape is [2, 6], got [5]"],
  ["a normalizedShape longer than x's", () => layerNorm(x, [1, 2, 6]), RangeError, "got [1, 2, 6]"],
  ["an empty normalizedShape", () => layerNorm(x, []), RangeError, "normalizedShape: expected at least one dim, got []"],
  ["a normalizedShape of 0", () => new LayerNorm(0), RangeError, "normalizedShape: expected an integer >= 1, got 0"],
  ["no normalizedShape", () => layerNorm(x, any(undefined)), TypeError, "normalizedShape: expected an integer or an array of integers, got undefined"],
  ["a weight of another shape", () => layerNorm(x, 6, { weight: ones([2, 6]) }), RangeError, "weight: expected shape [6], got [2, 6]"],
  ["a bias of another shape", () => normalize(x, { bias: [1, 2] }), RangeError, "bias: expected shape [6], got [2]"],
  ["stats that is not a boolean", () => layerNorm(x, 6, any({ stats: 1 })), TypeError, "stats: expected true or false, got 1"],
  ["a linear layer's x that does not fit", () => linear(x, ones([3, 5])), RangeError,
    "x: expected a last dim of 5, as weight has inputs, got shape [2, 6]"],
  ["a scalar for linear", () => linear(1, ones([3, 5])), RangeError, "x: expected a last dim of 5"],
  ["a linear layer's weight of one dim", () => linear(x, [1, 2]), RangeError, "weight: expected shape [outputs, inputs], got [2]"],
  ["no features", () => new Linear(0, 6), RangeError, "inFeatures: expected an integer >= 1, got 0"],
  ["fractional features", () => new Linear(5, 1.5), RangeError, "outFeatures: expected an integer >= 1, got 1.5"],
  ["a negative size", () => empty([2, -1]), RangeError, "shape[1]: expected an integer >= 0, got -1"],
  ["a fractional size", () => ones([1.5]), RangeError, "shape[0]: expected an integer >= 0, got 1.5"],
  ["a size that is a string", () => ones(any(["2"])), TypeError, 'shape[0]: expected an integer, got "2"'],
  ["a number as shape", () => empty(any(5)), TypeError, "shape: expected an array of sizes, got 5"],
  ["nine dims", () => ones([1, 1, 1, 1, 1, 1, 1, 1, 1]), RangeError, "shape: expected at most 8 dims, got 9"],
  ["more elements than memory", () => empty([2 ** 20, 2 ** 20]), RangeError, "shape: expected at most 1073741823 elements, got [1048576, 1048576]"],
  ["resident that is not a boolean", () => tensor([1], undefined, { resident: any("yes") }), TypeError, 'resident: expected true or false, got "yes"'],
  ["a value that is not a number", () => full([2], any("1")), TypeError, 'value: expected a number, got "1"'],
  ["a hole in a shape", () => ones(new Array(2)), TypeError, "shape[0]: expected an integer, got undefined"],
  ["a hole in dim", () => mean(x, { dim: any([, 0]) }), TypeError, "dim: expected an integer or an array of integers, got undefined"],
  ["a hole in normalizedShape", () => new LayerNorm(any([, 6])), TypeError, "normalizedShape: expected an integer, got undefined"],
  ["a size beyond the integers", () => ones([1e300, 0]), RangeError, "shape[0]: expected an integer >= 0, got 1e+300"],
  ["more weights than memory", () => new Linear(2 ** 20, 2 ** 20), RangeError,
    "[outFeatures, inFeatures]: expected at most 1073741823 elements, got [1048576, 1048576]"],
  ["a number as moments' out", () => moments(x, { out: any(5) }), TypeError, "out: expected an object with mean and variance, got 5"],
  ["a fractional seed", () => manualSeed(1.5), RangeError, "seed: expected an integer, got 1.5"],
  ["a string as seed", () => manualSeed(any("123")), TypeError, 'seed: expected an integer, got "123"'],
  ["a shape that is none", () => randn(any(3)), TypeError, "shape: expected an array of sizes, got 3"],
  ["shapes that differ", () => allclose([1, 2], [1, 2, 3]), RangeError, "b: expected shape [2], as a, got [3]"],
  ["a negative tolerance", () => allclose([1], [1], { rtol: -1 }), RangeError, "rtol: expected a finite number >= 0, got -1"],
  ["half of moments' out", () => moments(x, { out: any({ mean: ones([]) }) }), TypeError, "out: expected an object with mean and variance, got an object"],
];

test.each(cases)("%s", (_, use, kind, message) => {
  let error;
  try {
    use();
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(Error);
  expect(/** @type {Error} */ (error).constructor).toBe(kind);
  expect(/** @type {Error} */ (error).message).toContain(message);
});

describe("nothing is half-written", () => {
  test("out keeps its values when an argument is wrong", () => {
    const out = full([2, 6], 9);
    for (const wrong of [{ eps: -1 }, { weight: [1] }, { bias: [1] }, { correction: NaN }, { dim: 5 }]) {
      expect(() => normalize(x, { ...wrong, out })).toThrow();
    }
    const both = { mean: full([2], 9), variance: full([3], 9) };
    expect(() => moments(x, { dim: 1, out: both })).toThrow("out.variance: expected shape [2], got [3]");
    expect([...out.data, ...both.mean.data]).toEqual(Array(14).fill(9));
  });
});
