/** The section on learning in a browser: what it shows is what its functions, run in Node, give. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { formatBrief, formatNumber } from "../../../web/page/kit/format.js";
import { curveOf } from "../../../web/page/parts/curves.jsx";
import { curvature, descend, SIZE, targetOf, termsOf } from "../../../web/page/sections/learning/row.js";
import { foretold, residue, seenSoFar } from "../../../web/page/sections/learning/sentences.js";
import { MOST_STEPS, RATES } from "../../../web/page/sections/learning/limits.js";
import { spec } from "../../../web/page/sections/learning/spec.js";
import { middleOf, press, question, withSection } from "../helpers/browser.js";
import { violationsIn } from "../helpers/everyone.js";
import { expectInOneView, VIEWS } from "../helpers/in-view.js";
import { runUntil } from "../helpers/training.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */
/** @typedef {typeof spec.initial} Figure */

/** @param {Partial<Figure>} changes */
const queryOf = (changes) =>
  `?${Object.entries(changes)
    .map(([name, value]) => `learning.${name}=${value}`)
    .join("&")}`;

/** @param {Page} page @param {string} figure */
const within = (page, figure) => page.locator(`#learning-${figure}`);

/** @param {Page} page @param {string} figure @param {string} name */
const button = (page, figure, name) => within(page, figure).getByRole("button", { name, exact: true });

/** @param {Page} page */
const said = (page) => page.locator("#narration").textContent();

/** @param {import("playwright").Locator} all */
const texts = (all) => all.evaluateAll((each) => each.map(({ textContent }) => textContent ?? ""));

/** The first figure. @param {Page} page @param {Partial<Figure>} changes */
async function expectRow(page, changes) {
  const figure = { ...spec.initial, ...changes };
  const path = descend(figure);
  const { weight, bias, loss, y } = path[figure.steps];
  const row = within(page, "row");
  await expect
    .poll(() => texts(row.locator(".learning-table td")))
    .toEqual(
      [weight, figure.spread, bias, figure.mean].map((value) => formatNumber(value)).concat(formatBrief(loss), "0"),
    );
  expect(await row.locator(".curves-line").getAttribute("d")).toBe(
    curveOf(
      path.map((place) => place.loss),
      MOST_STEPS,
      [-12, 12],
    ),
  );
  expect(await row.locator(".learning-finding").textContent()).toBe(
    `${foretold(figure.rate, curvature())} ${seenSoFar(path)}`,
  );
  for (const [name, values] of /** @type {const} */ ([
    ["y", y],
    ["target", targetOf(figure)],
  ])) {
    expect(await row.locator(`[data-track=${name}] .track-name`).textContent()).toBe(
      `${name}: ${Array.from(values, formatBrief).join(", ")}`,
    );
  }
}

/** The second. @param {Page} page @param {Partial<Figure>} changes */
async function expectTerms(page, changes) {
  const { given, level, parallel, dx, facts } = termsOf({ ...spec.initial, ...changes });
  const gradient = within(page, "gradient");
  await expect
    .poll(() => texts(gradient.locator(".chain-number")))
    .toEqual(
      Array.from({ length: SIZE }, (_, i) =>
        [given[i], -level, -parallel[i], dx[i]].map((value) => formatNumber(value)),
      ).flat(),
    );
  expect(await gradient.locator("[data-fact=mean]").textContent()).toBe(residue(facts.mean));
  expect(await gradient.locator("[data-fact=along]").textContent()).toBe(residue(facts.along));
}

