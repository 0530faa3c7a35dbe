/** The section on the size of weights in a browser: what it shows is what its functions and jobs, run in Node, give. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { formatReadout } from "../../../web/page/kit/format.js";
import { medianLine } from "../../../web/page/sections/invariance/chart.jsx";
import { pairsJob } from "../../../web/page/sections/invariance/job.js";
import { compared, drawn } from "../../../web/page/sections/invariance/layer.js";
import { EVERY, FACTORS, NETWORKS, STEPS } from "../../../web/page/sections/invariance/limits.js";
import { wayOf } from "../../../web/page/sections/invariance/middle.js";
import { layerFinding, networksFinding, rightAngles } from "../../../web/page/sections/invariance/sentences.js";
import { spec } from "../../../web/page/sections/invariance/spec.js";
import { question, untilComputed, withSection } from "../helpers/browser.js";
import { NO_WORKER, violationsIn } from "../helpers/everyone.js";
import { expectInOneView, VIEWS } from "../helpers/in-view.js";
import { run } from "../helpers/jobs.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** @param {Page} page */
const hand = (page) => page.locator("#invariance-hand");
/** @param {Page} page */
const networks = (page) => page.locator("#invariance-figure");
/** @param {Page} page */
const said = (page) => page.locator("#narration").textContent();
/** @param {Page} page */
const settled = (page) => untilComputed(page, "invariance");

/** @param {Page} page @param {number} factor @param {number} [seed] */
async function expectLayer(page, factor, seed = spec.initial.seed) {
  const layer = compared(drawn(seed), factor);
  await expect.poll(() => hand(page).locator(".invariance-found").textContent()).toBe(layerFinding(factor, layer));
  const numbers = await hand(page).locator(".invariance-number strong").allTextContents();
  expect(numbers.slice(0, 2)).toEqual([layer.now.length, layer.now.slope].map((value) => formatReadout(value)));
}

describe("what is shown is what is computed", () => {
  test("by hand: from the link, by the slider, with other weights, and undone", () =>
    withSection("invariance", { query: "?invariance.factor=10" }, async (page) => {
      await expectLayer(page, 10);
      await page.locator("#invariance-factor").fill(String(FACTORS.indexOf(100)));
      await expectLayer(page, 100);
      await expect.poll(() => new URL(page.url()).search).toContain("invariance.factor=100");
      await expect.poll(() => said(page)).toMatch(/^W times 100: length 391\.\d, gradient 0\.90, cosine /);
      await hand(page).getByRole("button", { name: "Other weights" }).click();
      await expectLayer(page, 100, spec.initial.seed + 24);
      await hand(page).getByRole("button", { name: "Undo" }).click();
      await hand(page).getByRole("button", { name: "Undo" }).click();
      await expectLayer(page, 10);
    }));

  test("the networks: their medians, the sentence, the right angles; stopped, and trained again", () =>
    withSection("invariance", { query: "?invariance.rate=3&invariance.decay=0.01" }, async (page) => {
      const settings = { seed: spec.initial.seed, rate: 3, decay: 0.01 };
      await settled(page);
      const shown = { settings, value: run(pairsJob(settings)).result };
      expect(await networks(page).locator(".invariance-found").textContent()).toBe(networksFinding(shown));
      expect(await networks(page).locator(".invariance-many").textContent()).toBe(rightAngles(shown));
      const way = wayOf(shown.value, "with", "angle");
      const points = way.map((quartiles, i) => ({ at: (i * EVERY) / STEPS, quartiles }));
      const line = networks(page).locator(".invariance-chart").nth(1).locator("[data-line=with] .curves-line");
      expect(await line.getAttribute("d")).toBe(medianLine(points, [0.01, 100]));
      const count = networks(page).locator(".invariance-count");
      expect(await count.textContent()).toBe(`${NETWORKS} of ${NETWORKS}`);
      // Both in one task: however busy the machine, the training has not ended by then.
      await networks(page).evaluate(async (figure) => {
        for (const name of ["Train again", "Stop"]) {
          const buttons = Array.from(figure.querySelectorAll("button"));
          const button = buttons.find(({ textContent }) => textContent === name);
          if (!button) throw new Error(`there is no button ${name}, only ${buttons.map((each) => each.textContent)}`);
          button.click();
          await null;
        }
      });
      expect(await networks(page).getByRole("button", { name: "Train again" }).count()).toBe(1);
      await settled(page);
    }));

  test("before the worker has answered, the curves measured beforehand stand there; a worker that fails is told", () =>
    withSection("invariance", NO_WORKER, async (page) => {
      expect(await networks(page).locator("[data-stored] .curves-line").count()).toBe(6);
      await expect
        .poll(() => page.locator("#invariance-failure").textContent())
        .toContain("The networks do not answer:");
    }));
});

