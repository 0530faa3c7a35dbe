/** Firefox as it is, by Puppeteer over WebDriver BiDi. */
import { launch } from "puppeteer-core";
import { findFirefox } from "../setup.mjs";
import { driverOf } from "./page-driver.js";
import { sayViolations } from "./violations.js";

/** @returns {Promise<import("./tab.js").Driver>} */
export async function startFirefox() {
  const browser = await launch({
    browser: "firefox",
    executablePath: findFirefox(),
    extraPrefsFirefox: { "ui.prefersReducedMotion": 1 },
  });
  const page = await browser.newPage();
  await page.bringToFront();
  /** @type {string[]} */
  const complaints = [];
  page.on("pageerror", (error) =>
    complaints.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) complaints.push(message.text());
  });
  await page.evaluateOnNewDocument(sayViolations);
  return driverOf({ page, complaints, resize: (size) => page.setViewport(size), close: () => browser.close() });
}
