/** The speed lab in a browser: what it shows is what its worker measured, and it measures only when it may. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { ROUNDS } from "../../../web/page/sections/speed/measure.js";
import { lanesText, withoutSimd, withSimd } from "../../../web/page/sections/speed/lanes.js";
import { fetched } from "../../../web/page/sections/speed/memory.js";
import { bucketOf, predictions } from "../../../web/page/sections/speed/questions.js";
import { elsewhereText, finding, inDigits, method, narration } from "../../../web/page/sections/speed/sentences.js";
import { COLUMNS, ROWS, SHAPES, sizesOf, STEPS } from "../../../web/page/sections/speed/limits.js";
import elsewhere from "../../../web/page/sections/speed/elsewhere.json" with { type: "json" };
import { spec } from "../../../web/page/sections/speed/spec.js";
import { clickFixed, press, question, shifts, untilComputed, withSection } from "../helpers/browser.js";
import { plain, said } from "../helpers/texts.js";
import { violationsIn, workerThatBegins } from "../helpers/everyone.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */
/** @typedef {import("../../../web/page/sections/speed/measure.js").Measured} Measured */

/** Keeps the page's worker and all that it says, in the page, and counts the measurements that have ended. */
function overhear() {
  const kept = /** @type {any} */ (window);
  Object.assign(kept, { heard: [], ended: 0 });
  const Real = window.Worker;
  window.Worker = class extends Real {
    /** @param {string | URL} url @param {WorkerOptions} [options] */
    constructor(url, options) {
      super(url, options);
      kept.worker = this;
      this.addEventListener("message", ({ data }) => kept.heard.push(data));
    }
  };
  // Counted, as a busy machine may see nothing of a measurement between two pictures.
  new MutationObserver((changes) => {
    const ends = (/** @type {any} */ { target, oldValue }) => target.closest("#speed") && oldValue === "true";
    kept.ended += changes.filter(ends).length;
  }).observe(document, { subtree: true, attributeFilter: ["aria-busy"], attributeOldValue: true });
}

/** What the worker has returned of its measurements. @param {Page} page @returns {Promise<Measured[]>} */
const returned = (page) =>
  page.evaluate(() =>
    /** @type {any} */ (window).heard.flatMap((/** @type {any} */ { done, value }) =>
      done && value?.subjects ? [value] : [],
    ),
  );

/** @param {Page} page */
const heardCount = (page) => page.evaluate(() => /** @type {any} */ (window).heard.length);

const figure = (/** @type {Page} */ page) => page.locator("#speed-figure");
const button = (/** @type {Page} */ page) => figure(page).locator(".speed-button");
const results = (/** @type {Page} */ page) => figure(page).locator(".speed-results");

/** Until a measurement that an act begins has ended. @param {Page} page @param {() => Promise<unknown>} act */
async function untilMeasured(page, act) {
  const ended = await page.evaluate(() => /** @type {any} */ (window).ended);
  await act();
  await page.waitForFunction((before) => /** @type {any} */ (window).ended > before, ended);
}

/** @param {Page} page */
const measureAll = (page) => untilMeasured(page, () => button(page).click());

/**
 * Begins to measure, and acts in the same task: however busy the machine, no measurement has ended by then.
 * @template Result
 * @template [Given=undefined]
 * @param {Page} page
 * @param {(figure: HTMLElement | SVGElement, given: Given) => Result} act  runs in the page
 * @param {Given} [given]
 */
async function whileMeasuring(page, act, given) {
  const script = await page.evaluateHandle(`(${act})`);
  const measure = async (/** @type {Element} */ figure, /** @type {any} */ { act, given }) => {
    /** @type {HTMLElement | null} */ (figure.querySelector(".speed-button"))?.click();
    await null;
    return [figure.querySelector(".lab")?.getAttribute("aria-busy"), await act(figure, given)];
  };
  const [was, result] = await figure(page).evaluate(measure, { act: script, given });
  expect(was).toBe("true");
  return result;
}