describe("what is shown is what is computed", () => {
  for (const changes of /** @type {Partial<Figure>[]} */ ([
    {},
    { steps: 6, rate: 0.5 },
    { steps: 9, rate: 1.2, mean: 3, spread: 0.5, dy: "loss", at: 1 },
    { steps: 40, rate: 0.2, dy: "random", at: 5 },
  ])) {
    test(JSON.stringify(changes), () =>
      withSection("learning", { query: queryOf(changes) }, async (page) => {
        expect(await page.getByRole("alert").count()).toBe(0);
        await expectRow(page, changes);
        await expectTerms(page, changes);
      }),
    );
  }

  test("a line of arithmetic, by key for each number", () =>
    withSection("learning", {}, async (page) => {
      await within(page, "gradient").getByRole("radio", { name: "4", checked: true }).focus();
      for (const at of [5, 0, 1]) {
        await press(page, "ArrowDown");
        await expectTerms(page, { at });
        const line = (await within(page, "gradient").locator(".chain-line").textContent()) ?? "";
        const plain = line.replaceAll("−", "-").replace(/all digits/, "");
        const [, , sum, result] = /** @type {RegExpExecArray} */ (/dx\[(\d)\] = (.*) [=≈] (.*)/.exec(plain));
        const [own, mean, place, part, spread] = Array.from(
          sum.matchAll(/(?<![\d.])-?\d+(\.\d+)?(e-\d+)?/g),
          ([text]) => Math.abs(Number(text)),
        );
        expect([own, mean, place, part, spread].every(Number.isFinite)).toBe(true);
        const { dx } = termsOf({ ...spec.initial, at });
        expect(Number(result)).toBeCloseTo(dx[at], 3);
      }
    }));
});

describe("training by hand and by itself", () => {
  test("steps, and starts again", () =>
    withSection("learning", {}, async (page) => {
      for (let i = 0; i < 3; i++) await button(page, "row", "Step").click();
      await expectRow(page, { steps: 3 });
      await expectTerms(page, { steps: 3 });
      await button(page, "row", "Start again").click();
      await expectRow(page, {});
    }));

  test("runs to the end at once where motion is reduced, and undo takes it back as one step", () =>
    withSection("learning", {}, async (page) => {
      await button(page, "row", "Run").click();
      await expectRow(page, { steps: MOST_STEPS });
      expect(await button(page, "row", "Run").count()).toBe(1);
      await button(page, "row", "Undo").click();
      await expectRow(page, {});
      await button(page, "row", "Redo").click();
      await expectRow(page, { steps: MOST_STEPS });
    }));

  test("runs step by step, and pauses where it is", () =>
    withSection("learning", { reducedMotion: "no-preference" }, async (page) => {
      const count = async () =>
        parseInt((await within(page, "row").locator(".training-count").textContent()) ?? "", 10);
      await runUntil(within(page, "row"), 3, "Pause");
      await expect.poll(() => button(page, "row", "Run").count()).toBe(1);
      const at = await count();
      expect(at).toBeGreaterThan(3);
      expect(at).toBeLessThan(MOST_STEPS);
      await page.waitForTimeout(400);
      expect(await count()).toBe(at);
      await expectRow(page, { steps: at });
      await button(page, "row", "Run").click();
      await expect.poll(count).toBe(MOST_STEPS);
      await expect.poll(() => button(page, "row", "Run").count()).toBe(1);
      await button(page, "row", "Undo").click();
      await expect.poll(count).toBe(0);
    }));

  test("is in the address while it runs, not only once it has stopped", () =>
    withSection("learning", { reducedMotion: "no-preference" }, async (page) => {
      await page.evaluate(() => {
        const written = /** @type {string[]} */ (Object.assign(window, { written: [] }).written);
        const replace = history.replaceState.bind(history);
        history.replaceState = (data, unused, url) => {
          const runs = Array.from(document.querySelectorAll("#learning button"), ({ textContent }) => textContent);
          if (runs.includes("Pause")) written.push(String(url));
          replace(data, unused, url);
        };
      });
      await button(page, "row", "Run").click();
      await expect.poll(() => within(page, "row").locator(".training-count").textContent()).toContain(`${MOST_STEPS} `);
      await expect.poll(() => button(page, "row", "Run").count()).toBe(1);
      const written = await page.evaluate(() => /** @type {any} */ (window).written);
      expect(written.length).toBeGreaterThan(0);
      expect(written[0]).toMatch(/learning\.steps=\d+/);
    }));

  test("what is set while it runs stops it", () =>
    withSection("learning", { reducedMotion: "no-preference" }, async (page) => {
      await runUntil(within(page, "row"), 2, "Start again");
      await page.waitForTimeout(300);
      await expectRow(page, {});
    }));
});

