/**
 * How fast the page is on slower machines. What was measured is printed beside the project's goal, so that one sees
 * what is left: a drag on [4, 6] keeps to its frames; one on 2 x 4 x 768 and some presses miss theirs so far, and fail
 * here only where they have become far slower still. These tests want the machine for themselves, and `npm test` runs
 * them alone; a slower machine, or one that does other things beside, is given as much longer as a fixed piece of work
 * takes on it.
 */
import { availableParallelism, loadavg } from "node:os";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../chromium.js";
import { sectionIds, withPage } from "./helpers/browser.js";
import { bestOf, broadband, median, slow4G, slowCpu, slowNetwork } from "./helpers/machines.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */
/** @typedef {import("playwright").Locator} Locator */

/** How many times slower the processor is made. */
const SLOWER = 4;
const LONG_TEST = 240_000;

/** @param {string} what @param {string} figures */
function report(what, figures) {
  const others = loadavg()[0] / availableParallelism();
  console.log(`${what}: ${figures}${others > 1 ? ` (load of the machine: ${others.toFixed(1)})` : ""}`);
}

describe("the largest paint", () => {
  /** @param {import("./helpers/machines.js").Network} network @param {number} rate */
  async function largestPaint(network, rate) {
    let milliseconds = NaN;
    const prepare = async (/** @type {Page} */ page) => {
      await slowNetwork(page, network);
      await slowCpu(page, rate);
    };
    await withPage({ prepare, reducedMotion: "no-preference" }, async (page) => {
      milliseconds = await page.evaluate(
        () =>
          new Promise((resolve) => {
            new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN)).observe({
              type: "largest-contentful-paint",
              buffered: true,
            });
          }),
      );
    });
    return { milliseconds };
  }

  test.each([
    { name: "a desktop", network: broadband, rate: 1, most: 1000 },
    { name: "a phone on slow 4G", network: slow4G, rate: SLOWER, most: 1500 },
  ])("comes within $most ms on $name", async ({ name, network, rate, most }) => {
    const { milliseconds, limit } = await bestOf(most, () => largestPaint(network, rate));
    report(`largest paint on ${name}`, `${Math.round(milliseconds)} ms of ${Math.round(limit)} ms`);
    expect(milliseconds).toBeLessThanOrEqual(limit);
  });
});

describe(`at ${SLOWER}x CPU throttle, what is done is painted`, () => {
  const GOAL_TO_PAINT = 150;
  const MOST_TO_PAINT = 400;
  const REPEATS = 3;
  /** Time for what follows a picture later, and for Chromium to tell how long it took, in ms. */
  const REST = 60;

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

  /** What has been done is painted. @param {Page} page */
  const painted = (page) =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
        }),
    );

  /** The longest since it was last asked. @param {Page} page @returns {Promise<number>} */
  const longest = (page) =>
    page.evaluate(() => {
      const seen = /** @type {any} */ (window);
      const { longest } = seen;
      seen.longest = 0;
      return longest;
    });

  /**
   * What is done: `act` makes ready whatever it needs, on a processor as fast as it is, and returns what is measured.
   * @typedef {{ name: string, on: string, act: (page: Page, on: Locator, i: number) => Promise<() =>
   *   Promise<void>> }} Act
   */

  /** Presses two keys in turn. @param {readonly string[]} keys @returns {Act["act"]} */
  const keys =
    (...keys) =>
    async (page, on, i) => {
      if (i === 0) await on.first().focus();
      return () => page.keyboard.press(keys[i % keys.length]);
    };
  /**
   * Clicks all of them in turn, as a hand does: a locator's click asks the page what it hits, which takes time.
   * @type {Act["act"]}
   */
  const click = async (page, on, i) => {
    const target = on.nth((i + 1) % (await on.count()));
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error("nothing to click on");
    return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  const CELLS = "[data-panel=x] .cell, [data-panel=input] .cell";

  /** What a learner does, where a section has it. @type {readonly Act[]} */
  const ACTS = [
    { name: "name a dim", on: ".axis button[aria-pressed]", act: click },
    { name: "move the stage", on: ".stage-slider input", act: keys("ArrowLeft", "ArrowRight") },
    { name: "what one group is", on: "label:has(input[name$=dims])", act: click },
    { name: "visit a dot", on: ".dot[tabindex='0']", act: keys("ArrowRight", "ArrowLeft") },
    { name: "move a dot", on: ".dot[tabindex='0']", act: keys("Alt+ArrowRight", "Alt+ArrowLeft") },
    { name: "n or n − 1", on: "label:has(input[name$=correction])", act: click },
    { name: "keepdim", on: "label:has(input[name$=keepdim])", act: click },
    { name: "another input", on: "label:has(input[name$=input])", act: click },
    { name: "a member of the family", on: "label:has(input[name$=member])", act: click },
    { name: "visit a cell", on: CELLS, act: keys("ArrowRight", "ArrowLeft") },
    { name: "nudge a value", on: CELLS, act: keys("Alt+ArrowUp", "Alt+ArrowDown") },
    { name: "another example", on: ".toolbar select", act: keys("ArrowDown", "ArrowUp") },
    { name: "the gain", on: "#why-gain", act: keys("ArrowRight", "ArrowLeft") },
    { name: "another layer", on: "#why-layer", act: keys("ArrowLeft", "ArrowRight") },
    { name: "another network", on: "label:has(input[name^=why-])", act: click },
    { name: "type a letter", on: "#model-word", act: keys("s", "Backspace") },
    { name: "another norm", on: ".norm", act: click },
    { name: "how it is computed", on: "label:has(input[name=model-mode])", act: click },
    { name: "a learning rate", on: "#learning-rate, #learning-pace", act: keys("ArrowRight", "ArrowLeft") },
    { name: "another number", on: "label:has(input[name=precision-number])", act: click },
    { name: "another order", on: "label:has(input[name=precision-order])", act: click },
    { name: "a bit", on: ".lens-bits label", act: click },
    { name: "the mean", on: "#precision-mean", act: keys("ArrowRight", "ArrowLeft") },
    { name: "another shape", on: "label:has(input[name=speed-shape])", act: click },
    { name: "an instruction", on: "#speed-lanes .pill", act: click },
    { name: "a cell in memory", on: "label:has(input[name=speed-dim])", act: click },
    { name: "copy", on: ".install .text-button", act: click },
    { name: "answer", on: ".answer", act: click },
  ];

  /** @typedef {(rate: number) => Promise<unknown>} SetRate */

  /** @param {Page} page @param {SetRate} slow @param {Locator} on @param {Act["act"]} act */
  async function measure(page, slow, on, act) {
    /** @type {number[]} */
    const times = [];
    for (let i = 0; i < REPEATS; i++) {
      const doIt = await act(page, on, i);
      await longest(page);
      await slow(SLOWER);
      await doIt();
      await painted(page);
      await slow(1);
      await page.waitForTimeout(REST);
      times.push(await longest(page));
    }
    return { milliseconds: median(times) };
  }

  /**
   * What is done in a section, and how long each took in the words of the report.
   * @param {Page} page
   * @param {SetRate} slow
   * @param {string} id
   */
  async function measureSection(page, slow, id) {
    /** @type {{ told: string, isSlow: boolean }[]} */
    const all = [];
    for (const { name, on, act } of ACTS) {
      const targets = page.locator(`#${id}`).locator(on);
      if ((await targets.count()) === 0) continue;
      await targets.first().scrollIntoViewIfNeeded();
      await page.waitForTimeout(REST);
      const { milliseconds, limit } = await bestOf(MOST_TO_PAINT, () => measure(page, slow, targets, act));
      all.push({ told: `${name} ${milliseconds} ms of ${Math.round(limit)}`, isSlow: milliseconds > limit });
    }
    report(`to paint (goal ${GOAL_TO_PAINT} ms), #${id}`, all.map(({ told }) => told).join(", "));
    return all;
  }

  // One page for all sections: each would take a second to open.
  test(`within ${MOST_TO_PAINT} ms in every section`, { timeout: LONG_TEST }, () =>
    withPage(
      {
        viewport: { width: 1440, height: 800 },
        reducedMotion: "no-preference",
        paints: true,
        prepare: watchInteractions,
      },
      async (page) => {
        const slow = await slowCpu(page, 1);
        for (const id of sectionIds()) {
          const all = await measureSection(page, slow, id);
          expect(all, id).not.toEqual([]);
          expect
            .soft(
              all.filter(({ isSlow }) => isSlow),
              id,
            )
            .toEqual([]);
        }
      },
    ),
  );
});

