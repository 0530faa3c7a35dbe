/** Pages in Chromium that notice what no page should do. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { withKeptPage } from "./kept-pages.js";
import { AWAITED_FACE, dist } from "./serve.js";
import { plain } from "./texts.js";

/** @typedef {import("playwright").Page} Page */
/** @typedef {import("playwright").BrowserContextOptions} Options */

export const pageUrl = () => inject("pageUrl");

/** The sections that the built page has, in order. */
export const sectionIds = () =>
  Array.from(readFileSync(join(dist, "index.html"), "utf8").matchAll(/<section [^>]*\bid="(\w+)"/g), ([, id]) => id);

/**
 * What a test may ask for, beyond what Playwright offers.
 * @typedef {object} Wishes
 * @property {string} [query]  and hash
 * @property {(page: Page) => Promise<unknown>} [prepare]  before the page is opened
 * @property {"all" | "first" | "none"} [opened]  which sections must be open before the test begins
 * @property {boolean} [firstVisit]  whether nothing is in the browser's cache, for tests of how files arrive, and
 *   the visitor has not seen the first figure play
 * @property {string} [near]  the one section that must be open, in place of these
 * @property {() => unknown} [begin]  runs in the page before its own code; it must not depend on where it is defined
 * @property {boolean} [busy]  whether no section opens for want of anything better to do
 * @property {true | ((page: Page) => Promise<unknown>)} [looks]  the test leaves no trace, so the next one has the page
 *   as it is; a function first brings it into the state to be looked at, and must not depend on where it is defined
 * @property {boolean} [paints]  whether panes follow a picture later, as they do for a reader; else at once
 * @property {boolean} [explained]  whether formula and code are open in each figure, if all sections must be open
 * @property {boolean} [face]  whether to wait for the page's own face: for tests of how large things are
 * @property {RegExp} [pardoned]  complaints that the test brings about
 * @property {number} [asked]  ms after which the page is asked whether it is still drawn: a minute, unless a test is
 *   about just this
 */

/**
 * Opens the page (with still pictures unless said otherwise), runs a test on it, and then demands that there
 * were no errors, no warnings and no requests to other hosts.
 * @param {Options & Wishes} options
 * @param {(page: Page) => Promise<unknown>} test
 */
export function withPage(
  {
    query = "",
    near,
    busy = near !== undefined,
    opened = near === undefined ? "all" : "none",
    explained = opened === "all" || near !== undefined,
    looks,
    paints = false,
    face = false,
    firstVisit = false,
    begin,
    prepare,
    pardoned,
    asked,
    viewport = { width: 1440, height: 900 },
    colorScheme = "light",
    forcedColors = "none",
    reducedMotion = "reduce",
    ...options
  },
  test,
) {
  const open = async (/** @type {Page} */ page) => {
    await page.goto(pageUrl() + query);
    if (options.javaScriptEnabled === false) return;
    await untilOpen(page, opened);
    if (near !== undefined) await bringNear(page, near);
    if (explained) await explain(page);
    if (face) await page.evaluate(() => document.fonts.ready);
    if (looks && near === undefined) await drawEverything(page);
    if (looks) await untilSeen(page, near);
    if (looks instanceof Function) await looks(page);
  };
  return withKeptPage(
    { viewport, colorScheme, forcedColors, reducedMotion },
    {
      permissions: ["clipboard-read", "clipboard-write"],
      ...(face && { extraHTTPHeaders: AWAITED_FACE }),
      ...options,
    },
    {
      begin: [
        ...(firstVisit ? [] : [haveSeen]),
        ...(paints ? [] : [pretendHidden]),
        ...(busy ? [pretendBusy] : []),
        ...(begin ? [begin] : []),
      ],
      isAlone: firstVisit || prepare !== undefined,
      prepare,
      open,
      shown: looks && JSON.stringify([query, near, opened, explained, String(looks)]),
      land: async (page) => {
        await page.evaluate(() => document.getElementById(location.hash.slice(1) || "app")?.scrollIntoView());
        if (near !== undefined) await bringNear(page, near);
        await untilSeen(page, near);
      },
      pardoned,
      asked,
      test,
    },
  );
}

/** Runs in the page: the visitor has been here before, and has seen the first figure play. */
function haveSeen() {
  localStorage.setItem("played", "");
}

/** Runs in the page: a hidden one paints nothing, and waits for nothing to be painted. */
function pretendHidden() {
  Object.defineProperty(Document.prototype, "hidden", { get: () => true });
}

/** Runs in the page: no section comes alive for want of anything better to do. */
function pretendBusy() {
  window.requestIdleCallback = () => 0;
}

const SECTIONS = {
  all: ":is(main > section, .page-footer):not([data-open])",
  first: "main > section:first-child:not([data-open])",
};

/** @param {Page} page @param {"all" | "first" | "none"} which */
export async function untilOpen(page, which) {
  if (which !== "none") await page.waitForFunction((closed) => !document.querySelector(closed), SECTIONS[which]);
}

/** All that an idle browser fetches has come, which takes as long as the machine does. @param {Page} page */
export const untilWhole = (page) => page.waitForSelector("html[data-whole]", { state: "attached" });

/**
 * The page at one of its sections; those far from it stay closed, which saves half the time that a page takes to open.
 * @param {string} id
 * @param {Options & Wishes} options
 * @param {(page: Page) => Promise<unknown>} test
 */
export const withSection = (id, { query = "", ...options }, test) =>
  withPage({ near: id, query: query.includes("#") ? query : `${query}#${id}`, ...options }, test);

