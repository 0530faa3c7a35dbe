/** The section on the spirals in a browser: what it shows is what its functions and its job, run in Node, give. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { formatBrief } from "../../../web/page/kit/format.js";
import { curveOf } from "../../../web/page/parts/curves.jsx";
import { MOST_TRAINED, PACES } from "../../../web/page/sections/spirals/limits.js";
import { bestOf, every, nearestTo } from "../../../web/page/sections/spirals/measured.js";
import { programOf, pythonOf } from "../../../web/page/sections/spirals/program.js";
import { medianLine, quartileBand } from "../../../web/page/sections/spirals/rates.jsx";
import { found } from "../../../web/page/sections/spirals/sentences.js";
import { spec } from "../../../web/page/sections/spirals/spec.js";
import { clickFixed, question, untilComputed, withSection } from "../helpers/browser.js";
import { NO_WORKER, violationsIn } from "../helpers/everyone.js";
import { expectInOneView, VIEWS } from "../helpers/in-view.js";
import { trained } from "../helpers/spirals.js";
import { runUntil } from "../helpers/training.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */
/** @typedef {typeof spec.initial} Figure */

const WHICH = /** @type {const} */ (["without", "with"]);
const POWERS = /** @type {const} */ ([-4, 1]);

/** @param {Partial<Figure>} changes */
const queryOf = (changes) =>
  `?${Object.entries(changes)
    .map(([name, value]) => `spirals.${name}=${value}`)
    .join("&")}`;

/** @param {Page} page */
const within = (page) => page.locator("#spirals-figure");

/** @param {Page} page @param {string} name */
const button = (page, name) => within(page).getByRole("button", { name, exact: true });

/** @param {Page} page */
const said = (page) => page.locator("#narration").textContent();

/** @param {Page} page */
const settled = (page) => untilComputed(page, "spirals");

/** @param {Page} page @param {Partial<Figure>} changes */
async function expectSpirals(page, changes) {
  const { seed, pace, trained: steps } = { ...spec.initial, ...changes };
  const spirals = trained({ seed, rate: pace, trained: steps });
  const figure = within(page);
  await settled(page);
  expect(await figure.locator(".spirals-found").textContent()).toBe(found(spirals));
  for (const which of WHICH) {
    const { losses, right } = spirals[which];
    const score = figure.locator(`[data-network=${which}]`);
    expect(await score.locator("strong").textContent()).toBe(formatBrief(losses[steps]));
    expect(await score.locator("b").textContent()).toBe(`${right} of 120`);
    expect(await figure.locator(`.curves [data-now][data-line=${which}] .curves-line`).getAttribute("d")).toBe(
      curveOf(losses, MOST_TRAINED, POWERS),
    );
    expect(await figure.locator(`.curves [data-stored][data-line=${which}] .curves-line`).getAttribute("d")).toBe(
      curveOf(nearestTo(pace)[which].curve, MOST_TRAINED, POWERS, every),
    );
  }
}

