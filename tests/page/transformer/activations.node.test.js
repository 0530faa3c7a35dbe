/** What the model lab computes between its norms and linear layers, against PyTorch in float64. */
import { tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { add, attention, causalSoftmax, scaleAndShift, softmax } from "../../../web/page/kit/activations.js";
import { gelu } from "../../../web/page/kit/gelu.js";
import { doubles, floats, misses, ulp } from "../../fixtures/floats.js";
import fixtures from "../../fixtures/words/activations.json" with { type: "json" };

/** Of numbers up to 1, which are rounded twice. */
const SHARE = 2e-7;

describe("softmax", () => {
  for (const { x, y } of fixtures.softmax) {
    test(`is PyTorch's for ${x.data.length} numbers from ${x.data[0]}`, () => {
      const got = softmax(floats(x.data));
      expect(misses(got, doubles(y.data), () => SHARE)).toEqual([]);
      expect(got.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
    });
  }

  for (const { x, y } of fixtures.causalSoftmax) {
    test(`is PyTorch's with a causal mask for [${x.shape}]`, () => {
      const got = causalSoftmax(floats(x.data), x.shape[x.shape.length - 1]);
      expect(misses(got, doubles(y.data), () => SHARE)).toEqual([]);
    });
  }
});

describe("attention", () => {
  for (const { x, y, heads } of fixtures.attention) {
    test(`is PyTorch's for [${x.shape}]`, () => {
      const got = attention(tensor(floats(x.data), x.shape), heads);
      expect(got.shape).toEqual(y.shape);
      const most = Math.max(...doubles(x.data).map(Math.abs));
      // Scores are rounded to float32 before they become powers of e.
      expect(misses(got.data, doubles(y.data), () => 2e-6 * most)).toEqual([]);
    });
  }

  test("of a token sees nothing of those that come later", () => {
    const [{ x, heads }] = fixtures.attention.slice(-1);
    const [, count, width] = x.shape;
    const changed = floats(x.data).map((value, i) => (i < 3 * width ? value : -2 * value));
    const [before, after] = [floats(x.data), changed].map((data) => attention(tensor(data, x.shape), heads).data);
    const [seen, later] = [(3 * width) / 3, (count * width) / 3];
    expect(after.slice(0, seen)).toEqual(before.slice(0, seen));
    expect(after.slice(seen, later)).not.toEqual(before.slice(seen, later));
  });
});

test("GELU is PyTorch's approximation by tanh, to the last bit or the one before", () => {
  const [{ x, y }] = fixtures.gelu;
  const wanted = doubles(y.data);
  // Far below 0 PyTorch's own doubles have no more digits: 1 + tanh(u) is what is left of two numbers near 1.
  expect(misses(gelu(floats(x.data)), wanted, (i) => ulp(wanted[i]) + 1e-14)).toEqual([]);
});

test("sums, weights and biases are those of each element, each feature", () => {
  const [a, b] = [floats([1, 2, 3, 4]), floats([0.5, -2, 1e8, 0])];
  expect([...add(a, b)]).toEqual([1.5, 0, 100000000, 4]);
  expect([...a]).toEqual([1, 2, 3, 4]);
  expect([...scaleAndShift(a.slice(), floats([10, 0]), floats([1, -1]))]).toEqual([11, -1, 31, -1]);
  expect([...scaleAndShift(a.slice(), null, floats([1, -1]))]).toEqual([2, 1, 4, 3]);
});