/** @param {Page} page @param {(typeof SHAPES)[number]} shape */
const choose = (page, shape) => figure(page).locator("[name=speed-shape]").nth(SHAPES.indexOf(shape)).check();

/** @param {Parameters<typeof withSection>[1]} options @param {(page: Page) => Promise<unknown>} run */
const lab = (options, run) =>
  withSection("speed", { begin: overhear, ...options }, async (page) => {
    await untilComputed(page, "speed");
    await run(page);
  });

/** Quartiles, between the two numbers where there is none. @param {readonly number[]} list @param {number} share */
function quantileOf(list, share) {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

/** What the rows of the table say, and where their bars end, in per cent. @param {Page} page */
const shownRows = (page) =>
  figure(page)
    .locator(".speed-bars tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => {
        const text = (/** @type {string} */ part) => (row.querySelector(part)?.textContent ?? "").trim();
        const style = (/** @type {string} */ part) =>
          /** @type {HTMLElement | null} */ (row.querySelector(part))?.style;
        return {
          name: row.getAttribute("data-subject"),
          texts: [".speed-median", ".speed-quartiles", ".speed-ratio"].map(text),
          bar: parseFloat(style(".speed-bar")?.width ?? ""),
          spread: [style(".speed-spread")?.left, style(".speed-spread")?.width].map((part) => parseFloat(part ?? "")),
        };
      }),
    );

/** @param {Page} page @param {Measured} measured */
async function expectShown(page, measured) {
  const count = sizesOf(measured.shape).reduce((a, b) => a * b);
  const ns = measured.subjects.map(({ name, times }) => ({
    name,
    quartiles: [0.25, 0.5, 0.75].map((share) => (quantileOf(times, share) * 1e6) / count),
  }));
  const most = Math.max(...ns.map(({ quartiles }) => quartiles[2]));
  const copy = ns.find(({ name }) => name === "copy")?.quartiles[1] ?? NaN;
  const rows = await shownRows(page);
  expect(rows.map(({ name }) => name)).toEqual(["plain", "plainC", "simd", "copy"]);
  rows.forEach(({ name, texts, bar, spread }, i) => {
    const [low, median, high] = ns[i].quartiles;
    expect(name).toBe(ns[i].name);
    expect(texts).toEqual([
      `${inDigits(median)} ns`,
      `${inDigits(low)} – ${inDigits(high)}`,
      `${inDigits(median / copy)} ×`,
    ]);
    const percents = [median, low, high - low].map((value) => (100 * value) / most);
    [bar, ...spread].forEach((value, part) => expect(value).toBeCloseTo(percents[part], 2));
  });
  expect(await said(results(page))).toContain(plain(finding(measured)));
  expect(await said(results(page))).toContain(plain(method(measured)));
}

