/** Nothing in a figure is cut or stands beyond its card, down to a phone's 320 px. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { drawEverything, untilComputed, untilStill, withPage, withSection } from "../helpers/browser.js";
import { pageStates } from "../helpers/states.js";

useBrowser();

const WIDTHS = [1280, 768, 390, 320];

/** What is only heard, or covered; and a list's choice, which ends in an ellipsis where it has little room. */
const UNSEEN = ".visually-hidden, .visually-hidden *, [inert] *, .chosen, .chosen *";

/**
 * Runs in the page: the words that reach beyond what shows them, to the left or right. That is their card, and
 * whatever hides what overflows it; where something scrolls, all in it can be reached.
 * @param {{ within: string, unseen: string }} options
 */
function cutWords({ within, unseen }) {
  /** @param {Text} text */
  const boxOf = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getBoundingClientRect();
  };
  const found = [];
  for (const card of document.querySelectorAll(within)) {
    const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = /** @type {Element} */ (text.parentElement);
      const box = boxOf(/** @type {Text} */ (text));
      if (box.width < 1 || parent.matches(unseen)) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      for (let around = parent; ; around = /** @type {Element} */ (around.parentElement)) {
        const { overflowX, display } = getComputedStyle(around);
        const frame = around.getBoundingClientRect();
        // A word that only a reader of the screen hears stands in a box of a pixel.
        if (/auto|scroll/.test(overflowX) || frame.width <= 1) break;
        const hides = around === card || (overflowX !== "visible" && display !== "inline");
        const by = Math.round(Math.max(frame.left - box.left, box.right - frame.right));
        if (hides && by > 1) found.push(`${card.id || card.className}: “${text.textContent}” by ${by} px`);
        if (around === card || (hides && by > 1)) break;
      }
    }
  }
  return [...new Set(found)];
}

describe("no word is cut", () => {
  for (const { title, query } of pageStates()) {
    test(`in any figure ${title}`, () =>
      withPage({ query, face: true }, async (page) => {
        await drawEverything(page);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 });
          await untilStill(page);
          const cut = await page.evaluate(cutWords, { within: "figure.card", unseen: UNSEEN });
          expect(cut, `${width} px`).toEqual([]);
        }
      }));
  }

  // Spreads of many digits, and gradients of as many.
  for (const query of ["", "?why.gain=2&why.layers=48", "?why.gain=0.5&why.layers=48", "?why.gain=2&why.view=one"]) {
    test(`in the depth lab, once its networks are there ${query}`, () =>
      withSection("why", { query, face: true }, async (page) => {
        await untilComputed(page, "why");
        for (const width of [...WIDTHS, 1024, 720, 719, 360]) {
          await page.setViewportSize({ width, height: 844 });
          await untilStill(page);
          const cut = await page.evaluate(cutWords, { within: "#why-figure", unseen: UNSEEN });
          expect(cut, `${width} px`).toEqual([]);
        }
      }));
  }
});
