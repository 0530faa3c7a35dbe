/** The section in which a small GPT is trained, in a browser: a short run, and what it shows. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { lineOf } from "../../../web/page/sections/train/line.js";
import { measured } from "../../../web/page/sections/train/measured.js";
import { EVERY } from "../../../web/page/sections/train/rhythm.js";
import { lossText, runText } from "../../../web/page/sections/train/sentences.js";
import { spec } from "../../../web/page/sections/train/spec.js";
import { clickFixed, question, untilComputed, withSection } from "../helpers/browser.js";
import { NO_WORKER, violationsIn } from "../helpers/everyone.js";
import { expectInOneView, VIEWS } from "../helpers/in-view.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** @param {Page} page */
const within = (page) => page.locator("#train-figure");
/** @param {Page} page @param {string} name */
const button = (page, name) => within(page).getByRole("button", { name, exact: true });
/** What is set beside the norms stands behind a button that says it. @param {Page} page */
const openRest = (page) => within(page).locator(".train-rest").click();
/** The rows of the runs that there are. @param {Page} page */
const rows = (page) => within(page).locator(".train-legend tbody tr:not(.train-free)");
/** @param {Page} page */
const said = (page) => page.locator("#narration").textContent();
/** How many points a run's line has. @param {Page} page @param {number} place */
const points = async (page, place) =>
  ((await within(page).locator(`.train-chart [data-run="${place}"] .train-line`).getAttribute("d")) ?? "").match(
    /[ML]/g,
  )?.length ?? 0;

describe("before anything was run", () => {
  test("the stored run stands there, with its losses, its words and its sentence", () =>
    withSection("train", { looks: true }, async (page) => {
      const { losses, hidden, words } = measured.first;
      const figure = within(page);
      expect(await figure.locator(".train-chart .train-line").getAttribute("d")).toBe(lineOf(losses, EVERY));
      expect(await rows(page).locator("td").allTextContents()).toEqual([
        ...[losses, hidden].map((list) => lossText(/** @type {number} */ (list.at(-1)))),
        "",
      ]);
      expect(await figure.locator(".train-found").textContent()).toBe(
        runText({ settings: spec.initial, run: { step: 1000, losses, hidden, words } }),
      );
      expect(await figure.locator(".train-words dd").last().textContent()).toBe(
        words
          .at(-1)
          ?.map((word) => word || "·")
          .join(" "),
      );
    }));

  test("what came of many seeds is covered, and is there for a teacher's link", async () => {
    const isRead = (/** @type {Page} */ page) =>
      within(page)
        .locator(".train-why")
        .evaluate((each) => !(/** @type {HTMLElement} */ (each).inert));
    await withSection("train", { looks: true }, async (page) => expect(await isRead(page)).toBe(false));
    await withSection("train", { query: "?lesson=train" }, async (page) => expect(await isRead(page)).toBe(true));
  });
});

