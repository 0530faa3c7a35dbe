/** Five kinds of control at most in a figure: who has learned one knows them all. */
import { expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { sectionIds, withPage } from "../helpers/browser.js";
import { computeAll } from "../helpers/labs.js";

useBrowser();

const MOST = 5;

/**
 * Runs in the page: the kinds of control in each figure, of all that can have the focus. What is drawn is no control of
 * the card, though it can be pressed or dragged: dots, cells, handles, squares; nor is a word that opens its meaning, a
 * link, or text that scrolls. The buttons of the foot (undo, reset) are buttons as others are.
 */
function kindsOfControl() {
  const DRAWN = ".dot, .cell, .letter-cells, .handle, .memory-cells, .term, a, pre, .same-row";
  const KINDS = /** @type {const} */ ([
    ["choice", "input[type=radio]"],
    ["slider", "input[type=range]"],
    ["select", "select"],
    ["field", "input[type=text], input[type=number], input:not([type])"],
    ["checkbox", "input[type=checkbox]"],
    ["axis", "[class*=axis] button, button[class*=axis]"],
    ["button", "button, summary"],
  ]);
  const kindOf = (/** @type {Element} */ control) =>
    KINDS.find(([, selector]) => control.matches(selector))?.[0] ?? `unknown: ${control.outerHTML.slice(0, 80)}`;
  const figures = document.querySelectorAll("main :is(.figure, .wild, .checker, [data-planted])");
  return Array.from(figures, (figure) => ({
    section: figure.closest(".course-section")?.id,
    figure: figure.id || figure.className,
    kinds: Array.from(
      new Set(
        Array.from(figure.querySelectorAll("button, input, select, textarea, summary, a[href], [tabindex='0']"))
          .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(DRAWN))
          .map(kindOf),
      ),
    ).sort(),
  }));
}

/** Runs in the page: a figure with a control of each kind, and one of a kind that nobody knows. */
function plant() {
  const figure = document.createElement("div");
  figure.dataset.planted = "";
  figure.id = "planted";
  figure.innerHTML = `<input type="radio"><input type="range"><select></select><input type="text">
    <input type="checkbox"><button class="axis-toggle">0</button><button>Run</button><div tabindex="0">knob</div>`;
  document.querySelector("main > section")?.append(figure);
}

test("every figure has five kinds of control at most", () =>
  withPage({ explained: false }, async (page) => {
    await computeAll(page);
    const found = await page.evaluate(kindsOfControl);
    const sections = new Set(found.map(({ section }) => section));
    expect(sectionIds().filter((id) => id !== "recap" && !sections.has(id))).toEqual([]);
    for (const { figure, kinds } of found) {
      expect(kinds.length, figure).toBeGreaterThan(0);
      expect(kinds.length > MOST ? kinds : [], figure).toEqual([]);
      expect(
        kinds.filter((kind) => kind.startsWith("unknown")),
        figure,
      ).toEqual([]);
    }
  }));

test("a planted figure with more is found", () =>
  // The page's policy refuses markup that is not its own.
  withPage({ opened: "first", busy: true, bypassCSP: true }, async (page) => {
    await page.evaluate(plant);
    const found = await page.evaluate(kindsOfControl);
    expect(found.find(({ figure }) => figure === "planted")?.kinds).toEqual([
      "axis",
      "button",
      "checkbox",
      "choice",
      "field",
      "select",
      "slider",
      expect.stringMatching(/^unknown: <div tabindex="0">knob/),
    ]);
  }));
