/** Where the tracks draw their numbers: what is asked of a picture that tells no lies. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { derive } from "../../../../web/page/figure/values/derive.js";
import { groupCalled } from "../../../../web/page/figure/words/group-nouns.js";
import { originalOf } from "../../../../web/page/figure/values/presets.js";
import { repaired } from "../../../../web/page/figure/state/repair.js";
import { narrate } from "../../../../web/page/figure/words/sentences.js";
import { INITIAL } from "../../../../web/page/store/state.js";
import { axisOf, beyond, meantOn, placeOn, ticksOf } from "../../../../web/page/figure/tracks/axis.js";
import { densityOf } from "../../../../web/page/figure/tracks/bins.js";
import {
  beyondOf,
  dotsOf,
  labelsOf,
  MANY,
  onAxis,
  tracksOf,
  valuesOf,
  windowOf,
} from "../../../../web/page/figure/tracks/layout.js";
import { sliceOf, trackName } from "../../../../web/page/figure/tracks/names.js";

/** @typedef {import("../../../../web/page/store/state.js").Figure} Figure */

/** @param {Partial<Figure>} change @returns {Figure} */
const figureWith = (change) => ({ ...INITIAL.first, weight: null, bias: null, ...change });

/** @param {readonly number[]} shape @param {ArrayLike<number>} values @param {Partial<Figure>} [change] */
function figureOf(shape, values, change = {}) {
  const x = { shape, values: Float32Array.from(values) };
  const figure = figureWith({ x, dims: [shape.length - 1], ...change });
  return { figure, view: derive(x, figure) };
}

/** The first screen's four words. @param {Partial<Figure>} [change] */
function words(change = {}) {
  const figure = { ...INITIAL.first, ...change };
  return { figure, view: derive(originalOf(figure), figure) };
}

/** @param {ReturnType<typeof figureOf>} drawn @param {number} at @param {number} [width] */
function dotsAt({ figure, view }, at, width = 3) {
  const axis = axisOf(figure);
  const tracks = tracksOf(view, at, windowOf(view.groupCount, 0, 0));
  const valuesAt = (/** @type {number} */ stage) => view.stages[stage].values;
  return dotsOf({ view, tracks, axis, at, valuesAt, width, isShown: (element) => element === 0 });
}

/**
 * How high a pile comes in the best of all orders, each dot as low as it can lie on those before it.
 * @param {readonly { at: number }[]} dots
 * @param {number} width
 * @param {readonly { at: number, level: number }[]} placed
 * @returns {number}
 */
function lowestTop(dots, width, placed = []) {
  if (dots.length === 0) return Math.max(...placed.map(({ level }) => level));
  const tops = dots.map(({ at }, i) => {
    const near = placed
      .map((other) => ({ across: Math.abs(other.at - at) / width, level: other.level }))
      .filter(({ across }) => across < 1);
    const level = [0, ...near.map((other) => other.level + Math.sqrt(1 - other.across ** 2))]
      .sort((a, b) => a - b)
      .find((height) => near.every((other) => Math.hypot(other.across, other.level - height) > 1 - 1e-6));
    const rest = dots.filter((_, j) => j !== i);
    return lowestTop(rest, width, [...placed, { at, level: level ?? NaN }]);
  });
  return Math.min(...tops);
}

describe("the axis", () => {
  test("is one of three, symmetric, and the largest holds whatever is larger", () => {
    const axisFor = (/** @type {number[]} */ values) => axisOf(figureOf([values.length], values).figure);
    // What the preset began with counts only where it has the same shape.
    expect(axisFor([0.1, -0.2])).toEqual([-3, 3]);
    expect(axisFor([3, -3])).toEqual([-3, 3]);
    expect(axisFor([3.01, 0])).toEqual([-5.5, 5.5]);
    expect(axisFor([0, -5.6])).toEqual([-12, 12]);
    expect(axisFor([5000, -0.1])).toEqual([-12, 12]);
  });

  test("does not shrink while a number is dragged towards 0", () => {
    const { figure } = words();
    expect(axisOf(figure)).toEqual([-5.5, 5.5]);
    const { shape, values } = originalOf(figure);
    const x = { shape, values: values.map((value) => value / 10) };
    expect(axisOf({ ...figure, x })).toEqual([-5.5, 5.5]);
  });

  test("has the same place for a number throughout, and round ticks about 0", () => {
    expect(placeOn([-6, 6], -6)).toBe(0);
    expect(placeOn([-6, 6], 0)).toBe(50);
    expect(placeOn([-6, 6], 3)).toBe(75);
    expect(ticksOf([-5.5, 5.5])).toEqual([-4, -2, 0, 2, 4]);
    expect(ticksOf([-3, 3])).toEqual([-3, -2, -1, 0, 1, 2, 3]);
    expect(ticksOf([-12, 12])).toEqual([-12, -8, -4, 0, 4, 8, 12]);
  });

  test("a hand means a round number on it, and never −0", () => {
    expect(meantOn([-5.5, 5.5], 2.1734)).toBe(Math.fround(2.15));
    expect(meantOn([-3, 3], 0.3049)).toBe(Math.fround(0.3));
    expect(meantOn([-12, 12], 7.77)).toBe(Math.fround(7.8));
    expect(meantOn([-5.5, 5.5], 80)).toBe(5.5);
    expect(Object.is(meantOn([-5.5, 5.5], -0.001), 0)).toBe(true);
  });
});

