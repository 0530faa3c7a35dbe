/** What can be pressed, under a finger: 44 px each way (WCAG 2.5.5), in every section and in many states. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { drawEverything, withPage, withSection } from "../helpers/browser.js";
import { pageStates } from "../helpers/states.js";

useBrowser();

/**
 * Exempt: words of a sentence (2.5.5, "inline": links, terms, and the numbers of a formula, which are cells elsewhere),
 * and the dots of the tracks, which overlap: a press goes to the nearest.
 */
const EXEMPT = "p a, p .link-button, .term, .chip, .formula a, .dots *";

/**
 * Runs in the page: what can be pressed and is smaller. A radio button or a checkbox is as large as its label.
 * @param {{ exempt: string, cellWidth: number }} options  cellWidth: six cells lie side by side
 */
function smallTargets({ exempt, cellWidth }) {
  const PRESSED =
    "button, a[href], select, summary, input, textarea, label:has(input), [role=gridcell], [role=slider], [role=button]";
  return [...document.querySelectorAll(PRESSED)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(exempt))
    .map((each) => ({ each, target: each.matches("[type=radio], [type=checkbox]") ? each.closest("label") : each }))
    .map(({ each, target }) => ({ each, box: (target ?? each).getBoundingClientRect() }))
    .filter(({ each, box }) => {
      const least = each.matches("[role=gridcell]") ? cellWidth : 44;
      return box.width > 1 && (box.width < least - 0.5 || box.height < 43.5);
    })
    .map(({ each, box }) => {
      const name = (each.getAttribute("aria-label") ?? each.textContent ?? "").trim().slice(0, 40);
      return `${Math.round(box.width)} x ${Math.round(box.height)} ${each.localName} ${name} in ${each.closest("[id]")?.id}`;
    });
}

describe("under a finger", () => {
  for (const { title, query } of pageStates()) {
    for (const { width, cellWidth } of [
      // As wide as six of them beside each other can be.
      { width: 320, cellWidth: 42 },
      { width: 390, cellWidth: 44 },
      { width: 820, cellWidth: 44 },
    ]) {
      const screen = { viewport: { width, height: 844 }, hasTouch: true, isMobile: true };
      test(`everything has 44 px at ${width} px ${title}`, () =>
        withPage({ ...screen, query, looks: true }, async (page) => {
          await drawEverything(page);
          const small = await page.evaluate(smallTargets, { exempt: EXEMPT, cellWidth });
          expect([...new Set(small)]).toEqual([]);
        }));
    }
  }

  test("the stops of eps lie as far apart as a finger can tell, and its thumb can be seen beside it", () =>
    withPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
      const sliders = await page.locator(".step-slider input").evaluateAll((inputs) =>
        inputs
          .filter((input) => input.checkVisibility({ visibilityProperty: true }))
          .map((input) => {
            const thumb = parseFloat(getComputedStyle(input).getPropertyValue("--thumb"));
            const stops = Number(/** @type {HTMLInputElement} */ (input).max);
            return { thumb, apart: (input.getBoundingClientRect().width - thumb) / stops };
          }),
      );
      expect(sliders.length).toBeGreaterThan(0);
      for (const { thumb, apart } of sliders) {
        expect(thumb).toBeGreaterThanOrEqual(28);
        expect(apart).toBeGreaterThanOrEqual(20);
      }
    }));

  test("each of the formulas' radio buttons is as large as its place", () =>
    withSection("variance", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
      const sizes = await page.locator("#variance .choice input").evaluateAll((inputs) =>
        inputs.map((input) => {
          const { width, height } = input.getBoundingClientRect();
          return Math.min(width, height);
        }),
      );
      expect(sizes.length).toBeGreaterThan(7);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
    }));
});

describe("what can be pressed", () => {
  const KINDS = {
    answer: "#dim .answer",
    dim: "#dim .axis-buttons:has([aria-pressed=false])",
    setting: "#dim .segments",
    example: "#dim .select .chosen",
    number: "#dim .stepper",
    action: ".page-header .pill",
    text: "#dim .history .text-button",
  };

  /** @param {import("playwright").Page} page */
  const pressCell = (page) => page.locator("#dim [data-panel=x] [data-index='1']").click();

  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`looks by what it does, ${colorScheme}`, () =>
      withSection("dim", { colorScheme, looks: pressCell }, async (page) => {
        const looks = await page.evaluate(
          (kinds) =>
            Object.values(kinds).map((selector) => {
              const each = document.querySelector(selector);
              if (!each) throw new Error(`${selector} is not on the page`);
              const style = getComputedStyle(each);
              const edges = ["Top", "Bottom"].map((side) =>
                style.getPropertyValue(`border-${side.toLowerCase()}-width`),
              );
              const ring = getComputedStyle(each, "::before").content !== "none";
              return [style.borderRadius, ...edges, style.outlineWidth, style.backgroundColor, ring].join(" ");
            }),
          KINDS,
        );
        expect(new Set(looks).size, looks.join("\n")).toBe(Object.keys(KINDS).length);
      }));
  }

  test("no number field has spin buttons", () =>
    withPage({}, async (page) => {
      const fields = page.locator("input[type=number]");
      expect(await fields.count()).toBeGreaterThan(0);
      const looks = await fields.evaluateAll((all) => all.map((field) => getComputedStyle(field).appearance));
      expect(new Set(looks)).toEqual(new Set(["textfield"]));
    }));
});
