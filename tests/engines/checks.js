/** What the page must do in every engine: one list of checks, which Chromium, Firefox and WebKit run side by side. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { root } from "../setup.mjs";
import { boxesOf, cellTexts, dotsIn, isRadioOn, statisticsIn, tracksIn } from "./read.js";
import { Tab } from "./tab.js";

const DESKTOP = { width: 1280, height: 800 };
/** WebKit's window is at least 447 pixels wide. */
const PHONE = { width: 390, height: 844 };

/** Pictures for whoever wants to look: nothing compares them, for each engine draws letters in its own way. */
const pictures = join(root, ".scratch", "engines");

/** Where the slider's thumb is at x, as a share of its width. */
const START = { x: 0.03, y: 0.5 };

/** D's number 3, the outlier of the first screen. */
const OUTLIER = '#first-tracks .dot[data-element="21"]';

/** What is drawn may be this many pixels from where it should be: half a pixel at each end, and the rounding. */
const PIXEL = 1.01;

/** @param {readonly number[]} values */
const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @type {Tab} */
let tab;

/** @param {string} what */
async function keepPicture(what) {
  mkdirSync(pictures, { recursive: true });
  await tab.until("at rest", () => document.getAnimations().every(({ playState }) => playState !== "running"));
  writeFileSync(join(pictures, `${tab.name}-${what}.png`), await tab.driver.picture());
}

/**
 * Opens the page, checks something of it, and demands that the page did not complain.
 * @param {string} query
 * @param {() => Promise<unknown>} check
 */
async function onPage(query, check) {
  await tab.open(query);
  await check();
  expect(await tab.driver.complaints()).toEqual([]);
}

/**
 * Runs in the page: what must come to nothing, by its name where it does not. A text is run as a script where nothing
 * says that it may not.
 */
function plant() {
  /** @type {[string, () => void][]} */
  const acts = [
    [
      "style",
      () => {
        document.head.appendChild(document.createElement("style")).textContent = "body { display: none }";
      },
    ],
    [
      "script",
      () => {
        document.head.appendChild(document.createElement("script")).textContent = "document.title = 'planted'";
      },
    ],
    [
      "picture",
      () => {
        new Image().src = "https://elsewhere.invalid/planted.png";
      },
    ],
  ];
  for (const [, act] of acts) {
    try {
      act();
    } catch {
      // Where the browser has Trusted Types, a text that is no script is refused at once.
    }
  }
  return [
    ...(getComputedStyle(document.body).display === "none" ? ["style"] : []),
    ...(document.title === "planted" ? ["script"] : []),
  ];
}

/** How browsers name what refused the three. */
const REFUSED = /style-src[\s\S]*(script-src|require-trusted-types-for|TrustedScript)[\s\S]*img-src/;

/** Pulls the slider from x to a stage. @param {number} share  where the stage lies, as a share of its width */
async function pullTo(share) {
  const end = await tab.placeOf("#first-tracks input[type=range]", { x: share, y: 0.5 });
  await tab.drag("#first-tracks input[type=range]", () => end, START);
}

/**
 * @param {string} name  of the engine
 * @param {(pageUrl: string) => Promise<import("./tab.js").Driver>} start
 */