describe("predict, act, reveal, check", () => {
  test("the prediction is answered by what is done, and uncovers what came of all rates", () =>
    withSection("invariance", {}, async (page) => {
      const isRead = () =>
        page.locator(".invariance-rates").evaluate((each) => !(/** @type {HTMLElement} */ (each).inert));
      expect(await isRead()).toBe(false);
      const predict = question(page, "invariance", "predict");
      await predict.getByRole("button", { name: "It becomes ten times smaller" }).click();
      expect(await predict.locator(".why").textContent()).toMatch(/^Noted: /);
      await page.locator("#invariance-factor").fill(String(FACTORS.indexOf(10)));
      await expect.poll(() => predict.locator(".why").textContent()).toMatch(/^Yes\. /);
      expect(await isRead()).toBe(true);
      const check = question(page, "invariance", "check");
      await check.locator(".answer").first().click();
      await expect.poll(() => check.locator(".why").textContent()).toMatch(/^(Yes|Not quite)\. \S/);
    }));
});

test("what a lesson has fixed does not move; what is absurd in a link is refused", () =>
  withSection(
    "invariance",
    { query: "?lesson=invariance&lock=gain,rate,decay,seed&invariance.rate=99&invariance.factor=-1" },
    async (page) => {
      expect(await page.getByRole("alert").locator("li").count()).toBe(2);
      for (const [id, what] of [
        ["factor", "the gain"],
        ["rate", "the rate"],
        ["decay", "the weight decay"],
      ]) {
        await page.locator(`#invariance-${id}`).press("ArrowRight");
        await expect.poll(() => said(page)).toBe(`Fixed in this lesson: ${what}.`);
      }
      await expectLayer(page, 1);
    },
  ));

describe("for everyone", () => {
  for (const { width, colorScheme } of /** @type {const} */ ([
    { width: 320, colorScheme: "light" },
    { width: 1280, colorScheme: "dark" },
  ])) {
    test(`axe finds nothing at ${width} px, ${colorScheme}, and nothing is cut off`, () =>
      withSection(
        "invariance",
        { query: "?invariance.factor=10", colorScheme, viewport: { width, height: 900 } },
        async (page) => {
          await settled(page);
          expect(await violationsIn(page, "#invariance")).toEqual([]);
          const wide = await page
            .locator("#invariance :is(.figure, .toolbar, .result-strip, .invariance-charts, .invariance-pair)")
            .evaluateAll((all) =>
              all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.className),
            );
          expect(wide).toEqual([]);
        },
      ));
  }

  for (const viewport of VIEWS) {
    test(`control, strip and what changes are in one view at ${viewport.width} px, and nothing moves`, () =>
      withSection("invariance", { viewport, face: true }, async (page) => {
        const tops = () =>
          page
            .locator("#invariance :is(.toolbar, .invariance-hand, .invariance-charts, .card-foot, .question .prompt)")
            .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top + scrollY)));
        const before = await tops();
        await settled(page);
        expect(await tops()).toEqual(before);
        await page.locator("#invariance-factor").fill("0");
        await page.locator("#invariance-decay").fill("4");
        await settled(page);
        expect(await tops()).toEqual(before);
        await expectInOneView(hand(page), "#invariance-factor", ".invariance-rows");
        await expectInOneView(networks(page), "#invariance-rate", ".invariance-chart");
      }));
  }
});
