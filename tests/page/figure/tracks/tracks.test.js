/** The tracks of any figure, in a real browser: what is seen, dragged, and refused. */
import { moments, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { derive } from "../../../../web/page/figure/values/derive.js";
import { originalOf } from "../../../../web/page/figure/values/presets.js";
import { INITIAL } from "../../../../web/page/store/state.js";
import { drawTracks } from "../../../../web/page/figure/tracks/svg.js";
import { useBrowser } from "../../../chromium.js";
import { cell, cellTexts, middleOf, press, withSection } from "../../helpers/browser.js";
import { plain } from "../../helpers/texts.js";
import { balance, dot, dotsOf, drag, numbersOf, pull, scaleOf, tracksOf } from "../../helpers/tracks.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** @param {Page} page @param {string} id */
const offAxis = async (page, id) => (await tracksOf(page, id).locator(".off-axis").allTextContents()).map(plain);

/** @param {Page} page @param {string} id @param {number} stage */
const go = (page, id, stage) => tracksOf(page, id).locator(".stops button").nth(stage).click();

for (const [id, writer] of /** @type {const} */ ([
  ["family", "axis"],
  ["dim", "band"],
]))
  test(`−1 and 1 are written once: in “${id}” by the ${writer}`, () =>
    withSection(id, {}, async (page) => {
      const ticks = await tracksOf(page, id).locator(".track-axis span").allTextContents();
      expect(ticks.includes("1")).toBe(writer === "axis");
      expect(await tracksOf(page, id).locator(".band[data-labelled]").count()).toBe(writer === "band" ? 1 : 0);
    }));

describe("what leaves the axis", () => {
  test("waits at its edge with an arrow, and its numbers stand in one line", () =>
    withSection("row", { query: "?row.preset=tens" }, async (page) => {
      expect(await offAxis(page, "row")).toEqual(["4: 20.00 to 50.00 ▸"]);
      expect(await tracksOf(page, "row").locator('.dot[data-edge="high"]').count()).toBe(4);
      await go(page, "row", 1);
      await expect.poll(() => offAxis(page, "row")).toEqual(["◂ -20.00", "20.00 ▸"]);
      await go(page, "row", 2);
      await expect.poll(() => offAxis(page, "row")).toEqual([]);
      expect(await numbersOf(page, "row")).toEqual([[0, 1]]);
    }));

  test("on a constant row without eps says NaN, and its dots can still be moved", () =>
    withSection("row", { query: "?row.preset=constantRow&row.stage=2&row.eps=0" }, async (page) => {
      await expect.poll(() => offAxis(page, "row")).toEqual(["5 × NaN"]);
      expect(await numbersOf(page, "row")).toEqual([[]]);
      expect(await tracksOf(page, "row").locator(".dot[data-lost]").count()).toBe(5);
      await dot(page, "row", 2).focus();
      await press(page, "Alt+ArrowLeft");
      await expect.poll(() => offAxis(page, "row")).toEqual([]);
      expect(await numbersOf(page, "row")).toEqual([[0, 1]]);
      expect(await tracksOf(page, "row").locator(".dot[data-lost]").count()).toBe(0);
    }));
});

describe("other normalizations", () => {
  test("RMSNorm has no fulcrum, its ruler is about 0, and its second stop says that the mean stays", () =>
    withSection("family", { query: "?family.center=false" }, async (page) => {
      const tracks = tracksOf(page, "family");
      expect(await tracks.locator(".fulcrum").count()).toBe(0);
      expect((await tracks.locator(".stops button").allTextContents()).slice(0, 3)).toEqual([
        "x",
        "mean stays",
        "÷ RMS",
      ]);
      await go(page, "family", 2);
      await expect.poll(async () => new Set((await numbersOf(page, "family")).flat())).toEqual(new Set([1]));
      const { valueAt } = await scaleOf(page, "family");
      const [left, right] = await tracks
        .locator(".ruler")
        .first()
        .evaluate((ruler) => [ruler.getBoundingClientRect().left, ruler.getBoundingClientRect().right]);
      expect(valueAt(left)).toBeCloseTo(-1, 1);
      expect(valueAt(right)).toBeCloseTo(1, 1);
    }));

  test("the code without unsqueeze ends where it raises an error", () =>
    withSection("shapes", { query: "?shapes.preset=book&shapes.keepdim=false&shapes.stage=2" }, async (page) => {
      expect(await tracksOf(page, "shapes").locator(".raised").textContent()).toMatch(/raises an error/);
      const before = originalOf({ preset: "book", shape: [], x: null }).values;
      for (const { element, value } of await dotsOf(page, "shapes")) expect(value).toBeCloseTo(before[element], 1);
      expect(await tracksOf(page, "shapes").locator(".ruler").count()).toBe(0);
    }));

  test("or shows what it computes, which no mean and spread belong to", () =>
    withSection("shapes", { query: "?shapes.preset=square&shapes.keepdim=false&shapes.stage=2" }, async (page) => {
      const figure = { ...INITIAL.shapes, preset: "square", keepdim: false };
      const { naive, normalized } = derive(originalOf(figure), figure);
      if ("error" in naive) throw new Error("a square raises nothing");
      const dots = await dotsOf(page, "shapes");
      for (const { element, value } of dots) expect(value).toBeCloseTo(Math.min(naive.normalized[element], 12), 1);
      expect(dots.some(({ element, value }) => Math.abs(value - normalized[element]) > 0.1)).toBe(true);
      expect(await tracksOf(page, "shapes").locator(".ruler").count()).toBe(0);
    }));
});

describe("many numbers", () => {
  test("are a density, with the selected one as a dot to drag, and a window of dots on demand", () =>
    withSection("three", { query: "?three.preset=gpt2&three.at=out:5" }, async (page) => {
      const tracks = tracksOf(page, "three");
      expect(await tracks.locator("canvas.density").count()).toBe(8);
      const inked = await tracks
        .locator("canvas.density")
        .first()
        .evaluate((canvas) => {
          const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
          const image = /** @type {HTMLCanvasElement} */ (canvas).getContext("2d")?.getImageData(0, 0, width, height);
          return image?.data.some((byte) => byte > 0);
        });
      expect(inked).toBe(true);
      expect(await tracks.locator(".dot").count()).toBe(1);
      const before = await cellTexts(page, "three", "x");
      await drag(page, dot(page, "three", 5), 80);
      const after = await cellTexts(page, "three", "x");
      expect(after.filter((text, i) => text !== before[i])).toHaveLength(1);
      expect(Number(after[5])).toBeGreaterThan(Number(before[5]));
      await tracks.getByRole("button", { name: "Show 24 of 768" }).click();
      await expect.poll(() => tracks.locator(".dot").count()).toBe(24 * 8);
      await tracks.getByRole("button", { name: "Hide 24" }).click();
      await expect.poll(() => tracks.locator(".dot").count()).toBe(1);
    }));

  test("of groups are twelve tracks at a time, the selected one among them", () =>
    withSection("three", { query: "?three.preset=random&three.shape=5x8x4" }, async (page) => {
      const tracks = tracksOf(page, "three");
      const groups = () =>
        tracks.locator(".track").evaluateAll((all) => all.map((each) => Number(each.getAttribute("data-group"))));
      const pager = tracks.locator(".track-pager");
      expect(await groups()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
      expect(await pager.textContent()).toContain("tracks 1 to 12 of 40");
      expect(await pager.getByRole("button", { name: "Earlier" }).getAttribute("aria-disabled")).toBe("true");
      await pager.getByRole("button", { name: "Later" }).click();
      await expect.poll(groups).toEqual([12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]);
      await cell(page, "three", "x", 4 * 30).click();
      await expect.poll(async () => (await groups()).includes(30)).toBe(true);
      await pager.getByRole("button", { name: "Earlier" }).click();
      await pager.getByRole("button", { name: "Earlier" }).click();
      await expect.poll(async () => (await groups())[0]).toBe(0);
    }));
});

describe("dragging a dot", () => {
  test("keeps it under the pointer, flashes its dependents, and is one step to undo", () =>
    withSection("row", { query: "?row.x=5:1,2,-1,0.5,2.5" }, async (page) => {
      const last = dot(page, "row", 4);
      const { x, y } = await middleOf(last);
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let step = 1; step <= 6; step++) await page.mouse.move(x - 30 * step, y + 3);
      await expect.poll(async () => Math.abs((await middleOf(last)).x - (x - 180))).toBeLessThan(4);
      await expect.poll(() => page.locator('#row-figure [data-panel="x"] [data-flash]').count()).toBe(1);
      await page.mouse.up();
      const moved = (await cellTexts(page, "row", "x")).map(Number);
      expect(moved.slice(0, 4)).toEqual([1, 2, -1, 0.5]);
      const { mean } = moments(tensor(moved), { dim: 0 });
      expect((await numbersOf(page, "row"))[0][0]).toBeCloseTo(mean.data[0], 2);
      await page.locator("#row").getByRole("button", { name: "Undo" }).click();
      await expect.poll(async () => (await cellTexts(page, "row", "x")).map(Number)).toEqual([1, 2, -1, 0.5, 2.5]);
    }));

  test("with a finger: 44 px to press, the nearest dot moves, and the page does not scroll", () =>
    withSection("row", { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true }, async (page) => {
      const target = dot(page, "first", 21);
      const { x, y } = await middleOf(target);
      const area = await target.evaluate((element) => {
        const { width, height } = getComputedStyle(element, "::after");
        return [width, height].map(parseFloat);
      });
      for (const size of area) expect(size).toBeGreaterThanOrEqual(44);
      const scrolled = await page.evaluate(() => window.scrollY);
      const before = await numbersOf(page, "first");
      const client = await page.context().newCDPSession(page);
      const touch = (
        /** @type {"touchStart" | "touchMove" | "touchEnd"} */ type,
        /** @type {number[][]} */ ...points
      ) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([px, py]) => ({ x: px, y: py })) });
      await touch("touchStart", [x + 4, y + 8]);
      for (let step = 1; step <= 6; step++) await touch("touchMove", [x + 4 - 10 * step, y + 8 - 10 * step]);
      await touch("touchEnd");
      await expect.poll(async () => (await numbersOf(page, "first"))[3][1]).toBeLessThan(before[3][1] - 0.3);
      expect((await numbersOf(page, "first")).slice(0, 3)).toEqual(before.slice(0, 3));
      expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
    }));
});

