/** Whether a control, the strip with what it came to, and what it changes most are in one view. */
import { expect } from "vitest";

/** @typedef {import("playwright").Locator} Locator */

/** A desktop's window and a phone's. */
export const VIEWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/**
 * A reader has scrolled so far that the control stands right under the page's header: then the figure's strip is in
 * view, and so is what changes most, whole.
 * @param {Locator} figure
 * @param {string} control
 * @param {string} effect
 */
export async function expectInOneView(figure, control, effect) {
  const places = await figure.evaluate(
    (element, [control, effect]) => {
      const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (element.querySelector(selector));
      const header = document.querySelector(".page-header")?.getBoundingClientRect().height ?? 0;
      const line = find(control).closest(".toolbar") ?? find(control);
      scrollTo({ top: line.getBoundingClientRect().top + scrollY - header, behavior: "instant" });
      return [control, ".result-strip", effect].map((selector) => {
        const { top, bottom } = find(selector).getBoundingClientRect();
        return { selector, top: Math.round(top), bottom: Math.round(bottom), header, height: innerHeight };
      });
    },
    [control, effect],
  );
  for (const { selector, top, bottom, header, height } of places) {
    expect(top, selector).toBeGreaterThanOrEqual(Math.floor(header) - 1);
    expect(bottom, selector).toBeLessThanOrEqual(height);
  }
}
