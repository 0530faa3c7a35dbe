/** One Chromium for a test file, and pages in it that notice what no page should do. */
import { chromium } from "playwright";
import { afterAll, beforeAll, inject } from "vitest";
import { chromiumFlags, findChromium } from "../setup.mjs";

/** @typedef {import("playwright").Page} Page */
/** @typedef {import("playwright").BrowserContextOptions} Options */

/** @type {import("playwright").Browser} */
let browser;

/** Starts the browser before this file's tests and stops it after them. */
export function useBrowser() {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  });
  afterAll(() => browser?.close());
}

export const pageUrl = () => inject("pageUrl");

/**
 * Opens the page (with still pictures unless said otherwise), runs a test on it, and then demands that there
 * were no errors, no warnings and no requests to other hosts.
 * @param {Options & { query?: string }} options
 * @param {(page: Page) => Promise<unknown>} test
 */
export async function withPage({ query = "", ...options }, test) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const complaints = watch(page);
    await page.goto(pageUrl() + query);
    await test(page);
    if (complaints.length > 0) throw new Error(`the page complained:\n${complaints.join("\n")}`);
  } finally {
    await context.close();
  }
}

/** @param {Page} page */
function watch(page) {
  /** @type {string[]} */
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error.stack)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(pageUrl()) && !request.url().startsWith("data:")) {
      complaints.push(`request to ${request.url()}`);
    }
  });
  return complaints;
}

/** One panel of a figure, and its cells. @param {Page} page @param {string} section @param {string} panel */
export const panel = (page, section, panel) => page.locator(`#${section}-figure [data-panel="${panel}"]`);

/** @param {Page} page @param {string} section @param {string} name @param {number} index */
export const cell = (page, section, name, index) =>
  panel(page, section, name).locator(`[data-index="${index}"]`);

/**
 * What a panel's cells say, with a plain hyphen for the minus sign.
 * @param {Page} page
 * @param {string} section
 * @param {string} name
 */
export async function cellTexts(page, section, name) {
  const texts = await panel(page, section, name).locator(".cell").allTextContents();
  return texts.map((text) => text.replace("−", "-"));
}
