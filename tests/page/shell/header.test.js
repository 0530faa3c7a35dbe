/** The list of sections and the themes. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { sectionIds, withPage } from "../helpers/browser.js";

useBrowser();

describe("the sections of a phone", () => {
  test("are a list behind a button, which Escape and a choice close", () =>
    withPage({ viewport: { width: 320, height: 740 }, hasTouch: true, isMobile: true }, async (page) => {
      const button = page.getByRole("button", { name: "Sections" });
      const list = page.getByRole("navigation", { name: "Sections" });
      expect(await list.isVisible()).toBe(false);
      await button.tap();
      expect(await button.getAttribute("aria-expanded")).toBe("true");
      await page.keyboard.press("Escape");
      expect(await list.isVisible()).toBe(false);
      expect(await button.evaluate((element) => document.activeElement === element)).toBe(true);
      await button.tap();
      await list.getByRole("link", { name: "dim in two dimensions" }).tap();
      await expect.poll(() => new URL(page.url()).hash).toBe("#dim");
      expect(await list.isVisible()).toBe(false);
    }));

  test("need no button where they fit", () =>
    withPage({}, async (page) => {
      expect(await page.getByRole("button", { name: "Sections" }).isVisible()).toBe(false);
      expect(await page.getByRole("navigation", { name: "Sections" }).getByRole("link").count()).toBe(
        sectionIds().length,
      );
    }));
});

describe("themes", () => {
  test("follow the system, then the reader, also after a reload", () =>
    withPage({ colorScheme: "dark" }, async (page) => {
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(await paper()).toBe("rgb(18, 20, 25)");
      await page.getByRole("button", { name: "Light theme" }).click();
      expect(await paper()).toBe("rgb(253, 252, 250)");
      await page.reload();
      expect(await paper()).toBe("rgb(253, 252, 250)");
      await expect.poll(() => page.getByRole("button", { name: "Dark theme" }).count()).toBe(1);
    }));
});
