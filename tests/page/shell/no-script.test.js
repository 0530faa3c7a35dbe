/** Where JavaScript or WebAssembly SIMD is missing. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { NORMALIZED, sectionIds, withPage } from "../helpers/browser.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

describe("without JavaScript", () => {
  /** @param {Page} page */
  const withoutSimd = (page) =>
    page.addInitScript(() => {
      WebAssembly.compile = async () => {
        throw new WebAssembly.CompileError("no SIMD");
      };
    });

  test("prose and figures show, with a sentence of why no more does", () =>
    withPage({ javaScriptEnabled: false }, async (page) => {
      expect(await page.locator("noscript").textContent()).toContain("JavaScript");
      expect(await page.getByRole("heading", { level: 2 }).count()).toBe(sectionIds().length);
      for (const prose of await page.locator(".prose").allTextContents()) expect(prose.length).toBeGreaterThan(50);
      expect(await page.locator("#book .prose").textContent()).toContain("0.1324");
      const normalized = page.locator('#book-figure [data-panel="normalized"] .cell');
      expect((await normalized.allTextContents()).map((text) => text.replace("−", "-"))).toEqual(NORMALIZED);
      const fill = await normalized.nth(1).evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(fill).not.toBe("rgba(0, 0, 0, 0)");
    }));

  test("so they do without WebAssembly SIMD", () =>
    withPage({ opened: "none", prepare: withoutSimd }, async (page) => {
      await expect.poll(() => page.locator("#no-kernels").isVisible()).toBe(true);
      expect(await page.locator("#no-kernels").textContent()).toContain("SIMD");
      expect(await page.locator('#book-figure [data-panel="normalized"] .cell').count()).toBe(6);
    }));
});
