/** Sections that come alive one by one, and what is done in them before they have. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../chromium.js";
import { cell, cellTexts, neverIdle, untilOpen, withPage } from "./browser.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** Which sections are open. @param {Page} page */
const open = (page) =>
  page.locator("main > section[data-open]").evaluateAll((sections) => sections.map(({ id }) => id));

/**
 * Some files, those of the later sections if nothing else is said, arrive when the test says so.
 * @returns {{ prepare: (page: Page) => Promise<unknown>, release: () => void }}
 */
function withHeldFiles(files = /\/(row|dim|figure)-[^/]*\.js$/) {
  let release = () => {};
  const released = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  const prepare = (/** @type {Page} */ page) =>
    page.route(files, async (route) => {
      await released;
      await route.continue();
    });
  return { prepare, release };
}

describe("a section comes alive", () => {
  const wishes = /** @type {const} */ ({ opened: "first", prepare: neverIdle });

  test("when it comes near the window", () =>
    withPage(wishes, async (page) => {
      expect(await open(page)).toEqual(["book"]);
      await page.locator("#row").scrollIntoViewIfNeeded();
      await expect.poll(() => open(page)).toEqual(["book", "row"]);
    }));

  test("when a link leads to it", () =>
    withPage({ ...wishes, query: "?dim.dims=0#dim" }, async (page) => {
      await expect.poll(() => open(page)).toContain("dim");
      expect(await cellTexts(page, "dim", "mean")).toHaveLength(6);
    }));

  for (const reach of /** @type {const} */ (["focus", "hover"])) {
    test(`on ${reach}`, () => {
      const prepare = async (/** @type {Page} */ page) => {
        await neverIdle(page);
        await page.addInitScript(() => {
          IntersectionObserver.prototype.observe = () => {};
        });
      };
      return withPage({ opened: "first", prepare }, async (page) => {
        await page.getByRole("button", { name: "dim 0 size 2" })[reach]();
        await expect.poll(() => open(page)).toEqual(["book", "dim"]);
      });
    });
  }

  test("when the browser is idle, and then works without a connection", () =>
    // Chromium asks for the icon again whenever the address changes.
    withPage({ pardoned: /icon\.svg$/ }, async (page) => {
      await page.context().setOffline(true);
      await page.getByRole("button", { name: "dim 0 size 2" }).click();
      expect(await cellTexts(page, "dim", "mean")).toHaveLength(6);
      await page.locator("#row .scrubber").getByRole("slider").fill("3");
      expect(await cellTexts(page, "row", "y")).toHaveLength(5);
      await expect.poll(() => new URL(page.url()).search).toBe("?row.stage=3&dim.dims=0");
    }));

  test("at another occasion when its file did not arrive, and the page says so", () => {
    let attempts = 0;
    const prepare = async (/** @type {Page} */ page) => {
      await neverIdle(page);
      await page.route(/\/dim-[^/]*\.js$/, (route) => (attempts++ === 0 ? route.abort() : route.continue()));
    };
    return withPage({ opened: "first", prepare, pardoned: /ERR_FAILED|Failed to fetch/ }, async (page) => {
      const notice = page.locator("#incomplete");
      expect(await notice.isVisible()).toBe(false);
      await page.locator("#dim").scrollIntoViewIfNeeded();
      await expect.poll(() => notice.isVisible()).toBe(true);
      await expect.poll(async () => {
        await page.mouse.move(5, 5);
        await page.getByRole("button", { name: "dim 0 size 2" }).hover();
        return open(page);
      }).toContain("dim");
    });
  });

  test("in place: nothing shifts, nothing is drawn anew, and the focus stays", () => {
    const { prepare, release } = withHeldFiles();
    return withPage({ opened: "first", prepare, query: "#dim" }, async (page) => {
      const focused = cell(page, "dim", "x", 4);
      await focused.focus();
      const before = await focused.elementHandle();
      await page.evaluate(() => {
        const seen = /** @type {any} */ (window);
        seen.shifts = [];
        new PerformanceObserver((list) => seen.shifts.push(...list.getEntries())).observe({ type: "layout-shift" });
      });
      release();
      await untilOpen(page, "all");
      expect(await focused.evaluate((now, then) => now === then, before)).toBe(true);
      expect(await focused.evaluate((now) => now === document.activeElement)).toBe(true);
      await page.waitForTimeout(200);
      const hasFormula = await page.locator("#dim .formula h3").textContent();
      expect(hasFormula).toContain("[0, 4]");
      expect(await page.evaluate(() => /** @type {any} */ (window).shifts.length)).toBe(0);
    });
  });
});

