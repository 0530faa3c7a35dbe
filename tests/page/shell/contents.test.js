/** The contents: sections with what has been done in each, the glossary, and a search, by hand, by key and by touch. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { glossary } from "../../../web/page/course/glossary.js";
import { bringIntoView, sectionIds, untilWhole, withPage } from "../helpers/browser.js";
import { plain, said } from "../helpers/texts.js";
import { violationsIn } from "../helpers/everyone.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

const dialog = (/** @type {Page} */ page) => page.getByRole("dialog", { name: "Contents" });
const button = (/** @type {Page} */ page) => page.getByRole("button", { name: "Contents and search" });
const field = (/** @type {Page} */ page) => dialog(page).getByRole("searchbox");

/** The contents know of all sections, also where none but the first is alive. @type {typeof withPage} */
const withFirst = (options, test) => withPage({ opened: "first", busy: true, ...options }, test);

/** @param {Page} page */
async function open(page) {
  await button(page).click();
  await dialog(page).waitFor();
}

describe("the contents", () => {
  test("list all sections with their lessons, and every word with its first section, in the order of the alphabet", () =>
    withPage({ explained: false }, async (page) => {
      await open(page);
      const links = dialog(page).locator(".places a");
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(
        sectionIds().map((id) => `#${id}`),
      );
      const lessons = await page.locator("main .opening :is(h2, h3), #first h2").allTextContents();
      for (const [i, link] of (await links.all()).entries()) expect(await link.textContent()).toContain(lessons[i]);
      const words = await dialog(page).locator("dt").allTextContents();
      expect(words).toHaveLength(Object.keys(glossary).length);
      expect(words).toEqual([...words].sort((a, b) => a.localeCompare(b, "en")));
      const firsts = await page.evaluate(
        (names) =>
          names.map((name) => document.querySelector(`main [data-term="${name}"]`)?.closest("main > section")?.id),
        Object.keys(glossary),
      );
      for (const [i, [word]] of Object.values(glossary).entries()) {
        const entry = dialog(page)
          .locator(".glossary > div")
          .filter({ has: page.locator("dt", { hasText: word }) });
        expect(firsts[i], word).toBeTruthy();
        const hrefs = await entry.locator("a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
        expect(hrefs, word).toContain(`#${firsts[i]}`);
      }
    }));

  test("say what has been done in a section", () =>
    withPage({ explained: false }, async (page) => {
      const deeds = () => dialog(page).locator("a[href='#dim'] .deeds span").allTextContents();
      await open(page);
      expect(await deeds()).toEqual([]);
      await page.keyboard.press("Escape");
      const right = { hasText: /^6$/ };
      await page.locator("#dim [data-kind=predict] .answer").filter(right).click();
      await open(page);
      expect(await deeds()).toEqual(["✓ predicted"]);
      await page.keyboard.press("Escape");
      await page
        .locator("#dim")
        .getByRole("button", { name: /^dim 0 size/ })
        .click();
      const check = page.locator("#dim [data-kind=check]");
      for (const answer of await check.locator(".answer").all()) {
        await answer.click();
        if ((await answer.getAttribute("data-verdict")) === "right") break;
      }
      await open(page);
      expect((await deeds()).slice(0, 3)).toEqual(["✓ predicted", "✓ tried", "✓ checked"]);
    }));

  test("lead to a section, where Tab then goes on", () =>
    withPage({ explained: false }, async (page) => {
      await open(page);
      await dialog(page)
        .getByRole("link", { name: /three dimensions/ })
        .first()
        .click();
      await expect.poll(() => new URL(page.url()).hash).toBe("#three");
      expect(await dialog(page).count()).toBe(0);
      await expect
        .poll(() => page.locator("#three").evaluate((section) => Math.abs(section.getBoundingClientRect().top)))
        .toBeLessThan(150);
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("section")?.id)).toBe("three");
    }));

  test("show in a lesson what it shows alone", () =>
    withFirst({ query: "?lesson=dim" }, async (page) => {
      await open(page);
      expect(await dialog(page).locator(".places a").count()).toBe(1);
      expect(await dialog(page).locator("dt").count()).toBe(Object.keys(glossary).length);
      const hrefs = await dialog(page)
        .locator(".glossary a")
        .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
      expect(new Set(hrefs)).toEqual(new Set(["#dim"]));
    }));

  test("open from the glossary's name in the footer, too", () =>
    withFirst({}, async (page) => {
      await bringIntoView(page.locator("footer"));
      await page.locator("footer[data-open]").getByRole("button", { name: "glossary" }).click();
      await expect.poll(() => dialog(page).isVisible()).toBe(true);
    }));
});

