/**
 * What `npm run heights` runs: measures how high each later section is, and writes web/page/kit/styles/heights.css, so
 * that a section has its final height before it comes alive. Heights are those of the first state with formula and code
 * closed, in steps of the window's width. A step has the greatest height that was found in it, in the page's own face
 * and in those that stand in for it: an upper bound, which stays when the section has come alive.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright";
import { chromiumFlags, findChromium, root } from "../setup.mjs";
import { drawEverything, untilOpen } from "./helpers/browser.js";
import { FACES, readIn } from "./helpers/faces.js";
import { computeAll } from "./helpers/labs.js";
import { servePage } from "./helpers/serve.js";
import { addStyle } from "./helpers/styles.js";

/** Where the steps begin, in px: among them every width at which the layout changes. */
const STEPS = [320, 340, 360, 375, 390, 412, 430, 480, 540, 600, 660, 720, 800, 960, 1020, 1100, 1180, 1260];
/** What a finger presses is higher: wide screens have steps of their own for it. */
const TOUCH_STEPS = [720, 1020, 1180];
/** Wider than this, nothing changes any more. */
const WIDEST = 1440;
/** Between two widths that are measured, at most this many px. */
const STRIDE = 20;
/** Heights are multiples of so many px: the style sheet comes with the first view, and weighs a sixth less. */
const GRAIN = 20;

/** For Blink, a finger is 2 and a mouse is 4. @param {number} type */
const pointer = (type) => `--blink-settings=primaryPointerType=${type},availablePointerTypes=${type}`;

/** @typedef {Record<string, number>} Heights of sections, by id */

/** The widths at which a step is measured. @param {number} from @param {readonly number[]} steps  where others begin */
function widthsOf(from, steps) {
  const end = (steps.find((step) => step > from) ?? WIDEST + 1) - 1;
  const count = Math.ceil((end - from) / STRIDE);
  return Array.from({ length: count + 1 }, (_, k) => Math.round(from + ((end - from) * k) / count));
}

/** Runs in the page, once everything has followed the window's new width. @returns {Promise<Heights>} */
async function measure() {
  for (let i = 0; i < 4; i++) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const later = document.querySelectorAll("main > section:not(:first-child)");
  return Object.fromEntries(Array.from(later, (section) => [section.id, section.getBoundingClientRect().height]));
}

/** The page does without a face that comes late: here it waits. @param {import("playwright").Route} route */
async function waitForFace(route) {
  const response = await route.fetch();
  const body = (await response.text()).replace("font-display:optional", "font-display:block");
  await route.fulfill({ response, body });
}

/**
 * The greatest heights in each step.
 * @param {string} url
 * @param {{ steps: readonly number[], touch: boolean, face: import("./helpers/faces.js").Face }} how
 * @returns {Promise<Heights[]>}
 */
async function heightsOf(url, { steps, touch, face }) {
  const args = [...chromiumFlags, pointer(touch ? 2 : 4)];
  const browser = await chromium.launch({ executablePath: findChromium(), args });
  try {
    const page = await browser.newPage({ reducedMotion: "reduce" });
    page.setDefaultTimeout(0); // Slow is not wrong.
    await readIn(page, face);
    if (face === "Inter") await page.route(/\.css$/, waitForFace);
    await page.goto(url);
    await untilOpen(page, "all");
    await computeAll(page);
    await page.evaluate(() => document.fonts.ready);
    await drawEverything(page);
    await addStyle(page, "main > section { min-height: 0 !important }");
    /** @type {Heights[]} */
    const found = [];
    for (const from of steps) {
      /** @type {Heights} */
      let most = {};
      for (const width of widthsOf(from, [...steps, TOUCH_STEPS[0]])) {
        await page.setViewportSize({ width, height: 800 });
        most = greatest(most, await page.evaluate(measure));
      }
      found.push(most);
    }
    return found;
  } finally {
    await browser.close();
  }
}

/** @param {Heights} some @param {Heights} others @returns {Heights} */
const greatest = (some, others) =>
  Object.fromEntries(Object.entries(others).map(([id, height]) => [id, Math.max(height, some[id] ?? 0)]));

/**
 * @param {readonly number[]} steps
 * @param {readonly Heights[]} heights
 * @param {string} [condition]
 */
const cssOf = (steps, heights, condition = "") =>
  steps
    .map((from, i) => {
      const rules = Object.entries(heights[i]).map(
        ([id, height]) => `  #${id} {\n    --height: ${GRAIN * Math.ceil(height / GRAIN)}px;\n  }`,
      );
      return `@media ${condition}(min-width: ${i === 0 && from === STEPS[0] ? 0 : from}px) {\n${rules.join("\n")}\n}\n`;
    })
    .join("");

const { url, close } = await servePage();
try {
  /** In any face. @param {readonly number[]} steps @param {boolean} touch */
  const inAnyFace = async (steps, touch) => {
    /** @type {Heights[]} */
    let most = steps.map(() => ({}));
    for (const face of FACES) {
      const found = await heightsOf(url, { steps, touch, face });
      most = most.map((heights, i) => greatest(heights, found[i]));
    }
    return most;
  };
  const phones = STEPS.filter((from) => from < TOUCH_STEPS[0]);
  const mouse = await inAnyFace(STEPS, false);
  // Phones are pressed with a finger, and a narrow window is seldom anything else.
  const narrow = await inAnyFace(phones, true);
  const heights = mouse.map((each, i) => (narrow[i] ? greatest(each, narrow[i]) : each));
  const touch = await inAnyFace(TOUCH_STEPS, true);
  const css = cssOf(STEPS, heights) + cssOf(TOUCH_STEPS, touch, "(pointer: coarse) and ");
  const note = "/* How high the later sections are, by the window's width: written by `npm run heights`. */\n";
  writeFileSync(join(root, "web/page/kit/styles/heights.css"), note + css);
} finally {
  await close();
}
