/** The precision lens in a browser: every number that it shows is that of the same arithmetic, done here in Node. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { bitAt, bitsOf, float32Of, ulpOf } from "../../../web/page/sections/precision/float32.js";
import { rows as torchRows, runningSums } from "../../../web/page/figure/values/torch.js";
import peers from "../../../web/page/sections/precision/peers.json" with { type: "json" };
import { lineOf } from "../../../web/page/sections/precision/layout.js";
import {
  allDigitsOf,
  brief,
  finding,
  inUlps,
  ORDER_NAMES,
  printed,
} from "../../../web/page/sections/precision/sentences.js";
import { computedValues, ORDERS, sumOf, unitOf } from "../../../web/page/sections/precision/six.js";
import { MEANS } from "../../../web/page/sections/precision/limits.js";
import { spec } from "../../../web/page/sections/precision/spec.js";
import { clickFixed, press, question, untilComputed, withSection } from "../helpers/browser.js";
import { beyondWindow, heldWorker, NO_WORKER, violationsIn } from "../helpers/everyone.js";
import { readIn } from "../helpers/faces.js";
import { sweepOf } from "../helpers/precision.js";
import { oneLine } from "../helpers/texts.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */
/** @typedef {import("../../../web/page/sections/precision/spec.js").Order} Order */

const WAYS = /** @type {const} */ (["onePass", "twoPasses", "kernels"]);

/** @param {Page} page */
const settled = (page) => untilComputed(page, "precision");

/** @param {Page} page @param {string} name */
const choose = (page, name) => page.locator("#precision").getByRole("radio", { name, exact: true }).check();

/** @param {Page} page @param {string} caption of a table */
const table = (page, caption) =>
  page
    .locator("#precision table", { has: page.locator("caption", { hasText: caption }) })
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent)));

/** @param {Page} page */
const said = (page) => page.locator("#narration").textContent();

/** @param {Page} page */
const bits = async (page) => (await page.locator("#precision .lens-part label").allTextContents()).join("");

/**
 * All that is shown of six numbers.
 * @param {Page} page @param {readonly number[]} six @param {Order} order @param {readonly Order[]} seen
 */
async function expectSix(page, six, order, seen) {
  expect(await page.locator("#precision .lens-numbers label").allTextContents()).toEqual(
    six.map((value, i) => `[${i}] ${allDigitsOf(value)}`),
  );
  const sums = runningSums(ORDERS[order].map((i) => six[i]));
  expect(await table(page, `Added ${ORDER_NAMES[order]}`)).toEqual(
    ORDERS[order].map((i, step) => [
      `[${i}] ${allDigitsOf(six[i])}`,
      allDigitsOf(sums[step]),
      printed(sums[step] - ((sums[step - 1] ?? 0) + six[i])),
    ]),
  );
  const totals = await table(page, "What is left of 0");
  for (const [i, id] of /** @type {Order[]} */ (["left", "right", "torch"]).entries()) {
    const sum = sumOf(six, id);
    const shown = [printed(sum), inUlps(sum, unitOf(six)), printed(Math.fround(sum / 6))];
    expect(totals[i]).toEqual([ORDER_NAMES[id], ...(seen.includes(id) ? shown : ["not yet tried"])]);
  }
  const wide = six.reduce((sum, value) => sum + value);
  expect(totals[3].slice(1, 3)).toEqual([printed(wide), inUlps(wide, unitOf(six))]);
}