export const checkPage = (name, start) =>
  describe(name, () => {
    beforeAll(async () => {
      const pageUrl = inject("pageUrl");
      tab = new Tab(name, await start(pageUrl), pageUrl);
      await tab.driver.resize(DESKTOP);
    });
    afterAll(() => tab?.driver.close());

    test("hears what a page complains of", async () => {
      await tab.open();
      await tab.driver.evaluate(() => {
        console.error("planted");
        setTimeout(() => {
          throw new Error("thrown");
        });
      }, undefined);
      await expect.poll(async () => (await tab.driver.complaints()).join("\n")).toMatch(/planted[\s\S]*thrown/);
    });

    test("refuses what its policy does not allow, and says so", async () => {
      await tab.open();
      expect(await tab.driver.evaluate(plant, null)).toEqual([]);
      await expect.poll(async () => (await tab.driver.complaints()).join("\n")).toMatch(REFUSED);
    });

    test("opens without a complaint, and nothing is wider than the window", () =>
      onPage("", async () => {
        await keepPicture("desktop");
        expect(await tab.driver.evaluate(() => document.documentElement.scrollWidth - innerWidth, null)).toBeLessThan(
          1,
        );
        await tab.driver.resize(PHONE);
        await keepPicture("phone");
        expect(await tab.driver.evaluate(() => document.documentElement.scrollWidth - innerWidth, null)).toBeLessThan(
          1,
        );
        await tab.driver.resize(DESKTOP);
      }));

    test("the first screen's slider, pulled, balances every track at 0 with a ruler of 1", () =>
      // Where a link shows something of its own, the figure does not play by itself.
      onPage("?first.at=x:1", async () => {
        const before = await tab.driver.evaluate(tracksIn, "first");
        expect(before.map(({ text }) => text.match(/-?\d+\.\d+/g)?.length)).toEqual([2, 2, 2, 2]);
        expect(before.every(({ fulcrum, spread }) => Math.abs(fulcrum) < 0.03 && Math.abs(spread - 1) < 0.03)).toBe(
          false,
        );
        await pullTo(1);
        await expect
          .poll(async () => (await tab.driver.evaluate(tracksIn, "first")).map(({ text }) => text))
          .toEqual(Array(4).fill(expect.stringMatching(/mean [+−-]?0\.00\s*spread 1\.00/)));
        for (const { fulcrum, spread, pixel } of await tab.driver.evaluate(tracksIn, "first")) {
          expect(Math.abs(fulcrum)).toBeLessThan(PIXEL * pixel);
          expect(Math.abs(spread - 1)).toBeLessThan(PIXEL * pixel);
        }
        await keepPicture("pulled");
      }));

    test("a dot that is dragged moves its own group and no other", () =>
      onPage("", async () => {
        const before = await tab.driver.evaluate(statisticsIn, "first");
        await tab.drag(OUTLIER, ({ x, y }) => ({ x: x - 120, y }));
        await expect.poll(async () => (await tab.driver.evaluate(statisticsIn, "first"))[3]).not.toBe(before[3]);
        const after = await tab.driver.evaluate(statisticsIn, "first");
        expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
      }));

    test("dim 0 sends every dot to its column's track, and no dot sideways", () =>
      onPage("", async () => {
        const before = await tab.driver.evaluate(dotsIn, "first");
        expect(before.map(({ group }) => group)).toEqual(before.map(({ element }) => Math.floor(element / 6)));
        await tab.click("#first-figure .segments label:nth-child(2)");
        await expect.poll(async () => (await tab.driver.evaluate(tracksIn, "first")).length).toBe(6);
        const after = await tab.driver.evaluate(dotsIn, "first");
        expect(after.map(({ group }) => group)).toEqual(after.map(({ element }) => element % 6));
        for (const [i, { x }] of after.entries()) expect(Math.abs(x - before[i].x)).toBeLessThan(PIXEL);
        await keepPicture("dim-0");
      }));

    test("a value typed into a cell is followed by its row's mean", () =>
      onPage("", async () => {
        const before = await tab.driver.evaluate(cellTexts, { section: "dim", panel: "mean" });
        await tab.click('#dim-figure [data-panel="x"] [data-index="0"]');
        await tab.driver.type("7.5");
        await tab.driver.press("Enter");
        await expect
          .poll(async () => (await tab.driver.evaluate(cellTexts, { section: "dim", panel: "x" }))[0])
          .toMatch(/^7\.50*$/);
        const row = (await tab.driver.evaluate(cellTexts, { section: "dim", panel: "x" })).slice(0, 6).map(Number);
        const after = await tab.driver.evaluate(cellTexts, { section: "dim", panel: "mean" });
        expect(Number(after[0])).toBeCloseTo(meanOf(row), 3);
        expect(after.slice(1)).toEqual(before.slice(1));
        await keepPicture("typed");
      }));

    test("a link restores the figure that it describes", () =>
      onPage("?dim.dims=0&dim.keepdim=false#dim", async () => {
        expect(await tab.driver.evaluate(cellTexts, { section: "dim", panel: "mean" })).toHaveLength(6);
        expect(await tab.driver.evaluate(isRadioOn, { section: "dim", label: "False" })).toBe(true);
        const query = new URLSearchParams(await tab.driver.evaluate(() => location.search, null));
        expect(Object.fromEntries(query)).toEqual({ "dim.dims": "0", "dim.keepdim": "false" });
        await keepPicture("link");
      }));

    test("a setting typed over in the code changes the figure", () =>
      onPage("", async () => {
        // The code is shown from when a cell is pressed.
        await tab.click('#dim-figure [data-panel="x"] [data-index="0"]');
        await tab.until("showing its code", () => document.querySelector("#dim .editor textarea") !== null);
        await tab.click("#dim .editor textarea");
        await tab.driver.evaluate(() => {
          const area = /** @type {HTMLTextAreaElement} */ (document.querySelector("#dim .editor textarea"));
          const at = area.value.indexOf("-1");
          area.setSelectionRange(at, at + 2);
        }, null);
        await tab.driver.type("0");
        await expect
          .poll(async () => (await tab.driver.evaluate(cellTexts, { section: "dim", panel: "mean" })).length)
          .toBe(6);
        await keepPicture("code");
      }));

    test("the labs' worker computes what is asked: 50 networks of the depth lab", () =>
      onPage("#why", async () => {
        await tab.placeOf("#why-figure");
        await tab.until("told what came of the 50 networks, or why not", () =>
          /(half|all) of 50 networks|could not be/.test(document.querySelector("#why-figure")?.textContent ?? ""),
        );
        const said = await tab.driver.evaluate(() => document.querySelector("#why-figure")?.textContent, null);
        expect(said).not.toContain("could not be");
        await keepPicture("depth");
      }));

    test("the name of the rows' dim is written upwards, within its button", () =>
      onPage("", async () => {
        await tab.placeOf("#dim .axis-rows button");
        const [label, button] = await tab.driver.evaluate(boxesOf, [
          "#dim .axis-rows .axis-label",
          "#dim .axis-rows button",
        ]);
        expect(label.bottom - label.top).toBeGreaterThan(2 * (label.right - label.left));
        for (const side of /** @type {const} */ (["left", "top"]))
          expect(label[side]).toBeGreaterThanOrEqual(button[side]);
        for (const side of /** @type {const} */ (["right", "bottom"]))
          expect(label[side]).toBeLessThanOrEqual(button[side]);
      }));

    test("the formula's two forms stand on lines of their own, and a label beside its buttons", () =>
      onPage("", async () => {
        await tab.click('#variance-figure [data-panel="out"] [data-index="1"]');
        await tab.until("showing its formula", () => document.querySelector("#variance .numbers") !== null);
        await tab.placeOf("#variance .numbers");
        const [symbols, numbers, label, buttons] = await tab.driver.evaluate(
          boxesOf,
          [".symbols", ".numbers", ".segmented legend > span", ".segments"].map((part) => `#variance ${part}`),
        );
        expect(numbers.top).toBeGreaterThanOrEqual(symbols.bottom);
        expect((label.top + label.bottom) / 2).toBeCloseTo((buttons.top + buttons.bottom) / 2, 0);
        await keepPicture("formula");
      }));
  });
