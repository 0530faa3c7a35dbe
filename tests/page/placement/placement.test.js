/** The section on pre-LN and post-LN in a browser: what it shows is what its jobs, run in Node, give. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { formatBrief } from "../../../web/page/kit/format.js";
import { curveOf } from "../../../web/page/parts/curves.jsx";
import { jobs } from "../../../web/page/sections/placement/job.js";
import { lineOf } from "../../../web/page/sections/placement/layout.js";
import { MOST_TRAINED, RATES } from "../../../web/page/sections/placement/limits.js";
import measured from "../../../web/page/sections/placement/losses.json" with { type: "json" };
import { middlesOf } from "../../../web/page/sections/placement/middle.js";
import { found, gradientFound, lastOf } from "../../../web/page/sections/placement/sentences.js";
import { question, untilComputed, withSection } from "../helpers/browser.js";
import { violationsIn } from "../helpers/everyone.js";
import { runUntil } from "../helpers/training.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** @param {Page} page @param {"first" | "training"} name */
const figure = (page, name) => page.locator(name === "first" ? "#placement-figure" : "#placement-training");

/** @param {Page} page */
const settled = (page) => untilComputed(page, "placement");

/** @param {Generator<unknown, any>} steps */
function resultOf(steps) {
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
  }
}

test("before the first step: the drawing, the lines, the strip; they follow the switches, and undo", () =>
  withSection("placement", { query: "?placement.blocks=4&placement.seed=9" }, async (page) => {
    await settled(page);
    const known = resultOf(jobs.first({ seed: 9, blocks: 4 }));
    const first = figure(page, "first");
    const line = (/** @type {string} */ quantity, /** @type {string} */ place) =>
      first.locator(`[data-quantity=${quantity}] g[data-line=${place}] .placement-line`).getAttribute("d");
    const expectLines = async (/** @type {"pre" | "bare"} */ kind) => {
      for (const quantity of /** @type {const} */ (["stream", "gradient"]))
        for (const [place, of] of /** @type {const} */ ([
          ["pre", kind],
          ["post", "post"],
        ])) {
          const medians = middlesOf(known, of, quantity).map(({ median }) => median);
          expect(await line(quantity, place)).toBe(lineOf(medians, 4, quantity));
        }
    };
    await expectLines("pre");
    expect(await first.locator(".placement-found").textContent()).toBe(gradientFound(known, "with"));
    const stream = middlesOf(known, "pre", "stream").at(-1)?.median ?? NaN;
    expect(await first.locator("[data-place=pre] strong").first().textContent()).toBe(formatBrief(stream));
    expect(await first.locator(".placement-block code").textContent()).toBe("LN(x + f(x))");
    await first.locator("label", { hasText: "before (pre)" }).click();
    expect(await first.locator(".placement-block code").textContent()).toBe("x + f(LN(x))");
    await first.locator("label", { hasText: "off" }).click();
    await expect.poll(() => first.locator(".placement-found").textContent()).toBe(gradientFound(known, "without"));
    await expectLines("bare");
    await figure(page, "training").getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => first.locator(".placement-found").textContent()).toBe(gradientFound(known, "with"));
  }));

test("two networks learn: by steps, and as far as a link says; it is said, and it is in the link", () =>
  withSection("placement", { query: "?placement.trained=20&placement.warmUp=40" }, async (page) => {
    const training = figure(page, "training");
    const expectLosses = async (/** @type {number} */ trained) => {
      await settled(page);
      const losses = resultOf(jobs.training({ seed: 1, rate: 0.003, warmUp: 40, trained }));
      expect(await training.locator(".placement-found").textContent()).toBe(found(losses));
      for (const place of /** @type {const} */ (["pre", "post"])) {
        expect(await training.locator(`[data-place=${place}] strong`).textContent()).toBe(
          formatBrief(lastOf(losses[place])),
        );
        expect(await training.locator(`[data-now][data-line=${place}] .curves-line`).getAttribute("d")).toBe(
          curveOf(losses[place], MOST_TRAINED, [-3, 1]),
        );
      }
    };
    await expectLosses(20);
    await training.getByRole("button", { name: "20 steps", exact: true }).click();
    await expectLosses(40);
    await expect
      .poll(() => page.locator("#narration").textContent())
      .toMatch(/^after 40 steps: loss \d\.\d\d with pre/);
    await expect.poll(() => page.evaluate(() => location.search)).toContain("placement.trained=40");
  }));

test("Run goes on until it is stopped", () =>
  withSection("placement", {}, async (page) => {
    await settled(page);
    const training = figure(page, "training");
    const count = async () => Number.parseInt((await training.locator(".training-count").textContent()) ?? "", 10);
    // With reduced motion the end is asked for at once, and the sentence tells how far the worker is.
    await runUntil(training, 7, "Pause", ".placement-found");
    await settled(page);
    const stopped = await count();
    expect(stopped).toBeGreaterThan(7);
    expect(stopped).toBeLessThan(MOST_TRAINED);
    expect(await training.getByRole("button", { name: "Run", exact: true }).count()).toBe(1);
    expect(await count()).toBe(stopped);
  }));

test("the table is covered until the prediction is answered, and says what was measured", () =>
  withSection("placement", {}, async (page) => {
    const training = figure(page, "training");
    const cells = training.locator(".placement-runs td b");
    expect(await training.locator(".cover").count()).toBe(1);
    for (const cell of await cells.all()) expect(await cell.isVisible()).toBe(false);
    await question(page, "placement", "predict").getByRole("button", { name: "With pre-LN" }).click();
    await expect.poll(() => training.locator(".cover").count()).toBe(0);
    const told = RATES.flatMap((rate) =>
      ["pre", "post"].flatMap((place) =>
        measured.runs
          .filter((run) => run.rate === rate && run.place === place)
          .map(({ learned }) => `${learned} of ${measured.seeds}`),
      ),
    );
    expect(await cells.allTextContents()).toEqual(told);
  }));

test("what a lesson fixed does not move, and what is absurd in a link is refused", () =>
  withSection("placement", { query: "?lesson=placement&lock=rate,seed,network&placement.blocks=99" }, async (page) => {
    expect(await page.getByRole("alert").textContent()).toContain("placement.blocks");
    for (const [id, what] of [
      ["rate", "the rate"],
      ["warm-up", "the rate"],
      ["blocks", "the network"],
    ]) {
      await page.locator(`#placement-${id}`).press("ArrowRight");
      await expect.poll(() => page.locator("#narration").textContent()).toBe(`Fixed in this lesson: ${what}.`);
    }
    expect(await page.evaluate(() => location.search)).not.toContain("placement.rate");
  }));

describe("for everyone", () => {
  for (const { width, colorScheme } of /** @type {const} */ ([
    { width: 320, colorScheme: "light" },
    { width: 1280, colorScheme: "dark" },
  ])) {
    test(`axe finds nothing at ${width} px, ${colorScheme}, and nothing is cut off`, () =>
      withSection("placement", { colorScheme, viewport: { width, height: 900 }, looks: true }, async (page) => {
        await settled(page);
        expect(await violationsIn(page, "#placement")).toEqual([]);
        const wide = await page
          .locator("#placement :is(.figure, .toolbar, .result-strip, .placement-body, .placement-losses)")
          .evaluateAll((all) =>
            all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.className),
          );
        expect(wide).toEqual([]);
      }));
  }
});
