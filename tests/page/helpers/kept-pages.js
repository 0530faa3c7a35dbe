/**
 * Pages that stay open after a test, for the next one of their kind. That one opens the course anew, in a page whose
 * storage is empty, at half the cost of a new browser context; or, where both tests only look, finds it as it is.
 *
 * With OPENINGS=each in the environment every test has a context of its own. The results must be the same.
 */
import { setTimeout as after } from "node:timers/promises";
import { inject } from "vitest";
import { browser, replaceBrowser } from "../../chromium.js";
import { STOPPED_DRAWING, WAITS_MS } from "../../waits.js";
import { onComplaint } from "./complaints.js";
import { stopsDrawing } from "./drawing.js";

/** @typedef {import("playwright").Page} Page */
/** @typedef {import("playwright").BrowserContextOptions} Options */
/** @typedef {Pick<Options, "viewport" | "colorScheme" | "forcedColors" | "reducedMotion">} Screen */

/**
 * @typedef {object} Kept
 * @property {string | undefined} kind  none: no other test may have it
 * @property {Page} page
 * @property {string[]} complaints  since the test began
 * @property {RegExp} [pardoned]  those that the test brings about
 * @property {string} [shown]  what a test that only looked has left open
 * @property {(() => Promise<import("playwright").CDPSession>) | undefined} newSession  none: the test has one, which
 *   may count what the page does, so nobody else must ask the page for anything
 */

/**
 * What a test does with a page.
 * @typedef {object} Use
 * @property {boolean} isAlone  whether nobody else has had the page, or will have it
 * @property {(page: Page) => Promise<unknown>} [prepare]  before the course is opened
 * @property {(page: Page) => Promise<unknown>} open
 * @property {string} [shown]  for a test that only looks: what it has opened, the same string for the same thing
 * @property {(page: Page) => Promise<unknown>} land  scrolls to where `open` ends
 * @property {RegExp} [pardoned]
 * @property {number} [asked]  ms after which the page is asked whether it is still drawn (drawing.js)
 * @property {(page: Page) => Promise<unknown>} test
 */

/** Pages that wait each take memory, and the browser's attention. */
const MOST_KEPT = 3;

/** The least recently used comes first. @type {Kept[]} */
const waiting = [];

/** What outlasts a document, and cannot be taken back: after it, nobody else has the page. */
const LASTING = {
  page: ["addInitScript", "exposeFunction", "exposeBinding", "on", "close"],
  context: ["addInitScript", "newCDPSession", "newPage", "setOffline", "grantPermissions", "clearPermissions", "route"],
  // A clock that stands still in the next document, too, lets no section open there.
  clock: ["install", "fastForward", "pauseAt", "resume", "runFor", "setFixedTime", "setSystemTime"],
};

const isEachAlone = process.env.OPENINGS === "each";

/**
 * @param {Screen} screen  what a page can change to at any time
 * @param {Omit<Options, keyof Screen>} options  what it is made with
 * @param {Use & { begin: readonly (() => unknown)[] }} use  begin: functions that run in every document before its own
 *   code
 */
export async function withKeptPage(screen, options, { begin, ...use }) {
  const isAlone = use.isAlone || isEachAlone || options.javaScriptEnabled === false;
  const kind = isAlone ? undefined : JSON.stringify([options, begin.map(String)]);
  const kept = take(kind, use.shown) ?? (await make(kind, { ...screen, ...options }, begin));
  const ended = new AbortController();
  try {
    await Promise.race([useWhole(kept, screen, use), stopsDrawing(() => kept.newSession?.(), ended.signal, use.asked)]);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith(STOPPED_DRAWING)) {
      waiting.length = 0;
      await replaceBrowser();
    }
    throw error;
  } finally {
    ended.abort();
  }
}

/**
 * Gives the page back afterwards, and demands that it has not complained.
 * @param {Kept} kept @param {Screen} screen @param {Use} use
 */
async function useWhole(kept, screen, use) {
  const { complaints } = kept;
  complaints.length = 0;
  kept.pardoned = use.pardoned;
  let passed = false;
  try {
    await useOnce(kept, screen, use);
    if (complaints.length > 0) throw new Error("no page should complain");
    passed = true;
  } catch (error) {
    if (error instanceof Error) error.message += `\n${[await situationOf(kept.page), ...complaints].join("\n")}`;
    throw error;
  } finally {
    await giveBack(kept, passed);
  }
}

/**
 * In which situation a test has failed. One that waited in vain, once in thousands of times, cannot be asked again.
 * How long it may take to answer is not measured by the page's clock, which a test may have stopped.
 * @param {Page} page
 * @returns {Promise<string>}
 */
async function situationOf(page) {
  const state = page.evaluate(() => {
    const open = Array.from(document.querySelectorAll("[data-open]"), ({ id }) => id).join(" ");
    return `${location.href}, ${document.readyState}, scrolled to ${scrollY}, open: ${open || "nothing"}`;
  });
  const picture = page.evaluate(() => new Promise(requestAnimationFrame)).then(() => "drawn");
  const [told, drawn] = await Promise.all([
    Promise.race([state.catch(String), after(30_000, "does not answer")]),
    Promise.race([picture.catch(String), after(2000, "not drawn any more")]),
  ]);
  return `the page: ${told}, ${drawn}; complaints, if any:`;
}

/**
 * The page that shows what is to be shown, else one that shows nothing.
 * @param {string | undefined} kind @param {string} [shown] @returns {Kept | undefined}
 */
