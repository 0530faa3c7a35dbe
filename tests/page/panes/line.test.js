/** The number lines and the scrubber, in a real browser: what is seen, dragged, and refused. */
import { normalize, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { cell, cellTexts, middleOf, press, withPage } from "../helpers/browser.js";
import { texts } from "../helpers/texts.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** One of a figure's lines. @param {Page} page @param {string} id @param {number} at */
const track = (page, id, at) => page.locator(`#${id}-line .track`).nth(at);

/** The middles of a line's beads, across, in the order of their elements. @param {Page} page @param {string} id @param {number} at */
const middles = (page, id, at) =>
  track(page, id, at)
    .locator(".bead")
    .evaluateAll((beads) =>
      beads.map((bead) => {
        const { left, width } = bead.getBoundingClientRect();
        return left + width / 2;
      }),
    );

/** Goes to a stage. @param {Page} page @param {string} id @param {number} stage */
const go = (page, id, stage) => page.locator(`#${id} .scrubber`).getByRole("slider").fill(String(stage));

/** Nothing moves from now on but as far as a test says. @param {Page} page */
async function stopClock(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: 0 });
}

/** Brings the beads that are on their way to a part of it, and says how many they are. @param {Page} page @param {number} part */
const advance = (page, part) =>
  page.evaluate((to) => {
    const moving = document.getAnimations().filter(({ effect }) => {
      const { target } = /** @type {KeyframeEffect} */ (effect);
      return target?.classList.contains("bead");
    });
    for (const animation of moving) animation.currentTime = to * Number(animation.effect?.getComputedTiming().endTime);
    return moving.length;
  }, part);

/** @param {readonly number[]} places */
const steps = (places) => places.slice(1).map((place, i) => place - places[i]);

describe("the lines", () => {
  test("slide, then shrink: order and proportions stay", () =>
    withPage({ query: "?row.x=4:10,20,40,50" }, async (page) => {
      await go(page, "row", 2);
      const [x, centred, out] = await Promise.all([0, 1, 2].map((at) => middles(page, "row", at)));
      const slide = centred.map((place, i) => place - x[i]);
      for (const by of slide) expect(by).toBeCloseTo(slide[0], 0);
      const [before, after] = [steps(centred), steps(out)];
      for (const i of [0, 1, 2]) expect(after[i] / after[0]).toBeCloseTo(before[i] / before[0], 1);
      const zero = await track(page, "row", 1).locator(".tick", { hasText: /^0$/ }).boundingBox();
      expect((zero?.x ?? 0) + (zero?.width ?? 0) / 2).toBeCloseTo((centred[1] + centred[2]) / 2, 0);
    }));

  test("say in words what they show", () =>
    withPage({}, async (page) => {
      const heading = page.locator("#row-line h3");
      expect(await heading.textContent()).toBe("The row as it came: it balances at its mean");
      expect(await track(page, "row", 1).getAttribute("aria-label")).toBe("x minus mean: still to come");
      await go(page, "row", 1);
      await expect.poll(() => heading.textContent()).toBe("The row slides until its mean is 0");
      await go(page, "row", 2);
      await expect.poll(() => heading.textContent()).toBe("The row slides to 0, then shrinks until its σ is 1.0000");
      expect(await page.locator("#row-line .operation").allTextContents()).toEqual(["− 30", "÷ 15.8114"]);
      expect(await page.locator("#row-line .note").textContent()).toMatch(/enlarged 28 times$/);
      expect(await track(page, "row", 2).getAttribute("aria-label")).toBe(
        "x normalized: −1.2649, −0.6325, 0.0000, 0.6325, 1.2649; mean 0.0000, standard deviation 1.0000",
      );
    }));

  test("of RMSNorm only shrink or stretch, and the second stop says so", () =>
    withPage({ query: "?family.center=false" }, async (page) => {
      const heading = page.locator("#family-line h3");
      await expect.poll(() => heading.textContent()).toContain("only stretches until its root mean square is 1.0000");
      expect(await page.locator("#family-line .track").count()).toBe(2);
      expect(await page.locator("#family-line .fulcrum").count()).toBe(0);
      expect(await page.locator("#family .stops button").allTextContents()).toEqual([
        "x",
        "mean stays",
        "÷ √(mean x² + eps)",
      ]);
      await go(page, "family", 1);
      await expect.poll(() => heading.textContent()).toContain("stays where it is: nothing is subtracted");
    }));

  test("say where eps is added", () =>
    withPage({ query: "?row.eps=0.1&row.epsAt=outside" }, async (page) => {
      expect(await page.locator("#row .stops button").nth(2).textContent()).toBe("÷ (√var + eps)");
      await go(page, "row", 2);
      await expect.poll(() => page.locator("#row-line .operation").last().textContent()).toBe("÷ 15.9114");
    }));

  test("of a constant row say that there is nothing to divide by", () =>
    withPage({ query: "?row.preset=constantRow&row.stage=2" }, async (page) => {
      await expect.poll(() => page.locator("#row-line h3").textContent()).toContain("has no spread to divide by");
      expect(await track(page, "row", 2).locator(".bead").count()).toBe(0);
      expect(await track(page, "row", 2).locator(".off-line").textContent()).toBe("5 × NaN");
    }));

  test("of the code without unsqueeze end where it raises an error", () =>
    withPage({ query: "?shapes.keepdim=false" }, async (page) => {
      await expect.poll(() => page.locator("#shapes-line h3").textContent()).toMatch(/raises an error|as it came/);
      expect(await page.locator("#shapes-line .track").count()).toBe(1);
    }));

  test("of many values are histograms, with the selected value to drag", () =>
    withPage({ query: "?three.preset=gpt2" }, async (page) => {
      await expect.poll(() => page.locator("#three-line .bar").count()).toBe(120);
      expect(await page.locator("#three-line .bead").count()).toBe(3);
      await cell(page, "three", "x", 5).click();
      await expect.poll(() => page.locator("#three-line .bead").first().getAttribute("data-element")).toBe("5");
      const before = await cellTexts(page, "three", "x");
      const { x, y } = await middleOf(track(page, "three", 0).locator(".bead"));
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 60, y, { steps: 4 });
      await page.mouse.up();
      const after = await cellTexts(page, "three", "x");
      expect(Number(after[5])).toBeGreaterThan(Number(before[5]));
      expect(after.filter((text, i) => text !== before[i])).toHaveLength(1);
    }));

  test("mark the bead of the cell that has the focus", () =>
    withPage({}, async (page) => {
      await cell(page, "row", "x", 0).focus();
      await press(page, "ArrowRight", "ArrowRight");
      const marked = page.locator('#row-line .bead[data-selected="true"]');
      expect(await marked.first().getAttribute("data-element")).toBe("2");
      expect(await page.locator("#row-line .bead-value").first().textContent()).toBe("30");
    }));
});

