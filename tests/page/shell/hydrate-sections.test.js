/** Sections that come alive one by one, and what is done before they have. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import {
  cellTexts,
  sectionIds,
  shifts,
  untilOpen,
  untilStill,
  untilWhole,
  withHeldFiles,
  withPage,
} from "../helpers/browser.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** Which sections are open. @param {Page} page */
const open = (page) =>
  page.locator("main > section[data-open]").evaluateAll((sections) => sections.map(({ id }) => id));

const LATER_STYLES = /\/assets\/after-first-view-[^/]*\.css$/;
const LATER = /\/assets\/(after-first|after-first-view|share-dialog|export)-[^/]*\.(js|css)$/;
const WHOLE_KERNELS = /\/assets\/whole-kernels-[^/]*\.wasm$/;
const FIRST = sectionIds().slice(0, 1);

/** @param {Page} page @param {string} id */
const topOf = (page, id) =>
  page.locator(`#${id}`).evaluate((section) => Math.round(section.getBoundingClientRect().top));

describe("a section comes alive", () => {
  const wishes = /** @type {const} */ ({ opened: "first", busy: true });

  test("when it comes near the window, and until then its opening is there to read", () =>
    withPage(wishes, async (page) => {
      // The second section is near the window already.
      await expect.poll(() => open(page)).toEqual(sectionIds().slice(0, 2));
      for (const id of sectionIds()) {
        expect(await page.locator(`#${id}-lesson`).count()).toBe(1);
        expect(await page.locator(`#${id} .prose`).first().textContent()).not.toBe("");
      }
      expect(await page.locator("#dim .figure").count()).toBe(0);
      await page.locator("#dim").scrollIntoViewIfNeeded();
      await expect.poll(() => open(page)).toContain("dim");
      expect(await open(page)).not.toContain(sectionIds().at(-1));
    }));

  test("when a link leads to it", () =>
    withPage({ ...wishes, query: "?dim.dims=0#dim" }, async (page) => {
      await expect.poll(() => open(page)).toContain("dim");
      expect(await cellTexts(page, "dim", "mean")).toHaveLength(6);
    }));

  test("when the browser is idle, and then works without a connection, dialog and export included", () =>
    // Chromium asks for the icon again whenever the address changes.
    withPage({ firstVisit: true, pardoned: /icon\.svg$/ }, async (page) => {
      await untilWhole(page);
      await page.context().setOffline(true);
      await page.locator("#dim").getByRole("button", { name: "dim 0 size 4" }).click();
      expect(await cellTexts(page, "dim", "mean")).toHaveLength(6);
      await page.locator("#row .stage-slider").getByRole("slider").fill("3");
      expect(await cellTexts(page, "row", "y")).toHaveLength(6);
      await expect.poll(() => new URL(page.url()).search).toMatch(/row\.stage=3&.*dim\.dims=0/);
      await page.locator("#dim").getByRole("button", { name: "Export" }).click();
      await Promise.all([
        page.waitForEvent("download"),
        page.locator("#dim").getByRole("button", { name: "CSV" }).click(),
      ]);
      await page.getByRole("button", { name: "Share" }).click();
      await expect.poll(() => page.getByRole("dialog").isVisible()).toBe(true);
    }));

  test("when all kernels are there; the first figure does with its own, and goes on with all of them", () => {
    const { prepare, release } = withHeldFiles(WHOLE_KERNELS);
    return withPage({ opened: "first", prepare }, async (page) => {
      const means = () => page.locator("#first .track-statistics").allTextContents();
      await page.locator("#first").getByRole("radio", { name: "a column" }).check();
      await expect.poll(async () => (await means()).length).toBe(6);
      const before = await means();
      expect(await open(page)).toEqual(FIRST);
      release();
      await untilOpen(page, "all");
      expect(await means()).toEqual(before);
      await page.locator("#first").getByRole("radio", { name: "a row" }).check();
      await expect.poll(async () => (await means()).length).toBe(4);
    });
  });

  describe("whose file did not arrive", () => {
    const pardoned = /ERR_FAILED|Failed to fetch|did not arrive/;

    test("once there is a connection again, and the page says so until then", () => {
      let isThere = false;
      const prepare = (/** @type {Page} */ page) =>
        page.route(LATER, (route) => (isThere ? route.continue() : route.abort()));
      return withPage({ opened: "first", prepare, pardoned }, async (page) => {
        const notice = page.locator("#incomplete");
        await expect.poll(() => notice.isVisible()).toBe(true);
        expect(await open(page)).toEqual(FIRST);
        isThere = true;
        await page.evaluate(() => window.dispatchEvent(new Event("online")));
        await untilOpen(page, "all");
        await expect.poll(() => notice.isVisible()).toBe(false);
      });
    });

    test("also where it is the kernels of all sections", () => {
      let isThere = false;
      const prepare = (/** @type {Page} */ page) =>
        page.route(WHOLE_KERNELS, (route) => (isThere ? route.continue() : route.abort()));
      return withPage({ opened: "first", prepare, pardoned }, async (page) => {
        await expect.poll(() => page.locator("#incomplete").isVisible()).toBe(true);
        expect(await open(page)).toEqual(FIRST);
        isThere = true;
        await untilOpen(page, "all");
        await expect.poll(() => page.locator("#incomplete").isVisible()).toBe(false);
      });
    });

    test("also where it is just failing to arrive when there is a connection again", () => {
      let isThere = false;
      const { prepare, release } = withHeldFiles(LATER, (route) => (isThere ? route.continue() : route.abort()));
      /** @type {Promise<unknown>} */
      let asked;
      const watched = (/** @type {Page} */ page) => {
        asked = page.waitForRequest(LATER);
        return prepare(page);
      };
      return withPage({ opened: "first", prepare: watched, pardoned }, async (page) => {
        await asked;
        await page.evaluate(() => window.dispatchEvent(new Event("online")));
        release();
        await expect.poll(() => page.locator("#incomplete").isVisible()).toBe(true);
        isThere = true;
        await untilOpen(page, "all");
        await expect.poll(() => page.locator("#incomplete").isVisible()).toBe(false);
      });
    });

    test("and no event says that there is a connection: it is tried again after longer and longer pauses", () => {
      /** @type {number[]} */
      const asked = [];
      const prepare = (/** @type {Page} */ page) =>
        page.route(LATER_STYLES, (route) => {
          asked.push(performance.now());
          return asked.length > 3 ? route.continue() : route.abort();
        });
      return withPage({ opened: "first", prepare, pardoned }, async (page) => {
        await untilOpen(page, "all");
        await expect.poll(() => page.locator("#incomplete").isVisible()).toBe(false);
        expect(asked).toHaveLength(4);
      });
    });
  });
});