describe("what is done in a section before it is alive", () => {
  /** @param {string} query @param {(page: Page) => Promise<void>} early @param {(page: Page) => Promise<void>} late */
  function held(query, early, late) {
    const { prepare, release } = withHeldFiles();
    return withPage({ query, opened: "first", prepare }, async (page) => {
      await early(page);
      expect(await open(page)).toEqual(["book"]);
      release();
      await untilOpen(page, "all");
      await late(page);
    });
  }

  test("is done once it is: a button", () =>
    held(
      "",
      (page) => page.getByRole("button", { name: "dim 0 size 2" }).click(),
      async (page) => {
        expect(await cellTexts(page, "dim", "mean")).toHaveLength(6);
        const undo = page.locator("#dim").getByRole("button", { name: "Undo", exact: true });
        await undo.click();
        expect(await cellTexts(page, "dim", "mean")).toHaveLength(2);
        expect(await undo.isDisabled()).toBe(true);
      },
    ));

  test("a switch, a slider and a list, each as one step", () =>
    held(
      "",
      async (page) => {
        for (const name of ["False", "True", "False"]) {
          await page.locator("#dim").getByRole("radio", { name }).check();
        }
        await page.locator("#row .scrubber").getByRole("slider").fill("2");
        await page.locator("#row").getByLabel("Example").selectOption("words");
      },
      async (page) => {
        expect(await page.locator("#dim .statistics .shape").first().textContent()).toBe("[2]");
        expect(await page.locator("#dim").getByRole("radio", { name: "False" }).isChecked()).toBe(true);
        expect(await page.locator("#row").getByLabel("Example").inputValue()).toBe("words");
        expect(await cellTexts(page, "row", "out")).toHaveLength(10);
        const undo = page.locator("#row").getByRole("button", { name: "Undo", exact: true });
        for (let step = 0; step < 4; step++) {
          expect(await undo.isDisabled()).toBe(false);
          await undo.click();
        }
        expect(await undo.isDisabled()).toBe(true);
        expect(await page.locator("#dim").getByRole("radio", { name: "True" }).isChecked()).toBe(true);
      },
    ));

  test("a number typed into a cell", () =>
    held(
      "",
      async (page) => {
        await cell(page, "dim", "x", 1).click();
        for (const key of ["2", ".", "5", "Enter"]) await page.keyboard.press(key);
      },
      async (page) => {
        expect((await cellTexts(page, "dim", "x"))[1]).toBe("2.5000");
        const focused = await cell(page, "dim", "x", 1).evaluate((now) => now === document.activeElement);
        expect(focused).toBe(true);
      },
    ));

  test("a number put into its field", () =>
    held(
      "",
      async (page) => {
        await page.locator("#dim-value").fill("4");
        await page.keyboard.press("Tab");
      },
      async (page) => expect((await cellTexts(page, "dim", "x"))[1]).toBe("4.0000"),
    ));

  test("on top of what the link says", () =>
    held(
      "?dim.keepdim=false&dim.preset=words",
      (page) => page.getByRole("button", { name: "dim 0" }).click(),
      async (page) => {
        expect(await cellTexts(page, "dim", "mean")).toHaveLength(5);
        expect(await page.locator("#dim .statistics .shape").first().textContent()).toBe("[5]");
        expect(await page.locator("#dim .statistics[data-fresh]").count()).toBe(1);
      },
    ));

  test("also in the first, while the kernels are on their way", () => {
    const { prepare, release } = withHeldFiles(/\.wasm$/);
    return withPage({ opened: "none", prepare }, async (page) => {
      await page.waitForLoadState("domcontentloaded");
      await page.locator("#book").getByRole("radio", { name: "B" }).check();
      release();
      await untilOpen(page, "all");
      expect(await page.locator("#book .unit-formula h3").textContent()).toContain("of input B");
    });
  });

  test("once only, when Control+Z takes it back", () =>
    held(
      "",
      async (page) => {
        await page.locator("#seed").fill("7");
        await page.keyboard.press("Enter");
        await page.locator("#book").getByRole("button", { name: "Reset" }).click();
        await cell(page, "dim", "x", 0).focus();
        await page.keyboard.press("Control+z");
      },
      async (page) => {
        const undo = page.locator("#book").getByRole("button", { name: "Undo", exact: true });
        expect(await page.locator("#seed").inputValue()).toBe("7");
        expect(await undo.isDisabled()).toBe(false);
        expect(await page.locator("#dim").getByRole("button", { name: "Redo" }).isDisabled()).toBe(false);
      },
    ));
});