describe("what was measured", () => {
  for (const shape of /** @type {const} */ (["1x4096", "1024x768"])) {
    test(`is shown as it is, for ${shape}`, () =>
      lab({ query: `?speed.shape=${shape}` }, async (page) => {
        expect(await figure(page).locator(".speed-bars[data-elsewhere]").count(), "another machine's, hatched").toBe(1);
        expect((await shownRows(page)).map(({ texts }) => texts[0])).toEqual(
          elsewhere.nanoseconds[shape].map(({ median }) => `${inDigits(median)} ns`),
        );
        await measureAll(page);
        const [measured, ...others] = await returned(page);
        expect(others).toEqual([]);
        expect(measured.shape).toBe(shape);
        expect(measured.subjects.map(({ times }) => times.length)).toEqual(new Array(4).fill(ROUNDS));
        await expectShown(page, measured);
        // What any machine that can run this keeps to.
        expect(measured.agreement.sameBits).toBe(true);
        expect(measured.agreement.largest).toBeLessThan(1e-5);
        expect(measured.resolution).toBeGreaterThan(0);
        expect(measured.resolution).toBeLessThan(110);
        for (const { calls, times } of measured.subjects) {
          expect(calls).toBeGreaterThanOrEqual(1);
          for (const time of times)
            expect((time * 1e6) / (sizesOf(shape)[0] * sizesOf(shape)[1])).toBeGreaterThan(0.005);
        }
        await expect.poll(() => page.locator("#narration").textContent()).toBe(narration(measured));
      }));
  }

  test("is of its shape: another has none, and undo brings it back", () =>
    lab({ query: "?speed.shape=64x768" }, async (page) => {
      await measureAll(page);
      const [measured] = await returned(page);
      await choose(page, "1x4096");
      expect(await said(results(page))).toBe(plain(elsewhereText));
      expect(await figure(page).locator(".speed-bars[data-elsewhere]").count()).toBe(1);
      await figure(page).getByRole("button", { name: "Undo" }).click();
      await expectShown(page, measured);
      expect(await button(page).textContent()).toBe("Measure again");
    }));

  /** Each look at the worker's clock is 3 s later than the last: a batch is one call. */
  const slowClock = workerThatBegins(() => {
    let looks = 0;
    performance.now = () => 3000 * looks++;
  });

  for (const { machine, digits, prepare } of [
    { machine: "this one", digits: /^[\d.]+ ns$/, prepare: undefined },
    { machine: "a much slower one, whose numbers are longer", digits: /^\d{5} ns$/, prepare: slowClock },
  ]) {
    test(`stands at places that were kept: nothing shifts, on ${machine}`, () =>
      lab({ query: "?speed.shape=64x768", prepare }, async (page) => {
        const placesIn = (/** @type {Element} */ figure) => {
          const placed = ":is(.speed-bars tr, .speed-button, .speed-loop, .speed-why)";
          return Array.from(figure.closest("#speed")?.querySelectorAll(placed) ?? [], (each) => {
            const { x, y, width, height } = each.getBoundingClientRect();
            return [x, y + scrollY, width, height];
          });
        };
        const before = await figure(page).evaluate(placesIn);
        await untilMeasured(page, async () => expect(await whileMeasuring(page, placesIn)).toEqual(before));
        expect(await figure(page).evaluate(placesIn)).toEqual(before);
        expect(await figure(page).locator(".speed-axis span").last().textContent()).toMatch(digits);
        expect(await shifts(page)).toEqual([]);
      }));
  }
});