describe("the search", () => {
  test("quotes what it finds, says how much that is, and leads there by Enter", () =>
    withPage({ explained: false }, async (page) => {
      await open(page);
      const box = await dialog(page).boundingBox();
      await field(page).fill("bessel");
      const count = dialog(page).getByRole("status");
      expect(await said(count)).toMatch(/^\d+ sections? and 1 word with “bessel”$/);
      expect(await said(dialog(page).locator("dt"))).toBe("n - 1");
      expect(plain(await dialog(page).locator(".places").textContent())).toMatch(/“[^”]*Bessel[^”]*”/);
      expect(await dialog(page).boundingBox(), "nothing moves").toEqual(box);
      await field(page).fill("broadcasting");
      expect(await said(dialog(page).locator(".places li").first())).toContain("shapes and broadcasting");
      await page.keyboard.press("Enter");
      await expect.poll(() => new URL(page.url()).hash).toBe("#shapes");
      expect(await dialog(page).count()).toBe(0);
    }));

  test("says so when there is nothing", () =>
    withFirst({}, async (page) => {
      await open(page);
      await field(page).fill("zebra");
      expect(await said(dialog(page).getByRole("status"))).toBe("0 sections and 0 words with “zebra”");
      await page.keyboard.press("Enter");
      expect(await dialog(page).isVisible()).toBe(true);
    }));

  test("opens by the key /, unless one types, or has switched that off", () =>
    withPage({ explained: false }, async (page) => {
      await page.keyboard.press("/");
      await expect.poll(() => field(page).evaluate((at) => at === document.activeElement)).toBe(true);
      await page.keyboard.type("1/2");
      expect(await field(page).inputValue()).toBe("1/2");
      await page.keyboard.press("Escape");
      await expect.poll(() => dialog(page).count()).toBe(0);
      const shape = page.locator("#shapes input[type=text], #shapes .field input").first();
      await shape.focus();
      await page.keyboard.press("/");
      expect(await dialog(page).count()).toBe(0);
      await button(page).focus();
      await page.keyboard.press("/");
      await dialog(page).getByRole("checkbox").uncheck();
      await page.keyboard.press("Escape");
      await expect.poll(() => button(page).evaluate((at) => at === document.activeElement)).toBe(true);
      await page.keyboard.press("/");
      expect(await dialog(page).count()).toBe(0);
      await page.reload();
      await untilWhole(page);
      await page.keyboard.press("/");
      expect(await dialog(page).count()).toBe(0);
    }));

  test("closes at the first Escape, with text in the search or without, and gives the focus back", () =>
    withFirst({}, async (page) => {
      for (const text of ["", "spread"]) {
        await open(page);
        await field(page).fill(text);
        await page.keyboard.press("Escape");
        await expect.poll(() => dialog(page).count()).toBe(0);
        await expect.poll(() => button(page).evaluate((at) => at === document.activeElement)).toBe(true);
      }
    }));

  test("stays open at an Escape that ends the composing of a word", () =>
    withFirst({}, async (page) => {
      await open(page);
      await field(page).fill("spread");
      await field(page).dispatchEvent("keydown", { key: "Escape", isComposing: true, bubbles: true });
      expect(await dialog(page).isVisible()).toBe(true);
      expect(await field(page).inputValue()).toBe("spread");
    }));

  test("works without a connection", () =>
    // Chromium asks for the icon again whenever the address changes.
    withPage({ firstVisit: true, explained: false, pardoned: /icon\.svg$/ }, async (page) => {
      await untilWhole(page);
      await page.context().setOffline(true);
      await open(page);
      await field(page).fill("rmsnorm");
      expect(await dialog(page).locator(".places a").count()).toBeGreaterThan(1);
    }));
});

describe("the dialog", () => {
  for (const width of [320, 390, 1440]) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      test(`has nothing that axe finds, fits, and has 44 px for fingers, at ${width} px, ${colorScheme}`, () =>
        withFirst(
          {
            colorScheme,
            viewport: { width, height: 740 },
            hasTouch: width < 800,
            isMobile: width < 800,
          },
          async (page) => {
            await open(page);
            for (const query of ["", "mean"]) {
              await field(page).fill(query);
              expect(await violationsIn(page, "dialog")).toEqual([]);
              const beyond = await dialog(page).evaluate((element) => {
                const list = /** @type {Element} */ (element.querySelector(".contents-list"));
                const { left, right } = element.getBoundingClientRect();
                return [left < 0, right > innerWidth, list.scrollWidth > list.clientWidth + 1];
              });
              expect(beyond).toEqual([false, false, false]);
            }
            if (width >= 800) return;
            const small = await dialog(page)
              .locator("button, .places a, input")
              .evaluateAll((all) =>
                all
                  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.5)
                  .map((each) => each.outerHTML),
              );
            expect(small).toEqual([]);
          },
        ));
    }
  }

  test("marks the section being read in forced colours, too", () =>
    withFirst({ forcedColors: "active" }, async (page) => {
      await open(page);
      const [current, other] = await dialog(page)
        .locator(".places a")
        .evaluateAll((all) => [all[0], all[1]].map((link) => getComputedStyle(link).outlineStyle));
      expect([current, other]).toEqual(["solid", "none"]);
    }));
});

describe("each section’s address", () => {
  test("is its id, and stands on its number and title", () =>
    withPage({ explained: false }, async (page) => {
      for (const id of sectionIds().slice(1)) {
        expect(id).toMatch(/^[a-z]+$/);
        expect(await page.locator(`#${id} .kicker a`).getAttribute("href")).toBe(`#${id}`);
      }
      await page.locator("#dim .kicker a").click();
      await expect.poll(() => new URL(page.url()).hash).toBe("#dim");
    }));
});