/** Runs in the page: scrolls a little with every frame, as a finger does. @param {number} frames */
async function scrollFor(frames) {
  for (let i = 0; i < frames; i++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    scrollBy({ top: 4, behavior: "instant" });
  }
}

describe("what is far from the window", () => {
  /** @param {Page} page @param {string} selector */
  const isDrawn = (page, selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((each) => each.checkVisibility({ contentVisibilityAuto: true }));
  const far = () => /** @type {string} */ (sectionIds().at(-1));

  test("is not drawn, but for headlines and predictions, and is once it comes near, or is printed", () =>
    withPage({ explained: false }, async (page) => {
      const figure = `#${far()} .figure`;
      expect(await isDrawn(page, figure)).toBe(false);
      expect(await isDrawn(page, `#${far()} .opening`)).toBe(true);
      expect(await isDrawn(page, `#${far()} .question[data-kind=predict]`)).toBe(true);
      await page.emulateMedia({ media: "print" });
      expect(await isDrawn(page, figure)).toBe(true);
      await page.emulateMedia({ media: null });
      await page.locator(`#${far()}`).scrollIntoViewIfNeeded();
      await expect.poll(() => isDrawn(page, figure)).toBe(true);
    }));

  test("is there at the end of the page, where no headline is near", () =>
    withPage({ explained: false, viewport: { width: 390, height: 600 } }, async (page) => {
      await page.keyboard.press("End");
      const last = `#${far()} .question[data-kind=check]`;
      await expect.poll(() => isDrawn(page, last)).toBe(true);
      await untilStill(page);
      const { bottom } = await page.locator(`#${far()}`).evaluate((each) => each.getBoundingClientRect());
      expect(bottom).toBeGreaterThan(0);
      expect(bottom).toBeLessThanOrEqual(600);
    }));

  test("a screen reader is told its headline, and the rest once that is in the window", () =>
    withPage({ explained: false }, async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Accessibility.enable");
      const told = async () => {
        const { nodes } = await session.send("Accessibility.getFullAXTree");
        return nodes.filter(({ ignored }) => !ignored).map(({ role, name }) => `${role?.value}: ${name?.value}`);
      };
      const headlines = await page.locator("main .opening :is(h1, h2, h3)").allTextContents();
      expect(headlines).toHaveLength(sectionIds().length);
      expect(await told()).toEqual(expect.arrayContaining(headlines.map((text) => `heading: ${text}`)));
      const words = await page.locator(`#${far()} .question[data-kind=check] .prompt`).textContent();
      const isTold = async () => (await told()).some((each) => each.includes(String(words).slice(0, 20)));
      expect(await isTold()).toBe(false);
      await page.locator(`#${far()}-lesson`).evaluate((each) => each.scrollIntoView());
      await expect.poll(isTold).toBe(true);
    }));
});

