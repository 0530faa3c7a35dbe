/** Where the number lines draw their values: what is asked of a picture that tells no lies. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { derive } from "../../../web/page/model/derive.js";
import { presets } from "../../../web/page/model/presets.js";
import { INITIAL } from "../../../web/page/model/state.js";
import {
  barsOf,
  enlargements,
  linesOf,
  linkBetween,
  linkedValues,
  placeOn,
  scaleOf,
  stack,
  valueAt,
} from "../../../web/page/line/line-layout.js";

/** @typedef {import("../../../web/page/model/state.js").Figure} Figure */

/** @param {readonly number[]} shape @param {ArrayLike<number>} values @param {Partial<Figure>} [change] */
function linesFor(shape, values, change = {}) {
  const figure = { ...INITIAL.row, stage: 2, dims: [shape.length - 1], ...change };
  return linesOf(derive({ shape, values: Float32Array.from(values) }, figure), 0, figure, false, null);
}

/** @param {string} name @param {Partial<Figure>} [change] */
const linesOfPreset = (name, change) => linesFor(presets[name].shape, presets[name].tensor(), change);

const anyRow = fc.array(
  fc.oneof(
    fc.float({ noNaN: true, min: -1000, max: 1000 }),
    fc.float({ noNaN: true, min: Math.fround(-1e30), max: Math.fround(1e30) }),
    fc.constantFrom(0, 1, 1e-30),
  ),
  { minLength: 1, maxLength: 60 },
);

