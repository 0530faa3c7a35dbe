/** What follows a picture later, as it does for a reader: in the end, all of a figure shows the same. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../../chromium.js";
import { cell, cellTexts, middleOf, untilStill, withPage, withSection } from "../../helpers/browser.js";
import { plain } from "../../helpers/texts.js";

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
  test("formula and code show the dim that was named", () =>
    withPage({ paints: true }, async (page) => {
      await page
        .locator("#dim")
        .getByRole("button", { name: /^dim 0/ })
        .click();
      await expect.poll(() => text(page, "#dim .code-pane pre")).toContain("x.mean(dim=0");
      await expect.poll(() => text(page, "#dim .formula .sources")).toContain("mean col 1");
    }));

  test("x shows the dim that was named, and what comes out of it follows", () =>
    withPage({ paints: true }, async (page) => {
      const [before, atOnce] = await page.evaluate(async () => {
        const letters = () => document.querySelectorAll('#dim [data-panel="x"] .letter').length;
        const seen = () => ({
          letters: letters(),
          out: [...document.querySelectorAll('#dim [data-panel="out"] .cell')].map(({ textContent }) => textContent),
          statistics: document.querySelectorAll('#dim [data-panel="mean"] .cell').length,
        });
        const before = seen();
        /** @type {HTMLElement} */ (document.querySelector("#dim .axis button")).click();
        // Drawn in the same task, before any picture.
        for (let k = 0; k < 100 && letters() === before.letters; k++) await null;
        return [before, seen()];
      });
      expect(before.letters).toBe(4);
      expect(atOnce).toEqual({ ...before, letters: 6 });
      await expect.poll(() => page.locator('#dim [data-panel="mean"] .cell').count()).toBe(6);
      expect(await page.locator('#dim [data-panel="out"] .cell').allTextContents()).not.toEqual(before.out);
    }));

  test("the tracks and their dots are those of the dim that was named", () =>
    withPage({ paints: true }, async (page) => {
      const tracks = page.locator("#dim .tracks");
      const perTrack = (await tracks.locator(".dot").count()) / (await tracks.locator(".track").count());
      await page
        .locator("#dim")
        .getByRole("button", { name: /^dim 0/ })
        .click();
      await expect.poll(() => tracks.locator(".track").count()).toBe(perTrack);
      expect(await tracks.locator(`.dot[data-group="${perTrack - 1}"]`).count()).toBeGreaterThan(0);
    }));

  test("a value that was dragged is the same in cell, dot, formula and code", () =>
    withPage({ paints: true }, async (page) => {
      await drag(page, "#row .dot[aria-pressed=true]", -60);
      // The row begins at its outlier.
      const dragged = (await cellTexts(page, "row", "x"))[3];
      expect(dragged).not.toBe("5.2000");
      const label = await page.locator("#row .dot[aria-pressed=true]").getAttribute("aria-label");
      expect(plain(label)).toContain(dragged);
      await expect.poll(() => text(page, "#row .formula mn[data-from=x]")).toBe(dragged);
    }));

  test("while a value is dragged, its dot is ahead of the cells, which catch up", () =>
    withSection("three", { paints: true, query: "?three.preset=gpt2&three.at=x:0" }, async (page) => {
      await untilStill(page);
      const before = (await cellTexts(page, "three", "x"))[0];
      /** The dot's own number, as it is told: "x[0, 0, 0] 1.25". */
      const told = async () => {
        const label = await page.locator('#three .dot[data-element="0"]').getAttribute("aria-label");
        return plain(label).split(/\] |, now/)[1];
      };
      await drag(page, '#three .dot[data-element="0"]', 40, async () => {
        const dragged = await told();
        expect(dragged).not.toBe(before);
        await expect.poll(async () => (await cellTexts(page, "three", "x"))[0]).toBe(dragged);
      });
      expect((await cellTexts(page, "three", "x"))[0]).toBe(await told());
    }));

  test("the overview’s frame goes with the pointer, and once let go the cells are those in it", () =>
    withSection("three", { paints: true, query: "?three.preset=gpt2" }, async (page) => {
      await untilStill(page);
      const overview = page.locator("#three [data-flow] .overview").first();
      await drag(page, "#three .overview", 200);
      const at = Number(await overview.getAttribute("aria-valuenow"));
      expect(at % 768).toBeGreaterThan(100);
      await expect(cell(page, "three", "x", at).count()).resolves.toBe(1);
      expect(await cell(page, "three", "out", at).count()).toBe(1);
    }));
});
