/**
 * How much the page does for what a learner does: elements, styles, layouts, kernels' calls. Each count is recorded in
 * tests/counts.json, and `BUDGETS=write npm test -- page/work` renews it. How long it takes: npm run bench -- --page.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { beyondCounts } from "../budget.js";
import { useBrowser } from "../chromium.js";
import { ACTS, drag, DRAGGED, painted } from "./helpers/acts.js";
import {
  bringIntoView,
  sectionIds,
  untilComputed,
  untilStill,
  untilWhole,
  withHeldFiles,
  withPage,
  withSection,
} from "./helpers/browser.js";
import { workerThatBegins } from "./helpers/everyone.js";
import { dist } from "./helpers/serve.js";
import { countCalls, least, prepareCounting, workOf } from "./helpers/work.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */
/** @typedef {import("./helpers/work.js").Work} Work */

/** Each thing is done there and back, so often; more often where it made more work than is recorded. */
const ROUNDS = 2;
/** A busy machine draws a picture more now and then, but not each time. */
const MOST_ROUNDS = 8;

/**
 * What is more than recorded, of the least work of all rounds.
 * @param {string} name
 * @param {(round: number) => Promise<Work>} once
 */
async function beyondLeast(name, once) {
  /** @type {Work[]} */
  const all = [];
  /** @type {string[]} */
  let beyond = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    all.push(await once(round));
    // An act leaves each second time what it left before: what is counted next finds the same.
    if ((round + 1) % ROUNDS > 0) continue;
    beyond = beyondCounts(name, least(all));
    if (beyond.length === 0) break;
  }
  return beyond;
}

/** All sections are open, and all has come: nothing comes near while work is counted. */
const wishes = /** @type {const} */ ({ prepare: prepareCounting, explained: false });

/**
 * What an act and its way back make more of than is recorded.
 * @param {Page} page
 * @param {import("./helpers/acts.js").Act} act
 * @param {string} id  of a section
 * @returns {Promise<string[] | undefined>} undefined where the section has nothing to do it on
 */
async function beyondFor(page, { name, on, prepare }, id) {
  const targets = page.locator(`#${id}`).locator(on);
  if ((await targets.count()) === 0) return undefined;
  await targets.first().scrollIntoViewIfNeeded();
  const work = await workOf(page);
  return beyondLeast(`#${id}: ${name}`, async (round) => {
    const there = await prepare(page, targets, 2 * (round % ROUNDS)),
      back = await prepare(page, targets, 2 * (round % ROUNDS) + 1);
    await work.take();
    for (const input of [...there, ...back]) {
      await input();
      await painted(page);
    }
    return work.take();
  });
}

describe("what is done makes no more work than is recorded", () => {
  for (const id of sectionIds()) {
    test(`in #${id}`, () =>
      withPage({ ...wishes, viewport: { width: 1440, height: 800 } }, async (page) => {
        await untilWhole(page);
        const names = [];
        for (const act of ACTS) {
          const beyond = await beyondFor(page, act, id);
          if (!beyond) continue;
          names.push(act.name);
          expect.soft(beyond).toEqual([]);
        }
        expect(names).not.toEqual([]);
      }));
  }
});

describe("a drag", () => {
  const MOVES = 8;
  for (const { what, id, query, selector } of DRAGGED) {
    for (const width of [1440, 360]) {
      test.runIf(sectionIds().includes(id))(`of ${what} makes no more work than is recorded, at ${width} px`, () =>
        withPage({ ...wishes, query, viewport: { width, height: 800 } }, async (page) => {
          await untilWhole(page);
          const target = page.locator(`#${id} ${selector}`).first();
          // What comes into view, and moves the target, is no part of a drag; and a press beside it would be none.
          await bringIntoView(target);
          await untilStill(page);
          const work = await workOf(page);
          await work.take();
          const beyond = await beyondLeast(`a drag of ${what} at ${width} px`, async () => {
            await drag(page, target, MOVES, () => painted(page));
            return work.take();
          });
          expect(beyond).toEqual([]);
        }),
      );
    }
  }
});

describe("what the worker computes", () => {
  /** Its kernels' calls are counted in it. */
  const prepare = workerThatBegins(countCalls);

  /** @param {Page} page @param {string} id @param {() => Promise<unknown>} act */
  async function callsOf(page, id, act) {
    const calls = () => page.workers()[0].evaluate(() => /** @type {any} */ (globalThis).kernelCalls);
    await untilComputed(page, id);
    const before = await calls();
    await act();
    await expect.poll(calls).toBeGreaterThan(before);
    await untilComputed(page, id);
    return (await calls()) - before;
  }

  for (const activation of ["none", "relu", "gelu", "tanh"]) {
    test(`24 layers of 256 features, both networks, forward and back: ${activation}`, () =>
      withSection(
        "why",
        { query: `?why.view=one&why.features=256&why.activation=${activation}`, prepare, explained: false },
        async (page) => {
          const kernels = await callsOf(page, "why", () => page.locator("#why-gain").press("ArrowRight"));
          expect(beyondCounts(`another gain: ${activation}`, { kernels })).toEqual([]);
        },
      ));
  }
});

describe("the first paint", () => {
  /** The largest that has been painted. @param {Page} page @returns {Promise<{ size: number, url: string }>} */
  const largest = (page) =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          new PerformanceObserver((list) => {
            const { size, url } = /** @type {any} */ (list.getEntries().at(-1));
            resolve({ size, url });
          }).observe({ type: "largest-contentful-paint", buffered: true });
        }),
    );

  test("waits for the document and its style sheets alone, and has the largest of what is in view", async () => {
    const held = withHeldFiles(/\.(js|wasm|woff2|json)$/);
    let first = {};
    const prepare = async (/** @type {Page} */ page) => {
      await held.prepare(page);
      // Opening ends when all has arrived.
      page.once("request", () =>
        page.waitForRequest(/\.js$/).then(async () => {
          first = await largest(page);
          held.release();
        }),
      );
    };
    await withPage({ prepare, opened: "first" }, async (page) => {
      await painted(page);
      expect(await largest(page)).toEqual(first);
      const html = readFileSync(join(dist, "index.html"), "utf8");
      const sheets = Array.from(html.matchAll(/<link [^>]*rel="stylesheet"[^>]*href="(.*?)"/g), ([, path]) => path);
      const files = ["index.html", ...sheets].map((path) => readFileSync(join(dist, path)));
      const bytes = files.reduce((total, file) => total + gzipSync(file, { level: 9 }).length, 0);
      expect(beyondCounts("before the first paint", { requests: files.length, bytes })).toEqual([]);
    });
  });
});