describe("tracks", () => {
  test("twelve are shown at a time, the selected one among them, and no more move than must", () => {
    expect(windowOf(4, 3, 0)).toEqual({ start: 0, size: 4 });
    expect(windowOf(40, 11, 0)).toEqual({ start: 0, size: 12 });
    expect(windowOf(40, 12, 0)).toEqual({ start: 1, size: 12 });
    expect(windowOf(40, 39, 1)).toEqual({ start: 28, size: 12 });
    expect(windowOf(40, 30, 28)).toEqual({ start: 28, size: 12 });
    expect(windowOf(40, 5, 28)).toEqual({ start: 5, size: 12 });
  });

  test("balance at 0 and are 1 wide once normalized, whichever dims are named", () => {
    for (const dims of [[1], [0], [0, 1]]) {
      const { view } = words({ dims });
      const shown = windowOf(view.groupCount, 0, 0);
      for (const { group, mean, deviation } of tracksOf(view, 0, shown)) {
        expect(mean).toBe(view.mean[group]);
        expect(deviation).toBeCloseTo(Math.sqrt(view.variance[group]), 6);
      }
      for (const { mean } of tracksOf(view, 1, shown)) expect(mean).toBeCloseTo(0, 6);
      for (const { mean, deviation } of tracksOf(view, 2, shown)) {
        expect(mean).toBeCloseTo(0, 6);
        expect(deviation).toBeCloseTo(1, 3);
      }
    }
  });

  test("slide evenly between two stages", () => {
    const { view } = words();
    const shown = windowOf(4, 0, 0);
    const [x, half, centred] = [0, 0.5, 1].map((at) => tracksOf(view, at, shown)[1]);
    expect(half.mean).toBeCloseTo((x.mean + centred.mean) / 2, 12);
    const [from, to] = [view.x, view.centred];
    const values = valuesOf(view.members[1], (stage) => view.stages[stage].values, 0.5);
    expect(values).toEqual(view.members[1].map((i) => from[i] + (to[i] - from[i]) * 0.5));
  });

  test("leave an infinite number where it is, at rest", () => {
    const { view } = figureOf([1, 3], Float32Array.of(1, Infinity, -Infinity), { dims: [1] });
    expect(valuesOf(view.members[0], (stage) => view.stages[stage].values, 0)).toEqual([1, Infinity, -Infinity]);
  });

  test("are named as the page names rows and columns", () => {
    const rows = words().view;
    expect(trackName(rows, 3)).toEqual({ letter: "D", name: "“you”" });
    expect(sliceOf(rows, 3)).toBe("x[3, :]");
    expect(groupCalled(rows, 3)).toBe("row D");
    const columns = words({ dims: [0] }).view;
    expect(trackName(columns, 3)).toEqual({ letter: "3", name: null });
    expect(sliceOf(columns, 3)).toBe("x[:, 3]");
    expect(groupCalled(columns, 3)).toBe("column 3");
    expect(groupCalled(words({ dims: [0, 1] }).view, 0)).toBe("the whole tensor");
    const images = figureOf([2, 4, 2, 2], new Float32Array(32), { dims: [0, 2, 3] }).view;
    expect([trackName(images, 2).letter, sliceOf(images, 2)]).toEqual(["C", "x[:, 2, :, :]"]);
  });
});

