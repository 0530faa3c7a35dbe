/**
 * A reader who does anything, on the built page: presses, keys, drags, numbers and nonsense typed and pasted, links,
 * other windows, other themes. Meanwhile the page must not complain, move by itself, grow wider than the window or keep
 * what is gone; and a page that is opened at its address must show the same.
 */
import { randomFrom } from "../../web/page/question/answers.js";
import { integer, pick } from "../../web/page/question/draw.js";
import { drawEverything, untilOpen, untilStill } from "../page/helpers/browser.js";
import { onComplaint } from "../page/helpers/complaints.js";
import { computeAll, untilAllComputed } from "../page/helpers/labs.js";
import { pageStates } from "../page/helpers/states.js";
import { WAITS_MS } from "../waits.js";

/** @import { CDPSession, Page } from "playwright" */
/** @typedef {() => number} Random */

/** Acts between two documents, and between two looks at what the address says. */
const ACTS_OF_DOCUMENT = 1000,
  ACTS_OF_LINK = 50;

/** What may shift at once: less than a line of text in the smallest window. */
const SHIFT = 0.01;

/**
 * How much more may be kept at a document's end than after its first quarter, all sections reset. Which panes are open
 * then is chance: over 2,000 acts in one document, counted every 200, nodes went up and down between 17,558 and 19,769,
 * listeners between 1,289 and 1,466. What grew by 5 nodes with each act would be found.
 */
const GROWTH = { Nodes: 1.2, JSEventListeners: 1.2, JSHeapUsedSize: 1.25 };

const DESKTOP = { width: 1280, height: 800 };
const WINDOWS = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  DESKTOP,
  { width: 1920, height: 1080 },
];

const KEYS = `Tab Tab Tab Shift+Tab ArrowLeft ArrowRight ArrowUp ArrowDown Alt+ArrowUp Alt+ArrowRight Alt+ArrowLeft
Shift+ArrowDown Home End PageUp PageDown Enter Space Escape Delete Backspace Control+z Control+Shift+z / ? 0 5 -`.split(
  /\s+/,
);

const TEXTS = [
  "3",
  "-0.5",
  "1e30",
  "1e-45",
  "nan",
  "",
  "1 2 3\n4 5 6",
  "[[1, 2], [3]]",
  "[[0.1, 0.2], [0.3, 0.4]]",
  "<img src=x onerror=alert(1)>",
  "x.mean(dim=0, keepdim=True)",
  "naïve ελληνικά 🙂",
  "transformations",
  "9".repeat(400),
];

/**
 * @typedef {object} Soaked
 * @property {number} acts
 * @property {Record<string, number>} byKind
 * @property {number} documents
 * @property {number} links addresses that were opened a second time
 * @property {string[]} wrong what was wrong, and after which act
 * @property {string[]} kept by each document: nodes, listeners and bytes after its first quarter and at its end
 */

/** What can be used with a pointer, drawn or not. */
const CONTROLS = `button:not([disabled], [aria-disabled=true]), summary, select, textarea, input:not([type=file]),
  a[href^="#"], [role=gridcell], .dot, .overview, label:has(input)`;

/**
 * Runs in the page: one of its controls, of the open dialog if there is one.
 * @param {{ controls: string, at: number }} asked at: from 0 up to 1
 */
