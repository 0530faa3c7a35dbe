/** The first screen's arithmetic of the spread, worked out anew. */
import { describe, expect, test } from "vitest";
import { derive } from "../../../web/page/figure/values/derive.js";
import { originalOf } from "../../../web/page/figure/values/presets.js";
import { spreadOf } from "../../../web/page/sections/first/spread-of.js";
import { INITIAL } from "../../../web/page/store/state.js";

/** @param {number[]} dims */
function said(dims) {
  const figure = { ...INITIAL.first, dims };
  return spreadOf(derive(originalOf(figure), figure));
}

describe("the spread’s arithmetic", () => {
  test("of A is over n, and comes out with the numbers that are written", () => {
    const { name, root, sign, result } = said([1]);
    expect([name, root, sign, result]).toEqual([
      "A",
      "√((0.30² + 0.60² + 0.80² + 0.00² + 1.00² + 0.50²) ÷ 6)",
      "=",
      "0.62",
    ]);
    const row = [3.1, 4, 2.6, 3.4, 4.4, 2.9];
    const mean = row.reduce((sum, value) => sum + value, 0) / 6;
    expect(result).toBe(Math.sqrt(row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 6).toFixed(2));
  });

  test.each([[[0]], [[1]], [[0, 1]]])(
    "over dims %j every mean becomes 0, every spread 1, to the two decimals shown",
    (dims) => {
      const figure = { ...INITIAL.first, dims };
      const { mean, deviation } = derive(originalOf(figure), figure).stages[2];
      for (const value of mean) expect(Math.abs(value)).toBeLessThan(5e-3);
      for (const value of deviation) expect(value.toFixed(2)).toBe("1.00");
    },
  );

  test.each([[[0]], [[1]], [[0, 1]]])("over dims %j says “=” only where the written numbers give it", (dims) => {
    const { root, sign, result } = said(dims);
    const numbers = Array.from(root.matchAll(/([\d.]+)²/g), ([, text]) => Number(text));
    const count = Number(root.match(/÷ (\d+)\)/)?.[1]);
    if (numbers.length < count) return;
    const written = Math.sqrt(numbers.reduce((sum, value) => sum + value ** 2, 0) / count);
    expect(written.toFixed(2) === result).toBe(sign === "=");
  });
});