describe("six numbers", () => {
  test("in three orders, of which each shows its sum once it has been tried", () =>
    withSection("precision", {}, async (page) => {
      const six = computedValues();
      await expectSix(page, six, "left", ["left"]);
      await choose(page, "right to left");
      await expectSix(page, six, "right", ["left", "right"]);
      expect(await said(page)).toContain(`the sum is ${printed(sumOf(six, "right"))}`);
      await choose(page, "as PyTorch");
      await expectSix(page, six, "torch", ["left", "right", "torch"]);
      await page.locator("#precision").getByLabel("Six numbers from").selectOption({ label: "PyTorch 1.13" });
      await expectSix(page, torchRows.torch.map(float32Of), "torch", ["left", "right", "torch"]);
    }));

  test("a bit that is pressed flips, and number, sums and link follow; undo takes it back", () =>
    withSection("precision", {}, async (page) => {
      const six = [...computedValues()];
      const text = (/** @type {number} */ value) =>
        Array.from({ length: 32 }, (_, place) => bitAt(bitsOf(value), place)).join("");
      expect(await bits(page)).toBe(text(six[1]));
      const last = page.locator("#precision .lens-part label").last();
      await last.click();
      const changed = six.map((value, i) => (i === 1 ? float32Of(bitsOf(value) ^ 1) : value));
      expect(await bits(page)).toBe(text(changed[1]));
      expect(Math.abs(changed[1] - six[1])).toBe(ulpOf(six[1]));
      await expectSix(page, changed, "left", ["left"]);
      expect(await last.locator("input").isChecked()).toBe(bitAt(bitsOf(changed[1]), 31) === 1);
      await expect.poll(() => page.url()).toContain("precision.bits=");
      await page.goto(page.url());
      await page.locator("#precision-figure").scrollIntoViewIfNeeded();
      await expectSix(page, changed, "left", ["left"]);
      await page.locator("#precision-six").getByRole("button", { name: "Reset" }).click();
      await expectSix(page, six, "left", ["left"]);
      await page.locator("#precision-six").getByRole("button", { name: "Undo" }).click();
      await expectSix(page, changed, "left", ["left"]);
    }));

  test("another number shows its own bits, and infinity and NaN are called so", () =>
    withSection(
      "precision",
      { query: "?precision.bits=7f800000.3fb4cefe.bf5f33bc.7fc00001.00000001.bf5f33bc" },
      async (page) => {
        const numbers = page.locator("#precision .lens-numbers label");
        const taken = page.locator("#precision .lens-taken");
        for (const [i, pattern] of /** @type {const} */ ([
          [0, /^\[0\] = ∞: that is what an exponent of all ones means/],
          [3, /^\[3\] = NaN: that is what/],
          [
            4,
            /^\[4\] = \+ 2-126 · \(0 \+ 1 ÷ 223\) = 1e-45 One ulp|^\[4\] = \+ 2-126 · \(0 \+ 1 ÷ 223\) = 1e-45\.? One/,
          ],
        ])) {
          await numbers.nth(i).click();
          expect(oneLine((await taken.textContent()) ?? "")).toMatch(pattern);
        }
        await numbers.nth(3).click();
        expect(await bits(page)).toBe(`0${"1".repeat(9)}${"0".repeat(21)}1`);
        expect((await table(page, "What is left of 0"))[0]).toEqual(["left to right", "NaN", "–", "NaN"]);
      },
    ));

  test("by keyboard: the board is one stop, arrows go from bit to bit, and space flips", () =>
    withSection("precision", {}, async (page) => {
      await page.locator("#precision .lens-numbers :checked").focus();
      await press(page, "Tab");
      const focusedLabel = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
      expect(await focusedLabel()).toBe("fraction bit 23 of 23");
      await press(page, "ArrowLeft", "ArrowLeft");
      expect(await focusedLabel()).toBe("fraction bit 21 of 23");
      await press(page, "Home");
      expect(await focusedLabel()).toBe("sign");
      await press(page, "Space");
      expect(await page.locator("#precision .lens-numbers label").nth(1).textContent()).toMatch(/−1\.41/);
      expect(await focusedLabel()).toBe("sign");
      await press(page, "ArrowRight");
      expect(await focusedLabel()).toBe("exponent bit 1 of 8");
    }));
});

/**
 * All that the sweep shows.
 * @param {Page} page
 * @param {{ mean?: number, count?: string, error?: "variance" | "normalized" }} [changes]
 */
async function expectSweep(page, changes) {
  const { mean, count, error } = { ...spec.initial, ...changes };
  const all = sweepOf(Number(count));
  const i = MEANS.findIndex((each) => each >= mean);
  const at = all[i];
  const drawn = await page
    .locator("#precision .lens-curves .lens-curve")
    .evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
  const errorOf = error === "variance" ? "error" : "normalizedError";
  expect(drawn).toEqual(
    WAYS.map((way) =>
      lineOf(
        error,
        all.map(({ ways }) => ways[way][errorOf]),
      ),
    ),
  );
  const negative = all.filter(({ ways }) => ways.onePass.variance < 0);
  expect(await page.locator("#precision .lens-strip > div span").count()).toBe(negative.length);
  const rows = await table(page, "At a mean of");
  expect(rows.slice(0, 3).map((row) => row.slice(1))).toEqual(
    WAYS.map((way) => {
      const { variance, error: ofVariance, normalizedError } = at.ways[way];
      return [
        ...[variance, Math.sqrt(variance)].map((each) => brief(each)),
        ...[ofVariance, normalizedError].map((each) => brief(each, 2)),
      ];
    }),
  );
  expect(rows[3][1]).toBe(brief(at.variance));
  expect(await page.locator("#precision .lens-finding").textContent()).toBe(
    finding(at, MEANS[i], ulpOf(MEANS[i] ** 2 + at.variance)),
  );
  const formats = Object.values(at.formats);
  expect((await table(page, "stored as")).map((row) => row.slice(2))).toEqual(
    formats.map(({ kept, spread }) => [String(kept), brief(spread)]),
  );
}

