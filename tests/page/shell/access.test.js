/** Every section for everyone: axe-core, forced colours. Less motion: every-state.test.js; fingers: targets.test.js. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { drawEverything, sectionIds, withPage } from "../helpers/browser.js";
import { violationsIn } from "../helpers/everyone.js";
import { pageStates } from "../helpers/states.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

describe("axe finds nothing", () => {
  for (const { title, query } of pageStates()) {
    for (const width of [320, 768, 1440]) {
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        // As it opens at every width in both themes; in the other states at one width in each theme.
        if (query !== "" && width !== (colorScheme === "light" ? 320 : 1440)) continue;
        test(`at ${width} px, ${colorScheme} ${title}`, () =>
          withPage({ query, colorScheme, viewport: { width, height: 900 }, looks: true }, async (page) => {
            expect(await page.getByRole("alert").allTextContents(), "nothing in the link is refused").toEqual([]);
            expect(await violationsIn(page)).toEqual([]);
          }));
      }
    }
  }
});

/** What is marked among its like: container, the marked ones, all. */
const MARKED = [
  [".panels [role=grid]", "[role=gridcell][aria-selected=true]", "[role=gridcell]"],
  [".panels [role=grid]", "[data-wrong]", "[role=gridcell]"],
  [".panels", ".outline[data-lit]", ".outline"],
  [".axes", "button[aria-pressed=true]", "button[aria-pressed]"],
  [".answers", ".answer[aria-pressed=true]", ".answer"],
  ["fieldset", "label:has(:checked)", "label"],
];

/**
 * Runs in the page: what is marked in a section and looks like what is not, text apart.
 * @param {{ id: string, marked: string[][] }} where
 */
function indistinct({ id, marked }) {
  const PROPERTIES = [
    "outline-style",
    "outline-width",
    "outline-color",
    "border-top-style",
    "border-top-width",
    "border-top-color",
    "border-bottom-style",
    "border-bottom-width",
    "content",
    "color",
    "background-color",
    "font-weight",
    "text-decoration-line",
  ];
  const lookOf = (/** @type {Element} */ element) =>
    [element, ...element.children].map((part) =>
      [null, "::before", "::after"].map((pseudo) => {
        const style = getComputedStyle(part, pseudo);
        return PROPERTIES.map((property) => style.getPropertyValue(property));
      }),
    );
  return marked.flatMap(([container, mark, like]) =>
    Array.from(document.querySelectorAll(`#${id} ${container}`)).flatMap((place) => {
      const all = Array.from(place.querySelectorAll(like), (each) => ({ each, look: JSON.stringify(lookOf(each)) }));
      const others = all.filter(({ each }) => !each.matches(mark)).map(({ look }) => look);
      return all
        .filter(({ each, look }) => each.matches(mark) && others.includes(look))
        .map(({ each }) => `${mark}: ${each.outerHTML.slice(0, 120)}`);
    }),
  );
}

describe("forced colours", () => {
  for (const { title, query } of pageStates()) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      test(`leave every mark told from what is not marked, ${colorScheme} ${title}`, () =>
        withPage({ query, colorScheme, forcedColors: "active" }, async (page) => {
          await drawEverything(page);
          await page
            .locator(".answers .answer:first-child")
            .evaluateAll((all) => all.forEach((answer) => answer instanceof HTMLElement && answer.click()));
          await page.mouse.move(0, 0);
          for (const id of sectionIds()) {
            expect(await page.evaluate(indistinct, { id, marked: MARKED }), id).toEqual([]);
          }
          const borderless = await page
            .locator(".panels .outline")
            .evaluateAll((all) => all.filter((each) => parseFloat(getComputedStyle(each).borderTopWidth) < 1).length);
          expect(borderless).toBe(0);
        }));
    }
  }
});
