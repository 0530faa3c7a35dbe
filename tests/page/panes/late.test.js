/** What follows a picture later, as it does for a reader: in the end, all of a figure shows the same. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { cell, cellTexts, middleOf, withPage } from "../helpers/browser.js";
import { plain } from "../helpers/texts.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** @param {Page} page @param {string} selector */
const text = async (page, selector) => plain(await page.locator(selector).first().textContent());

/**
 * Drags from the middle of something, in steps, without a rest between them.
 * @param {Page} page
 * @param {string} selector
 * @param {number} by  pixels to the right
 * @param {() => Promise<unknown>} [atTheEnd]  before it is let go
 */
async function drag(page, selector, by, atTheEnd) {
  const { x, y } = await middleOf(page.locator(selector).first(), 40);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 12 });
  await atTheEnd?.();
  await page.mouse.up();
}

describe("a picture later", () => {
  test("line, formula and code show the dim that was named", () =>
    withPage({ paints: true }, async (page) => {
      await page
        .locator("#dim")
        .getByRole("button", { name: /^dim 0/ })
        .click();
      await expect.poll(() => text(page, "#dim .code-pane pre")).toContain("x.mean(dim=0");
      await expect.poll(() => text(page, "#dim .formula .sources")).toContain("mean B");
      await expect.poll(() => text(page, "#dim .number-line h3")).toContain("Column B");
    }));

  test("a value that was dragged is the same in cell, line, formula and code", () =>
    withPage({ paints: true }, async (page) => {
      await drag(page, "#row .bead[data-draggable]", 60);
      const [dragged] = await cellTexts(page, "row", "x");
      expect(dragged).not.toBe("10");
      expect(await text(page, "#row .bead[data-selected=true] ~ .bead-value")).toBe(dragged);
      await expect.poll(() => text(page, "#row .formula mn[data-from=x]")).toBe(dragged);
    }));

  test("while a value is dragged, its bead is ahead of the cells, which catch up", () =>
    withPage({ paints: true, query: "?three.preset=gpt2&three.at=x:0" }, async (page) => {
      const before = (await cellTexts(page, "three", "x"))[0];
      await drag(page, "#three .bead[data-draggable]", 40, async () => {
        const dragged = await text(page, "#three .bead-value");
        expect(dragged).not.toBe(before);
        await expect.poll(async () => (await cellTexts(page, "three", "x"))[0]).toBe(dragged);
      });
      expect((await cellTexts(page, "three", "x"))[0]).toBe(await text(page, "#three .bead-value"));
    }));

  test("the overview’s frame goes with the pointer, and once let go the cells are those in it", () =>
    withPage({ paints: true, query: "?three.preset=gpt2" }, async (page) => {
      const overview = page.locator("#three [data-flow] .overview").first();
      await drag(page, "#three .overview", 200);
      const at = Number(await overview.getAttribute("aria-valuenow"));
      expect(at % 768).toBeGreaterThan(100);
      await expect(cell(page, "three", "x", at).count()).resolves.toBe(1);
      expect(await cell(page, "three", "out", at).count()).toBe(1);
    }));
});
