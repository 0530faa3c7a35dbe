/** The course fits every width, down to a phone's 320 px. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { cell, cellTexts, drawEverything, focused, untilStill, withPage, withSection } from "../helpers/browser.js";
import { pageStates } from "../helpers/states.js";

useBrowser();

/** Runs in the page: what stands beyond the window's edges, and in nothing that scrolls by itself. */
function beyondEdges() {
  /** @param {Element} element @returns {boolean} */
  const scrolls = ({ parentElement: around }) =>
    around !== null &&
    around !== document.body &&
    (/auto|scroll/.test(getComputedStyle(around).overflowX) || scrolls(around));
  return [...document.querySelectorAll("body *")]
    .filter((element) => {
      const { right, left } = element.getBoundingClientRect();
      const isOutside = right - left > 1 && (right > window.innerWidth + 1 || left < -1);
      return isOutside && !element.closest(".visually-hidden, .skip-link") && !scrolls(element);
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

describe("widths", () => {
  for (const { title, query } of pageStates()) {
    test(`nothing overflows the page ${title}`, () =>
      withPage({ query }, async (page) => {
        await drawEverything(page);
        for (const width of [1440, 1024, 768, 360, 320]) {
          await page.setViewportSize({ width, height: 800 });
          await untilStill(page);
          expect(await page.evaluate(beyondEdges), `${width} px`).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        }
      }));
  }
});

describe("the book's six columns", () => {
  // As columns in outlines they need 360 px; below that the panels scroll.
  const rows = [320, 360, 768, 1024, 1200, 1440].map((width) => ({ width, query: "?dim.stage=3" }));
  const columns = [360, 768, 1024, 1200, 1440].map((width) => ({ width, query: "?dim.dims=0&dim.stage=3" }));
  for (const { width, query } of [...rows, ...columns]) {
    test(`fit at ${width} px without scrolling ${query}`, () =>
      withSection("dim", { query, viewport: { width, height: 800 }, looks: true }, async (page) => {
        const hidden = await page.locator("#dim .panels").evaluate((panels) => panels.scrollWidth - panels.clientWidth);
        expect(hidden).toBeLessThanOrEqual(0);
        const outside = await page
          .locator("#dim .panels")
          .evaluate(
            (panels) =>
              [...panels.querySelectorAll(".cell, .axis button")].filter(
                (part) => part.getBoundingClientRect().left < panels.getBoundingClientRect().left,
              ).length,
          );
        expect(outside).toBe(0);
      }));
  }
});

const PHONE = { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true };

describe("the phone", () => {
  for (const query of ["", "?dim.dims=0&dim.stage=3"]) {
    test(`x, x̂ and y lie column under column ${query}`, () =>
      withSection("dim", { query, viewport: { width: 360, height: 740 }, looks: true }, async (page) => {
        const lefts = await page
          .locator("#dim .panels [data-panel]:is([data-panel=x], [data-panel=out], [data-panel=y])")
          .evaluateAll((tensors) => tensors.map((tensor) => Math.round(tensor.getBoundingClientRect().left)));
        expect(new Set(lefts).size).toBe(1);
      }));
  }

  test("a touched cell brings its formula up as a sheet, which closes", () =>
    withSection("dim", { ...PHONE, query: "?dim.preset=book", explained: false }, async (page) => {
      const formula = page.locator("#dim .formula");
      await cell(page, "dim", "x", 3).tap();
      const bottom = await formula.evaluate((element) => element.getBoundingClientRect().bottom - window.innerHeight);
      expect(Math.abs(bottom)).toBeLessThan(2);
      expect(await formula.locator(".chip").first().textContent()).toContain("0.2216");
      await formula.getByRole("button", { name: "Raise x[0, 3]" }).tap();
      expect((await cellTexts(page, "dim", "x"))[3]).toBe("0.3216");
      await formula.getByRole("button", { name: "Close" }).tap();
      expect(await formula.evaluate((element) => getComputedStyle(element).position)).not.toBe("sticky");
      expect(await focused(page)).toEqual(["x", "3"]);
    }));
});