describe("dots", () => {
  test("say which number they are, whatever group they are in", () => {
    const labelled = (/** @type {number[]} */ dims) => labelsOf(words({ dims }).view)(21);
    expect([[1], [0], [0, 1]].map(labelled)).toEqual(["3", "D", "D3"]);
    const { view } = figureOf([2, 2, 3], new Float32Array(12), { dims: [1, 2] });
    expect(labelsOf(view)(11)).toBe("5");
  });

  test("keep their order and proportions, from x to x̂", () => {
    const drawn = words();
    const at = [0, 1, 2].map((stage) =>
      dotsAt(drawn, stage)
        .slice(0, 6)
        .map((dot) => dot.at),
    );
    const slide = at[0].map((place, i) => place - at[1][i]);
    for (const by of slide) expect(by).toBeCloseTo(slide[0], 4);
    const stretch = at[1].map((place, i) => (at[2][i] - 50) / (place - 50));
    for (const by of stretch.filter((_, i) => Math.abs(at[1][i] - 50) > 0.1)) expect(by).toBeCloseTo(1 / 0.62, 1);
  });

  test("lie on the axis whatever the row, and no two of them in one place", () => {
    const anyRow = fc.array(fc.float({ noNaN: true, min: -1000, max: 1000 }), { minLength: 1, maxLength: MANY });
    fc.assert(
      fc.property(anyRow, fc.double({ min: 0, max: 3, noNaN: true }), (values, at) => {
        const drawn = figureOf([values.length], values);
        const dots = dotsAt(drawn, at);
        expect(dots).toHaveLength(values.length);
        for (const dot of dots) {
          expect(dot.at).toBeGreaterThanOrEqual(0);
          expect(dot.at).toBeLessThanOrEqual(100);
          const overlap = dots.filter((other) => Math.hypot((other.at - dot.at) / 3, other.level - dot.level) < 0.999);
          expect(overlap).toEqual([dot]);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("beyond an end wait there, and one line has their numbers", () => {
    const drawn = figureOf([5], [10, 20, 30, 40, 50]);
    const dots = dotsAt(drawn, 0);
    expect(dots.map(({ edge }) => edge)).toEqual([0, 1, 1, 1, 1]);
    expect(dots.slice(1).map(({ at }) => at)).toEqual([100, 100, 100, 100]);
    expect(
      dots
        .slice(1)
        .map(({ level }) => level)
        .sort((a, b) => a - b),
    ).toEqual([0, 1, 2, 3]);
    const axis = axisOf(drawn.figure);
    expect(beyondOf([-30, 0, NaN, 50, 20, -13, NaN], axis)).toEqual({ low: [-13, -30], high: [20, 50], lost: 2 });
    expect([beyond(axis, -12), beyond(axis, 12.1)]).toEqual([0, 1]);
  });

  test("lie about as low as any order of piling would have them: the first screen's, at every stop", () => {
    // A dot's width in hundredths of the axis, on a desktop and on a phone.
    for (const width of [4.25, 5.5]) {
      for (const dims of [[1], [0]]) {
        for (const at of [0, 1, 2]) {
          const dots = dotsAt(words({ dims }), at, width);
          for (const track of new Set(dots.map((dot) => dot.track))) {
            const pile = dots.filter((dot) => dot.track === track);
            const top = Math.max(...pile.map(({ level }) => level));
            expect(top).toBeLessThan(lowestTop(pile, width) + 0.2);
          }
        }
      }
    }
  });

  test("that have become NaN wait where their x lies", () => {
    const drawn = figureOf([3], [2, 2, 2], { eps: 0 });
    const dots = dotsAt(drawn, 2);
    expect(dots.map(({ value }) => value)).toEqual([NaN, NaN, NaN]);
    expect(dots.map(({ at }) => at)).toEqual([2, 2, 2].map((value) => onAxis([-3, 3], value)));
    expect(dots.map(({ level }) => level).sort((a, b) => a - b)).toEqual([0, 1, 2]);
  });

  test("of RMSNorm stay where they are at the second stage, and the ruler is about 0", () => {
    const drawn = words({ center: false });
    expect(dotsAt(drawn, 1).map(({ at }) => at)).toEqual(dotsAt(drawn, 0).map(({ at }) => at));
    const [first] = tracksOf(drawn.view, 0, { start: 0, size: 4 });
    expect(first.mean).toBe(0);
    const row = [3.1, 4, 2.6, 3.4, 4.4, 2.9];
    expect(first.deviation).toBeCloseTo(Math.sqrt(row.reduce((sum, value) => sum + value * value, 0) / 6), 5);
  });
});

describe("densities", () => {
  test("are of tracks with more numbers than dots have room for", () => {
    const track = (/** @type {number} */ size) =>
      tracksOf(figureOf([size], new Float32Array(size)).view, 0, { start: 0, size: 1 })[0];
    expect([track(MANY).isDense, track(MANY + 1).isDense]).toEqual([false, true]);
    const dense = figureOf(
      [200],
      Float32Array.from({ length: 200 }, (_, i) => Math.sin(i)),
    );
    expect(dotsAt(dense, 0).map(({ element }) => element)).toEqual([0]);
  });

  test("count each number on the axis once, and none beyond it", () => {
    expect([...densityOf([-1, -1, 0, 0.5, 1, 7, -7, NaN], [-1, 1], 4)]).toEqual([1, 0, 0.5, 1]);
    expect([...densityOf([5], [-1, 1], 2)]).toEqual([0, 0]);
    const values = Array.from({ length: 768 }, (_, i) => 3 * Math.sin(i));
    const counts = Array.from({ length: 60 }, (_, bin) => {
      const [from, to] = [bin, bin + 1].map((edge) => -3 + edge / 10);
      return values.filter((value) => value >= from && value < to).length;
    });
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(768);
    const bins = densityOf(values, [-3, 3], 60);
    expect(Array.from(bins, (bin) => Math.round(bin * Math.max(...counts)))).toEqual(counts);
  });
});

describe("weight and bias", () => {
  test("that a section began with stay with other dims, over and over where there are more places", () => {
    const first = { ...INITIAL.first, weight: [1.5, 0.5, 1, 1, 1.25, 0.75], bias: [0, 0.5, -0.5, 1, 0, -1] };
    const columns = repaired({ ...first, dims: [0] }, first, first);
    expect(columns.weight).toEqual([1.5, 0.5, 1, 1]);
    expect(columns.bias).toEqual([0, 0.5, -0.5, 1]);
    const back = repaired({ ...columns, dims: [1] }, columns, first);
    expect([back.weight, back.bias]).toEqual([first.weight, first.bias]);
    const all = repaired({ ...first, dims: [0, 1] }, first, first);
    expect(all.weight).toEqual([1, 2, 3, 4].flatMap(() => first.weight));
  });

  test("are 1 and 0 where a section begins without", () => {
    const { dim } = INITIAL;
    const edited = { ...dim, weight: [1, 2, 3, 4, 5, 6], bias: [1, 2, 3, 4, 5, 6] };
    const columns = repaired({ ...edited, dims: [0] }, edited, dim);
    expect([columns.weight, columns.bias]).toEqual([
      [1, 1, 1, 1],
      [0, 0, 0, 0],
    ]);
  });
});

describe("narration", () => {
  const { first } = INITIAL;
  /** @param {Partial<Figure>} change */
  const said = (change) => {
    const { figure, view } = words(change);
    return narrate(first, figure, view);
  };

  test("of a drag says its own row's numbers, before and after", () => {
    const { shape, values } = originalOf(first);
    const x = { shape, values: values.slice().fill(2, 21, 22) };
    const figure = { ...first, x };
    expect(narrate(first, figure, derive(x, figure))).toBe(
      "2.0000. Row D: mean 0.13, spread 0.94; after: mean 0.00, spread 1.00.",
    );
  });

  test("of a selection says the number and its group", () => {
    expect(said({ at: { panel: "out", index: 20 } })).toBe(
      "x as it came at 3, 2: −0.9000. Row D: mean 0.67, spread 2.07; after: mean 0.00, spread 1.00.",
    );
  });

  test("of another dim says every new group", () => {
    expect(said({ dims: [0] })).toMatch(
      /^dim 0 reduced\. 6 means with keepdim, shape \[1, 6\]\. Column 0: mean −0\.35, spread .*; column 5: mean /,
    );
  });

  test("of a stage says what each track has come to", () => {
    expect(said({ stage: 2 })).toBe(
      `Stage: normalized. ${["Row A", "row B", "row C", "row D"].map((row) => `${row}: mean 0.00, spread 1.00`).join("; ")}.`,
    );
  });

  test("of RMSNorm has no mean", () => {
    const before = { ...first, center: false };
    const { figure, view } = words({ center: false, at: { panel: "out", index: 0 } });
    expect(narrate(before, figure, view)).toBe("x as it came at 0, 0: 3.1000. Row A: RMS 3.46; after: RMS 1.00.");
  });
});
