/** The recap in the page: what is asked again, the links back, the code to copy, and the sheet on paper. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { sectionIds, withPage, withSection } from "../helpers/browser.js";
import { drawnOn } from "../helpers/pdf.js";
import { said } from "../helpers/texts.js";
import { sectionsOfKind } from "../../../web/page/course/sections.js";
import { root } from "../../setup.mjs";

useBrowser();

/** @typedef {import("playwright").Page} Page */

const again = (/** @type {Page} */ page) => page.locator("#recap .again");
const checkOf = (/** @type {Page} */ page, /** @type {string} */ id) => page.locator(`#${id} [data-kind=check]`);

/**
 * Asks for others until a first answer is as wanted: it is the one that counts.
 * @param {import("playwright").Locator} question
 * @param {"right" | "wrong"} verdict
 */
async function answerAtOnce(question, verdict) {
  for (let round = 0; round < 40; round++) {
    const first = question.locator(".answer").nth(round % 2);
    await first.click();
    if ((await first.getAttribute("data-verdict")) === verdict) return;
    await question.getByRole("button", { name: "Another question" }).click();
  }
  throw new Error(`no first answer was ${verdict}`);
}

describe("what was answered wrong", () => {
  test("is asked again about other numbers, section by section, until it is answered right", () =>
    withPage({ explained: false }, async (page) => {
      expect(await said(again(page))).toMatch(/^Nothing has been answered yet/);
      const prompts = [];
      for (const id of ["dim", "variance"]) {
        prompts.push(await said(checkOf(page, id).locator(".prompt")));
        await answerAtOnce(checkOf(page, id), "wrong");
      }
      await expect.poll(() => said(again(page).locator(".again-left"))).toBe("2 sections to ask you about again.");
      expect(await said(again(page).locator(".again-of"))).toBe("From 4 · dim in two dimensions");
      const question = again(page).locator(".question");
      expect(prompts).not.toContain(await said(question.locator(".prompt")));
      await answerAtOnce(question, "right");
      await expect.poll(() => said(again(page).locator(".again-left"))).toBe("1 section to ask you about again.");
      expect(await said(question.locator(".why")), "its explanation stays").toMatch(/^Yes\. \S/);
      await again(page)
        .getByRole("button", { name: /^Next: (section|“)/ })
        .click();
      await expect.poll(() => said(again(page).locator(".again-of"))).toMatch(/the traps$/);
      await expect.poll(() => question.locator(".prompt").evaluate((at) => at === document.activeElement)).toBe(true);
      await answerAtOnce(question, "right");
      await expect.poll(() => said(again(page).locator(".again-left"))).toMatch(/^Nothing is left to ask again/);
      await page.reload();
      await expect.poll(() => said(again(page))).toMatch(/^Nothing is left to ask again/);
    }));

  test("comes again on the next visit", () =>
    withPage({ explained: false }, async (page) => {
      await answerAtOnce(checkOf(page, "row"), "wrong");
      await page.reload();
      await expect.poll(() => said(again(page).locator(".again-of"))).toBe("From 2 · one row by hand");
      expect(await again(page).locator(".answer").count()).toBeGreaterThan(1);
    }));

  test("can be asked again in every section that checks something", () => {
    const ids = sectionIds().filter((id) => !["first", "recap"].includes(id));
    const kept = JSON.stringify({ done: [], asked: { "dim.check": [] }, missed: ids });
    const prepare = (/** @type {Page} */ page) =>
      page.addInitScript((text) => localStorage.setItem("progress", text), kept);
    return withPage({ explained: false, prepare }, async (page) => {
      const checked = await page
        .locator("main > section:not(#recap):has([data-kind=check])")
        .evaluateAll((sections) => sections.map(({ id }) => id));
      expect(checked).toEqual(
        expect.arrayContaining(["why", "book", "row", "dim", "shapes", "three", "family", "model"]),
      );
      await expect
        .poll(() => said(again(page).locator(".again-left")))
        .toBe(`${checked.length} sections to ask you about again.`);
      for (const id of checked) {
        const question = again(page).locator(".question");
        expect(await again(page).locator(".again-of a").getAttribute("href")).toBe(`#${id}`);
        expect(await said(question.locator(".prompt")), id).toMatch(/\?$/);
        await answerAtOnce(question, "right");
        const next = again(page).getByRole("button", { name: /^Next: (section|“)/ });
        if (id !== checked.at(-1)) await next.click();
      }
      await expect.poll(() => said(again(page).locator(".again-left"))).toMatch(/^Nothing is left/);
    });
  });
});

describe("what the learner can now do", () => {
  test("is said in eight sentences, each with a link to its section, and those that were checked are marked", () => {
    const kept = JSON.stringify({ done: ["row"], asked: { "row.check": ["a"] } });
    const prepare = (/** @type {Page} */ page) =>
      page.addInitScript((text) => localStorage.setItem("progress", text), kept);
    return withPage({ explained: false, prepare }, async (page) => {
      const links = page.locator("#recap .abilities a");
      expect(await links.count()).toBe(8);
      for (const link of await links.all()) {
        expect(await said(link)).toMatch(/^You can [^.]*\.$/);
        expect(sectionIds()).toContain((await link.getAttribute("href"))?.slice(1));
      }
      expect(await page.locator("#recap .abilities [data-done]").count()).toBe(1);
      expect(await said(page.locator("#recap .abilities [data-done]"))).toMatch(/by hand.*You have checked this\.$/);
      await links.nth(3).click();
      await expect.poll(() => new URL(page.url()).hash).toBe("#model");
    });
  });

  test("has no links to what a lesson does not show", () =>
    withSection("recap", { query: "?lesson=recap" }, async (page) => {
      expect(await page.locator("#recap .abilities li").count()).toBe(8);
      expect(await page.locator("#recap .abilities a, #recap .traps a").count()).toBe(0);
    }));
});