describe("a run", () => {
  test("grows step by step, answers the prediction, is stopped, and is taken out", () =>
    withSection("train", { query: "?train.norm=tokens&train.depth=2" }, async (page) => {
      const figure = within(page);
      const predict = question(page, "train", "predict");
      await predict.getByRole("button", { name: "Much lower" }).click();
      await expect.poll(() => predict.locator(".why").textContent()).toMatch(/^Noted/);
      await openRest(page);
      await button(page, "Run").click();
      // The page answers meanwhile.
      await figure.locator("#train-seed").fill("7");
      await figure.locator("#train-seed").press("Enter");
      await expect.poll(() => points(page, 1)).toBeGreaterThan(2);
      expect(await figure.locator(".train-count").textContent()).toMatch(/^\d+ of 1000 steps$/);
      await expect.poll(() => predict.locator(".why").textContent()).toMatch(/^Yes\. Over \d+ seeds/);
      await button(page, "Stop").click();
      await untilComputed(page, "train");
      const had = await points(page, 1);
      await page.waitForTimeout(300);
      expect(await points(page, 1)).toBe(had);
      expect(await rows(page).count()).toBe(2);
      expect(await figure.locator('[data-place="1"] .train-look').textContent()).toContain(
        "wrong dim before, 2 blocks",
      );
      await figure.locator('[data-place="0"] .train-look').click();
      expect(await figure.locator(".train-score").textContent()).toContain("A: loss");
      await button(page, "Remove run B").click();
      expect(await rows(page).count()).toBe(1);
      await button(page, "Remove run A").click();
      expect(await figure.locator(".train-found").textContent()).toBe("There is no run: press Run.");
    }));

  test("has no room beside four, and one with the same settings takes the place of the first", () =>
    withSection("train", {}, async (page) => {
      const figure = within(page);
      await openRest(page);
      for (const seed of [1, 2, 3]) {
        await figure.locator("#train-seed").fill(String(seed));
        await figure.locator("#train-seed").press("Enter");
        await button(page, "Run").click();
        await expect.poll(() => points(page, seed)).toBeGreaterThan(0);
        await button(page, "Stop").click();
      }
      await figure.locator("#train-seed").fill("4");
      await figure.locator("#train-seed").press("Enter");
      expect(await figure.locator(".train-count").textContent()).toBe("remove a run first");
      expect(await button(page, "Run").getAttribute("aria-disabled")).toBe("true");
      await button(page, "Undo").click();
      expect(await button(page, "Run").getAttribute("aria-disabled")).toBeNull();
      expect(await rows(page).count()).toBe(4);
    }));

  test("that cannot be made is told in words", () =>
    withSection("train", NO_WORKER, async (page) => {
      await button(page, "Run").click();
      await expect.poll(() => page.locator("#train-failure").textContent()).toContain("The network does not answer:");
      await expect.poll(() => button(page, "Run").count()).toBe(1);
    }));
});

describe("settings", () => {
  test("that are absurd in a link are refused, and those that a lesson has fixed stay", async () => {
    await withSection("train", { query: "?train.depth=40&train.norm=batch&train.rate=9" }, async (page) => {
      await expect.poll(() => page.getByRole("alert").locator("li").count()).toBe(3);
    });
    await withSection("train", { query: "?lesson=train&lock=norms,network,rate,seed" }, async (page) => {
      await clickFixed(within(page).getByRole("radio", { name: "RMSNorm" }));
      await expect.poll(() => said(page)).toBe("Fixed in this lesson: the norms.");
      await openRest(page);
      await page.locator("#train-rate").press("ArrowRight");
      await expect.poll(() => said(page)).toBe("Fixed in this lesson: the rate.");
    });
  });
});

describe("for everyone", () => {
  for (const { width, colorScheme } of /** @type {const} */ ([
    { width: 320, colorScheme: "light" },
    { width: 1440, colorScheme: "dark" },
  ])) {
    test(`axe finds nothing, and nothing is cut off at ${width} px, ${colorScheme}`, () =>
      withSection("train", { query: "?lesson=train", colorScheme, viewport: { width, height: 900 } }, async (page) => {
        await openRest(page);
        expect(await violationsIn(page, "#train")).toEqual([]);
        const wide = await page
          .locator(
            "#train :is(.figure, .toolbar, .train-settings, .result-strip, .train-body, .train-why, .train-legend)",
          )
          .evaluateAll((all) =>
            all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.className),
          );
        expect(wide).toEqual([]);
      }));
  }

  for (const width of [320, 390, 1280])
    test(`a run that is taken out moves nothing at ${width} px`, () =>
      withSection("train", { viewport: { width, height: 844 }, face: true }, async (page) => {
        const heights = () =>
          page
            .locator("#train :is(.figure, .result-strip, .train-legend, .train-words)")
            .evaluateAll((all) => all.map((each) => /** @type {HTMLElement} */ (each).offsetHeight));
        const before = await heights();
        await button(page, "Remove run A").click();
        await expect.poll(() => rows(page).count()).toBe(0);
        expect(await heights()).toEqual(before);
      }));

  for (const viewport of VIEWS) {
    test(`control, strip and curves are in one view at ${viewport.width} px`, () =>
      withSection("train", { viewport, face: true, looks: true }, (page) =>
        expectInOneView(within(page), ".train-run", ".train-chart"),
      ));
  }
});
