/** BatchNorm's section in a browser: batches arrive, the modes differ, and tokens move. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { hundredths } from "../../../web/page/sections/batch/sentences.js";
import { bitsOf, CHANCES, entropyOf, placesOf } from "../../../web/page/sections/batch/leak.js";
import { MOST_TRAINED, OVERS } from "../../../web/page/sections/batch/limits.js";
import { outOf, training } from "../../../web/page/sections/batch/stream.js";
import { withSection } from "../helpers/browser.js";
import { violationsIn } from "../helpers/everyone.js";
import { plain, said } from "../helpers/texts.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

const figure = (/** @type {Page} */ page) => page.locator("#batch-figure");
const strip = (/** @type {Page} */ page) => said(figure(page).locator(".result-strip"));
const press = (/** @type {Page} */ page, /** @type {string} */ name) =>
  figure(page).getByRole("button", { name, exact: true }).click();
const mode = (/** @type {Page} */ page, /** @type {"train" | "eval"} */ to) =>
  figure(page).getByRole("radio", { name: to }).check();
const outs = async (/** @type {Page} */ page) =>
  (await figure(page).locator("table tr:nth-child(2) td").allTextContents()).map(plain);

/** @param {number} trained @param {"train" | "eval"} as */
function expected(trained, as) {
  const seen = training().trained[trained - 1];
  return Array.from(outOf(seen.x, as, seen), (value) => plain(hundredths(value)));
}

describe("mini-batches", () => {
  test("arrive one at a time, and both modes show what the package computes", () =>
    withSection("batch", {}, async (page) => {
      expect(await outs(page)).toEqual(expected(1, "train"));
      await press(page, "Next batch");
      await press(page, "Next batch");
      expect(await said(figure(page).locator(".batch-count"))).toBe(`batch 3 of ${MOST_TRAINED}`);
      expect(await outs(page)).toEqual(expected(3, "train"));
      expect(await strip(page)).toMatch(/out: mean 0\.00 spread 1\.00/);
      await mode(page, "eval");
      expect(await outs(page)).toEqual(expected(3, "eval"));
      expect(await strip(page)).toContain("By what it has kept from 3 batches");
      await figure(page).getByRole("button", { name: "Undo" }).click();
      expect(await outs(page)).toEqual(expected(3, "train"));
    }));

  test("in eval mode move nothing that is kept", () =>
    withSection("batch", { query: "?batch.trained=9&batch.mode=eval" }, async (page) => {
      const kept = () => figure(page).locator(".batch-chart h3 strong").allTextContents();
      const before = await kept();
      await press(page, "Next batch");
      await press(page, "Next batch");
      expect(await said(figure(page).locator(".batch-count"))).toBe("new batch 2 of 20");
      expect(await kept()).toEqual(before);
      expect(await strip(page)).toContain("2 batches in eval mode moved neither");
    }));

  test("run to the end by themselves, and undo takes the run back", () =>
    withSection("batch", {}, async (page) => {
      await press(page, "Run");
      await expect
        .poll(() => said(figure(page).locator(".batch-count")))
        .toBe(`batch ${MOST_TRAINED} of ${MOST_TRAINED}`);
      expect(new URL(page.url()).searchParams.get("batch.trained") ?? "").toMatch(/^(40)?$/);
      await figure(page).getByRole("button", { name: "Undo" }).click();
      expect(await said(figure(page).locator(".batch-count"))).toBe(`batch 1 of ${MOST_TRAINED}`);
    }));

  test("keep the card's height, in every mode", () =>
    withSection("batch", { viewport: { width: 1280, height: 800 } }, async (page) => {
      const height = async () => (await figure(page).boundingBox())?.height;
      const before = await height();
      await mode(page, "eval");
      expect(await height()).toBe(before);
      await press(page, "Run");
      await expect.poll(() => said(figure(page).locator(".batch-count"))).toBe("new batch 20 of 20");
      expect(await height()).toBe(before);
    }));

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ]) {
    test(`control, strip and what comes out are in view together at ${width} px`, () =>
      withSection("batch", { viewport: { width, height } }, async (page) => {
        await figure(page)
          .locator(".toolbar")
          .evaluate((bar) => scrollBy(0, bar.getBoundingClientRect().top - 70));
        for (const part of [".primary", ".segmented", ".result-strip", ".batch-chart svg", "table tr:nth-child(2)"]) {
          const box = await figure(page).locator(part).first().boundingBox();
          expect(box?.y, part).toBeGreaterThanOrEqual(0);
          expect((box?.y ?? 0) + (box?.height ?? 0), part).toBeLessThanOrEqual(height);
        }
      }));
  }
});

