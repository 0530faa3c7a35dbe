/** Where JavaScript or WebAssembly SIMD is missing. */
import { describe, expect, test } from "vitest";
import { presets } from "../../../web/page/figure/values/presets.js";
import { useBrowser } from "../../chromium.js";
import { sectionIds, withPage } from "../helpers/browser.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** What the first screen opens with. */
const X = Array.from(presets.fourWords.tensor(), (value) => Number(value.toFixed(1)));

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
      // A section's headline, or that of a part of the section before it.
      const headlines = page.locator("main > section").getByRole("heading").and(page.locator("[id$='-lesson']"));
      expect(await headlines.count()).toBe(sectionIds().length);
      for (const prose of await page.locator(".prose").allTextContents()) expect(prose.length).toBeGreaterThan(50);
      expect(await page.locator("#book .prose").textContent()).toContain("0.1324");
      expect(await page.locator("#first .track").count()).toBe(4);
      expect(await page.locator("#first .dot").count()).toBe(24);
      const before = page.locator("#first .small-grid", { hasText: "before" }).locator("[role=img] span");
      expect((await before.allTextContents()).map((text) => Number(text.replace("−", "-")))).toEqual(X);
      const fill = await before.nth(1).evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(fill).not.toBe("rgba(0, 0, 0, 0)");
    }));

  test("so they do without WebAssembly SIMD", () =>
    withPage({ opened: "none", prepare: withoutSimd }, async (page) => {
      await expect.poll(() => page.locator("#no-kernels").isVisible()).toBe(true);
      expect(await page.locator("#no-kernels").textContent()).toContain("SIMD");
      expect(await page.locator("#first .dot").count()).toBe(24);
    }));
});
