/** The first screen: what it is about is seen at once, and can be pulled, dragged and turned. */
import { layerNorm, moments, normalize, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { presets } from "../../../web/page/figure/values/presets.js";
import { readQuery } from "../../../web/page/link/read.js";
import { useBrowser } from "../../chromium.js";
import { middleOf, press, withPage } from "../helpers/browser.js";
import { balance, dot, dotsOf, drag, numbersOf, pull, scaleOf, tracksOf } from "../helpers/tracks.js";
import { plain } from "../helpers/texts.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** The page as it opens, with no section alive but the first. @type {typeof withPage} */
const withFirst = (options, test) => withPage({ opened: "first", busy: true, ...options }, test);

const { shape, tensor: make } = presets.fourWords;
const X = make();
/** D's number 3. */
const OUTLIER = 21;

/** @param {ArrayLike<number>} values @param {number} dim */
const statisticsOf = (values, dim) => {
  const { mean, variance } = moments(tensor(Float32Array.from(values), [...shape]), { dim, correction: 0 });
  return Array.from(mean.data, (m, i) => [m, Math.sqrt(variance.data[i])]);
};

/** @param {number} dim */
const normalizedOver = (dim) => normalize(tensor(X, [...shape]), { dim, correction: 0, eps: 1e-5 }).data;

/**
 * What the page says about each track, and what the package's API gives.
 * @param {number[][]} said
 * @param {number[][]} meant
 */
function expectNumbers(said, meant) {
  expect(said.map((pair) => pair.length)).toEqual(meant.map(() => 2));
  // Two decimals are shown.
  said.forEach((pair, i) => pair.forEach((value, k) => expect(Math.abs(value - meant[i][k])).toBeLessThan(0.00501)));
}

/** The numbers of a small grid. @param {Page} page @param {"before" | "after"} name */
const gridOf = async (page, name) => {
  const grid = page.locator("#first .small-grid", { hasText: name });
  return (await grid.locator("[role=img] > span").allTextContents()).map(plain);
};

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

for (const viewport of SIZES) {
  describe(`at ${viewport.width} x ${viewport.height}`, () => {
    test("headline, figure and slider with its labels are seen without scrolling", () =>
      withFirst({ viewport }, async (page) => {
        const parts = ["h2", ".prose >> nth=0", ".segmented", ".tracks .track >> nth=3", ".stage-slider"];
        for (const part of parts) {
          const box = await page.locator("#first").locator(part).first().boundingBox();
          expect(box?.y, part).toBeGreaterThanOrEqual(0);
          expect((box?.y ?? 0) + (box?.height ?? NaN), part).toBeLessThanOrEqual(viewport.height);
        }
        expect(await page.evaluate(() => scrollY)).toBe(0);
      }));

    test("the slider, pulled, brings every fulcrum to 0 and every ruler to 1", () =>
      withFirst({ viewport }, async (page) => {
        const before = await balance(page, "first");
        const meant = statisticsOf(X, -1);
        before.fulcrums.forEach((at, i) => expect(at).toBeCloseTo(meant[i][0], 1));
        before.rulers.forEach((length, i) => expect(length).toBeCloseTo(meant[i][1], 1));
        await pull(page, "first", 1);
        const centred = await balance(page, "first");
        for (const at of centred.fulcrums) expect(at).toBeCloseTo(0, 1);
        centred.rulers.forEach((length, i) => expect(length).toBeCloseTo(meant[i][1], 1));
        await pull(page, "first", 2);
        const { fulcrums, rulers } = await balance(page, "first");
        expect([fulcrums.length, rulers.length]).toEqual([4, 4]);
        for (const at of fulcrums) expect(at).toBeCloseTo(0, 1);
        for (const length of rulers) expect(length).toBeCloseTo(1, 1);
        expect(await numbersOf(page, "first")).toEqual([0, 1, 2, 3].map(() => [0, 1]));
      }));
  });
}

describe("another dim", () => {
  test("moves every dot to its column's track, with the numbers that the kernels give", () =>
    withFirst({}, async (page) => {
      await page.locator("#first").getByRole("radio", { name: "dim 0" }).check();
      expectNumbers(await numbersOf(page, "first"), statisticsOf(X, 0));
      const dots = await dotsOf(page, "first");
      expect(dots).toHaveLength(24);
      for (const { element, track, label, value } of dots) {
        expect(track).toBe(element % 6);
        expect(label).toBe("ABCD"[Math.floor(element / 6)]);
        expect(value).toBeCloseTo(X[element], 1);
      }
      await pull(page, "first", 2);
      const normalized = normalizedOver(0);
      for (const { element, value } of await dotsOf(page, "first")) expect(value).toBeCloseTo(normalized[element], 1);
      expect((await gridOf(page, "after")).map(Number)).toEqual(
        Array.from(normalized, (value) => Number(value.toFixed(1)) + 0),
      );
    }));

  test("and all dims together make one track of 24", () =>
    withFirst({}, async (page) => {
      await page.locator("#first").getByRole("radio", { name: "all" }).check();
      const { mean, variance } = moments(tensor(X, [...shape]), { dim: [0, 1], correction: 0 });
      expectNumbers(await numbersOf(page, "first"), [[mean.data[0], Math.sqrt(variance.data[0])]]);
      expect(new Set((await dotsOf(page, "first")).map(({ track }) => track))).toEqual(new Set([0]));
    }));

  test("is where the dots fly to; for those who want less motion they are there at once", async () => {
    const flying = (/** @type {Page} */ page) =>
      page.evaluate(
        () =>
          document.getAnimations().filter(({ effect }) => {
            const { target } = /** @type {KeyframeEffect} */ (effect);
            return target?.matches("#first .dot");
          }).length,
      );
    const turn = async (/** @type {Page} */ page) => {
      await page.locator("#first label", { hasText: "dim 0" }).click();
      return flying(page);
    };
    await withFirst({ reducedMotion: "no-preference" }, async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Animation.enable");
      await session.send("Animation.setPlaybackRate", { playbackRate: 0.01 });
      expect(await turn(page)).toBeGreaterThan(20);
    });
    await withFirst({ reducedMotion: "reduce" }, async (page) => expect(await turn(page)).toBe(0));
  });
});

