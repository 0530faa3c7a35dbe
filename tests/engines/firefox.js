/** Firefox as it is, by Puppeteer over WebDriver BiDi. */
import { launch } from "puppeteer-core";
import { findFirefox } from "../setup.mjs";

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
  return {
    goTo(url) {
      complaints.length = 0;
      return page.goto(url);
    },
    evaluate: (run, argument) => page.evaluate(/** @type {any} */ (run), argument),
    async pull([from, ...path]) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      for (const { x, y } of path) await page.mouse.move(x, y);
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    resize: (size) => page.setViewport(size),
    picture: () => page.screenshot(),
    complaints: async () => complaints,
    close: () => browser.close(),
  };
}
