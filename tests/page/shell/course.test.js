/** The whole course by keyboard alone: Tab, arrows, Enter and digits, from the top of the page to its end. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { press, sectionIds, withPage } from "../helpers/browser.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

const MOST_STOPS = 250;

/**
 * Tab until the focus is where it should be.
 * @param {Page} page
 * @param {string} id of the section
 * @param {string} selector within it
 */
async function tabTo(page, id, selector) {
  const isThere = () =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, `#${id} :is(${selector})`);
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await isThere()) return;
    await press(page, "Tab");
  }
  throw new Error(`no way by Tab to ${selector} in #${id}`);
}

/** @typedef {{ to: string, keys: readonly string[] }} Step where Tab leads to, and what is pressed there */

/**
 * What each section asks to do before it tells whether the prediction was right.
 * @type {Record<string, readonly Step[]>}
 */
const ACTS = {
  first: [
    { to: "input[name=first-dims]", keys: ["ArrowRight"] },
    { to: ".dot", keys: ["ArrowRight", "Alt+ArrowRight"] },
    { to: ".stage-slider input", keys: ["ArrowRight", "ArrowRight"] },
  ],
  why: [{ to: "#why-gain", keys: new Array(20).fill("ArrowRight") }],
  spirals: [
    { to: "#spirals-pace", keys: new Array(8).fill("ArrowRight") },
    { to: ".training .run", keys: ["Enter"] },
  ],
  book: [{ to: ".input-slider input", keys: ["ArrowRight"] }],
  row: [
    { to: ".toolbar select", keys: ["ArrowDown", "ArrowDown", "ArrowDown"] },
    { to: "#row-eps", keys: ["Home"] },
    { to: ".stage-slider input", keys: ["ArrowRight", "ArrowRight"] },
  ],
  dim: [{ to: ".axes [aria-pressed=false]", keys: ["Enter"] }],
  shapes: [{ to: ".toolbar select", keys: ["ArrowDown"] }],
  three: [{ to: "[data-panel=x] .cell", keys: ["Alt+ArrowUp"] }],
  // From the first tensor of the list up to the last one.
  data: [{ to: "input[name=data-tensor]", keys: ["ArrowUp"] }],
  family: [{ to: "input[name=member]", keys: ["ArrowDown"] }],
  batch: [
    { to: "input[name=batch-mode]", keys: ["ArrowRight"] },
    { to: ".toolbar .primary + .pill", keys: ["Enter"] },
  ],
  model: [
    { to: ".change-one", keys: ["Enter"] },
    { to: "input[name=model-applies]", keys: ["ArrowLeft", "ArrowLeft", "ArrowLeft"] },
    { to: "input[name=model-mode]", keys: ["ArrowRight"] },
  ],
  train: [
    { to: "input[name=train-norm]", keys: new Array(3).fill("ArrowRight") },
    { to: ".train-run", keys: ["Enter"] },
  ],
  variance: [{ to: "input[name=recipe-B]", keys: new Array(4).fill("ArrowDown") }],
  space: [{ to: "input[name=space-stage]", keys: ["ArrowRight", "ArrowRight"] }],
  // Both networks learn to the end.
  placement: [{ to: ".training .run", keys: ["Enter"] }],
  invariance: [{ to: "#invariance-factor", keys: new Array(3).fill("ArrowRight") }],
  learning: [
    { to: "#learning-rate", keys: new Array(4).fill("ArrowRight") },
    { to: ".training .run + .pill", keys: ["Enter"] },
  ],
  precision: [{ to: "input[name=precision-order]", keys: ["ArrowRight"] }],
  speed: [{ to: ".speed-button", keys: ["Enter"] }],
  recap: [],
};

/** The first screen asks nothing: it is there to be pulled. The recap asks what was answered wrong: recap.test.js. */
const UNASKED = ["first", "recap"];

