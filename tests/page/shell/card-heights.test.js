/**
 * Every card keeps its height: what a control changes moves nothing that stands below its card. Each control of each
 * figure on the main path is pressed once, from the state in which the page opens.
 */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { sections } from "../../../web/page/course/sections.js";
import { withSection } from "../helpers/browser.js";

useBrowser();

/** @typedef {{ id: string, control: RegExp, why: string }} Moving */

/**
 * The controls that change a card's height, and why they do.
 * @type {readonly Moving[]}
 */
const MOVING = [
  { id: "row", control: /weight/, why: "weight, bias and y come as panels of their own" },
  { id: "row", control: /^slider/, why: "the last stop, and these panels" },
  { id: "dim", control: /weight/, why: "weight, bias and y come as panels of their own" },
  { id: "dim", control: /^slider/, why: "the last stop, and these panels" },
  { id: "dim", control: /^keepdim/, why: "at 1280 px the struck-out dim is 3 px higher than the kept one" },
  { id: "dim", control: /^select/, why: "another tensor has other rows" },
  { id: "dim", control: /dim \d|Try the book’s/, why: "other groups: as many tracks, and the statistics under x" },
  {
    id: "family",
    control: /(Norm|dim \d).*family-figure/,
    why: "other groups: as many tracks, and the statistics under x",
  },
  { id: "why", control: /one network/, why: "on phones a layer of one network takes a line of its own" },
  { id: "variance", control: /^[AB]: |Compare/, why: "a second formula’s numbers come under those of the first" },
  { id: "variance", control: /^variance over|variance-eps/, why: "the row’s own formula: its lines are other ones" },
  { id: "book", control: /^slider|input: B|Other weights/, why: "the numbers of a line of code may need another line" },
];

/**
 * Runs in the page: presses each control in the cards of a section, resets the section after each, and names the cards
 * that had another height in between, by more than 1 px. What opens something is not pressed, nor the history, nor a
 * training, which is told to begin.
 * @param {string} id
 */
async function pressEach(id) {
  const section = document.getElementById(id);
  if (!section) throw new Error(`there is no section ${id}`);
  const OTHER =
    "[aria-expanded], [aria-haspopup], [aria-disabled=true], .history *, .primary, .training *, .cell, .term";
  const CONTROLS = "button, input[type=radio], input[type=checkbox], input[type=range], select";
  const isShown = (/** @type {Element} */ each) => each.checkVisibility({ visibilityProperty: true });
  const controls = () =>
    Array.from(section.querySelectorAll(`:is(.card, .members, .result-strip) :is(${CONTROLS})`)).filter(
      (each) => isShown(each) && !each.matches(OTHER),
    );
  const settled = async () => {
    do for (let pictures = 0; pictures < 3; pictures++) await new Promise(requestAnimationFrame);
    while (section.querySelector(".lab[aria-busy=true]"));
  };
  const press = (/** @type {Element} */ control) => {
    if (control instanceof HTMLSelectElement) control.selectedIndex = (control.selectedIndex + 1) % control.length;
    else if (control instanceof HTMLInputElement && control.type === "range")
      control.value = control.value === control.max ? control.min : control.max;
    else return /** @type {HTMLElement} */ (control).click();
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
  };
  const nameOf = (/** @type {Element} */ control) => {
    const legend = control.closest("fieldset")?.querySelector("legend")?.textContent?.trim().slice(0, 30);
    const label = control.getAttribute("aria-label") ?? (control.closest("label") ?? control).textContent ?? "";
    const name = control.matches("select, input[type=range]")
      ? `${control.matches("select") ? "select" : "slider"} ${control.id}`
      : label.trim().slice(0, 40);
    return legend ? `${legend}: ${name}` : name;
  };
  const reset = Array.from(section.querySelectorAll("button")).find((each) => each.textContent?.trim() === "Reset");
  /** @type {string[]} */
  const found = [];
  const count = controls().length;
  for (let i = 0; i < count; i++) {
    const control = controls()[i];
    if (!control) continue;
    const name = nameOf(control);
    const cards = Array.from(section.querySelectorAll(".card, .result-strip"), (card) => ({
      card,
      before: card.getBoundingClientRect().height,
    })).filter(({ card }) => isShown(card));
    press(control);
    await settled();
    for (const { card, before } of cards) {
      const change = card.getBoundingClientRect().height - before;
      if (card.isConnected && Math.abs(change) > 1)
        found.push(`${name}, ${card.id || card.className}: ${change > 0 ? "+" : ""}${Math.round(change)} px`);
    }
    reset?.click();
    await settled();
  }
  return { count, found };
}

/** Runs in the page: a card that grows by a press, and one that does not. */
function plant() {
  const card = (/** @type {string} */ id, /** @type {string} */ act) =>
    `<div class="card" id="${id}"><button type="button" onclick="${act}">press ${id}</button><p>a</p></div>`;
  const place = document.createElement("section");
  place.id = "planted";
  place.innerHTML =
    card("grows", "this.nextSibling.style.height = '90px'") + card("keeps", "this.nextSibling.title = ''");
  document.querySelector("main")?.append(place);
}

describe("every card keeps its height, whichever control is used", () => {
  const figured = sections.filter(({ kind, id }) => kind !== "deeper" && id !== "recap").map(({ id }) => id);
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])
    test.each(figured)(`in “%s”, at ${viewport.width} px`, (id) =>
      withSection(id, { viewport, face: true, explained: false }, async (page) => {
        await page.waitForFunction((of) => !document.querySelector(`#${of} .lab:not([aria-busy=false])`), id);
        const { count, found } = await page.evaluate(pressEach, id);
        expect(count).toBeGreaterThan(0);
        const isMoving = (/** @type {string} */ fault) =>
          MOVING.some((moving) => moving.id === id && moving.control.test(fault));
        expect(found.filter((fault) => !isMoving(fault))).toEqual([]);
      }),
    );

  test("a planted card that grows is found, and one that does not is not", () =>
    // The page's policy refuses markup that is not its own.
    withSection("row", { explained: false, bypassCSP: true }, async (page) => {
      await page.evaluate(plant);
      const { count, found } = await page.evaluate(pressEach, "planted");
      expect(count).toBe(2);
      expect(found).toEqual([expect.stringMatching(/^press grows, grows: \+\d+ px$/)]);
    }));
});
