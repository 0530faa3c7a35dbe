/** What holds of a section for everyone, and how its lab is kept waiting. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { drawEverything, withHeldFiles } from "./browser.js";

/** @typedef {import("playwright").Page} Page */

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What axe finds, with what is out of sight drawn too.
 * @param {Page} page
 * @param {string} [selector]  of a part, where the others are not asked about
 * @returns {Promise<string[]>}
 */
export async function violationsIn(page, selector = "html") {
  await drawEverything(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${axe}; 0`);
  return page.evaluate(async (part) => {
    // Without what it says of everything that is right.
    const { violations } = await /** @type {any} */ (window).axe.run(part, { resultTypes: ["violations"] });
    return violations.flatMap((/** @type {any} */ { id, nodes }) =>
      nodes.map((/** @type {any} */ { html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
  }, selector);
}

/** What of a section stands beyond the window. @param {Page} page @param {string} id */
export const beyondWindow = (page, id) =>
  page.locator(`#${id} *`).evaluateAll((all) =>
    all
      .filter((each) => each.checkVisibility() && !each.closest(".visually-hidden, [popover]"))
      .filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return right - left > 1 && (left < -1 || right > innerWidth + 1);
      })
      .map((each) => each.outerHTML.slice(0, 100)),
  );

const WORKER = /worker-.*\.js$/;

/** A worker that does not arrive before it is told to. */
export const heldWorker = () => withHeldFiles(WORKER);

/**
 * A worker in which something runs before its own code.
 * @param {() => unknown} begin  it must not depend on where it is defined
 */
export const workerThatBegins = (begin) => (/** @type {Page} */ page) =>
  page.route(WORKER, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${begin})();${await response.text()}` });
  });

/** A worker that never arrives, and what the page then complains of. */
export const NO_WORKER = {
  prepare: (/** @type {Page} */ page) => page.route(WORKER, (route) => route.abort()),
  pardoned: /worker|ERR_FAILED/,
};
