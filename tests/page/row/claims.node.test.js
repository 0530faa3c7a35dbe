/** What section row says of LayerNorm, computed by the kernels. */
import { layerNorm, manualSeed, moments, normalize, randn, tensor } from "layernorm";
import { expect, test } from "vitest";
import { presets } from "../../../web/page/figure/values/presets.js";

const NAMES = ["oneWord", "tens", "tenths", "bookRow", "outlierRow"];

/** @param {string} name */
const rowOf = (name) => presets[name].tensor();

/** @param {Float32Array} row @param {0 | 1} [correction] */
function momentsOf(row, correction = 0) {
  const { mean, variance } = moments(tensor(row), { dim: 0, correction });
  return { mean: mean.data[0], variance: variance.data[0] };
}

test("weight and bias may move mean and spread off 0 and 1: of one row they may even be its own", () => {
  for (const name of NAMES) {
    const row = rowOf(name);
    const { mean, variance } = momentsOf(row);
    const all = (/** @type {number} */ value) => new Float32Array(row.length).fill(value);
    const eps = 1e-5;
    const y = layerNorm(tensor(row), row.length, { eps, weight: all(Math.sqrt(variance + eps)), bias: all(mean) }).data;
    const largest = Math.max(...row.map(Math.abs));
    row.forEach((value, i) => expect(Math.abs(y[i] - value), name).toBeLessThan(1e-5 * largest));
  }
});

test("each row’s own mean and spread they cannot bring back: rows that differ in these alone come out alike", () => {
  manualSeed(3);
  for (const name of NAMES) {
    const row = rowOf(name);
    const n = row.length;
    const other = row.map((value) => 3 * value + 2);
    expect(momentsOf(other).mean, name).not.toBeCloseTo(momentsOf(row).mean, 3);
    for (let round = 0; round < 20; round++) {
      const [weight, bias] = [randn([n]), randn([n])];
      const [one, two] = [row, other].map((x) => layerNorm(tensor(x), n, { eps: 0, weight, bias }).data);
      one.forEach((value, i) => expect(two[i], name).toBeCloseTo(value, 4));
      const { mean, variance } = momentsOf(one);
      expect(Math.max(Math.abs(mean), Math.abs(variance - 1)), name).toBeGreaterThan(1e-3);
    }
  }
});

test("the mean becomes 0 and the spread 1, but for eps, while order and pattern stay", () => {
  for (const name of NAMES) {
    const row = rowOf(name);
    const { variance } = momentsOf(row);
    const xhat = normalize(tensor(row), { dim: 0, correction: 0, eps: 1e-5 }).data;
    const after = momentsOf(xhat);
    expect(Math.abs(after.mean), name).toBeLessThan(1e-6);
    expect(after.variance, name).toBeCloseTo(variance / (variance + 1e-5), 5);
    // The pattern: each step between neighbours is the same share of all, and has the same sign.
    const share = (/** @type {Float32Array} */ values, /** @type {number} */ i) =>
      (values[i] - values[0]) / (Math.max(...values) - Math.min(...values));
    row.forEach((_, i) => expect(share(xhat, i), name).toBeCloseTo(share(row, i), 5));
  }
});

test("over n − 1 the variance comes out larger, and x̂ smaller", () => {
  for (const name of NAMES) {
    const row = rowOf(name);
    expect(momentsOf(row, 1).variance, name).toBeGreaterThan(momentsOf(row, 0).variance);
    const [over, overLess] = /** @type {const} */ ([0, 1]).map(
      (correction) => normalize(tensor(row), { dim: 0, correction, eps: 1e-5 }).data,
    );
    over.forEach((value, i) => expect(Math.abs(overLess[i]), name).toBeLessThanOrEqual(Math.abs(value)));
  }
});
