import { describe, expect, test } from "vitest";
import {
  divide,
  products,
  scaleAndShift,
  spread,
  square,
  subtract,
} from "../../../../web/page/figure/values/elementwise.js";

describe("elementwise arithmetic", () => {
  test("subtracts from each value the statistic of its own group", () => {
    const values = [1, 2, 3, 10, 20, 30];
    expect([...subtract(values, [2, 20], [0, 0, 0, 1, 1, 1])]).toEqual([-1, 0, 1, -10, 0, 10]);
    expect([...subtract(values, [1, 2, 3], [0, 1, 2, 0, 1, 2])]).toEqual([0, 0, 0, 9, 18, 27]);
  });

  test("rounds the difference once, to float32", () => {
    const [a, b] = [Math.fround(0.1), Math.fround(0.3)];
    expect(subtract([a], [b], [0])[0]).toBe(Math.fround(a - b));
  });

  test("takes the root of variance plus eps, with eps under the root", () => {
    expect([...spread([4, 0.25], 0)]).toEqual([2, 0.5]);
    expect(spread([3], 1)[0]).toBe(2);
    expect(spread([0], 1e-5)[0]).toBeCloseTo(Math.sqrt(1e-5), 9);
  });

  test("or with eps added to the root", () => {
    expect([...spread([4, 0.25], 1, "outside")]).toEqual([3, 1.5]);
    expect(spread([0], 1e-6, "outside")[0]).toBe(Math.fround(1e-6));
  });

  test("divides each value by the statistic that it meets", () => {
    expect([...divide([2, 4, 9], [2, 3], [0, 0, 1])]).toEqual([1, 2, 3]);
    expect(divide([0], [0], [0])[0]).toBeNaN();
  });

  test("scales and shifts by place, rounding the product first", () => {
    expect([...scaleAndShift([1, 2, 3, 4], [10, 100], [1, 2], [0, 1, 0, 1])]).toEqual([11, 202, 31, 402]);
    const [value, weight, bias] = [0.1, 0.7, 1].map(Math.fround);
    expect(scaleAndShift([value], [weight], [bias], [0])[0]).toBe(Math.fround(Math.fround(value * weight) + bias));
  });

  test("squares", () => {
    expect([...square(Float32Array.of(-3, 0.5))]).toEqual([9, 0.25]);
  });

  test("a variance that is not a number stays one", () => {
    expect(spread([NaN], 1)[0]).toBeNaN();
    expect(spread([Infinity], 0)[0]).toBe(Infinity);
  });

  test("multiplies term by term", () => {
    expect([...products([1, -2, 3], [4, 5, 0.5])]).toEqual([4, -10, 1.5]);
  });
});
