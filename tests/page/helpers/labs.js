/** @typedef {import("playwright").Page} Page */

/** A lab computes once it has come near, and is busy until it has. @param {Page} page */
export async function computeAll(page) {
  for (const lab of await page.locator("main .lab").all()) await lab.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => !document.querySelector("main .lab:not([aria-busy=false])"));
}
