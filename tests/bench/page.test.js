/**
 * `npm run bench -- --page`: how long a reader waits for the page on slower machines, beside what was recorded for this
 * processor (page.json). It wants the machine for itself. What the page does in that time is counted by `npm test`
 * (tests/page/work.test.js).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { useBrowser } from "../chromium.js";
import { ACTS, drag, DRAGGED, painted } from "../page/helpers/acts.js";
import { pageUrl, sectionIds, untilComputed, withPage, withSection } from "../page/helpers/browser.js";
import { broadband, median, slow4G, slowCpu, slowNetwork } from "../page/helpers/machines.js";
import { machine, machineText } from "./machine.mjs";
import { textTable } from "./report.mjs";

useBrowser();

/** @typedef {import("playwright").Page} Page */
/** @typedef {import("playwright").Locator} Locator */

const file = join(import.meta.dirname, "page.json");

/** How many times slower the processor is made. */
const SLOWER = 4;
/** A time that is more than this many times the recorded one has grown: what is less is luck. */
const GROWN = 1.25;
/** Time for what follows a picture later, and for Chromium to tell how long it took, in ms. */
const REST_MS = 60;

/** What a learner should wait at most, in ms, by how the figure's name begins. */
const GOALS = { "largest paint": 1000, "to paint": 150, "a frame": 33, "another gain": 150 };

/** In ms, by what was measured. @type {Record<string, number>} */
const times = {};

/** What no change of the page makes slower: how busy the machine is that this one is a part of. */
const YARDSTICK = "yardstick";

/** @returns {Record<string, Record<string, number>>} by processor */
const recorded = () => JSON.parse(readFileSync(file, "utf8"));

afterAll(() => {
  const { processor } = machine(),
    before = recorded()[processor] ?? {},
    others = loadavg()[0] / availableParallelism(),
    // NaN where it was not recorded, or is not among the tests that were named.
    yardsticks = times[YARDSTICK] / before[YARDSTICK],
    slower = yardsticks || 1;
  const rows = Object.entries(times).map(([name, time]) => {
    const goal = Object.entries(GOALS).find(([start]) => name.startsWith(start))?.[1] ?? Infinity;
    const verdict = time > before[name] * slower * GROWN ? "grew" : time > goal ? "misses its goal" : "";
    return [name, time.toFixed(1), before[name]?.toFixed(1) ?? "-", goal < Infinity ? String(goal) : "-", verdict];
  });
  console.log(
    machineText(machine()),
    others > 1 ? `\nnot quiet: the machine's load is ${others.toFixed(1)} a core` : "",
    yardsticks
      ? `\nthe yardstick takes ${slower.toFixed(2)} times as long as when these were recorded; what grew, grew beyond that`
      : "\nno yardstick to compare with",
  );
  console.log(textTable([["ms", "is", "recorded", "goal", ""], ...rows]));
  console.log(`grew: ${rows.filter(([, , , , verdict]) => verdict === "grew").length} of ${rows.length}`);
  if (!process.env.BENCH_WRITE) return;
  const rounded = Object.fromEntries(Object.entries(times).map(([name, time]) => [name, Number(time.toFixed(1))]));
  writeFileSync(file, `${JSON.stringify({ ...recorded(), [processor]: { ...before, ...rounded } }, null, 2)}\n`);
});

/** Runs in the page: a table that has nothing to do with the course is filled, styled and laid out. */
function fillTable() {
  const table = document.createElement("table");
  document.body.replaceChildren(table);
  const began = performance.now();
  for (let round = 0; round < 4; round++) {
    table.innerHTML = Array.from(
      { length: 60 },
      (_, i) => `<tr>${Array.from({ length: 20 }, (_, j) => `<td><b>${i * j + round}</b></td>`).join("")}</tr>`,
    ).join("");
    table.getBoundingClientRect();
  }
  return performance.now() - began;
}

test("the yardstick", () =>
  withPage({ opened: "none", busy: true }, async (page) => {
    // A file of the page's that is no part of the course.
    await page.goto(`${pageUrl()}notices.txt`);
    await slowCpu(page, SLOWER);
    /** @type {number[]} */
    const all = [];
    for (let i = 0; i < 9; i++) all.push(await page.evaluate(fillTable));
    times[YARDSTICK] = median(all);
  }));

describe("the largest paint", () => {
  test.each([
    { name: "a desktop", network: broadband, rate: 1 },
    { name: "a phone on slow 4G", network: slow4G, rate: SLOWER },
  ])("on $name", ({ name, network, rate }) => {
    const prepare = async (/** @type {Page} */ page) => {
      await slowNetwork(page, network);
      await slowCpu(page, rate);
    };
    return withPage({ prepare, reducedMotion: "no-preference" }, async (page) => {
      times[`largest paint on ${name}`] = await page.evaluate(
        () =>
          new Promise((/** @type {(ms: number) => void} */ resolve) => {
            new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN)).observe({
              type: "largest-contentful-paint",
              buffered: true,
            });
          }),
      );
    });
  });
});