describe("dragging D’s number 3", () => {
  const WORDS = [0, 1, 2, 3];

  test("changes row D alone, and is one step to undo", () =>
    withFirst({}, async (page) => {
      const before = await numbersOf(page, "first");
      const { pixels } = await scaleOf(page, "first");
      await drag(page, dot(page, "first", OUTLIER), -3 * pixels);
      const dots = await dotsOf(page, "first");
      const moved = dots.filter(({ element, value }) => Math.abs(value - X[element]) > 0.1);
      expect(moved.map(({ element }) => element)).toEqual([OUTLIER]);
      expect(moved[0].value).toBeCloseTo(2.2, 1);
      const after = await numbersOf(page, "first");
      expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
      const now = Array.from(X);
      now[OUTLIER] = Number((await dot(page, "first", OUTLIER).getAttribute("aria-label"))?.split(" ").at(-1));
      expect(now[OUTLIER]).toBeCloseTo(2.2, 1);
      expectNumbers(after, statisticsOf(now, -1));
      await page.locator("#first").getByRole("button", { name: "Undo" }).click();
      expect(await numbersOf(page, "first")).toEqual(before);
      expect(await page.locator("#first").getByRole("button", { name: "Undo" }).getAttribute("aria-disabled")).toBe(
        "true",
      );
    }));

  test("after a stage pulls its ghost: all of row D follow, nobody else does", () =>
    withFirst({ query: "?first.stage=2" }, async (page) => {
      const before = await dotsOf(page, "first");
      const { pixels } = await scaleOf(page, "first");
      await drag(page, tracksOf(page, "first").locator(".ghost"), -4 * pixels);
      const after = await dotsOf(page, "first");
      const moved = after.filter(({ value }, i) => Math.abs(value - before[i].value) > 0.02);
      expect(new Set(moved.map(({ track }) => WORDS[track]))).toEqual(new Set([3]));
      expect(moved.length).toBeGreaterThan(4);
      expect((await numbersOf(page, "first"))[3]).toEqual([0, 1]);
    }));

  test("under dim 0 changes column 3 alone", () =>
    withFirst({ query: "?first.stage=2&first.dims=0" }, async (page) => {
      const before = await dotsOf(page, "first");
      const { pixels } = await scaleOf(page, "first");
      await drag(page, dot(page, "first", OUTLIER), -4 * pixels);
      const after = await dotsOf(page, "first");
      const moved = after.filter(({ value }, i) => Math.abs(value - before[i].value) > 0.02);
      expect(moved.length).toBeGreaterThanOrEqual(3);
      expect(moved.every(({ element, track }) => element % 6 === 3 && track === 3)).toBe(true);
    }));

  test("is heard, and kept in the link", () =>
    withFirst({}, async (page) => {
      const { pixels } = await scaleOf(page, "first");
      await drag(page, dot(page, "first", OUTLIER), -3 * pixels);
      await expect
        .poll(() => page.locator("#narration").textContent())
        .toMatch(/^2\.\d+\. Row D: mean 0\.\d+, spread [01]\.\d+; after: mean 0\.00, spread 1\.00\.$/);
      await expect.poll(() => new URL(page.url()).searchParams.get("first.x")).toMatch(/@21:2\.|:/);
      // Where the drag took long, link and sentence are those of its middle for a while.
      await expect
        .poll(async () => {
          const [heard = ""] = /^2\.\d+/.exec((await page.locator("#narration").textContent()) ?? "") ?? [];
          const { x } = readQuery(new URL(page.url()).search).state.first;
          return x?.values[OUTLIER].toFixed(heard.length - 2) === heard;
        })
        .toBe(true);
      const said = await numbersOf(page, "first");
      await page.reload();
      await expect.poll(() => numbersOf(page, "first")).toEqual(said);
    }));

  test("is refused where the lesson has fixed the values; a press still selects", () =>
    withFirst({ query: "?lock=x" }, async (page) => {
      const before = await gridOf(page, "before");
      await drag(page, dot(page, "first", 20), 100);
      expect(await gridOf(page, "before")).toEqual(before);
      expect(await dot(page, "first", 20).getAttribute("aria-pressed")).toBe("true");
    }));
});

