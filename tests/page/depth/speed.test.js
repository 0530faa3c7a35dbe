/** How long the depth lab takes from a change of gain until all that it shows follows, the worker's time included. */
import { expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { untilComputed, withSection } from "../helpers/browser.js";
import { bestOf, median } from "../helpers/machines.js";

useBrowser();

/** Runs in the page: a few changes, one after the other, and how long each took, in ms. */
async function changes() {
  const slider = /** @type {HTMLInputElement} */ (document.querySelector("#why-gain"));
  const panels = /** @type {Element} */ (document.querySelector("#why .depth-panels"));
  /** @param {number} gain */
  const took = (gain) =>
    new Promise((/** @type {(ms: number) => void} */ resolve) => {
      const began = performance.now();
      const settled = new MutationObserver(() => {
        if (panels.getAttribute("aria-busy") === "true") return;
        settled.disconnect();
        resolve(performance.now() - began);
      });
      settled.observe(panels, { attributes: true });
      slider.value = String(gain);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    });
  const all = [];
  for (const gain of [1.1, 1.2, 1.3, 1.4, 1.5]) all.push(await took(gain));
  return all;
}

for (const activation of ["none", "relu", "gelu", "tanh"]) {
  test(`24 layers of 256 features, both networks, forward and back, within 150 ms: ${activation}`, () =>
    withSection("why", { query: `?why.activation=${activation}` }, async (page) => {
      await untilComputed(page, "why");
      const { milliseconds, limit } = await bestOf(150, async () => ({
        milliseconds: median(await page.evaluate(changes)),
      }));
      expect(milliseconds).toBeLessThanOrEqual(limit);
    }));
}