describe("from what is done to its paint", () => {
  const REPEATS = 3;

  /**
   * Notes each interaction's time from the input to the next paint, which Chromium tells in steps of 8 ms.
   * @param {Page} page
   */
  const watchInteractions = (page) =>
    page.addInitScript(() => {
      const seen = /** @type {any} */ (window);
      seen.longest = 0;
      new PerformanceObserver((list) => {
        for (const { interactionId, duration } of /** @type {any[]} */ (list.getEntries())) {
          if (interactionId) seen.longest = Math.max(seen.longest, duration);
        }
      }).observe(/** @type {any} */ ({ type: "event", durationThreshold: 16 }));
    });

  /** The longest since it was last asked. @param {Page} page @returns {Promise<number>} */
  const longest = (page) =>
    page.evaluate(() => {
      const seen = /** @type {any} */ (window);
      const { longest } = seen;
      seen.longest = 0;
      return longest;
    });

  // One page for all sections: each would take a second to open.
  const wishes = /** @type {const} */ ({
    viewport: { width: 1440, height: 800 },
    reducedMotion: "no-preference",
    paints: true,
    prepare: watchInteractions,
  });
  test("in every section", () =>
    withPage(wishes, async (page) => {
      const slow = await slowCpu(page, 1);
      for (const id of sectionIds()) {
        for (const { name, on, prepare } of ACTS) {
          const targets = page.locator(`#${id}`).locator(on);
          if ((await targets.count()) === 0) continue;
          await targets.first().scrollIntoViewIfNeeded();
          await page.waitForTimeout(REST_MS);
          /** @type {number[]} */
          const all = [];
          for (let i = 0; i < REPEATS; i++) {
            const inputs = await prepare(page, targets, i);
            await longest(page);
            await slow(SLOWER);
            for (const input of inputs) await input();
            await painted(page);
            await slow(1);
            await page.waitForTimeout(REST_MS);
            all.push(await longest(page));
          }
          times[`to paint, #${id}: ${name}`] = median(all);
        }
      }
    }));
});

describe("a drag", () => {
  const MOVES = 24;

  /**
   * Runs in the page: from now on, how long the main thread works on each frame of a drag, from the pointer's event
   * until the frame has been laid out and painted.
   */
  function watchFrames() {
    const seen = /** @type {any} */ (window);
    seen.frames = [];
    const channel = new MessageChannel();
    let began = 0;
    channel.port1.onmessage = () => seen.frames.push(performance.now() - began);
    const note = (/** @type {PointerEvent} */ { buttons }) => {
      if (buttons === 0) return;
      began = performance.now();
      // A frame's callbacks come before its layout and its paint, the next message after them.
      requestAnimationFrame(() => channel.port2.postMessage(null));
    };
    window.addEventListener("pointermove", note, { capture: true });
  }

  for (const { what, id, query, selector } of DRAGGED) {
    for (const width of [1440, 360]) {
      const wishes = /** @type {const} */ ({ query, reducedMotion: "no-preference", paints: true });
      test.runIf(sectionIds().includes(id))(`of ${what} at ${width} px`, () =>
        withPage({ ...wishes, viewport: { width, height: 800 } }, async (page) => {
          await page.evaluate(watchFrames);
          await slowCpu(page, SLOWER);
          await drag(page, page.locator(`#${id} ${selector}`).first(), MOVES, () => page.waitForTimeout(20));
          /** @type {number[]} */
          const frames = await page.evaluate(() => /** @type {any} */ (window).frames);
          expect(frames.length).toBeGreaterThan(MOVES / 2);
          times[`a frame of ${what} at ${width} px`] = median(frames);
        }),
      );
    }
  }
});

/** Runs in the page: a few changes, one after the other, and how long each took, in ms, the worker's time included. */
async function changeGain() {
  const slider = /** @type {HTMLInputElement} */ (document.querySelector("#why-gain"));
  const panels = /** @type {Element} */ (document.querySelector("#why .lab"));
  /** @param {number} gain */
  const took = (gain) =>
    new Promise((/** @type {(ms: number) => void} */ resolve) => {
      const began = performance.now();
      const settled = new MutationObserver(() => {
        if (panels.getAttribute("aria-busy") === "true") return;
        settled.disconnect();
        resolve(performance.now() - began);
      });
      settled.observe(panels, { attributes: true });
      slider.value = String(gain);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    });
  const all = [];
  for (const gain of [1.1, 1.2, 1.3, 1.4, 1.5]) all.push(await took(gain));
  return all;
}

test.each(["none", "relu", "gelu", "tanh"])("24 layers of 256 features, forward and back: %s", (activation) =>
  withSection("why", { query: `?why.view=one&why.features=256&why.activation=${activation}` }, async (page) => {
    await untilComputed(page, "why");
    times[`another gain, 24 layers, ${activation}`] = median(await page.evaluate(changeGain));
  }),
);