describe("what is shown is what is computed", () => {
  for (const changes of /** @type {Partial<Figure>[]} */ ([
    {},
    { trained: 30 },
    { pace: 3, trained: 200 },
    { seed: 2, pace: 0.04, trained: 120 },
  ])) {
    test(JSON.stringify(changes), () =>
      withSection("spirals", { query: queryOf(changes) }, async (page) => {
        expect(await page.getByRole("alert").count()).toBe(0);
        await expectSpirals(page, changes);
      }),
    );
  }

  test("the decision maps have a colour for each side, and the whole map where all is sure", () =>
    withSection("spirals", { query: queryOf({ trained: MOST_TRAINED }) }, async (page) => {
      await settled(page);
      const shares = await within(page)
        .locator("canvas")
        .evaluateAll((all) =>
          all.map((canvas) => {
            const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
            const { data } = /** @type {CanvasRenderingContext2D} */ (
              /** @type {HTMLCanvasElement} */ (canvas).getContext("2d")
            ).getImageData(0, 0, width, height);
            let orange = 0;
            for (let i = 0; i < data.length; i += 4) orange += Number(data[i] > data[i + 2]);
            return orange / (width * height);
          }),
        );
      const { without, with: normed } = trained({
        seed: spec.initial.seed,
        rate: spec.initial.pace,
        trained: MOST_TRAINED,
      });
      [without, normed].forEach(({ map }, i) => {
        const positive = map.filter((score) => score > 0).length / map.length;
        expect(Math.abs(shares[i] - positive)).toBeLessThan(0.03);
      });
    }));

  test("the chart has the median and the quartiles of all seeds, and marks the rate at hand", () =>
    withSection("spirals", {}, async (page) => {
      const rates = within(page).locator(".rates");
      for (const which of WHICH) {
        const line = rates.locator(`svg [data-line=${which}]`);
        expect(await line.locator(".curves-line").getAttribute("d")).toBe(medianLine(which));
        expect(await line.locator(".rates-band").getAttribute("d")).toBe(quartileBand(which));
      }
      const place = () => rates.locator(".rates-now").getAttribute("d");
      const before = await place();
      await page.locator("#spirals-pace").fill(String(PACES.indexOf(3)));
      await expect.poll(place).toBe("M1000 0V1000");
      expect(before).not.toBe("M1000 0V1000");
    }));

  test("it is not empty before anything was run, and not before the worker has answered", () =>
    withSection(
      "spirals",
      { prepare: (page) => page.route(/worker-.*\.js$/, () => {}), pardoned: /worker|ERR_FAILED/ },
      async (page) => {
        const figure = within(page);
        for (const arm of [0, 1]) {
          const d = await figure.locator(`.decisions-map [data-arm="${arm}"] path`).first().getAttribute("d");
          expect(d?.match(/M/g)).toHaveLength(60);
        }
        const stored = figure.locator(".curves [data-stored]");
        expect(await stored.count()).toBe(2);
        for (const line of await stored.all())
          expect(await line.evaluate((e) => getComputedStyle(e).opacity)).toBe("0.15");
        expect(await figure.locator(".curves [data-now]").count()).toBe(0);
      },
    ));
});

describe("training by hand and by itself", () => {
  test("steps, and starts again", () =>
    withSection("spirals", {}, async (page) => {
      await button(page, "10 steps").click();
      await expectSpirals(page, { trained: 10 });
      await button(page, "10 steps").click();
      await expectSpirals(page, { trained: 20 });
      await button(page, "Start again").click();
      await expectSpirals(page, {});
    }));

  test("runs to the end at once where motion is reduced, and undo takes it back as one step", () =>
    withSection("spirals", {}, async (page) => {
      await button(page, "Run").click();
      await expectSpirals(page, { trained: MOST_TRAINED });
      await button(page, "Undo").click();
      await expectSpirals(page, {});
    }));

  test("runs step by step, and pauses where it is", () =>
    withSection("spirals", { reducedMotion: "no-preference" }, async (page) => {
      const count = async () => parseInt((await within(page).locator(".training-count").textContent()) ?? "", 10);
      await settled(page);
      // A few are asked for at a time: with more than ten, some have been shown.
      await runUntil(within(page), 10, "Pause");
      await expect.poll(() => button(page, "Run").count()).toBe(1);
      const at = await count();
      expect(at).toBeGreaterThan(3);
      expect(at).toBeLessThan(MOST_TRAINED);
      await page.waitForTimeout(400);
      expect(await count()).toBe(at);
      await expectSpirals(page, { trained: at });
      await button(page, "Run").click();
      await expect.poll(count).toBe(MOST_TRAINED);
      await expect.poll(() => button(page, "Run").count()).toBe(1);
      await button(page, "Undo").click();
      await expect.poll(count).toBe(0);
    }));
});

/** What came of all seeds answers the prediction. @param {Page} page */
const allSeeds = (page) => ({
  lines: within(page).locator(".rates svg .curves-line, .rates-best"),
  cover: within(page).locator(".cover"),
  isRead: () =>
    within(page)
      .locator(".spirals-why")
      .evaluate((each) => !(/** @type {HTMLElement} */ (each).inert)),
});

