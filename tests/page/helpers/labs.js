/** @typedef {import("playwright").Page} Page */

/** A lab is busy until it has computed what it shows. @param {Page} page */
export const untilAllComputed = (page) =>
  page.waitForFunction(() => !document.querySelector("main .lab:not([aria-busy=false])"));

/** A lab computes once it has come near. @param {Page} page */
export async function computeAll(page) {
  for (const lab of await page.locator("main .lab").all()) await lab.scrollIntoViewIfNeeded();
  await untilAllComputed(page);
}