describe("measuring", () => {
  test("shows how far it is, and stops when it is told to", () =>
    lab({}, async (page) => {
      const seen = await whileMeasuring(
        page,
        (figure) =>
          new Promise((resolve) => {
            const textOf = (/** @type {string} */ part) => figure.querySelector(part)?.textContent;
            new MutationObserver((_, observer) => {
              const done = figure.querySelector("progress")?.value ?? 0;
              if (done <= 1) return;
              observer.disconnect();
              const button = /** @type {HTMLElement} */ (figure.querySelector(".speed-button"));
              resolve([`${done} of 60`, textOf(".speed-progress"), button.textContent]);
              button.click();
            }).observe(figure, { subtree: true, childList: true, characterData: true, attributes: true });
          }),
      );
      expect(seen).toEqual([seen[0], seen[0], "Stop"]);
      expect(await figure(page).locator(".lab").getAttribute("aria-busy")).toBe("false");
      expect(await button(page).textContent()).toBe("Measure");
      expect(await said(results(page))).toBe(plain(elsewhereText));
      // What the worker answers to another order, it says after it was told to stop: nothing measured follows.
      const isAnswered = () => /** @type {any} */ (window).heard.some((/** @type {any} */ { id }) => id === -1);
      await page.evaluate(() =>
        /** @type {any} */ (window).worker.postMessage({ id: -1, job: "prepare", settings: {} }),
      );
      await page.waitForFunction(isAnswered);
      const count = await heardCount(page);
      await page.waitForTimeout(1000);
      expect(await heardCount(page)).toBe(count);
      expect(await said(results(page))).toBe(plain(elsewhereText));
    }));

  test("of another machine are covered until there is a prediction, or a measurement", () =>
    lab({}, async (page) => {
      const rows = figure(page).locator(".speed-bars tbody tr");
      const cover = figure(page).locator(".cover");
      const areSeen = () => rows.evaluateAll((all) => all.map((row) => getComputedStyle(row).visibility));
      expect([await cover.count(), new Set(await areSeen())]).toEqual([1, new Set(["hidden"])]);
      await question(page, "speed", "predict").locator(".answer").first().click();
      await expect.poll(areSeen).toEqual(["visible", "visible", "visible", "visible"]);
      expect(await cover.count()).toBe(0);
    }));

  test("stops when another shape is chosen", () =>
    lab({}, async (page) => {
      const press = (/** @type {Element} */ figure, /** @type {number} */ index) =>
        /** @type {HTMLElement} */ (figure.querySelectorAll("[name=speed-shape]")[index]).click();
      await whileMeasuring(page, press, SHAPES.indexOf("64x768"));
      expect(await figure(page).locator(".lab").getAttribute("aria-busy")).toBe("false");
      expect(await button(page).textContent()).toBe("Measure");
    }));

  test("pauses while the tab is in the background, says so, and begins anew", () =>
    lab({ query: "?speed.shape=64x768" }, async (page) => {
      const turn = (/** @type {unknown} */ _, /** @type {string} */ to) => {
        Object.defineProperty(document, "visibilityState", { configurable: true, get: () => to });
        document.dispatchEvent(new Event("visibilitychange"));
      };
      // Where nothing is measured, nothing is paused.
      await figure(page).evaluate(turn, "hidden");
      expect(await said(results(page))).toBe(plain(elsewhereText));
      await figure(page).evaluate(turn, "visible");
      await whileMeasuring(page, turn, "hidden");
      expect(await said(results(page))).toMatch(/^Paused: this tab was in the background/);
      await page.waitForTimeout(300);
      expect(await returned(page)).toEqual([]);
      await untilMeasured(page, () => figure(page).evaluate(turn, "visible"));
      const all = await returned(page);
      expect(all).toHaveLength(1);
      await expectShown(page, all[0]);
    }));

  test("that cannot be done says why", () =>
    lab(
      {
        pardoned: /layer-norm|404/,
        prepare: (page) => page.route(/layer-norm-[\w-]+\.wasm$/, (route) => route.fulfill({ status: 404 })),
      },
      async (page) => {
        await button(page).click();
        await expect.poll(() => page.locator("#speed-failure").textContent()).toContain("404");
        expect(await button(page).textContent()).toBe("Measure");
      },
    ));
});

describe("the prediction", () => {
  test("is judged by what is measured afterwards", () =>
    lab({ query: "?speed.shape=64x768" }, async (page) => {
      const predict = question(page, "speed", "predict");
      const [first, second] = predictions;
      await predict.getByRole("button", { name: first.buckets[2].label }).click();
      expect(await said(predict.locator(".why"))).toBe(`Noted: ${first.buckets[2].label}. Now measure it.`);
      await measureAll(page);
      const [measured] = await returned(page);
      const medianOf = (/** @type {string} */ name) =>
        quantileOf(measured.subjects.find((each) => each.name === name)?.times ?? [], 0.5);
      const ratio = medianOf("plain") / medianOf("simd");
      const why = await said(predict.locator(".why"));
      expect(why).toMatch(bucketOf(first.buckets, ratio) === 2 ? /^Yes\./ : /^Not quite\./);
      expect(why).toContain(`${inDigits(ratio)} times`);
      await predict.getByRole("button", { name: "Predict another" }).click();
      expect(await said(predict.locator(".prompt"))).toBe(second.prompt("64 × 768"));
    }));
});