describe("the target", () => {
  test("is dragged by its triangle and the end of its ruler, and a drag is one step", () =>
    withSection("learning", {}, async (page) => {
      const row = within(page, "row");
      for (const [name, by] of /** @type {const} */ ([
        ["mean", 120],
        ["spread", 60],
      ])) {
        const handle = row.locator(`[data-handle=${name}]`);
        const { x, y } = await middleOf(handle);
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + by, y, { steps: 5 });
        await page.mouse.up();
      }
      const [mean, spread] = await row
        .getByRole("slider")
        .evaluateAll((all) =>
          all.filter((each) => each.ariaLabel?.includes("target")).map((each) => Number(each.ariaValueNow)),
        );
      expect(mean).toBeGreaterThan(-1);
      expect(spread).toBeGreaterThan(2.5);
      await expectRow(page, { mean, spread });
      await button(page, "row", "Undo").click();
      await expectRow(page, { mean });
      await button(page, "row", "Undo").click();
      await expectRow(page, {});
    }));

  test("is moved by keys, no further than it may go", () =>
    withSection("learning", {}, async (page) => {
      await page.getByRole("slider", { name: "mean of the target" }).focus();
      await press(page, "ArrowRight", "ArrowRight", "PageUp");
      await expectRow(page, { mean: -0.8 });
      await press(page, "End", "ArrowUp");
      await expectRow(page, { mean: 4 });
      await page.getByRole("slider", { name: "spread of the target" }).focus();
      await press(page, "Home", "ArrowLeft");
      await expectRow(page, { mean: 4, spread: 0.2 });
      await expect.poll(() => new URL(page.url()).search).toBe("?learning.mean=4&learning.spread=0.2");
    }));
});

describe("predict, act, reveal, check", () => {
  test("each prediction is answered by what is done", () =>
    withSection("learning", {}, async (page) => {
      const predict = question(page, "learning", "predict");
      const why = () => predict.locator(".why").textContent();
      const another = async () => {
        await predict.getByRole("button", { name: "Predict another" }).click();
        // The button went with its question: the reader goes on at the new one.
        expect(await predict.locator(".prompt").evaluate((each) => each === document.activeElement)).toBe(true);
      };
      await predict.getByRole("button", { name: "It arrives at the target" }).click();
      expect(await why()).toMatch(/^Noted: .* Now drag the rate to 0\.5/);
      await page.locator("#learning-rate").fill(String(RATES.indexOf(0.5)));
      await button(page, "row", "Step").click();
      await expect.poll(why).toMatch(/^Yes\./);
      expect(descend({ ...spec.initial, rate: 0.5, steps: 1 })[1].loss).toBeLessThan(1e-8);
      await another();
      await predict.locator(".answer").first().click();
      await page.locator("#learning-rate").fill(String(RATES.indexOf(1.2)));
      await button(page, "row", "Run").click();
      await expect.poll(why).toMatch(/^(Yes|Not quite)\./);
      await another();
      await predict.getByRole("button", { name: "It stays next to 0" }).click();
      await within(page, "gradient").getByRole("radio", { name: "of the loss above" }).check();
      await button(page, "row", "Start again").click();
      expect(await why()).toMatch(/^Noted/);
      await within(page, "row").getByRole("slider", { name: "mean of the target" }).press("End");
      await expect.poll(why).toMatch(/^Yes\./);
      expect(await predict.getByRole("button", { name: "Predict another" }).count()).toBe(0);
    }));

  test("a check about another loss, then others, each drawn anew", () =>
    withSection("learning", { query: queryOf({ rate: 0.3 }) }, async (page) => {
      const check = question(page, "learning", "check");
      const prompts = new Set();
      expect(await check.locator(".prompt").textContent()).toContain("Another loss is a bowl");
      for (let round = 0; round < 6; round++) {
        prompts.add(await check.locator(".prompt").textContent());
        await check.locator(".answer").first().click();
        await expect.poll(() => check.locator(".why").textContent()).toMatch(/^(Yes|Not quite)\. \S/);
        await check.getByRole("button", { name: "Another question" }).click();
      }
      expect(prompts.size).toBe(6);
    }));
});

