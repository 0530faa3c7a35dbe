/** Pages in Chromium that notice what no page should do. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { browser } from "../../chromium.js";
import { dist } from "./serve.js";
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
 * @property {boolean} [paints]  whether panes follow a picture later, as they do for a reader; else at once
 * @property {boolean} [explained]  whether formula and code are open in each figure, if all sections must be open
 * @property {boolean} [face]  whether to wait for the page's own face: for tests of how large things are
 * @property {RegExp} [pardoned]  complaints that the test brings about
 */

/**
 * Opens the page (with still pictures unless said otherwise), runs a test on it, and then demands that there
 * were no errors, no warnings and no requests to other hosts.
 * @param {Options & Wishes} options
 * @param {(page: Page) => Promise<unknown>} test
 */
export async function withPage(
  { query = "", prepare, opened = "all", explained = opened === "all", paints, face, pardoned, ...options },
  test,
) {
  const context = await browser().newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const complaints = watch(page, pardoned);
    if (!paints) await page.addInitScript(pretendHidden);
    if (face) await waitForFace(page);
    await prepare?.(page);
    await page.goto(pageUrl() + query);
    if (options.javaScriptEnabled !== false) {
      await untilOpen(page, opened);
      if (explained) await explain(page);
    }
    if (face) await page.evaluate(() => document.fonts.ready);
    await test(page);
    if (complaints.length > 0) throw new Error(`the page complained:\n${complaints.join("\n")}`);
  } finally {
    await context.close();
  }
}

/** Runs in the page: a hidden one paints nothing, and waits for nothing to be painted. */
function pretendHidden() {
  Object.defineProperty(Document.prototype, "hidden", { get: () => true });
}

/** @param {Page} page @param {RegExp} [pardoned] */
function watch(page, pardoned) {
  /** @type {string[]} */
  const complaints = [];
  const complain = (/** @type {string} */ text) => {
    if (!pardoned?.test(text)) complaints.push(text);
  };
  page.on("pageerror", (error) => complain(error.stack || error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complain(`${message.text()} ${message.location().url}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(pageUrl()) && !request.url().startsWith("data:")) {
      complain(`request to ${request.url()}`);
    }
  });
  return complaints;
}

const SECTIONS = {
  all: "main > section:not([data-open])",
  first: "main > section:first-child:not([data-open])",
};

/** @param {Page} page @param {"all" | "first" | "none"} which */
export async function untilOpen(page, which) {
  if (which !== "none") await page.waitForFunction((closed) => !document.querySelector(closed), SECTIONS[which]);
}

/** The page does without its own face where that comes late. @param {Page} page */
const waitForFace = (page) =>
  page.route(/\.css$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("font-display:optional", "font-display:block");
    await route.fulfill({ response, body });
  });

/**
 * The page at one of its sections; those far from it stay closed, which saves half the time that a page takes to open.
 * @param {string} id
 * @param {Options & Wishes} options
 * @param {(page: Page) => Promise<unknown>} test
 */
export const withSection = (id, { query = "", prepare, explained = true, ...options }, test) =>
  withPage(
    {
      opened: "none",
      query: query.includes("#") ? query : `${query}#${id}`,
      prepare: async (page) => {
        await neverIdle(page);
        await prepare?.(page);
      },
      ...options,
    },
    async (page) => {
      await bringNear(page, id);
      if (explained) await explain(page);
      await test(page);
    },
  );

/** A lab computes nothing before it comes near. @param {Page} page @param {string} id of a section */
export async function bringNear(page, id) {
  await page.locator(`#${id}[data-open]`).waitFor();
  await page.locator(`#${id}-figure, #${id}:not(:has(#${id}-figure))`).scrollIntoViewIfNeeded();
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

/** No section comes alive for want of anything better to do. @param {Page} page */
export const neverIdle = (page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
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
            const nodes = sources.map((/** @type {any} */ { node }) => node?.outerHTML?.slice(0, 80) ?? node?.data);
            seen.push(`${value.toFixed(4)} ${nodes.join(" | ")}`);
          }
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(seen), 200);
      }),
  );