function controlAt({ controls, at }) {
  const root = document.querySelector("dialog[open]") ?? document;
  // A section after the other: one with a thousand cells would have nearly all presses.
  const parts = Array.from(root.querySelectorAll("main > section[data-open], .page-header, footer"));
  const [part, rest] = [parts[Math.floor(at * parts.length)] ?? root, (at * Math.max(parts.length, 1)) % 1];
  const found = Array.from(part.querySelectorAll(controls)).filter((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  );
  const control = found[Math.floor(rest * found.length)];
  if (!control) return null;
  control.scrollIntoView({ block: "center", behavior: "instant" });
  const { left, top, width, height } = control.getBoundingClientRect();
  const name = control.getAttribute("aria-label") ?? control.textContent?.trim().slice(0, 30) ?? "";
  return {
    name: `${control.closest("section")?.id ?? ""} ${control.localName} ${control.id || name}`,
    x: left + width / 2,
    y: top + height / 2,
  };
}

/** Runs in the page before its own code: what moves without a reader's doing. */
function watchShifts() {
  const shifts = /** @type {{ value: number, parts: string }[]} */ ([]);
  let pointed = 0;
  for (const type of ["pointermove", "scroll", "resize"])
    addEventListener(type, () => (pointed = performance.now()), { capture: true, passive: true });
  const note = (/** @type {PerformanceEntryList} */ entries) => {
    for (const entry of entries) {
      const { hadRecentInput, value, startTime, sources } = /** @type {any} */ (entry);
      // A drag and a scroll are a reader's, too.
      if (hadRecentInput || startTime - pointed < 500) continue;
      const parts = sources.map((/** @type {any} */ { node }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        return `${element?.closest("section")?.id}: ${element?.localName}.${element?.className}`;
      });
      shifts.push({ value, parts: parts.join(", ") });
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  const takeShifts = () => {
    note(observer.takeRecords());
    return shifts.splice(0);
  };
  Object.assign(window, { takeShifts });
}

/** Runs in the page before its own code: a link that leads away is not followed. */
function stay() {
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (link && !link.getAttribute("href")?.startsWith("#")) event.preventDefault();
  });
}

/** What a reader looks at, of which no link speaks: by what shows it. */
const LOOKED_AT = /language| checker| book-x$|^train train$/;

/** Runs in the page: what it shows, by what shows it. A reader's own tensor stands in no link. */
function shown() {
  /** @type {Record<string, string>} */
  const said = {};
  for (const section of document.querySelectorAll("main > section:not(:has(.own-data))")) {
    for (const field of section.querySelectorAll("input[name], input[type=range][id]")) {
      const { id, name, value, checked, type } = /** @type {HTMLInputElement} */ (field);
      if (checked || (type !== "radio" && type !== "checkbox")) said[`${section.id} ${name || id}`] = value;
    }
    for (const cell of section.querySelectorAll("[data-panel] .cell")) {
      const panel = cell.closest("[data-panel]")?.getAttribute("data-panel");
      said[`${section.id} ${panel} ${cell.getAttribute("data-index")}`] = cell.textContent;
    }
    for (const strip of section.querySelectorAll("[data-strip]"))
      said[`${section.id} ${strip.getAttribute("data-strip")}`] = strip.textContent;
  }
  return said;
}

/** Runs in the page: what must not be seen. @param {number} most of a shift */
function faults(most) {
  const shifts = /** @type {any} */ (window).takeShifts().filter((/** @type {any} */ { value }) => value > most);
  const beyond = document.documentElement.scrollWidth - innerWidth;
  const [nonsense] = /undefined|\[object/.exec(document.querySelector("main")?.textContent ?? "") ?? [];
  return [
    ...shifts.map((/** @type {any} */ { value, parts }) => `moved by itself by ${value.toFixed(3)}: ${parts}`),
    ...(beyond > 0 ? [`${beyond} px wider than the window`] : []),
    ...(nonsense ? [`it says “${nonsense}”`] : []),
    ...(document.getElementById("incomplete")?.checkVisibility() ? ["a part has not arrived"] : []),
    ...(document.querySelector("img[src=x]") ? ["markup was taken from text"] : []),
  ];
}

/** What has moved until the page is still is no fault of it. @param {Page} page */
async function excuseShifts(page) {
  await untilStill(page);
  await page.evaluate(() => void (/** @type {any} */ (window).takeShifts()));
}

/** @typedef {{ page: Page, random: Random }} Hand */

/** What a reader does; each returns what it was. @type {Record<string, (hand: Hand) => Promise<string>>} */
const ACTS = {
  async press(hand) {
    const control = await choose(hand);
    if (control) await hand.page.mouse.click(control.x, control.y);
    return control?.name ?? "nothing";
  },
  async key({ page, random }) {
    const key = pick(random, KEYS);
    for (let times = integer(random, 1, 4); times > 0; times--) await page.keyboard.press(key);
    return key;
  },
  async drag(hand) {
    const { page, random } = hand;
    const control = await choose(hand, "input[type=range], .dot, .ghost, .overview, .cell, canvas, svg");
    if (!control) return "nothing";
    await page.mouse.move(control.x, control.y);
    await page.mouse.down();
    const [dx, dy] = [integer(random, -200, 200), integer(random, -60, 60)];
    for (let step = 1; step <= 4; step++)
      await page.mouse.move(control.x + (dx * step) / 4, control.y + (dy * step) / 4);
    await page.mouse.up();
    return `${control.name} by ${dx}, ${dy}`;
  },
  async type(hand) {
    const { page, random } = hand;
    const control = await choose(hand, "textarea, input:is(:not([type]), [type=text], [type=search]), .cell");
    if (!control) return "nothing";
    const text = pick(random, TEXTS);
    await page.mouse.click(control.x, control.y, { clickCount: integer(random, 1, 3) });
    await page.keyboard.insertText(text);
    await page.keyboard.press(pick(random, ["Enter", "Tab", "Escape"]));
    return `${control.name}: ${text.slice(0, 20)}`;
  },
  async paste({ page, random }) {
    const text = pick(random, TEXTS);
    await page.evaluate((given) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", given);
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, text);
    return text.slice(0, 20);
  },
  async scroll({ page, random }) {
    const at = random();
    await page.evaluate((part) => scrollTo({ top: part * document.body.scrollHeight, behavior: "instant" }), at);
    return at.toFixed(2);
  },
  async resize({ page, random }) {
    const size = pick(random, WINDOWS);
    await page.setViewportSize(size);
    return `${size.width} x ${size.height}`;
  },
  async theme({ page, random }) {
    const media = {
      colorScheme: pick(random, /** @type {const} */ (["light", "dark"])),
      reducedMotion: pick(random, /** @type {const} */ (["reduce", "no-preference"])),
      forcedColors: pick(random, /** @type {const} */ (["none", "none", "active"])),
    };
    await page.emulateMedia(media);
    return Object.values(media).join(" ");
  },
};

/** How often each is done. */
const KINDS = Object.entries({
  press: 40,
  key: 20,
  drag: 12,
  type: 8,
  paste: 4,
  scroll: 8,
  resize: 4,
  theme: 4,
}).flatMap(([kind, times]) => Array.from({ length: times }, () => kind));

/** @param {Hand} hand @param {string} [controls] */
const choose = ({ page, random }, controls = CONTROLS) => page.evaluate(controlAt, { controls, at: random() });

/**
 * What the browser keeps for a page, once all sections are reset and what is gone has been given back.
 * @param {Page} page
 * @param {CDPSession} session
 */
async function keptBy(page, session) {
  await page.keyboard.press("Escape");
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce", forcedColors: "none" });
  await page.evaluate(() => {
    for (const button of document.querySelectorAll("main .history .text-button"))
      if (button instanceof HTMLElement && button.textContent?.trim() === "Reset") button.click();
  });
  await untilAllComputed(page);
  // A section that has been near has what it needs to be drawn: all of them have, so that two counts compare.
  await drawEverything(page);
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  await page.evaluate(() => void delete document.documentElement.dataset.drawn);
  // A section that is far again has the room of one that was never near: here the tool moves things, and not the page.
  await excuseShifts(page);
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/**
 * What a page shows, and its address, once neither has changed for half a second of the page's own clock: the address
 * follows within 0.32 s, so while anything runs it says what was a little before.
 * @param {Page} page
 * @returns {Promise<{ here: Record<string, string>, address: string } | undefined>} undefined: it runs on and on
 */
async function settledAt(page) {
  let before = "";
  for (let tries = 0; tries < 40; tries++) {
    await untilAllComputed(page);
    const [here, address] = [await page.evaluate(shown), page.url()];
    const now = JSON.stringify([here, address]);
    if (now === before) return { here, address };
    before = now;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 500))));
  }
  return undefined;
}