describe("the lanes", () => {
  test("show each step as it is, by slider, by buttons and by keys", () =>
    lab({}, async (page) => {
      const pane = page.locator("#speed-lanes");
      const slider = pane.locator("input[type=range]");
      const expectStep = async (/** @type {number} */ step) => {
        expect(await slider.inputValue()).toBe(String(step));
        expect(await said(pane.locator(".speed-told"))).toBe(plain(lanesText(step)));
        for (const [i, adder] of [withoutSimd(step), withSimd(step)].entries()) {
          const shown = pane.locator(".adder").nth(i);
          expect(await said(shown.locator("strong"))).toBe(`${adder.done} of ${adder.of}`);
          const sums = (await shown.locator(".adder-sums li:not([data-unused])").allTextContents()).map((text) =>
            Number(plain(text)),
          );
          expect(sums).toEqual(adder.sums);
          expect(await shown.locator("li[data-taken]").count()).toBe(adder.taken);
          expect(await shown.locator("li[data-now]").count()).toBe(adder.last);
        }
      };
      await expectStep(0);
      await slider.focus();
      for (let step = 1; step <= 7; step++) {
        await press(page, "ArrowRight");
        await expectStep(step);
      }
      await press(page, "End");
      await expectStep(STEPS);
      await pane.getByRole("button", { name: "Back" }).click();
      await expectStep(STEPS - 1);
      await slider.fill("4");
      await pane.getByRole("button", { name: "Next instruction" }).click();
      await expectStep(5);
    }));
});

describe("memory", () => {
  const cells = (/** @type {Page} */ page) => page.locator(".memory-cells");
  const counts = (/** @type {Page} */ page) =>
    page
      .locator(".speed-counts tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) => Array.from(row.querySelectorAll("td"), (cell) => Number(cell.textContent))),
      );

  test("shows the line of the cell that is pressed, and the lines of both means", () =>
    lab({}, async (page) => {
      for (const [cell, type] of /** @type {const} */ ([
        [0, "float32"],
        [47, "float32"],
        [200, "float64"],
        [383, "float64"],
      ])) {
        await page
          .locator("[name=speed-type]")
          .nth(type === "float32" ? 0 : 1)
          .check();
        const box = await cells(page).boundingBox();
        if (!box) throw new Error("no cells");
        const [row, column] = [Math.floor(cell / COLUMNS), cell % COLUMNS];
        await cells(page).click({
          position: { x: ((column + 0.5) / COLUMNS) * box.width, y: ((row + 0.5) / ROWS) * box.height },
        });
        const bytes = type === "float32" ? 4 : 8;
        const told = await said(page.locator("#speed-memory .speed-told"));
        expect(told).toContain(`Cell [${row}, ${column}] begins at byte ${cell * bytes}.`);
        expect(told).toContain(`the ${64 / bytes} numbers`);
        expect(await counts(page)).toEqual(
          /** @type {const} */ (["-1", "0"]).map((dim) => {
            const { lines, numbers, used } = fetched(cell, dim, type);
            return [lines, numbers, used];
          }),
        );
        const line = await page.locator(".memory-line").getAttribute("d");
        const first = Math.floor((cell * bytes) / 64) * (64 / bytes);
        expect(line).toBe(`M${first % COLUMNS} ${Math.floor(first / COLUMNS)}h${64 / bytes}v1h${-64 / bytes}z`);
      }
    }));

  test("by keys, and for either dim as many dots as the mean has numbers", () =>
    lab({}, async (page) => {
      await cells(page).focus();
      await press(page, "Home", "ArrowUp", "ArrowRight", "ArrowRight");
      expect(await cells(page).getAttribute("aria-valuetext")).toContain("Cell [4, 2]");
      await press(page, "End", "ArrowRight");
      expect(await cells(page).getAttribute("aria-valuetext")).toContain(`Cell [4, ${COLUMNS - 1}]`);
      const dots = async () => (await page.locator(".memory-group").getAttribute("d"))?.match(/M/g)?.length;
      expect(await dots()).toBe(COLUMNS);
      await page.locator("[name=speed-dim]").nth(1).check();
      expect(await dots()).toBe(ROWS);
    }));
});