describe("tokens", () => {
  const card = (/** @type {Page} */ page) => page.locator("#batch-tokens");
  const moved = (/** @type {Page} */ page, /** @type {string} */ panel) =>
    card(page).locator(`.batch-panel[data-panel="${panel}"] tr[data-moved]`).count();

  test("over features stay as they are; over batch and tokens a later word moves the earlier ones", () =>
    withSection("batch", {}, async (page) => {
      expect(await moved(page, "over batch and tokens")).toBe(0);
      await card(page).getByRole("radio", { name: "ran" }).check();
      expect(await moved(page, "over features")).toBe(0);
      expect(await moved(page, "over batch and tokens")).toBe(4);
      expect(await said(card(page).locator(".result-strip"))).toMatch(
        /over features \[.*\] as at first over batch and tokens \[.*\] moved by up to 0\.\d+/,
      );
    }));

  test("padding moves them, too, and the card keeps its height", () =>
    withSection("batch", {}, async (page) => {
      const height = async () => (await card(page).boundingBox())?.height;
      const before = await height();
      await card(page).locator("#batch-padded").focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("End");
      expect(await moved(page, "over batch and tokens")).toBe(5);
      expect(await moved(page, "over features")).toBe(0);
      expect(await height()).toBe(before);
      await expect.poll(() => new URL(page.url()).searchParams.get("batch.padded")).toBe("5");
    }));
});

describe("the next letter", () => {
  const card = (/** @type {Page} */ page) => page.locator("#batch-leak");
  /** @param {(typeof OVERS)[number]} over @param {number} read @param {number} noise */
  const row = (over, read, noise) =>
    Object.values(CHANCES).map(
      (chances) => `${bitsOf(placesOf(over, read), chances, noise).toFixed(2)} of ${entropyOf(chances).toFixed(2)}`,
    );
  const rows = (/** @type {Page} */ page) =>
    card(page)
      .locator(".batch-bits tbody tr")
      .evaluateAll((all) => all.map((each) => Array.from(each.querySelectorAll("td"), (cell) => cell.textContent)));

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ]) {
    test(`is told in bits, beside the hand, at ${width} px`, () =>
      withSection(
        "batch",
        { explained: false, viewport: { width, height }, hasTouch: width < 720, isMobile: width < 720 },
        async (page) => {
          const strip = () => said(card(page).locator(".result-strip"));
          const opens = page.getByRole("button", { name: "How much of the next letter is revealed?" });
          expect(await card(page).count()).toBe(0);
          await opens.click();
          expect(await opens.getAttribute("aria-expanded")).toBe("true");
          await expect.poll(() => card(page).isVisible()).toBe(true);
          expect(await rows(page)).toEqual(OVERS.map((over) => row(over, 4, 0)));
          expect(await strip()).toContain(
            "27 different places, by what comes next: its two numbers tell 4.75 of 4.75 bits.",
          );
          expect(await card(page).locator(".batch-plot b").count()).toBe(27);
          const apart = await card(page)
            .locator(".step-slider input")
            .evaluateAll((all) =>
              all.map((each) => {
                const thumb = Number.parseFloat(getComputedStyle(each).getPropertyValue("--thumb"));
                return (
                  (each.getBoundingClientRect().width - thumb) / Number(/** @type {HTMLInputElement} */ (each).max)
                );
              }),
            );
          if (width < 720) for (const px of apart) expect(px, "as a finger tells them").toBeGreaterThanOrEqual(20);
          const before = (await card(page).boundingBox())?.height;
          await card(page).locator("#batch-noise").fill("4");
          await card(page).locator("#batch-read").fill("6");
          expect(await rows(page)).toEqual(OVERS.map((over) => row(over, 8, 0.1)));
          expect(await strip()).toContain(`Under noise of 0.1 they tell ${row("tokens", 8, 0.1)[0]} bits.`);
          expect(await card(page).locator(".batch-blur").count()).toBe(27);
          await card(page).getByRole("radio", { name: "features" }).check();
          expect(await strip()).toContain("its numbers tell 0 bits");
          expect(await card(page).locator(".batch-plot b").allTextContents()).toEqual(["all 27"]);
          expect((await card(page).boundingBox())?.height).toBe(before);
          await expect.poll(() => new URL(page.url()).search).toBe("?batch.over=features&batch.read=8&batch.noise=0.1");
          await expect.poll(() => said(page.locator("#narration"))).toContain("its numbers tell 0 bits");
          await card(page)
            .locator(".toolbar")
            .evaluate((bar) => scrollBy(0, bar.getBoundingClientRect().top - 70));
          for (const part of [".segmented", "#batch-noise", ".result-strip", ".batch-plot"]) {
            const box = await card(page).locator(part).first().boundingBox();
            expect(box?.y, part).toBeGreaterThanOrEqual(0);
            expect((box?.y ?? 0) + (box?.height ?? 0), part).toBeLessThanOrEqual(height);
          }
          await card(page).getByRole("button", { name: "Undo" }).click();
          expect(await strip()).toContain(`they tell ${row("tokens", 8, 0.1)[0]} bits.`);
        },
      ));
  }
});

for (const width of [320, 1280]) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`axe finds nothing at ${width} px, ${colorScheme}`, () =>
      withSection(
        "batch",
        { query: "?batch.padded=4&batch.trained=6&batch.noise=0.1", colorScheme, viewport: { width, height: 900 } },
        async (page) => {
          expect(await violationsIn(page, "#batch")).toEqual([]);
          expect(await page.locator("#batch").evaluate((each) => each.scrollWidth)).toBeLessThanOrEqual(width);
        },
      ));
  }
}