/**
 * A page that is opened at the address of one that has settled shows the same.
 * @param {Page} page
 * @param {Soaked} seen
 */
async function compareLink(page, seen) {
  const settled = await settledAt(page);
  if (!settled) {
    seen.wrong.push("it did not come to rest");
    return;
  }
  const { here, address } = settled;
  const other = await page.context().newPage();
  try {
    await other.setViewportSize(page.viewportSize() ?? DESKTOP);
    await other.goto(address);
    await untilOpen(other, "all");
    await computeAll(other);
    const there = await other.evaluate(shown);
    for (const what in here)
      if (what in there && here[what] !== there[what] && !LOOKED_AT.test(what))
        seen.wrong.push(`${what} is “${here[what]}”, and “${there[what]}” at its address ${address}`);
    seen.links++;
  } finally {
    await other.close();
  }
}

/**
 * One document, from its opening on.
 * @param {Page} page
 * @param {Random} random
 * @param {Soaked} seen
 * @param {{ isOver: () => boolean, act: (name: string) => void }} told
 */
async function readDocument(page, random, seen, { isOver, act }) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  /** @type {Record<string, number> | undefined} */
  let before;
  let last = "opening";
  const judge = async () =>
    seen.wrong.push(...(await page.evaluate(faults, SHIFT)).map((fault) => `${fault}, after ${last}`));
  await untilOpen(page, "all");
  await judge();
  await computeAll(page);
  // Sections have been scrolled to that had only an estimated height. A busy machine draws them long after the scroll.
  await excuseShifts(page);
  for (let done = 1; done <= ACTS_OF_DOCUMENT && !isOver(); done++) {
    await judge();
    const kind = pick(random, KINDS);
    act(`${kind} ${await ACTS[kind]({ page, random })}`);
    // What moves until the page is still is the act's doing. Chromium says so for half a second; a busy machine may
    // take longer to draw one picture.
    await excuseShifts(page);
    seen.byKind[kind] = (seen.byKind[kind] ?? 0) + 1;
    last = kind;
    if (done % ACTS_OF_LINK === 0) await compareLink(page, seen);
    if (done === ACTS_OF_DOCUMENT / 4) before = await keptBy(page, session);
  }
  await judge();
  if (before) compareKept(before, await keptBy(page, session), seen);
}