describe("what came of all seeds", () => {
  test("is neither drawn nor read before the prediction is answered, and then is, on the next visit, too", () =>
    withSection("spirals", {}, async (page) => {
      const { lines, cover, isRead } = allSeeds(page);
      expect(await lines.count()).toBe(3);
      for (const line of await lines.all()) expect(await line.isVisible()).toBe(false);
      expect([await cover.count(), await isRead()]).toEqual([1, false]);
      const text = within(page).locator(".spirals-reason p").first();
      expect(await text.evaluate((each) => getComputedStyle(each.parentElement ?? each).filter)).toBe("blur(6px)");
      // Another run of the figure answers nothing.
      await button(page, "Run").click();
      await settled(page);
      expect(await isRead()).toBe(false);
      const before = await within(page).evaluate((figure) => figure.getBoundingClientRect().height);
      await question(page, "spirals", "predict").locator(".answer").first().click();
      await expect.poll(isRead).toBe(true);
      expect(await cover.count()).toBe(0);
      for (const line of await lines.all()) expect(await line.isVisible()).toBe(true);
      expect(await within(page).evaluate((figure) => figure.getBoundingClientRect().height)).toBe(before);
      await page.reload();
      await page.locator("#spirals[data-open]").waitFor();
      expect([await cover.count(), await isRead()]).toEqual([0, true]);
    }));

  test("can be seen without a guess, and the focus goes on there", () =>
    withSection("spirals", {}, async (page) => {
      const { cover, isRead } = allSeeds(page);
      await cover.getByRole("button", { name: "Show it now" }).press("Enter");
      await expect.poll(isRead).toBe(true);
      expect(await page.evaluate(() => document.activeElement?.className)).toBe("spirals-why");
    }));

  for (const query of [
    "?lesson=spirals",
    "?lock=seed",
    queryOf({ pace: bestOf("without").rate, trained: MOST_TRAINED }),
  ]) {
    test(`is there at once where nothing is to be predicted any more: ${query}`, () =>
      withSection("spirals", { query }, async (page) => {
        await settled(page);
        const { cover, isRead } = allSeeds(page);
        expect([await cover.count(), await isRead()]).toEqual([0, true]);
      }));
  }
});

describe("predict, act, reveal, check", () => {
  test("the prediction is answered by what is done", () =>
    withSection("spirals", {}, async (page) => {
      const predict = question(page, "spirals", "predict");
      const why = () => predict.locator(".why").textContent();
      await predict.getByRole("button", { name: "The one without LayerNorm" }).click();
      expect(await why()).toMatch(/^Noted: /);
      await page.locator("#spirals-pace").fill(String(PACES.indexOf(bestOf("without").rate)));
      await button(page, "Run").click();
      await expect.poll(why).toMatch(/^Yes\. Over 40 seeds/);
    }));

  test("a check about one rate, then others, each drawn anew", () =>
    withSection("spirals", {}, async (page) => {
      const check = question(page, "spirals", "check");
      const prompts = new Set();
      for (let round = 0; round < 5; round++) {
        prompts.add(await check.locator(".prompt").textContent());
        await check.locator(".answer").first().click();
        await expect.poll(() => check.locator(".why").textContent()).toMatch(/^(Yes|Not quite)\. \S/);
        await check.getByRole("button", { name: "Another question" }).click();
      }
      expect(prompts.size).toBe(5);
    }));
});