test("the line that installs and the example can be copied", () =>
  withSection("recap", {}, async (page) => {
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const [line, torch, example] = await page.locator("#recap .install").getByRole("button").all();
    await line.click();
    await expect.poll(copied).toBe("npm install layernorm");
    await torch.click();
    const python = readFileSync(join(root, "web/page/sections/recap/example.py"), "utf8");
    await expect.poll(copied).toBe(python.trimEnd());
    const before = await example.boundingBox();
    await example.click();
    const file = readFileSync(join(root, "web/page/sections/recap/example.js"), "utf8");
    await expect.poll(copied).toBe(file.trimEnd());
    expect(await example.textContent()).toMatch(/^Copied/);
    expect((await example.boundingBox())?.width, "the button keeps its width").toBe(before?.width);
  }));

test("the sheet is folded on the screen, and the papers open with a link each", () =>
  withSection("recap", {}, async (page) => {
    expect(await page.locator("#recap .sheet-page").first().isVisible()).toBe(false);
    await page.locator("#recap .read-on summary").click();
    const links = page.locator("#recap .papers a");
    expect(await links.count()).toBeGreaterThan(10);
    for (const link of await links.all()) expect(await link.getAttribute("rel")).toBe("noopener");
    const deeper = page.locator("#recap .deeper a");
    expect(await deeper.count()).toBe(sectionsOfKind("deeper").length);
  }));

/** How many pages a PDF has. @param {Buffer} pdf */
const pagesOf = (pdf) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;

/** 297 mm of A4, less the page's margins, at 96 px an inch. */
const A4_HIGH = Math.floor(((297 - 20) / 25.4) * 96);

/** The printing is the test's. */
function printNothing() {
  window.print = () => {
    dispatchEvent(new Event("beforeprint"));
    document.documentElement.setAttribute("data-asked", "");
  };
}

describe("on paper", () => {
  for (const format of ["A4", "Letter"]) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      test(`the sheet is two pages of ${format}, ${colorScheme}, and then the page is whole again`, () =>
        withSection("recap", { colorScheme, begin: printNothing }, async (page) => {
          await page.getByRole("button", { name: "Print the sheet" }).click();
          expect(await page.locator("html[data-asked][data-print=sheet]").count()).toBe(1);
          expect(pagesOf(await page.pdf({ format }))).toBe(2);
          expect(await page.locator("html[data-print]").count()).toBe(0);
          expect(await page.locator("#row").isVisible()).toBe(true);
        }));
    }
  }

  test("the sheet shows nothing else, dark on light, and nothing of it is cut off", () =>
    withSection("recap", { colorScheme: "dark", begin: printNothing }, async (page) => {
      await page.getByRole("button", { name: "Print the sheet" }).click();
      // The width of A4 between its margins.
      await page.setViewportSize({ width: 703, height: 1000 });
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      expect(await page.locator(".sheet-page").count()).toBe(2);
      expect(
        await page.locator("#recap .opening, #row, .page-header, .page-footer").filter({ visible: true }).count(),
      ).toBe(0);
      const ink = await page.locator(".traps").evaluate((list) => getComputedStyle(list).color);
      expect(ink).toBe("rgb(28, 30, 34)");
      const [wide, high] = await page.locator(".sheet-page").evaluateAll((pages) => [
        pages
          .flatMap((each) => [each, ...each.querySelectorAll(".wide, .typeset, pre")])
          .filter((each) => each.scrollWidth > each.clientWidth + 1)
          .map((each) => each.className),
        Math.max(...pages.map((each) => each.getBoundingClientRect().height)),
      ]);
      expect(wide).toEqual([]);
      // 279 mm of Letter, less its margins, at 96 px an inch.
      expect(high).toBeLessThan(((279 - 22) / 25.4) * 96);
    }));

  test("the whole page is light, its figures are whole, and no page is as good as empty", () =>
    withPage({ explained: false, colorScheme: "dark" }, async (page) => {
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe("rgb(28, 30, 34)");
      expect(await page.getByRole("button", { name: "Share" }).isVisible()).toBe(false);
      const broken = await page
        .locator(".figure")
        .evaluateAll((figures) => figures.filter((each) => getComputedStyle(each).breakInside !== "avoid").length);
      expect(broken).toBe(0);
      const drawn = drawnOn(await page.pdf({ format: "A4" }));
      // A frame whose figure has gone to the next page has a few words, and so has a heading alone.
      expect(drawn.filter(({ texts }) => texts < 250)).toEqual([]);
      expect(drawn.length).toBeLessThanOrEqual(2 * sectionIds().length);
    }));

  test("each figure of the whole page fits a page, and what sticks on the screen stands where it belongs", () =>
    withPage({ explained: false }, async (page) => {
      await page.setViewportSize({ width: 726, height: A4_HIGH });
      await page.emulateMedia({ media: "print" });
      const figures = await page
        .locator("#app :is(.figure, .question, .trap, .members)")
        .evaluateAll((all) => all.map((each) => [each.id, each.getBoundingClientRect().height]));
      expect(figures.filter(([, high]) => Number(high) > A4_HIGH)).toEqual([]);
      const stuck = await page.locator("#app *").evaluateAll((all) =>
        all
          .filter((each) => {
            const { position, top, bottom } = getComputedStyle(each);
            const sticks = position === "fixed" || (position === "sticky" && (top !== "auto" || bottom !== "auto"));
            return sticks && each.checkVisibility();
          })
          .map((each) => each.className),
      );
      expect(stuck).toEqual([]);
    }));
});