describe("dragging a bead", () => {
  test("keeps it under the pointer, flashes its dependents, and is one step to undo", () =>
    withPage({ query: "?row.stage=2" }, async (page) => {
      const bead = track(page, "row", 0).locator(".bead").nth(4);
      const { x, y } = await middleOf(bead);
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let step = 1; step <= 6; step++) await page.mouse.move(x - 30 * step, y + 3);
      await expect.poll(async () => Math.abs((await middleOf(bead)).x - (x - 180))).toBeLessThan(2);
      const flashed = await page
        .locator("#row-figure [data-flash]")
        .evaluateAll((cells) =>
          cells.map((c) => `${c.closest("[data-panel]")?.getAttribute("data-panel")} ${c.getAttribute("data-index")}`),
        );
      expect(flashed).toEqual(["x 4", "mean 0", "variance 0", ...[0, 1, 2, 3, 4].map((i) => `out ${i}`)]);
      await page.mouse.up();
      const moved = await cellTexts(page, "row", "x");
      expect(moved.slice(0, 4).map(Number)).toEqual([10, 20, 30, 40]);
      expect(await cellTexts(page, "row", "out")).toEqual(
        texts(normalize(tensor(moved.map(Number)), { correction: 1, eps: 0 }).data),
      );
      await page.locator("#row").getByRole("button", { name: "Undo" }).click();
      expect(await cellTexts(page, "row", "x")).toEqual(["10", "20", "30", "40", "50"]);
      expect(await page.locator("#row").getByRole("button", { name: "Undo" }).getAttribute("aria-disabled")).toBe(
        "true",
      );
    }));

  test("beyond the end of the line makes an outlier", () =>
    withPage({ query: "?row.stage=2" }, async (page) => {
      const bead = track(page, "row", 0).locator(".bead").nth(4);
      const { x, y } = await middleOf(bead);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 100, y, { steps: 5 });
      await page.mouse.up();
      expect(Number((await cellTexts(page, "row", "x"))[4])).toBeGreaterThan(54);
      const rail = await track(page, "row", 0).locator(".rail").boundingBox();
      expect((await middleOf(bead)).x).toBeLessThan((rail?.x ?? 0) + (rail?.width ?? 0));
    }));

  test("of nearly equal values moves them by as little", () =>
    withPage({ query: "?row.preset=nearlyEqual" }, async (page) => {
      const { x, y } = await middleOf(track(page, "row", 0).locator(".bead").nth(4));
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - 60, y, { steps: 4 });
      await page.mouse.up();
      const value = new URL(page.url()).searchParams.get("row.x") ?? "";
      await expect
        .poll(() => Number((new URL(page.url()).searchParams.get("row.x") ?? value).split(/[:,]/).at(-1)))
        .toBeGreaterThan(1.0003);
    }));

  test("with a finger: 44 px to press, the nearest bead moves, and the page does not scroll", () =>
    withPage({ viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true }, async (page) => {
      const bead = track(page, "row", 0).locator(".bead").nth(2);
      const { x, y } = await middleOf(bead);
      const area = await bead.evaluate((element) => {
        const { width, height } = getComputedStyle(element, "::after");
        return [width, height].map(parseFloat);
      });
      for (const size of area) expect(size).toBeGreaterThanOrEqual(44);
      const scrolled = await page.evaluate(() => window.scrollY);
      const client = await page.context().newCDPSession(page);
      const touch = (
        /** @type {"touchStart" | "touchMove" | "touchEnd"} */ type,
        /** @type {number[][]} */ ...points
      ) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([px, py]) => ({ x: px, y: py })) });
      await touch("touchStart", [x + 4, y + 12]);
      for (let step = 1; step <= 6; step++) await touch("touchMove", [x + 4 + 5 * step, y + 12 + 10 * step]);
      await touch("touchEnd");
      await expect.poll(async () => Number((await cellTexts(page, "row", "x"))[2])).toBeGreaterThan(33);
      expect((await cellTexts(page, "row", "x")).filter((_, i) => i !== 2).map(Number)).toEqual([10, 20, 40, 50]);
      expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
    }));

  test("is refused where the lesson has fixed the values; a press still selects", () =>
    withPage({ query: "?lock=x" }, async (page) => {
      const { x, y } = await middleOf(track(page, "row", 0).locator(".bead").nth(3));
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - 100, y, { steps: 4 });
      await page.mouse.up();
      expect(await cellTexts(page, "row", "x")).toEqual(["10", "20", "30", "40", "50"]);
      expect(await page.locator('#row-line .bead[data-selected="true"]').first().getAttribute("data-element")).toBe(
        "3",
      );
    }));
});