describe("the mean slides", () => {
  for (const changes of /** @type {const} */ ([
    {},
    { mean: 10000 },
    { mean: 12345, count: "4096", error: "normalized" },
    { mean: 1000000, count: "6" },
  ])) {
    test(`what is shown is what is computed: ${JSON.stringify(changes)}`, () => {
      const query = Object.entries(changes).map(([name, value]) => `precision.${name}=${value}`);
      return withSection("precision", { query: `?${query.join("&")}` }, async (page) => {
        expect(await page.getByRole("alert").count()).toBe(0);
        await settled(page);
        await expectSweep(page, changes);
      });
    });
  }

  test("by slider, by another length, and by pressing the picture; a drag is one step back", () =>
    withSection("precision", {}, async (page) => {
      await settled(page);
      const slider = page.locator("#precision-mean");
      for (const index of [5, 20, 44]) await slider.fill(String(index));
      await expectSweep(page, { mean: MEANS[44] });
      await expect.poll(() => said(page)).toBe(await page.locator("#precision .lens-finding").textContent());
      await choose(page, "4096");
      await settled(page);
      await expectSweep(page, { mean: MEANS[44], count: "4096" });
      await choose(page, "x̂");
      await expectSweep(page, { mean: MEANS[44], count: "4096", error: "normalized" });
      const box = await page.locator("#precision .lens-curves").boundingBox();
      if (!box) throw new Error("there are no curves");
      await page.mouse.click(box.x + box.width - 1, box.y + box.height / 2);
      await expectSweep(page, { mean: 1e6, count: "4096", error: "normalized" });
      const undo = page.locator("#precision-figure").getByRole("button", { name: "Undo" });
      await undo.click();
      expect(await slider.inputValue()).toBe("44");
      await undo.click();
      await undo.click();
      expect(await slider.inputValue()).toBe("0");
    }));

  test("where the variance is below 0, it says that its root is NaN", () =>
    withSection("precision", { query: "?precision.mean=12600" }, async (page) => {
      await settled(page);
      expect((await table(page, "At a mean of 12,600"))[0].slice(1, 3)).toEqual([expect.stringMatching(/^−\d/), "NaN"]);
      expect(await page.locator("#precision .lens-finding").textContent()).toContain("the standard deviation is NaN");
    }));

  test("a worker that does not arrive is told in words", () =>
    withSection("precision", NO_WORKER, async (page) => {
      await expect
        .poll(() => page.locator("#precision .lens-finding").textContent())
        .toContain("The curves could not be computed:");
    }));

  for (const [width, face] of /** @type {const} */ ([
    [320, "Inter"],
    [320, "Arial"],
    [320, "DejaVu Sans"],
    [768, "Inter"],
    [1280, "Inter"],
  ])) {
    test(`nothing moves when the numbers come, or change, at ${width} px in ${face}`, () => {
      const { prepare: hold, release } = heldWorker();
      const prepare = async (/** @type {Page} */ page) => {
        await hold(page);
        await readIn(page, face);
      };
      const wishes = { viewport: { width, height: 800 }, face: face === "Inter", pardoned: /ERR_FAILED/ };
      return withSection("precision", { ...wishes, prepare }, async (page) => {
        const tops = () =>
          page
            .locator(
              "#precision :is(.toolbar, .lens-board, .lens-sums, .lens-body, .lens-slider, caption, h3, .prompt)",
            )
            .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top + scrollY)));
        const before = await tops();
        release();
        await settled(page);
        expect(await tops()).toEqual(before);
        for (const index of [20, 43, 61]) {
          await page.locator("#precision-mean").fill(String(index));
          expect(await tops()).toEqual(before);
        }
        await choose(page, "right to left");
        await page.locator("#precision .lens-numbers label").nth(4).click();
        await page.locator("#precision .lens-part label").last().click();
        const [last] = (await tops()).slice(-1);
        expect((await tops()).slice(0, -1)).toEqual(before.slice(0, -1));
        expect(last).toBe(before[before.length - 1]);
      });
    });
  }
});

describe("predict, act, reveal, check", () => {
  test("an order answers the first prediction, the mean the second", () =>
    withSection("precision", {}, async (page) => {
      const predict = question(page, "precision", "predict");
      const why = () => predict.locator(".why").textContent();
      await settled(page);
      await predict.getByRole("button", { name: "exactly 0" }).click();
      expect(await why()).toBe("Noted: exactly 0. Now add them right to left.");
      await choose(page, "right to left");
      expect(await why()).toMatch(/^Not quite\. The rounding errors need not cancel\./);
      await predict.getByRole("button", { name: "Predict another" }).click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("prompt");
      await predict.getByRole("button", { name: "a few digits" }).click();
      expect(await why()).toContain("Now drag the mean to 100.");
      await page.locator("#precision-mean").fill(String(MEANS.indexOf(100)));
      expect(await why()).toMatch(/^Yes\. /);
      await page.locator("#precision-mean").fill("0");
      expect(await why()).toMatch(/^Yes\. /);
    }));
});