describe("weight and bias", () => {
  test("at the last stage are those that were learned", () =>
    withFirst({ query: "?first.stage=3" }, async (page) => {
      const options = {
        weight: tensor([1.5, 0.5, 1, 1, 1.25, 0.75]),
        bias: tensor([0, 0.5, -0.5, 1, 0, -1]),
        eps: 1e-5,
      };
      const y = layerNorm(tensor(X, [...shape]), [6], options).data;
      for (const { element, value } of await dotsOf(page, "first")) expect(value).toBeCloseTo(y[element], 1);
    }));
});

describe("by keyboard", () => {
  test("the slider goes from stop to stop, and says what was done", () =>
    withFirst({}, async (page) => {
      const slider = tracksOf(page, "first").getByRole("slider");
      await slider.focus();
      await press(page, "ArrowRight");
      expect(await slider.getAttribute("aria-valuetext")).toBe("x minus its mean");
      await press(page, "End");
      expect(await slider.getAttribute("aria-valuetext")).toBe("times weight plus bias");
      await press(page, "Home", "PageUp", "PageUp");
      await expect
        .poll(() => page.locator("#narration").textContent())
        .toMatch(/^Stage: normalized\. Row A: mean 0\.00, spread 1\.00; row B: /);
    }));

  test("arrows go from dot to dot, and with Alt move one", () =>
    withFirst({}, async (page) => {
      const at = () => page.evaluate(() => Number(document.activeElement?.getAttribute("data-element")));
      await dot(page, "first", OUTLIER).focus();
      await press(page, "ArrowLeft");
      // Of D, the next one to the left of 5.2 is 0.4.
      await expect.poll(at).toBe(22);
      await press(page, "ArrowUp");
      await expect.poll(at).toBe(16);
      await press(page, "End");
      // Of C, 0.6 is the farthest to the right.
      await expect.poll(at).toBe(15);
      await press(page, "Alt+ArrowRight", "Alt+ArrowRight");
      await expect.poll(async () => (await gridOf(page, "before"))[15]).toBe("0.8");
      expect(await at()).toBe(15);
    }));
});

test("no number of the small grids is −0.0", () =>
  withFirst({}, async (page) => {
    for (const query of ["", "?first.dims=0", "?first.dims=0,1"]) {
      await page.goto(page.url().split("?")[0] + query);
      await page.locator("#first[data-open]").waitFor();
      const all = [...(await gridOf(page, "before")), ...(await gridOf(page, "after"))];
      expect(all).toHaveLength(48);
      expect(all).not.toContain("-0.0");
    }
    expect((await middleOf(tracksOf(page, "first"))).x).toBeGreaterThan(0);
  }));