/** A lab computes nothing before it comes near. @param {Page} page @param {string} id of a section */
export async function bringNear(page, id) {
  await page.locator(`#${id}[data-open]`).waitFor();
  await bringIntoView(page.locator(`#${id}-figure, #${id}:not(:has(#${id}-figure))`));
}

/**
 * As scrollIntoViewIfNeeded() of the locator, which gives up where the element is replaced at this moment.
 * @param {import("playwright").Locator} target
 */
export const bringIntoView = (target) => target.evaluate((each) => /** @type {any} */ (each).scrollIntoViewIfNeeded());

/**
 * A click at what a lesson has fixed. Playwright would wait until it is enabled; a forced click waits for nothing, not
 * even for the page to be still.
 * @param {import("playwright").Locator} target
 */
export async function clickFixed(target) {
  await bringIntoView(target);
  await untilStill(target.page());
  await target.click({ force: true });
}

/**
 * A section's lab, if it has one, has come near and has computed what it shows.
 * @param {Page} page
 * @param {string} id
 */
export const untilComputed = (page, id) =>
  page.waitForFunction((waiting) => !document.querySelector(waiting), `#${id} .lab:not([aria-busy=false])`);

/** Opens formula and code in every figure, and waits until the page has made up for what grew. @param {Page} page */
async function explain(page) {
  await page
    .locator(".explain-button[aria-expanded=false]")
    .evaluateAll((buttons) => buttons.forEach((button) => button instanceof HTMLElement && button.click()));
  await untilStill(page);
}

/** Nothing is left out for being far from the window. @param {Page} page */
export async function drawEverything(page) {
  await page.evaluate(() => void (document.documentElement.dataset.drawn = ""));
  await untilStill(page);
}

/**
 * Nothing will come any more that nobody has asked for.
 * @param {Page} page
 * @param {string} [id] of the section that is near
 */
async function untilSeen(page, id) {
  if (id !== undefined) await untilComputed(page, id);
  await untilStill(page);
  // What has come near by then.
  await page.waitForFunction(() => !document.querySelector(".lab[aria-busy=true]"));
  await untilStill(page);
}

/** While two pictures were drawn, nothing has grown and nothing has scrolled. @param {Page} page */
export const untilStill = (page) =>
  page.evaluate(async () => {
    const place = () => `${scrollY} ${document.body.scrollHeight}`;
    let before;
    do {
      before = place();
      for (let pictures = 0; pictures < 2; pictures++) await new Promise(requestAnimationFrame);
    } while (place() !== before);
  });

/**
 * Some files arrive when the test says so.
 * @param {RegExp} files
 * @param {(route: import("playwright").Route) => Promise<unknown>} [then]
 * @returns {{ prepare: (page: Page) => Promise<unknown>, release: () => void }}
 */
export function withHeldFiles(files, then = (route) => route.continue()) {
  let release = () => {};
  const released = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  const prepare = (/** @type {Page} */ page) =>
    page.route(files, async (route) => {
      await released;
      await then(route);
    });
  return { prepare, release };
}

/** @param {Page} page @param {...string} keys */
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** Where the focus is: panel and cell. @param {Page} page */
export const focused = (page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return [at?.closest("[data-panel]")?.getAttribute("data-panel"), at?.getAttribute("data-index")];
  });

/** One panel of a figure, and its cells. @param {Page} page @param {string} section @param {string} panel */
export const panel = (page, section, panel) => page.locator(`#${section}-figure [data-panel="${panel}"]`);

/** @param {Page} page @param {string} section @param {string} name @param {number} index */
export const cell = (page, section, name, index) => panel(page, section, name).locator(`[data-index="${index}"]`);

/**
 * What a panel's cells say, with a plain hyphen for the minus sign.
 * @param {Page} page
 * @param {string} section
 * @param {string} name
 */
export async function cellTexts(page, section, name) {
  return (await panel(page, section, name).locator(".cell").allTextContents()).map(plain);
}

/** Where a panel's cells are. @param {Page} page @param {string} section @param {string} name */
export const boxes = (page, section, name) =>
  panel(page, section, name)
    .locator(".cell")
    .evaluateAll((cells) =>
      cells.map((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );

/** @param {Page} page @param {string} section @param {"predict" | "check"} kind */
export const question = (page, section, kind) => page.locator(`#${section} .question[data-kind=${kind}]`);

/**
 * The middle of something, once it is in view, or at most so many pixels from its left edge.
 * @param {import("playwright").Locator} target
 */
export async function middleOf(target, most = Infinity) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not on the page`);
  return { x: box.x + Math.min(box.width / 2, most), y: box.y + box.height / 2 };
}

/** What has moved in the window, other than by scrolling, since the page was opened. @param {Page} page */
export const shifts = (page) =>
  page.evaluate(
    () =>
      new Promise((/** @type {(seen: string[]) => void} */ resolve) => {
        /** @type {string[]} */
        const seen = [];
        new PerformanceObserver((list) => {
          for (const { value, sources } of /** @type {any[]} */ (list.getEntries())) {
            const place = (/** @type {DOMRect} */ { x, y, width, height }) => `${x}, ${y}: ${width} x ${height}`;
            const nodes = sources.map((/** @type {any} */ { node, previousRect, currentRect }) => {
              const name = node?.outerHTML?.slice(0, 80) ?? node?.data;
              return `${name} from ${place(previousRect)} to ${place(currentRect)}`;
            });
            seen.push(`${value.toFixed(4)} ${nodes.join(" | ")}`);
          }
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(seen), 200);
      }),
  );