describe("where the reader is", () => {
  for (const width of [360, 1440]) {
    test(`stays, however much grows above it, and nothing shifts, at ${width} px`, () => {
      const { prepare, release } = withHeldFiles(LATER);
      const last = String(sectionIds().at(-1));
      return withPage(
        {
          opened: "first",
          prepare,
          query: `#${last}`,
          viewport: { width, height: 800 },
          reducedMotion: "no-preference",
        },
        async (page) => {
          const before = await topOf(page, last);
          expect(before).toBeLessThan(100);
          release();
          await untilOpen(page, "all");
          await page.waitForTimeout(300);
          // Each of the sections may round by a fraction of a pixel.
          expect(Math.abs((await topOf(page, last)) - before)).toBeLessThan(sectionIds().length / 2);
          expect(await shifts(page)).toEqual([]);
        },
      );
    });
  }

  test("moves only as the reader scrolls, and nothing shifts, while sections above come alive", () => {
    const { prepare, release } = withHeldFiles(LATER);
    return withPage(
      { opened: "first", prepare, query: `#${sectionIds().at(-1)}`, reducedMotion: "no-preference" },
      async (page) => {
        const scrolling = page.evaluate(scrollFor, 90);
        release();
        await scrolling;
        await untilOpen(page, "all");
        expect(await shifts(page)).toEqual([]);
      },
    );
  });

  test("is where the link led, also when the sections on the way there come alive meanwhile", () => {
    const { prepare, release } = withHeldFiles(LATER);
    return withPage({ opened: "first", prepare, reducedMotion: "no-preference" }, async (page) => {
      const link = page.getByRole("navigation", { name: "Sections" }).getByRole("link").last();
      const last = String(await link.getAttribute("href")).slice(1);
      await link.click();
      release();
      await untilWhole(page);
      // Its number stands under the header, as in one-screen.test.js.
      const underHeader = () =>
        page.evaluate((id) => {
          const [number, header] = [`#${id} .kicker`, ".page-header"].map((each) => document.querySelector(each));
          return Math.abs(
            (number?.getBoundingClientRect().top ?? NaN) - (header?.getBoundingClientRect().bottom ?? NaN) - 20,
          );
        }, last);
      await expect.poll(underHeader).toBeLessThan(20);
      expect(await shifts(page)).toEqual([]);
    });
  });

  test("stays when the window's width changes", () =>
    withPage({ query: "#dim", explained: false }, async (page) => {
      const before = await topOf(page, "dim");
      await page.setViewportSize({ width: 500, height: 900 });
      await expect.poll(async () => Math.abs((await topOf(page, "dim")) - before)).toBeLessThan(10);
    }));
});

describe("what is done before the page is alive", () => {
  /** @param {(page: Page) => Promise<void>} early @param {(page: Page) => Promise<void>} late */
  function held(early, late) {
    const { prepare, release } = withHeldFiles(/\.wasm$/);
    return withPage({ opened: "none", prepare }, async (page) => {
      await page.waitForSelector("#first .figure");
      // The script that keeps it is there: it asks for the kernels first.
      await page.waitForLoadState("domcontentloaded");
      await early(page);
      expect(await open(page)).toEqual([]);
      release();
      await untilOpen(page, "all");
      await late(page);
    });
  }

  test("is done once it is: a switch", () =>
    held(
      (page) => page.locator("#first").getByRole("radio", { name: "a column" }).check(),
      async (page) => expect(await page.locator("#first .track").count()).toBe(6),
    ));

  test("a slider that was pulled", () =>
    held(
      (page) => page.locator("#first .stage-slider").getByRole("slider").fill("2"),
      async (page) => {
        const slider = page.locator("#first .stage-slider").getByRole("slider");
        expect(await slider.inputValue()).toBe("2");
        expect(await page.locator("#first .stops [data-current=true]").textContent()).toContain("spread");
      },
    ));

  test("a button of the figure", () =>
    held(
      (page) => page.locator("#first .stops button").nth(1).click(),
      async (page) => {
        const slider = page.locator("#first .stage-slider").getByRole("slider");
        await expect.poll(() => slider.inputValue()).toBe("1");
      },
    ));

  test("a button of the header", () =>
    held(
      (page) => page.getByRole("button", { name: "Share" }).click(),
      async (page) => {
        await expect.poll(() => page.getByRole("dialog", { name: "Share" }).isVisible()).toBe(true);
      },
    ));
});
