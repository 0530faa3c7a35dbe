/** The sections and the themes. What the contents hold: contents.test.js. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { sectionsOfKind } from "../../../web/page/course/sections.js";
import { shareRead } from "../../../web/page/shell/how-far.js";
import { mainOf } from "../../../web/page/shell/stretches.js";
import { withPage } from "../helpers/browser.js";
import { addStyle } from "../helpers/styles.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

describe("the sections", () => {
  test("of a phone are in the contents alone", () =>
    withPage({ viewport: { width: 320, height: 740 }, hasTouch: true, isMobile: true }, async (page) => {
      expect(await page.getByRole("navigation", { name: "Sections" }).isVisible()).toBe(false);
      await page.getByRole("button", { name: "Contents and search" }).tap();
      await page.getByRole("dialog").getByRole("link", { name: "dim in two dimensions" }).first().tap();
      await expect.poll(() => new URL(page.url()).hash).toBe("#dim");
      expect(await page.getByRole("dialog").count()).toBe(0);
    }));

  test("of the main path are notches in the header, where they fit: links with numbers, without gaps", () =>
    withPage({}, async (page) => {
      const links = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
      const main = sectionsOfKind("main");
      expect(await links.allTextContents()).toEqual(main.map(({ label }) => label));
      expect(main.map(({ label }) => parseInt(label, 10))).toEqual(main.map((_, i) => i + 1));
    }));
});

describe("the header", () => {
  const height = (/** @type {Page} */ page) =>
    page.locator(".page-header").evaluate((header) => header.getBoundingClientRect().height);
  const token = (/** @type {Page} */ page) =>
    page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--header")));

  for (const width of [320, 390, 800, 1000, 1280]) {
    test(`is as high as its token, whichever section is read, and nothing in it overlaps, at ${width} px`, () =>
      withPage({ viewport: { width, height: 800 } }, async (page) => {
        for (const id of ["first", "why", "precision"]) {
          await page.locator(`#${id}`).evaluate((section) => section.scrollIntoView());
          expect(await height(page)).toBe(await token(page));
          const boxes = await page
            .locator(".page-header > :is(h1, span, button)")
            .evaluateAll((all) =>
              all.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().toJSON()),
            );
          for (const [i, { right }] of boxes.entries()) {
            if (i + 1 < boxes.length) expect(right).toBeLessThanOrEqual(boxes[i + 1].left);
            expect(right).toBeLessThanOrEqual(width);
          }
        }
      }));
  }

  test("stands over the edges of what is under it, beside a scroll bar, too", () =>
    withPage({ opened: "first", busy: true }, async (page) => {
      await addStyle(page, "html { overflow-y: scroll } ::-webkit-scrollbar { width: 40px }");
      const [brand, words] = await page.evaluate(() =>
        [".brand", "#first h2"].map((each) => document.querySelector(each)?.getBoundingClientRect().left),
      );
      expect(brand).toBe(words);
    }));

  for (const width of [390, 1280]) {
    test(`shows along its edge how far the main path has been read, at ${width} px`, () =>
      withPage({ viewport: { width, height: 800 } }, async (page) => {
        const read = () => page.locator(".how-far").evaluate((bar) => Number(bar.style.getPropertyValue("--read")));
        const to = (/** @type {string} */ id) =>
          page.locator(`#${id}`).evaluate((section) => section.scrollIntoView({ behavior: "instant" }));
        expect(await page.locator(".how-far").evaluate((bar) => bar.getBoundingClientRect().height)).toBe(3);
        const main = sectionsOfKind("main");
        let before = -1;
        for (const [i, { id }] of main.entries()) {
          await to(id);
          await expect.poll(read, { message: id }).toBeGreaterThan(Math.max(before, i / main.length));
          before = await read();
          expect(before, id).toBeLessThan((i + 1) / main.length);
        }
        // A part counts as its section; what goes deeper comes after the end.
        await to("variance");
        const place = main.findIndex(({ id }) => id === "book");
        await expect.poll(read).toBeLessThan(before);
        expect(Math.floor((await read()) * main.length)).toBe(place);
        await to("precision");
        await expect.poll(read).toBe(1);
      }));
  }

  test("names the section being read: a part with its section's number, what goes deeper without one", () =>
    withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
      const named = () => page.locator(".section-name").textContent();
      const current = page.locator(".progress [aria-current]");
      for (const [id, name, main] of [
        ["dim", "4 · dim in two dimensions", "#dim"],
        ["variance", "7 · the traps", "#book"],
        ["precision", "the precision lens", undefined],
      ]) {
        await page.locator(`#${id}`).evaluate((section) => section.scrollIntoView({ behavior: "instant" }));
        await expect.poll(named).toBe(name);
        expect(await current.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(
          main ? [main] : [],
        );
      }
    }));
});

describe("how far the course has been read", () => {
  test("goes from notch to notch, however high the sections are", () => {
    expect(shareRead(-10, [0, 100, 1000], 1100)).toBe(0);
    expect(shareRead(50, [0, 100, 1000], 1100)).toBeCloseTo(0.5 / 3);
    expect(shareRead(100, [0, 100, 1000], 1100)).toBeCloseTo(1 / 3);
    expect(shareRead(550, [0, 100, 1000], 1100)).toBeCloseTo(1.5 / 3);
    expect(shareRead(1100, [0, 100, 1000], 1100)).toBe(1);
    expect(shareRead(9000, [0, 100, 1000], 1100)).toBe(1);
  });

  test("counts a part as its section", () => {
    expect(mainOf("variance")).toBe("book");
    for (const { id } of [...sectionsOfKind("main"), ...sectionsOfKind("deeper")]) expect(mainOf(id)).toBe(id);
  });
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
