/** Chromium, by Playwright. */
import { chromium } from "playwright";
import { chromiumFlags, findChromium } from "../setup.mjs";
import { WAITS_MS } from "../waits.js";
import { driverOf } from "./page-driver.js";

/** @returns {Promise<import("./tab.js").Driver>} */
export async function startChromium() {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags, timeout: WAITS_MS });
  const page = await browser.newPage({ reducedMotion: "reduce" });
  /** @type {string[]} */
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.stack || error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  return driverOf({ page, complaints, resize: (size) => page.setViewportSize(size), close: () => browser.close() });
}
