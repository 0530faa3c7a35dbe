/** Chromium, by Playwright. */
import { chromium } from "playwright";
import { chromiumFlags, findChromium } from "../setup.mjs";

/** @returns {Promise<import("./tab.js").Driver>} */
export async function startChromium() {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  const page = await browser.newPage({ reducedMotion: "reduce" });
  /** @type {string[]} */
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.stack || error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
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
    resize: (size) => page.setViewportSize(size),
    picture: () => page.screenshot(),
    complaints: async () => complaints,
    close: () => browser.close(),
  };
}
