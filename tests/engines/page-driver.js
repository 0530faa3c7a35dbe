/** The driver of a page of Playwright or Puppeteer, which do the same by the same names. */

/**
 * @param {object} parts
 * @param {import("playwright").Page | import("puppeteer-core").Page} parts.page
 * @param {string[]} parts.complaints  filled by who listens to the page; emptied when it goes elsewhere
 * @param {import("./tab.js").Driver["resize"]} parts.resize
 * @param {import("./tab.js").Driver["close"]} parts.close
 * @returns {import("./tab.js").Driver}
 */
export const driverOf = ({ page, complaints, resize, close }) => ({
  goTo(url) {
    complaints.length = 0;
    return page.goto(url);
  },
  evaluate: (run, argument) => /** @type {any} */ (page).evaluate(run, argument),
  async pull([from, ...path]) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const { x, y } of path) await page.mouse.move(x, y);
    await page.mouse.up();
  },
  type: (text) => page.keyboard.type(text),
  press: (key) => page.keyboard.press(key),
  resize,
  picture: () => page.screenshot(),
  complaints: async () => complaints,
  close,
});