describe("the lines", () => {
  test("hold every value and the ruler, whatever the row", () => {
    fc.assert(
      fc.property(anyRow, fc.boolean(), fc.integer({ min: 0, max: 3 }), (values, center, stage) => {
        for (const { domain, mean, deviation, ...line } of linesFor([values.length], values, { center, stage })) {
          expect(domain[1]).toBeGreaterThan(domain[0]);
          for (const value of [...line.values, mean - deviation, mean + deviation]) {
            if (!Number.isFinite(value)) continue;
            expect(placeOn(domain, value)).toBeGreaterThanOrEqual(0);
            expect(placeOn(domain, value)).toBeLessThanOrEqual(100);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test("share a scale as long as none is too small on it", () => {
    const [x, centred, out] = linesOfPreset("bookRow");
    expect([centred.domain, out.domain]).toEqual([x.domain, x.domain]);
    const far = linesOfPreset("tens");
    expect(far[1].domain).toEqual(far[0].domain);
    expect(far[2].domain).not.toEqual(far[0].domain);
    expect(enlargements(far).map((times) => times > 1)).toEqual([false, false, true]);
    const near = linesOfPreset("nearlyEqual");
    expect(new Set(near.map(({ cluster }) => cluster)).size).toBe(3);
  });

  test("are two for RMSNorm, which takes no mean away, and its ruler is about 0", () => {
    const lines = linesOfPreset("tens", { center: false });
    expect(lines.map(({ stage }) => stage)).toEqual([0, 2]);
    const rms = Math.sqrt((100 + 400 + 900 + 1600 + 2500) / 5);
    expect([lines[0].mean, lines[0].deviation]).toEqual([0, Math.fround(rms)]);
    expect(lines[1].deviation).toBeCloseTo(1, 6);
  });

  test("show y in place of x̂ at the last stage", () => {
    const lines = linesOfPreset("tens", { stage: 3, weight: [2, 2, 2, 2, 2], bias: [1, 1, 1, 1, 1] });
    expect(lines.map(({ stage }) => stage)).toEqual([0, 1, 3]);
    expect(lines[2].mean).toBeCloseTo(1, 6);
  });

  test("keep their scales while a bead is dragged, and give way where it leaves them", () => {
    const before = linesOfPreset("tens");
    const drag = (/** @type {number} */ value) => {
      const figure = { ...INITIAL.row, stage: 2 };
      const view = derive({ shape: [5], values: Float32Array.of(10, 20, 30, 40, value) }, figure);
      return linesOf(view, 0, figure, false, before).map(({ domain }) => domain);
    };
    expect(drag(45)).toEqual(before.map(({ domain }) => domain));
    const [x, centred, out] = drag(500);
    expect(x[0]).toBeLessThan(before[0].domain[0]);
    expect([x[1], centred]).toEqual([500, x]);
    expect(out).not.toEqual(x);
  });

  test("of the code without unsqueeze: as it computes, and none after x where it raises an error", () => {
    const naive = (/** @type {string} */ preset) => {
      const figure = { ...INITIAL.shapes, stage: 2, keepdim: false };
      const { shape, tensor } = presets[preset];
      const view = derive({ shape, values: tensor() }, figure);
      return { view, lines: linesOf(view, 0, figure, true, null) };
    };
    expect(naive("book").lines.map(({ stage }) => stage)).toEqual([0]);
    const { view, lines } = naive("square");
    if ("error" in view.naive) throw new Error("a square raises nothing");
    expect(lines[2].values).toEqual([...view.naive.normalized.subarray(0, 3)]);
    expect(lines[2].values).not.toEqual([...view.normalized.subarray(0, 3)]);
  });
});

describe("places", () => {
  test("and values lead to one another", () => {
    for (const domain of /** @type {const} */ ([
      [-20, 50],
      [0.99998, 1.00042],
      [-1e30, 1e30],
    ])) {
      for (const place of [0, 12.5, 50, 99]) {
        expect(Math.abs(placeOn(domain, valueAt(domain, place)) - place)).toBeLessThan(0.3);
      }
    }
    expect(valueAt([-20, 50], 50)).toBe(15);
  });

  test("of equal values are one pile, in which no two lie on one another", () => {
    const places = stack([50, 50, 50, 90, 51]);
    expect(places.map(({ level }) => level)).toEqual([0, 1, 2, 0, 3]);
  });

  test("of marks are told apart", () => {
    expect(scaleOf([-20, 50]).marks).toContain(0);
    const { marks, digits } = scaleOf([0.99998, 1.00042]);
    expect(new Set(marks.map((mark) => mark.toPrecision(digits))).size).toBe(marks.length);
  });
});

describe("links", () => {
  const ends = (/** @type {string} */ path) => {
    const numbers = (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
    return [numbers.slice(0, 2), numbers.slice(-2)];
  };

  test("lead from a value to what it becomes; on one scale without a detour", () => {
    const [x, , out] = linesOfPreset("bookRow");
    const { way, zoom } = linkBetween(x, out)(x.values[1], out.values[1]);
    expect(zoom).toBe("");
    const [[from, top], [to, bottom]] = ends(way);
    expect([top, bottom]).toEqual([0, 100]);
    expect(from).toBeCloseTo(placeOn(x.domain, x.values[1]), 1);
    expect(to).toBeCloseTo(placeOn(out.domain, out.values[1]), 1);
  });

  test("between scales: the true movement on a common one, and dotted lines to and from it", () => {
    const [, centred, out] = linesOfPreset("tens");
    const { way, zoom } = linkBetween(centred, out)(-20, out.values[0]);
    const [[from, top], [to, bottom]] = ends(way);
    expect([top, bottom]).toEqual([0, 55]);
    expect(from).toBeCloseTo(placeOn(centred.domain, -20), 1);
    expect(to).toBeCloseTo(placeOn(centred.domain, out.values[0]), 1);
    const [start, end] = ends(zoom);
    expect(start).toEqual([to, 55]);
    expect(end[0]).toBeCloseTo(placeOn(out.domain, out.values[0]), 1);
  });

  test("of what is not a number there are none", () => {
    const [, centred, out] = linesOfPreset("constantRow");
    expect(linkBetween(centred, out)(0, NaN)).toEqual({ way: "", zoom: "" });
  });

  test("of many values are those of the ruler", () => {
    const values = Float32Array.from({ length: 768 }, (_, i) => Math.sin(i));
    const [x, centred, out] = linesFor([768], values);
    expect(linkedValues(x, centred).map(([, to]) => to)).toEqual(
      [-1, 0, 1].map((side) => centred.mean + side * x.deviation),
    );
    expect(linkedValues(centred, out)).toHaveLength(3);
    const y = linesFor([768], values, { stage: 3 });
    expect(linkedValues(y[1], y[2])).toEqual([]);
  });
});

test("a histogram counts every value once", () => {
  const values = Float32Array.from({ length: 8192 }, (_, i) => Math.sin(i) * 3);
  const [line] = linesFor([8192], values);
  const bars = barsOf(line);
  expect(Math.max(...bars.map(({ share }) => share))).toBe(1);
  const most = values.length / bars.reduce((sum, { share }) => sum + share, 0);
  expect(bars.reduce((sum, { share }) => sum + Math.round(share * most), 0)).toBe(values.length);
  expect(bars.every(({ value }, i) => i === 0 || value > bars[i - 1].value)).toBe(true);
});