/** @param {Record<string, number>} before @param {Record<string, number>} after @param {Soaked} seen */
function compareKept(before, after, seen) {
  seen.kept.push(
    Object.keys(GROWTH)
      .map((name) => `${name} ${before[name]} to ${after[name]}`)
      .join(", "),
  );
  for (const [name, most] of Object.entries(GROWTH))
    if (after[name] > most * before[name]) seen.wrong.push(`${name} grew from ${before[name]} to ${after[name]}`);
}

/**
 * @typedef {object} Asked
 * @property {import("playwright").Browser} browser
 * @property {string} url of the built page
 * @property {number} seed
 * @property {(acts: number) => number} progress of all, from 0 to 1
 * @property {(acts: number) => void} [tick] after each act
 */

/** @param {Asked} asked @returns {Promise<Soaked>} */
export async function soakPage({ browser, url, seed, progress, tick = () => {} }) {
  const random = randomFrom(seed);
  /** @type {Soaked} */
  const seen = { acts: 0, byKind: {}, documents: 0, links: 0, wrong: [], kept: [] };
  while (progress(seen.acts) < 1) {
    const permissions = ["clipboard-read", "clipboard-write"];
    const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce", permissions });
    // All labs compute one after the other: at a load of 14 on two cores that took 54 s.
    context.setDefaultTimeout(2 * WAITS_MS);
    const page = await context.newPage();
    let last = "it was opened";
    onComplaint(page, url, (complaint) => seen.wrong.push(`${complaint}, after ${last}`));
    for (const prepare of [watchShifts, stay]) await page.addInitScript(prepare);
    try {
      await page.goto(url + pick(random, pageStates()).query);
      await readDocument(page, random, seen, {
        isOver: () => progress(seen.acts) >= 1,
        act: (name) => {
          last = name;
          tick(++seen.acts);
        },
      });
    } catch (error) {
      tick(++seen.acts); /* it counts as one, so that a page that cannot be opened ends the soak, too */
      const [what] = /** @type {Error} */ (error).message.split("\n");
      seen.wrong.push(`${what}, after ${last}, act ${seen.acts}, at ${page.url()}`);
    }
    seen.documents++;
    await context.close();
  }
  return seen;
}