describe("what was done", () => {
  test("is said once it has come to rest, and what was there at first is not", () =>
    withSection("spirals", {}, async (page) => {
      await settled(page);
      await page.waitForTimeout(700);
      expect(await said(page)).toBe("");
      await button(page, "10 steps").click();
      await expect
        .poll(() => said(page))
        .toMatch(/^after 10 steps: loss 0\.\d\d without LayerNorm, 0\.\d\d with it; \d+ and \d+ of 120/);
    }));

  test("that is absurd in a link is refused with a word of why, also by the names of before", () =>
    withSection("spirals", { query: "?spirals.trained=900&learning.pace=9&learning.seed=-1" }, async (page) => {
      const notice = page.getByRole("alert");
      await expect.poll(() => notice.locator("li").count()).toBe(3);
      expect(await notice.textContent()).toContain("learning.pace");
      await expectSpirals(page, {});
    }));

  test("is not, where a lesson has fixed it, and that is said", () =>
    withSection("spirals", { query: "?lesson=spirals&lock=rate,seed" }, async (page) => {
      await clickFixed(button(page, "Other seed"));
      await expect.poll(() => said(page)).toBe("Fixed in this lesson: the seed.");
      await page.locator("#spirals-pace").press("ArrowRight");
      await expect.poll(() => said(page)).toBe("Fixed in this lesson: the rate.");
      await expectSpirals(page, {});
    }));

  test("is a program, in two languages, which can be copied", () =>
    withSection("spirals", { explained: false }, async (page) => {
      await button(page, "The program, as you would write it").click();
      for (const [name, text] of [
        ["JavaScript", programOf(spec.initial)],
        ["Python", pythonOf(spec.initial)],
      ]) {
        const program = within(page).getByRole("group", { name: `The program in ${name}` });
        expect(await program.locator("pre").textContent()).toBe(text);
        await program.getByRole("button", { name: "Copy" }).click();
        await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
      }
    }));
});

describe("while it computes", () => {
  for (const width of [320, 390, 768, 1280]) {
    test(`nothing moves when results come, or change, at ${width} px`, () =>
      withSection("spirals", { viewport: { width, height: 800 } }, async (page) => {
        // The strip sticks to the window: what follows it tells whether it has grown.
        const tops = () =>
          page
            .locator("#spirals :is(.toolbar, .curves, .decisions-map, .rates, .card-foot, .question .prompt)")
            .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top + scrollY)));
        const before = await tops();
        await settled(page);
        expect(await tops()).toEqual(before);
        await button(page, "Run").click();
        await settled(page);
        expect(await tops()).toEqual(before);
        await page.locator("#spirals-pace").fill(String(PACES.indexOf(3)));
        await settled(page);
        expect(await tops()).toEqual(before);
      }));
  }

  test("a worker that does not arrive is told in words", () =>
    withSection("spirals", NO_WORKER, async (page) => {
      await expect.poll(() => page.locator("#spirals-failure").textContent()).toContain("The networks do not answer:");
    }));
});

describe("for everyone", () => {
  for (const { width, colorScheme, query } of /** @type {const} */ ([
    { width: 320, colorScheme: "light", query: "?spirals.trained=50" },
    { width: 768, colorScheme: "dark", query: "?spirals.trained=500" },
    { width: 1440, colorScheme: "light", query: "" },
    { width: 1440, colorScheme: "dark", query: "?lock=rate,seed" },
  ])) {
    test(`axe finds nothing at ${width} px, ${colorScheme} ${query}`, () =>
      withSection("spirals", { query, colorScheme, viewport: { width, height: 900 } }, async (page) => {
        await settled(page);
        expect(await violationsIn(page, "#spirals")).toEqual([]);
      }));
  }

  for (const width of [320, 390, 768, 1280, 1920]) {
    test(`nothing is cut off at ${width} px`, () =>
      withSection("spirals", { viewport: { width, height: 900 }, looks: true }, async (page) => {
        await settled(page);
        const wide = await page
          .locator("#spirals :is(.figure, .toolbar, .result-strip, .spirals-body, .spirals-why, .rates)")
          .evaluateAll((all) =>
            all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.className),
          );
        expect(wide).toEqual([]);
        const edge = await page.locator("#spirals").evaluate((section) => section.getBoundingClientRect().right);
        expect(edge).toBeLessThanOrEqual(width);
      }));
  }
});

describe("control, strip and what changes", () => {
  for (const viewport of VIEWS) {
    for (const control of ["#spirals-pace", ".training .run", "#spirals-seed"]) {
      test(`are in one view at ${viewport.width} px: ${control}`, () =>
        withSection("spirals", { viewport, face: true, query: queryOf({ pace: 3, trained: 200 }) }, async (page) => {
          await settled(page);
          await expectInOneView(within(page), control, ".decisions-map");
        }));
    }
  }
});
