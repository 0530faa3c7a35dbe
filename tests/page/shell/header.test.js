/** The sections and the themes. What the contents hold: contents.test.js. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { sectionIds, withPage } from "../helpers/browser.js";

useBrowser();

describe("the sections", () => {
  test("of a phone are in the contents alone", () =>
    withPage({ viewport: { width: 320, height: 740 }, hasTouch: true, isMobile: true }, async (page) => {
      expect(await page.getByRole("navigation", { name: "Sections" }).isVisible()).toBe(false);
      await page.getByRole("button", { name: "Contents and search" }).tap();
      await page.getByRole("dialog").getByRole("link", { name: "dim in two dimensions" }).first().tap();
      await expect.poll(() => new URL(page.url()).hash).toBe("#dim");
      expect(await page.getByRole("dialog").count()).toBe(0);
    }));

  test("are in the header where they fit", () =>
    withPage({}, async (page) => {
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
