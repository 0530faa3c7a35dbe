/**
 * The verdict stands beside the hand: wherever a control of a figure is used, the strip that says what came of it is in
 * view with it, and so is the part of the figure that changes most. Every figure with a ResultStrip is looked at; the
 * part that changes most is marked with data-changes.
 */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { untilStill, withPage } from "../helpers/browser.js";
import { computeAll } from "../helpers/labs.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** The sections whose figures have controls and say in a strip what came of them. */
const WITH_STRIP = [
  ...["row", "why", "spirals", "dim", "model", "family", "batch", "variance"],
  ...["train", "shapes", "three", "placement", "invariance", "space", "learning", "precision", "data"], // going deeper
];

/** So many px of the part that changes most must be seen, or all of it where it is smaller. */
const LEAST = 100;

/**
 * Runs in the page: of each figure with a strip, how many controls it has, and where strip or figure are out of view
 * while one of them is used. A control is scrolled to as the focus does it, into the middle, and as one comes back to
 * it from below: only as far as needed.
 * @param {number} least
 */
function lookAtStrips(least) {
  const CONTROLS =
    "[class*=toolbar] :is(input, select, button), input[type=range], button.primary, .choice input, .members input, " +
    ".axes button, .result-strip :is(input, button)";
  const header = document.querySelector(".page-header")?.getBoundingClientRect().height ?? 0;
  const isShown = (/** @type {Element} */ each) => each.checkVisibility({ visibilityProperty: true });
  const figures = new Set(
    Array.from(
      document.querySelectorAll("[data-strip]"),
      // One over several cards, as that of the traps, stands in what holds them all.
      (strip) => strip.closest(".figure, figure, .card") ?? strip.parentElement,
    ),
  );
  return Array.from(figures).flatMap((figure) => {
    if (figure === null) return [];
    const strips = Array.from(figure.querySelectorAll("[data-strip]")).filter(isShown);
    const name = figure.id || `${figure.closest("section")?.id}, ${strips[0]?.getAttribute("data-strip")}`;
    const parts = Array.from(figure.querySelectorAll("[data-changes]")).filter(isShown);
    const controls = Array.from(figure.querySelectorAll(CONTROLS)).filter(isShown);
    /** @type {Set<string>} */
    const faults = new Set(parts.length === 0 ? ["no part is marked with data-changes"] : []);
    if (strips.length === 0) faults.add("its strip is not shown");
    /** How many px of a box stand under the header and the strips, and above the window's lower edge. */
    const seen = (/** @type {Element} */ part) => {
      const { top, bottom } = part.getBoundingClientRect();
      const covers = strips.map((strip) => strip.getBoundingClientRect()).filter((box) => box.top <= header + 1);
      const from = Math.max(header, ...covers.map((box) => box.bottom));
      const height = Math.min(bottom, innerHeight) - Math.max(top, from);
      return height >= Math.min(least, bottom - top) - 1 ? Infinity : height;
    };
    for (const control of controls) {
      // A radio button is as large as its label, and may lie in a corner of it.
      const place = control.closest("label") ?? control;
      const label = control.getAttribute("aria-label") ?? control.id ?? "";
      const called = label || (place.textContent ?? "").trim().slice(0, 30) || control.outerHTML.slice(0, 60);
      for (const block of /** @type {const} */ (["center", "nearest"])) {
        figure.scrollIntoView({ block: "end", behavior: "instant" });
        place.scrollIntoView({ block, behavior: "instant" });
        const inView = strips.some((strip) => {
          const { top, bottom } = strip.getBoundingClientRect();
          return top >= header - 1 && bottom <= innerHeight + 1;
        });
        // A dim that is named changes the panels on whose edges it stands.
        const panels = control.closest(".axes") && control.closest(".panels");
        const most = Math.max(...(panels ? [panels] : parts).map(seen));
        if (!inView && strips.length > 0) faults.add(`${called} (${block}): the strip is out of view`);
        if (most < least) faults.add(`${called} (${block}): ${Math.max(0, Math.round(most))} px of what changes`);
      }
    }
    return [{ figure: name, controls: controls.length, faults: Array.from(faults) }];
  });
}

/**
 * Runs in the page: a figure whose strip scrolls away, and whose main part is far from its control; and one in order.
 */
function plant() {
  const figure = (/** @type {string} */ id, /** @type {string} */ position, /** @type {number} */ between) =>
    `<figure class="figure" id="${id}" style="display: block">
      <div data-strip="${id}" style="position: ${position}; top: 62px; height: 40px; background: white"></div>
      <div style="height: ${between}px"></div>
      <div class="toolbar"><button type="button">press</button></div>
      <div style="height: ${between}px"></div>
      <div data-changes style="height: 300px"></div>
    </figure>`;
  const place = document.createElement("section");
  place.innerHTML = figure("planted-far", "static", 1500) + figure("planted-near", "sticky", 20);
  document.querySelector("main")?.append(place);
}

/**
 * On a phone eight formulas, each 44 px high, stand between the first of them and the row that they change: of the
 * traps the strip alone, which has the first of that row's numbers, is in view with each of them.
 * @param {string} fault
 * @param {number} width
 */
const isPardoned = (fault, width) => width < 720 && /^variance, variance: [AB]: .* px of what changes$/.test(fault);

describe("what came of it is in view with what is pressed", () => {
  for (const screen of [
    { viewport: { width: 1280, height: 800 } },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ]) {
    const { width, height } = screen.viewport;
    test(`in every figure with a strip, at ${width} x ${height}`, () =>
      withPage({ ...screen, face: true, explained: false }, async (page) => {
        await computeAll(page);
        await untilStill(page);
        const found = await page.evaluate(lookAtStrips, LEAST);
        const faults = found.flatMap(({ figure, faults }) => faults.map((fault) => `${figure}: ${fault}`));
        expect(faults.filter((fault) => !isPardoned(fault, width))).toEqual([]);
        expect(found.map(({ figure }) => figure)).toContain("variance, variance");
        const withStrip = await page
          .locator("[data-strip]:visible")
          .evaluateAll((strips) => strips.map((strip) => strip.closest("section")?.id));
        expect(withStrip).toEqual(expect.arrayContaining(WITH_STRIP));
        for (const { figure, controls } of found) expect(controls, figure).toBeGreaterThan(0);
      }));
  }

  test("a planted figure whose strip scrolls away is found, and one that is in order is not", () =>
    // The page's policy refuses markup that is not its own.
    withPage({ viewport: { width: 1280, height: 800 }, opened: "first", busy: true, bypassCSP: true }, async (page) => {
      await page.evaluate(plant);
      const found = await page.evaluate(lookAtStrips, LEAST);
      const of = (/** @type {string} */ id) => found.find(({ figure }) => figure === id)?.faults;
      expect(of("planted-far")).toEqual([
        "press (center): the strip is out of view",
        "press (center): 0 px of what changes",
        "press (nearest): the strip is out of view",
        "press (nearest): 0 px of what changes",
      ]);
      expect(of("planted-near")).toEqual([]);
    }));
});