test("packages stand beside their errors", () =>
  withSection("precision", { looks: true }, async (page) => {
    const errors = await page.locator("#precision .lens-peers tbody td:nth-child(2)").allTextContents();
    expect(errors).toEqual(peers.peers.map(({ error }) => (error === null ? "NaN" : brief(error, 2))));
  }));

test("a lesson may fix the six numbers and the mean", () =>
  withSection("precision", { query: "?lock=x,mean" }, async (page) => {
    await settled(page);
    const before = await bits(page);
    await clickFixed(page.locator("#precision .lens-part label").last());
    expect(await bits(page)).toBe(before);
    expect(await said(page)).toBe("Fixed in this lesson: the values.");
    await page.locator("#precision-mean").focus();
    await press(page, "ArrowRight");
    expect(await page.locator("#precision-mean").inputValue()).toBe("0");
    expect(await said(page)).toBe("Fixed in this lesson: the mean.");
  }));

describe("a link that cannot be followed is refused in words", () => {
  // The others: precision.node.test.js.
  test("bits=12", () =>
    withSection("precision", { query: "?precision.bits=12" }, async (page) => {
      expect(await page.getByRole("alert").count()).toBeGreaterThan(0);
    }));
});

describe("for everyone", () => {
  for (const { width, colorScheme, query } of /** @type {const} */ ([
    { width: 320, colorScheme: "light", query: "?precision.mean=12600" },
    { width: 768, colorScheme: "dark", query: "?precision.number=3&precision.order=torch" },
    { width: 1440, colorScheme: "light", query: "?precision.error=normalized&precision.mean=1000000" },
    { width: 1440, colorScheme: "dark", query: "?lock=x,mean" },
  ])) {
    test(`axe finds nothing at ${width} px, ${colorScheme} ${query}`, () =>
      withSection("precision", { query, colorScheme, viewport: { width, height: 900 } }, async (page) => {
        await settled(page);
        expect(await violationsIn(page, "#precision")).toEqual([]);
      }));
  }

  for (const width of [320, 390, 768, 1280, 1920]) {
    test(`nothing stands beyond the window at ${width} px`, () =>
      withSection(
        "precision",
        { query: "?precision.mean=1000000&precision.count=4096", viewport: { width, height: 800 }, looks: true },
        async (page) => {
          await settled(page);
          expect(await beyondWindow(page, "precision")).toEqual([]);
        },
      ));
  }

  test("each figure is on one screen of a laptop, its toolbar in one line", () =>
    withSection("precision", { viewport: { width: 1280, height: 800 }, looks: true }, async (page) => {
      await settled(page);
      const header = await page.locator(".page-header").boundingBox();
      for (const id of ["precision-six", "precision-figure"]) {
        const figure = await page.locator(`#${id}`).boundingBox();
        expect((figure?.height ?? NaN) + (header?.height ?? NaN), id).toBeLessThanOrEqual(800);
        expect((await page.locator(`#${id} .toolbar`).boundingBox())?.height, id).toBeLessThan(60);
      }
    }));

  test("under a finger the slider and the curves above it are on one screen, and every bit has 44 px", () =>
    withSection(
      "precision",
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      async (page) => {
        await settled(page);
        const [plot, slider] = [page.locator("#precision .lens-plot"), page.locator("#precision-mean")];
        expect((await plot.boundingBox())?.height).toBeLessThan(844 - 60);
        expect((await slider.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        const sizes = await page
          .locator("#precision .lens-part label")
          .evaluateAll((all) => all.map((each) => Math.min(each.clientWidth, each.clientHeight) + 2));
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(43.5);
      },
    ));

  test("the three ways are told by their marks, not by colour alone", () =>
    withSection("precision", { forcedColors: "active", looks: true }, async (page) => {
      await settled(page);
      const marks = await page
        .locator("#precision .lens-curves .lens-mark")
        .evaluateAll((all) =>
          all.map((mark) => [
            mark.getAttribute("data-way"),
            mark.querySelectorAll("path").length,
            getComputedStyle(/** @type {Element} */ (mark.firstElementChild)).strokeLinecap,
          ]),
        );
      expect(marks).toEqual([
        ["onePass", 1, "square"],
        ["twoPasses", 2, "round"],
        ["kernels", 1, "round"],
      ]);
    }));
});