describe(`at ${SLOWER}x CPU throttle, a drag`, () => {
  const GOAL_A_FRAME = 33;
  /** What 2 x 4 x 768 takes so far misses the goal: most of it is the browser's layout and painting of its panels. */
  const LARGE_A_FRAME = 66;
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

  /** @param {Page} page @param {Locator} target */
  async function dragFrames(page, target) {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error("nothing to drag on the page");
    const [x, y] = [box.x + Math.min(box.width / 2, 40), box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.evaluate(() => {
      /** @type {any} */ (window).frames.length = 0;
    });
    for (let step = 1; step <= MOVES; step++) {
      await page.mouse.move(x + 3 * step, y);
      await page.waitForTimeout(20);
    }
    await page.mouse.up();
    /** @type {number[]} */
    const frames = await page.evaluate(() => /** @type {any} */ (window).frames);
    if (frames.length < MOVES / 2) throw new Error(`a drag of ${MOVES} moves made ${frames.length} frames`);
    return { milliseconds: median(frames) };
  }

  const GPT2 = "?three.preset=gpt2&three.at=x:0";
  const DRAGGED = [
    { what: "a dot of [4, 6]", most: GOAL_A_FRAME, id: "first", query: "?first.stage=2", selector: ".ghost" },
    { what: "a dot of 2 x 4 x 768", most: LARGE_A_FRAME, id: "three", query: GPT2, selector: ".tracks .dot" },
    { what: "the window of the overview", most: LARGE_A_FRAME, id: "three", query: GPT2, selector: ".overview" },
  ];
  for (const { what, most, id, query, selector } of DRAGGED) {
    for (const width of [1440, 360]) {
      test.runIf(sectionIds().includes(id))(
        `of ${what} takes at most ${most} ms a frame, at ${width} px`,
        { timeout: LONG_TEST },
        () =>
          withPage(
            { query, viewport: { width, height: 800 }, reducedMotion: "no-preference", paints: true },
            async (page) => {
              await page.evaluate(watchFrames);
              await slowCpu(page, SLOWER);
              const target = page.locator(`#${id} ${selector}`).first();
              const { milliseconds, limit } = await bestOf(most, () => dragFrames(page, target));
              const figures = `${milliseconds.toFixed(1)} ms of ${Math.round(limit)} ms`;
              report(`a frame (goal ${GOAL_A_FRAME} ms) of ${what} at ${width} px`, figures);
              expect(milliseconds).toBeLessThanOrEqual(limit);
            },
          ),
      );
    }
  }
});