function take(kind, shown) {
  if (kind === undefined) return undefined;
  const ofKind = waiting.filter((each) => each.kind === kind && !each.page.isClosed());
  const found =
    ofKind.find((each) => shown !== undefined && each.shown === shown) ??
    ofKind.find((each) => each.shown === undefined) ??
    (ofKind.length > 1 ? ofKind[0] : undefined);
  if (found) waiting.splice(waiting.indexOf(found), 1);
  return found;
}

/**
 * @param {string | undefined} kind
 * @param {Options} options
 * @param {readonly (() => unknown)[]} begin
 * @returns {Promise<Kept>}
 */
async function make(kind, options, begin) {
  const context = await browser().newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(WAITS_MS);
  for (const each of begin) await page.addInitScript(each);
  /** @type {Kept} */
  const kept = { kind, page, complaints: [], newSession: context.newCDPSession.bind(context, page) };
  watch(kept);
  for (const [owner, names] of /** @type {[any, readonly string[]][]} */ ([
    [page, LASTING.page],
    [context, LASTING.context],
    [context.clock, LASTING.clock],
  ])) {
    for (const name of names) {
      const own = owner[name].bind(owner);
      owner[name] = (/** @type {unknown[]} */ ...args) => {
        kept.kind = undefined;
        if (name === "newCDPSession") kept.newSession = undefined;
        return own(...args);
      };
    }
  }
  return kept;
}

/** @param {Kept} kept @param {Screen} screen @param {Use} use */
async function useOnce(kept, { viewport, ...media }, { prepare, open, shown, land, test }) {
  const { page } = kept;
  const isShown = shown !== undefined && kept.shown === shown;
  if (!isShown && kept.shown !== undefined) await leave(page);
  kept.shown = undefined;
  if (kept.kind !== undefined) {
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, ...media });
  }
  await prepare?.(page);
  if (isShown) await page.mouse.move(-1, -1);
  await (isShown ? land(page) : open(page));
  const before = shown === undefined ? {} : await traceOf(page);
  await test(page);
  if (shown === undefined) return;
  const after = await traceOf(page);
  const changed = Object.keys({ ...before, ...after }).filter(
    (part) => before[part] !== after[part] && before[part] !== ASLEEP,
  );
  if (changed.length > 0) throw new Error(`a test that says that it only looks has changed ${changed.join(", ")}`);
  kept.shown = shown;
}

/** @param {Kept} kept @param {boolean} passed */
async function giveBack(kept, passed) {
  if (!passed || kept.kind === undefined) return close(kept);
  if (kept.shown === undefined) {
    await kept.page.unrouteAll({ behavior: "ignoreErrors" });
    await leave(kept.page);
  }
  waiting.push(kept);
  if (waiting.length > MOST_KEPT) await close(/** @type {Kept} */ (waiting.shift()));
}

/** @param {Kept} kept */
const close = ({ page }) => page.context().close();

/** For a document that does nothing, of the same origin, which is what storage belongs to. @param {Page} page */
async function leave(page) {
  await page.mouse.move(-1, -1);
  await page.goto(`${inject("pageUrl")}icon.svg`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** @param {Kept} kept */
function watch(kept) {
  onComplaint(kept.page, inject("pageUrl"), (text) => {
    if (!kept.pardoned?.test(text)) kept.complaints.push(text);
  });
}

/** The trace of a section that is not alive yet, or whose lab is not: to come near wakes it, which is no act. */
const ASLEEP = "asleep";

/**
 * What acts leave behind, part by part: storage, focus, and of each section its elements and fields. (The address
 * follows these 0.3 s later, and what is said of them; and the header says how far the page is scrolled, which the next
 * test begins with.) The style sheets that a test has added, to look better, are taken away.
 * @param {Page} page
 * @returns {Promise<Record<string, string | number>>}
 */
const traceOf = (page) =>
  page.evaluate((asleep) => {
    document.adoptedStyleSheets = [];
    const hashOf = (/** @type {string} */ text) => {
      let hash = 0;
      for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
      return hash;
    };
    const fieldsOf = (/** @type {Element} */ part) =>
      Array.from(part.querySelectorAll("input, select, textarea"), (each) => {
        const { value, checked } = /** @type {HTMLInputElement} */ (each);
        return `${value} ${checked}`;
      });
    const isAsleep = (/** @type {Element} */ part) =>
      part.matches("main > section:is(:not([data-open]), :has(.lab:not([aria-busy])))");
    const parts = document.querySelectorAll("main > section, .page-header, dialog");
    /** Without what says where something is scrolled to, or came near, as that is no act. @param {Element} part */
    const markupOf = (part) => {
      if (!part.matches(".page-header")) return part.outerHTML.replace(/ data-(more|placed)="[^"]*"/g, "");
      const copy = /** @type {Element} */ (part.cloneNode(true));
      for (const following of copy.querySelectorAll(".how-far, .section-name")) following.remove();
      for (const link of copy.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
      return copy.outerHTML;
    };
    return {
      "what is stored": JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      "the focus": document.activeElement?.outerHTML.slice(0, 200) ?? "",
      ...Object.fromEntries(
        Array.from(parts, (part) => [
          `${part.localName}#${part.id}`,
          isAsleep(part) ? asleep : hashOf(`${markupOf(part)} ${fieldsOf(part)}`),
        ]),
      ),
    };
  }, ASLEEP);
