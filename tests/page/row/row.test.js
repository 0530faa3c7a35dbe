/** One row, in a browser. */
import { normalize, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { cellTexts, withSection } from "../helpers/browser.js";
import { fixture, texts } from "../helpers/texts.js";

useBrowser();

describe("one row", () => {
  test("two rows in other units come out alike", () =>
    withSection("row", {}, async (page) => {
      await page.locator("#row").getByLabel("Example").selectOption("words");
      await page.locator("#row .stage-slider").getByRole("slider").fill("2");
      const shown = await cellTexts(page, "row", "out");
      expect(shown.slice(0, 5)).toEqual(shown.slice(5));
      const tens = tensor([10, 20, 30, 40, 50]);
      expect(shown.slice(0, 5)).toEqual(texts(normalize(tens, { correction: 1, eps: 0 }).data));
    }));

  test("the class's numbers for 10 to 50 are the book's", () =>
    withSection("row", {}, async (page) => {
      await page.locator("#row").getByRole("radio", { name: "n", exact: true }).check();
      await page.locator("#row").getByRole("slider", { name: "eps" }).fill("4");
      await page.locator("#row .stage-slider").getByRole("slider").fill("2");
      expect(await cellTexts(page, "row", "out")).toEqual(fixture("LayerNorm(tens)"));
    }));

  test("each stage shows its arithmetic", () =>
    withSection("row", {}, async (page) => {
      const line = () => page.locator("#row .step-line").textContent();
      const scrubber = page.locator("#row .stage-slider").getByRole("slider");
      expect(await line()).toContain("(10 + 20 + 30 + 40 + 50) ÷ 5 = 30");
      await scrubber.fill("1");
      await expect.poll(line).toContain("((−20)² + (−10)² + (0)² + (10)² + (20)²) ÷ 4 = 250");
      await scrubber.fill("2");
      await expect.poll(line).toContain("−1.2649, −0.6325, 0.0000, 0.6325, 1.2649");
    }));

  test("a dot can be dragged, and is one step to undo", () =>
    withSection("row", {}, async (page) => {
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
});
