/** The value ramp's ends have names in the style sheets, too. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { derive } from "../../../web/page/figure/values/derive.js";
import { sourceOf } from "../../../web/page/figure/values/presets.js";
import { INITIAL } from "../../../web/page/store/state.js";
import { isClipped } from "../../../web/page/kit/styles/cell-style.js";
import { dark, light, RAMP_LIMIT, reachFor, shadeOf, valueOnRamp } from "../../../web/page/kit/styles/ramp.js";
import { root } from "../../setup.mjs";

test("ramp-ends.css has the ends of ramp.js", () => {
  const sheet = readFileSync(join(root, "web/page/kit/styles/ramp-ends.css"), "utf8");
  const ends = (/** @type {number} */ at) => `light-dark(${light(shadeOf(at)).fill}, ${dark(shadeOf(at)).fill})`;
  expect(sheet).toContain(`--ramp-negative: ${ends(-RAMP_LIMIT)};`);
  expect(sheet).toContain(`--ramp-positive: ${ends(RAMP_LIMIT)};`);
});

describe("a figure's ramp", () => {
  test("ends where its largest number does, and no sooner than at 2.6", () => {
    expect([0, 1, 2.6].map(reachFor)).toEqual([2.6, 2.6, 2.6]);
    for (const largest of [2.7, 5.2, 11, 50, 99]) {
      expect(reachFor(largest)).toBeGreaterThanOrEqual(largest);
      expect(reachFor(largest)).toBeLessThan(1.7 * largest);
    }
    expect(reachFor(1e30)).toBe(RAMP_LIMIT);
  });

  test("tells all of its numbers apart, and the larger has the further shade", () => {
    for (const reach of [2.6, 6, 16, RAMP_LIMIT]) {
      const sizes = Array.from({ length: 40 }, (_, i) => ((i + 1) / 40) * reach);
      const shades = sizes.map((size) => shadeOf(size, reach));
      shades.forEach((shade, i) => expect(i === 0 || shade > shades[i - 1], `${sizes[i]} of ${reach}`).toBe(true));
      expect(shades.at(-1)).toBe(shadeOf(RAMP_LIMIT));
      expect(shadeOf(0, reach) - shadeOf(-1, reach)).toBe(shadeOf(1, reach) - shadeOf(0, reach));
      expect(isClipped(reach, reach)).toBe(false);
      expect(isClipped(1.01 * reach, reach)).toBe(true);
      for (const place of [-1, -0.4, 0, 0.2, 0.9]) {
        expect((2 * shadeOf(valueOnRamp(place, reach), reach)) / shadeOf(RAMP_LIMIT) - 1).toBeCloseTo(place, 2);
      }
    }
  });

  test("is one for all panels, at every stage", () => {
    const reaches = [0, 1, 2, 3].map((stage) => {
      const figure = { ...INITIAL.dim, stage };
      return derive(sourceOf(figure), figure).reach;
    });
    // Of 5.2, the largest number of the four words.
    expect(reaches).toEqual([6, 6, 6, 6]);
    const drawn = Float32Array.of(0.5, -2, 1, 0.25);
    expect(derive({ shape: [2, 2], values: drawn }, INITIAL.dim).reach).toBe(2.6);
    const infinite = Float32Array.of(1, Infinity, NaN, 2);
    expect(derive({ shape: [2, 2], values: infinite }, INITIAL.dim).reach).toBe(2.6);
  });
});