describe("the link", () => {
  test("has the shape and what is looked at, and nothing that was measured", () =>
    lab({}, async (page) => {
      await choose(page, "64x768");
      await page.locator("#speed-lanes").getByRole("button", { name: "Next instruction" }).click();
      await measureAll(page);
      const address = () => new URL(page.url()).searchParams;
      await expect.poll(() => address().get("speed.shape")).toBe("64x768");
      await expect.poll(() => address().get("speed.step")).toBe("1");
      expect([...address().keys()].filter((key) => key.startsWith("speed.")).sort()).toEqual([
        "speed.shape",
        "speed.step",
      ]);
      await page.reload();
      await page.locator("#speed-figure").scrollIntoViewIfNeeded();
      await untilComputed(page, "speed");
      expect(await figure(page).locator("[name=speed-shape]:checked + span").textContent()).toBe("64 × 768");
      expect(await said(results(page))).toBe(plain(elsewhereText));
    }));

  test("is refused where it makes no sense", () =>
    lab({ query: "?speed.shape=9x9&speed.step=17&speed.cell=384&speed.dim=2" }, async (page) => {
      expect(await figure(page).locator("[name=speed-shape]:checked + span").textContent()).toBe("1,024 × 768");
      const refused = (await page.getByRole("alert").allTextContents()).join(" ");
      for (const field of ["9x9", "a step", "a cell"]) expect(refused).toContain(field);
    }));

  test("may fix the shape", () =>
    lab({ query: "?lock=shape" }, async (page) => {
      await clickFixed(figure(page).locator("[name=speed-shape]").first());
      await expect.poll(() => page.locator("#narration").textContent()).toBe("Fixed in this lesson: the shape.");
      expect(await figure(page).locator("[name=speed-shape]:checked + span").textContent()).toBe("1,024 × 768");
      expect(spec.initial.shape).toBe("1024x768");
    }));
});

describe("for everyone", () => {
  /** @param {Page} page */
  const measureAndExplain = async (page) => {
    await measureAll(page);
    await figure(page).locator("summary").click();
  };
  for (const [width, query] of /** @type {const} */ ([
    [1440, "?speed.step=5&speed.dim=0&speed.shape=1x4096"],
    [320, "?speed.step=3&speed.type=float64&speed.shape=1x4096"],
  ])) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      test(`axe finds nothing at ${width} px, ${colorScheme}`, () =>
        lab({ query, colorScheme, viewport: { width, height: 900 }, looks: measureAndExplain }, async (page) => {
          expect(await violationsIn(page, "#speed")).toEqual([]);
        }));
    }
  }

  for (const width of [320, 390, 768, 1024, 1280, 1920]) {
    test(`nothing is wider than the window at ${width} px`, () =>
      lab(
        { query: "?speed.shape=1x4096&speed.step=4", viewport: { width, height: 900 }, looks: measureAll },
        async (page) => {
          expect(await page.locator("#speed").evaluate((each) => each.scrollWidth)).toBeLessThanOrEqual(width);
          const cut = await page.locator("#speed .figure").evaluateAll((figures) =>
            figures.flatMap((each) =>
              [...each.querySelectorAll("*")]
                .filter((inner) => inner.getBoundingClientRect().right > each.getBoundingClientRect().right + 1)
                .filter((inner) => !inner.closest(".visually-hidden, pre, svg"))
                .map((inner) => inner.outerHTML.slice(0, 100)),
            ),
          );
          expect(cut).toEqual([]);
        },
      ));
  }

  test("a finger finds everything", () =>
    lab({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
      const small = await page.locator("#speed").evaluate((each) =>
        [...each.querySelectorAll(".figure :is(button:not(.term), label:has(input), summary, [role=slider])")]
          .map((inner) => ({ inner, box: inner.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
          .map(({ inner, box }) => `${box.width} x ${box.height} ${inner.outerHTML.slice(0, 100)}`),
      );
      expect(small).toEqual([]);
    }));

  test("it is all done by keyboard", () =>
    lab({ query: "?speed.shape=64x768" }, async (page) => {
      const active = () =>
        page.evaluate(() => document.activeElement?.className || document.activeElement?.getAttribute("name"));
      await figure(page).locator("[name=speed-shape]:checked").focus();
      await press(page, "ArrowLeft", "Tab");
      expect(await active()).toContain("speed-button");
      await untilMeasured(page, () => press(page, "Enter"));
      const [measured] = await returned(page);
      expect(measured.shape).toBe("1x4096");
      expect(await active()).toContain("speed-button");
    }));
});