/** @param {Page} page @param {string} id */
async function act(page, id) {
  for (const { to, keys } of ACTS[id]) {
    await tabTo(page, id, to);
    await press(page, ...keys);
  }
}

/** The labs compute numbers that nobody types. */
const UNTYPED = [
  ...["why", "spirals", "model", "train", "batch"],
  ...["placement", "invariance", "space", "learning", "precision", "speed"],
];

/**
 * Its question's explanation; of several, the first's.
 * @param {Page} page
 * @param {string} id
 * @param {"predict" | "check"} kind
 */
const why = (page, id, kind) => page.locator(`#${id} [data-kind=${kind}] .why`).first().textContent();

/** @param {Page} page @param {string} id */
async function takeSection(page, id) {
  await tabTo(page, id, "[data-kind=predict] .answer");
  await press(page, "Tab", "Enter");
  await expect.poll(() => why(page, id, "predict"), { message: id }).toMatch(/^Noted/);
  await act(page, id);
  await expect.poll(() => why(page, id, "predict"), { message: id }).toMatch(/^(Yes|Not quite)/);
  if (!UNTYPED.includes(id)) await editValue(page, id);
  await tabTo(page, id, "[data-kind=check] .answer");
  await press(page, "Enter");
  await expect.poll(() => why(page, id, "check"), { message: id }).toMatch(/^(Yes|Not quite)\. \S/);
  await askAnother(page, id);
}

/** A value is reached by arrows and typed, and is undone. @param {Page} page @param {string} id */
async function editValue(page, id) {
  const grid = "[data-panel=x], [data-panel=input]";
  // The section's figure may stand before what was just used.
  await press(page, "Shift+Tab");
  await tabBackTo(page, id, ":is(.toolbar, .figure) :is(select, button, input)");
  await tabTo(page, id, `:is(${grid}) .cell`);
  await press(page, "ArrowRight", "4", "2", "Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), { message: id }).toMatch(/^42/);
  await press(page, "Control+z");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), { message: id }).not.toMatch(/^42/);
}

/** To the first thing in the section's figure. @param {Page} page @param {string} id @param {string} selector */
async function tabBackTo(page, id, selector) {
  const where = () =>
    page.evaluate(
      ({ id, selector }) => {
        const stops = Array.from(document.querySelectorAll(`#${id} .figure :is(${selector})`));
        return stops.indexOf(/** @type {Element} */ (document.activeElement));
      },
      { id, selector },
    );
  for (let stops = 0; stops < MOST_STOPS && (await where()) !== 0; stops++) {
    const inSection = await page.evaluate((id) => document.activeElement?.closest("section")?.id === id, id);
    if (!inSection) return;
    await press(page, "Shift+Tab");
  }
}

/** @param {Page} page @param {string} id */
async function askAnother(page, id) {
  const prompt = () => page.locator(`#${id} [data-kind=check] .prompt`).textContent();
  const before = await prompt();
  await tabTo(page, id, "[data-kind=check] .another");
  await press(page, "Enter");
  await expect.poll(prompt, { message: id }).not.toBe(before);
  await tabTo(page, id, "[data-kind=check] .answer");
  await press(page, "Enter");
  await expect.poll(() => why(page, id, "check"), { message: id }).toMatch(/^(Yes|Not quite)\. \S/);
}

describe("the course by keyboard alone", () => {
  test("from the top to the end: predict, act, reveal, check", () =>
    withPage({}, async (page) => {
      await press(page, "Tab");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Skip");
      await press(page, "Enter");
      for (const id of UNASKED) await act(page, id);
      await expect.poll(() => new URL(page.url()).search).toMatch(/first\.x=.*first\.stage=2.*first\.dims=0/);
      for (const id of sectionIds().filter((id) => !UNASKED.includes(id))) await takeSection(page, id);
    }));

  test("every section says what is to be done in it", () => {
    expect(sectionIds().filter((id) => !(id in ACTS))).toEqual([]);
  });
});