describe("what was done", () => {
  test("is said once it has come to rest, and what was there at first is not", () =>
    withSection("learning", {}, async (page) => {
      await page.waitForTimeout(700);
      expect(await said(page)).toBe("");
      await button(page, "row", "Step").click();
      await button(page, "row", "Step").click();
      const { weight, bias, loss } = descend({ ...spec.initial, steps: 2 })[2];
      await expect
        .poll(() => said(page))
        .toBe(
          `rate 0.10, after 2 steps: weight ${formatBrief(weight)}, bias ${formatBrief(bias)}, loss ${formatBrief(loss)}`,
        );
    }));

  test("that is absurd in a link is refused with a word of why", () =>
    withSection(
      "learning",
      { query: queryOf(/** @type {any} */ ({ rate: 9, steps: 900, dy: "up" })) },
      async (page) => {
        const notice = page.getByRole("alert");
        await expect.poll(() => notice.locator("li").count()).toBe(3);
        expect(await notice.textContent()).toContain("the rate is a number from 0.1 to 1.2");
        await expectRow(page, {});
      },
    ));

  test("is not, where a lesson has fixed it, and that is said", () =>
    withSection("learning", { query: "?lesson=learning&lock=target,rate" }, async (page) => {
      for (const [says, act] of /** @type {const} */ ([
        ["the target", () => page.getByRole("slider", { name: "mean of the target" }).press("ArrowRight")],
        ["the rate", () => page.locator("#learning-rate").press("ArrowRight")],
      ])) {
        await act();
        await expect.poll(() => said(page)).toBe(`Fixed in this lesson: ${says}.`);
      }
      await expectRow(page, {});
      await button(page, "row", "Step").click();
      await expectRow(page, { steps: 1 });
    }));
});

describe("while it learns", () => {
  for (const width of [320, 768, 1280]) {
    test(`nothing moves when results change, at ${width} px`, () =>
      withSection("learning", { viewport: { width, height: 800 } }, async (page) => {
        // The strip sticks to the window: what follows it tells whether it has grown.
        const tops = () =>
          page
            .locator(
              "#learning :is(.toolbar, .curves, .chain, .chain-line, .learning-note, .card-foot, .question[data-kind=check] .prompt)",
            )
            .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top + scrollY)));
        const before = await tops();
        await button(page, "row", "Run").click();
        await page.locator("#learning-rate").fill(String(RATES.indexOf(1.2)));
        await within(page, "gradient").getByRole("radio", { name: "of the loss above" }).check();
        await expectRow(page, { steps: 40, rate: 1.2 });
        expect(await tops()).toEqual(before);
      }));
  }
});

describe("for everyone", () => {
  for (const { width, colorScheme, query } of /** @type {const} */ ([
    { width: 320, colorScheme: "light", query: "?learning.steps=9&learning.rate=1.2" },
    { width: 768, colorScheme: "dark", query: "?learning.dy=random0" },
    { width: 1440, colorScheme: "light", query: "" },
    { width: 1440, colorScheme: "dark", query: "?lock=target,rate" },
  ])) {
    test(`axe finds nothing at ${width} px, ${colorScheme} ${query}`, () =>
      withSection("learning", { query, colorScheme, viewport: { width, height: 900 } }, async (page) => {
        expect(await violationsIn(page, "#learning")).toEqual([]);
      }));
  }

  for (const width of [320, 390, 768, 1280, 1920]) {
    test(`nothing is cut off at ${width} px`, () =>
      withSection(
        "learning",
        { viewport: { width, height: 900 }, query: queryOf({ steps: 9, rate: 1.2, dy: "loss" }), looks: true },
        async (page) => {
          const wide = await page
            .locator("#learning :is(.figure, .toolbar, .result-strip, .learning-side, .chains, .learning-body)")
            .evaluateAll((all) =>
              all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.className),
            );
          expect(wide).toEqual([]);
          const edge = await page.locator("#learning").evaluate((section) => section.getBoundingClientRect().right);
          expect(edge).toBeLessThanOrEqual(width);
        },
      ));
  }
});

describe("control, strip and what changes", () => {
  for (const viewport of VIEWS) {
    for (const [figure, control, effect] of /** @type {const} */ ([
      ["row", "#learning-rate", ".learning-tracks"],
      ["row", ".training .run", ".learning-tracks"],
      ["gradient", "input[name=learning-dy]", ".chains"],
    ])) {
      test(`are in one view at ${viewport.width} px: ${control}`, () =>
        withSection("learning", { viewport, face: true, query: queryOf({ steps: 5, rate: 1.2 }) }, (page) =>
          expectInOneView(within(page, figure), control, effect),
        ));
    }
  }
});
