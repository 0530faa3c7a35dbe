/** One row, in a browser. */
import { normalize, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { cellTexts, untilStill, withSection } from "../helpers/browser.js";
import { overlapsOf, tracksOf } from "../helpers/tracks.js";
import { fixture, texts } from "../helpers/texts.js";

useBrowser();

describe("one row", () => {
  test("two rows in other units come out alike", () =>
    withSection("row", { query: "?row.preset=tens" }, async (page) => {
      await page.locator("#row").getByLabel("Example").selectOption("words");
      await page.locator("#row .stage-slider").getByRole("slider").fill("2");
      const shown = await cellTexts(page, "row", "out");
      expect(shown.slice(0, 5)).toEqual(shown.slice(5));
      const tens = tensor([10, 20, 30, 40, 50]);
      expect(shown.slice(0, 5)).toEqual(texts(normalize(tens, { correction: 1, eps: 0 }).data));
    }));

  test("the class's numbers for 10 to 50 are the book's", () =>
    withSection("row", { query: "?row.preset=tens" }, async (page) => {
      await page.locator("#row").getByRole("radio", { name: "n", exact: true }).check();
      await page.locator("#row").getByRole("slider", { name: "eps" }).fill("4");
      await page.locator("#row .stage-slider").getByRole("slider").fill("2");
      expect(await cellTexts(page, "row", "out")).toEqual(fixture("LayerNorm(tens)"));
    }));

  test("each stage shows its arithmetic", () =>
    withSection("row", { query: "?row.preset=tens" }, async (page) => {
      const line = () => page.locator("#row .step-line").textContent();
      const scrubber = page.locator("#row .stage-slider").getByRole("slider");
      expect(await line()).toContain("(10 + 20 + 30 + 40 + 50) ÷ 5 = 30");
      await scrubber.fill("1");
      await expect.poll(line).toContain("((−20)² + (−10)² + (0)² + (10)² + (20)²) ÷ 4 = 250");
      await scrubber.fill("2");
      await expect.poll(line).toContain("−1.2649, −0.6325, 0.0000, 0.6325, 1.2649");
    }));

  test("a dot can be dragged, and is one step to undo", () =>
    withSection("row", { query: "?row.preset=tens" }, async (page) => {
      const dot = page.locator("#row-tracks .dot").first();
      await dot.scrollIntoViewIfNeeded();
      const box = await dot.boundingBox();
      if (!box) throw new Error("the dot is not on the page");
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      for (let step = 1; step <= 5; step++) await page.mouse.move(box.x - 20 * step, box.y + 5);
      await page.mouse.up();
      const moved = await cellTexts(page, "row", "x");
      expect(Number(moved[0])).toBeLessThan(9);
      expect(moved.slice(1)).toEqual(["20", "30", "40", "50"].map((text) => expect.stringContaining(text)));
      await page.locator("#row").getByRole("button", { name: "Undo" }).click();
      expect(await cellTexts(page, "row", "x")).toEqual(["10", "20", "30", "40", "50"]);
    }));

  test("begins with the first screen's word D, as LayerNorm has it: its 5.2 is the same 2.18", () =>
    withSection("row", {}, async (page) => {
      const line = page.locator("#row .step-line");
      expect(await line.textContent()).toContain("(−0.6000 + 0.2000 − 0.9000 + 5.2000 + 0.4000 − 0.3000) ÷ 6 = 0.6667");
      await tracksOf(page, "row").locator(".stops button").nth(2).click();
      await expect.poll(async () => (await cellTexts(page, "row", "out"))[3]).toBe("2.1848");
      await tracksOf(page, "first").locator(".stops button").nth(2).click();
      await expect
        .poll(() => page.locator('#first-tracks .dot[data-element="21"]').getAttribute("data-value"))
        .toBe("2.18");
    }));

  for (const query of ["", "?row.preset=tens", "?row.preset=tens&row.stage=1", "?row.preset=words&row.stage=2"]) {
    // On a phone the axis of 10 to 50 is too short for two rows of five.
    for (const width of query.includes("words") ? [1280] : [1280, 390]) {
      test(`no dot lies on another, and no label on another ${query} at ${width} px`, () =>
        withSection("row", { query, face: true, viewport: { width, height: 844 } }, async (page) => {
          await expect.poll(() => overlapsOf(page, "row")).toEqual([]);
        }));
    }
  }

  test("normalized, it fills more than a quarter of its track", () =>
    withSection("row", { viewport: { width: 1280, height: 800 } }, async (page) => {
      await tracksOf(page, "row").locator(".stops button").nth(2).click();
      await untilStill(page);
      const width = () =>
        page.evaluate(() => {
          const places = [...document.querySelectorAll("#row-tracks .dot")].map((dot) => dot.getBoundingClientRect().x);
          const rail = /** @type {Element} */ (document.querySelector("#row-tracks .rail")).getBoundingClientRect();
          return (Math.max(...places) - Math.min(...places)) / rail.width;
        });
      await expect.poll(width).toBeGreaterThan(0.25);
    }));

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    test(`slider, dots and arithmetic are in one view at ${viewport.width} px, wherever the slider stands`, () =>
      withSection("row", { face: true, viewport, explained: false }, async (page) => {
        const inView = (/** @type {string} */ block) =>
          page.evaluate((at) => {
            const header = document.querySelector(".page-header")?.getBoundingClientRect().bottom ?? 0;
            const slider = document.querySelector("#row-tracks .stage-slider");
            slider?.scrollIntoView({ block: /** @type {ScrollLogicalPosition} */ (at), behavior: "instant" });
            return ["#row .result-strip", "#row-tracks .track", "#row-tracks .stage-slider"].filter((part) => {
              const box = document.querySelector(part)?.getBoundingClientRect();
              return !box || box.top < header - 1 || box.bottom > innerHeight + 1;
            });
          }, block);
        for (const block of ["center", "end"]) expect(await inView(block), block).toEqual([]);
      }));
  }
});