describe("the scrubber", () => {
  test("never moves by itself, and goes by keys and by its names", () =>
    withPage({}, async (page) => {
      const slider = page.locator("#row .scrubber").getByRole("slider");
      await page.waitForTimeout(500);
      expect(await slider.inputValue()).toBe("0");
      await slider.focus();
      await press(page, "ArrowRight");
      expect(await slider.getAttribute("aria-valuetext")).toBe("x minus its mean");
      await page.locator("#row .stops button").nth(2).click();
      expect(await slider.inputValue()).toBe("2");
      expect(await slider.getAttribute("aria-valuetext")).toBe("divided by the standard deviation");
    }));

  test("stays where the lesson has fixed it, and says so", () =>
    withPage({ query: "?lock=stage&row.stage=1" }, async (page) => {
      const slider = page.locator("#row .scrubber").getByRole("slider");
      await slider.focus();
      await press(page, "ArrowRight");
      expect(await slider.inputValue()).toBe("1");
      await page.locator("#row .stops button").nth(2).click();
      expect(await slider.inputValue()).toBe("1");
      await expect.poll(() => page.locator("#narration").textContent()).toContain("the stage");
    }));

  test("moves the beads, and can be turned back on the way", () =>
    withPage({ reducedMotion: "no-preference" }, async (page) => {
      const opacity = () =>
        track(page, "row", 1)
          .locator(".bead")
          .first()
          .evaluate((bead) => Number(getComputedStyle(bead).opacity));
      await stopClock(page);
      expect(await opacity()).toBe(0);
      await go(page, "row", 1);
      await expect.poll(() => advance(page, 0.5)).toBeGreaterThan(0);
      const onTheWay = await opacity();
      expect(onTheWay).toBeGreaterThan(0);
      expect(onTheWay).toBeLessThan(1);
      await go(page, "row", 0);
      await expect.poll(() => advance(page, 0.5)).toBeGreaterThan(0);
      expect(await opacity()).toBeLessThan(onTheWay);
      await advance(page, 1);
      expect(await opacity()).toBe(0);
      await go(page, "row", 1);
      await expect.poll(() => advance(page, 1)).toBeGreaterThan(0);
      expect(await opacity()).toBe(1);
    }));

  test("puts them there at once for those who want less motion", () =>
    withPage({}, async (page) => {
      await go(page, "row", 2);
      const running = await page.evaluate(
        () => document.getAnimations().filter(({ playState }) => playState === "running").length,
      );
      expect(running).toBe(0);
      const opacities = await page
        .locator("#row-line .bead")
        .evaluateAll((beads) => beads.map((bead) => getComputedStyle(bead).opacity));
      expect(new Set(opacities)).toEqual(new Set(["1"]));
    }));
});