describe("the slider", () => {
  test("never moves by itself, and goes by its stops", () =>
    withSection("row", {}, async (page) => {
      const slider = tracksOf(page, "row").getByRole("slider");
      const first = await slider.inputValue();
      await page.waitForTimeout(500);
      expect(await slider.inputValue()).toBe(first);
      await go(page, "row", 2);
      await expect.poll(() => slider.inputValue()).toBe("2");
      expect(await slider.getAttribute("aria-valuetext")).toBe("divided by the standard deviation");
      await page.locator("#row").getByRole("radio", { name: "n − 1", exact: true }).check();
      await expect
        .poll(() => slider.getAttribute("aria-valuetext"))
        .toBe("divided by the standard deviation over n minus 1");
      expect(await slider.inputValue()).toBe("2");
    }));

  test("stays where the lesson has fixed it, and says so", () =>
    withSection("row", { query: "?lock=stage&row.stage=1" }, async (page) => {
      const slider = tracksOf(page, "row").getByRole("slider");
      await slider.focus();
      await press(page, "ArrowRight");
      expect(await slider.inputValue()).toBe("1");
      await go(page, "row", 2);
      await pull(page, "row", 2);
      expect(await slider.inputValue()).toBe("1");
      await expect.poll(() => page.locator("#narration").textContent()).toContain("the stage");
    }));

  test("held between two stops leaves the tracks between them, and comes to rest on the nearest", () =>
    withSection("row", {}, async (page) => {
      const slider = tracksOf(page, "first").getByRole("slider");
      const stops = tracksOf(page, "first").locator(".stops button");
      const [x, centred] = [await middleOf(stops.nth(0)), await middleOf(stops.nth(1))];
      const { y } = await middleOf(slider);
      const [before] = (await balance(page, "first")).fulcrums;
      await page.mouse.move(x.x, y);
      await page.mouse.down();
      await page.mouse.move(x.x + (centred.x - x.x) * 0.4, y, { steps: 4 });
      const [between] = (await balance(page, "first")).fulcrums;
      expect(between).toBeLessThan(before - 0.5);
      expect(between).toBeGreaterThan(0.5);
      await page.mouse.up();
      await expect.poll(async () => (await balance(page, "first")).fulcrums[0]).toBeCloseTo(before, 1);
    }));
});

describe("as a drawing", () => {
  const palette = {
    paper: "#ffffff",
    ink: "#000000",
    soft: "#555555",
    hues: ["#7a3fd6", "#b8246f", "#5c6b10", "#0f6f94", "#8a5220", "#4d5a70"],
    cell: () => ({ fill: "#eeeeee", ink: "#000000" }),
  };
  /** @param {Partial<import("../../../../web/page/store/state.js").Figure>} change */
  function drawn(change) {
    const figure = { ...INITIAL.first, ...change };
    return drawTracks(figure, derive(originalOf(figure), figure), palette);
  }

  test("has every dot, fulcrum, ruler and name", () => {
    const { body } = drawn({ stage: 2 });
    expect(body.match(/<circle/g)).toHaveLength(24);
    expect(body.match(/l-8 12h16z/g)).toHaveLength(4);
    expect(body.match(/mean 0\.00, spread 1\.00/g)).toHaveLength(4);
    for (const name of ["every", "effort", "moves", "you"]) expect(body).toContain(`“${name}”`);
  });

  test("says what lies beyond its axis", () => {
    expect(drawn({ preset: "tens", dims: [0], at: { panel: "out", index: 0 } }).body).toContain("4: 20.00 to 50.00 ▸");
  });
});
