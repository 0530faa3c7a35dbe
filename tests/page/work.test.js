/**
 * How much the page does for what a learner does: elements, styles, layouts, kernels' calls. Each count is recorded in
 * tests/counts.json, and `BUDGETS=write npm test -- page/work` renews it. How long it takes: npm run bench -- --page.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { withinBudget, withinCounts } from "../budget.js";
import { useBrowser } from "../chromium.js";
import { ACTS, drag, DRAGGED, painted } from "./helpers/acts.js";
import { sectionIds, untilComputed, withHeldFiles, withPage, withSection } from "./helpers/browser.js";
import { heldWorker } from "./helpers/everyone.js";
import { dist } from "./helpers/serve.js";
import { countCalls, prepareCounting, sum, workOf } from "./helpers/work.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */
/** @typedef {import("./helpers/work.js").Work} Work */

/** The worker never answers: how many of its answers fall into one picture is luck. @param {Page} page */
const prepare = async (page) => {
  await prepareCounting(page);
  await heldWorker().prepare(page);
};

/** How often each thing is done: there and back. */
const TIMES = 4;

describe("what is done", () => {
  for (const id of sectionIds()) {
    test(`in #${id} makes no more work than is recorded`, () =>
      withSection(id, { viewport: { width: 1440, height: 800 }, prepare, explained: false }, async (page) => {
        const work = await workOf(page);
        let done = 0;
        for (const { name, on, prepare } of ACTS) {
          const targets = page.locator(`#${id}`).locator(on);
          if ((await targets.count()) === 0) continue;
          await targets.first().scrollIntoViewIfNeeded();
          /** @type {Work[]} */
          const all = [];
          for (let i = 0; i < TIMES; i++) {
            const inputs = await prepare(page, targets, i);
            await work.take();
            for (const input of inputs) {
              await input();
              await painted(page);
            }
            all.push(await work.take());
          }
          withinCounts(`#${id}: ${name}`, sum(all));
          done++;
        }
        expect(done).toBeGreaterThan(0);
      }));
  }
});

describe("a drag", () => {
  const MOVES = 8;
  for (const { what, id, query, selector } of DRAGGED) {
    for (const width of [1440, 360]) {
      test.runIf(sectionIds().includes(id))(`of ${what} makes no more work than is recorded, at ${width} px`, () =>
        withSection(id, { query, viewport: { width, height: 800 }, prepare, explained: false }, async (page) => {
          const work = await workOf(page);
          /** @type {Work[]} */
          const moves = [];
          const target = page.locator(`#${id} ${selector}`).first();
          await drag(page, target, MOVES, async () => void moves.push(await work.take()));
          withinCounts(`a drag of ${what} at ${width} px`, sum(moves.slice(1)));
        }),
      );
    }
  }
});

describe("what the worker computes", () => {
  /** Its kernels' calls are counted in it. @param {Page} page */
  const prepare = (page) =>
    page.route(/worker-.*\.js$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `(${countCalls})();${await response.text()}` });
    });

  /** @param {Page} page @param {string} id @param {() => Promise<unknown>} act */
  async function callsOf(page, id, act) {
    const calls = () => page.workers()[0].evaluate(() => /** @type {any} */ (globalThis).kernelCalls);
    await untilComputed(page, id);
    const before = await calls();
    await act();
    await untilComputed(page, id);
    return (await calls()) - before;
  }

  for (const activation of ["none", "relu", "gelu", "tanh"]) {
    test(`24 layers of 256 features, both networks, forward and back: ${activation}`, () =>
      withSection("why", { query: `?why.activation=${activation}`, prepare, explained: false }, async (page) => {
        const kernels = await callsOf(page, "why", () => page.locator("#why-gain").press("ArrowRight"));
        withinCounts(`another gain: ${activation}`, { kernels });
      }));
  }
});

describe("the first paint", () => {
  test("waits for the document and its style sheets alone, and has the largest of what is in view", async () => {
    const { prepare, release } = withHeldFiles(/\.(js|wasm|woff2|json)$/);
    await withPage({ prepare, opened: "none" }, async (page) => {
      /** @returns {Promise<{ size: number, url: string }>} */
      const largest = () =>
        page.evaluate(
          () =>
            new Promise((resolve) => {
              new PerformanceObserver((list) => {
                const { size, url } = /** @type {any} */ (list.getEntries().at(-1));
                resolve({ size, url });
              }).observe({ type: "largest-contentful-paint", buffered: true });
            }),
        );
      const first = await largest();
      const sheets = await page.evaluate(() =>
        Array.from(document.querySelectorAll("head link[rel=stylesheet]"), (link) => link.getAttribute("href") ?? ""),
      );
      release();
      await page.waitForSelector("main > section:first-child[data-open]", { state: "attached" });
      await painted(page);
      expect(await largest()).toEqual(first);
      const files = ["index.html", ...sheets].map((path) => readFileSync(join(dist, path)));
      withinCounts("before the first paint", { requests: files.length });
      const bytes = files.reduce((total, file) => total + gzipSync(file, { level: 9 }).length, 0);
      withinBudget("before the first paint", bytes);
    });
  });
});
