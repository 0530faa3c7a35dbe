/** What holds of a section for everyone, and how its lab is kept waiting. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { withHeldFiles } from "./browser.js";

/** @typedef {import("playwright").Page} Page */

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What axe finds, with what is out of sight drawn too.
 * @param {Page} page
 * @param {string} [id]  of a section, where the others are not asked about
 * @returns {Promise<string[]>}
 */
export async function violationsIn(page, id) {
  await page.addStyleTag({ content: "* { content-visibility: visible !important; }" });
  await page.addScriptTag({ content: axe });
  return page.evaluate(
    async (scope) => {
      // Without what it says of everything that is right.
      const { violations } = await /** @type {any} */ (window).axe.run(scope, { resultTypes: ["violations"] });
      return violations.flatMap((/** @type {any} */ { id, nodes }) =>
        nodes.map((/** @type {any} */ { html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
    },
    id ? `#${id}` : "html",
  );
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

/** A worker that does not arrive before it is told to. */
export const heldWorker = () => withHeldFiles(/worker-.*\.js$/);

/** A worker that never arrives, and what the page then complains of. */
export const NO_WORKER = {
  prepare: (/** @type {Page} */ page) => page.route(/worker-.*\.js$/, (route) => route.abort()),
  pardoned: /worker|ERR_FAILED/,
};
