/** The main path's figures of four words show one number for D's number 3, and say what pairs become. */
import { normalize, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { derive } from "../../../web/page/figure/values/derive.js";
import { sourceOf } from "../../../web/page/figure/values/presets.js";
import { reachOfPairs, sizeOfPairs } from "../../../web/page/sections/dim/pairs.js";
import { INITIAL } from "../../../web/page/store/state.js";

/** The number 3 of row D. */
const D3 = 21;

test("dim's D 3 is the first screen's: LayerNorm's own n and eps", () => {
  const [first, dim] = [INITIAL.first, INITIAL.dim].map((figure) => derive(sourceOf(figure), figure).normalized);
  expect(dim).toEqual(first);
  const { values } = sourceOf(INITIAL.dim);
  const row = Array.from(values.subarray(18, 24));
  const mean = row.reduce((a, b) => a + b) / 6;
  const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 6;
  expect(dim[D3]).toBeCloseTo((row[3] - mean) / Math.sqrt(variance + 1e-5), 5);
  expect(dim[D3].toFixed(2)).toBe("2.18");
});

describe("two numbers", () => {
  test.each(
    /** @type {const} */ ([
      [0, 1],
      [1, Math.SQRT1_2],
    ]),
  )("over n − %d are that far from 0, however far apart they are", (correction, size) => {
    expect(sizeOfPairs(correction)).toBeCloseTo(size, 6);
    for (let k = 0; k < 2000; k++) {
      const [a, b] = [Math.fround(Math.sin(k) * 10 ** ((k % 12) - 6)), Math.fround(Math.cos(7 * k))];
      const { data } = normalize(tensor([a, b]), { correction, eps: 0 });
      expect(Math.abs(data[0])).toBeCloseTo(size, 5);
      expect(data[0]).toBeCloseTo(-data[1], 5);
      expect(Math.sign(data[0])).toBe(Math.sign(a - b));
    }
  });

  test("that are alike are left out of the reach that eps leaves", () => {
    const figure = { ...INITIAL.dim, dims: [0] };
    const view = derive({ shape: [2, 3], values: Float32Array.of(0, 1, 0.01, 0, 3, 0.02) }, figure);
    const sizes = [1, 0.005].map((half) => half / Math.sqrt(half ** 2 + 1e-5));
    const [least, most] = reachOfPairs(view);
    expect(least).toBeCloseTo(sizes[1], 4);
    expect(most).toBeCloseTo(sizes[0], 4);
    expect(reachOfPairs(derive({ shape: [2, 1], values: Float32Array.of(4, 4) }, figure))).toEqual([0, 0]);
  });
});
