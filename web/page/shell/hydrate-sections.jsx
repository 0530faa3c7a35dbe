/**
 * The sections come alive one by one: the first with the page, where it was prerendered; each later one, of which
 * only the opening was, when it comes near the window, and at the latest when the browser is idle.
 */
import { hydrate } from "preact";
import { keepScroll, pushes } from "./keep-scroll.js";
import { asPrerendered } from "../store/prerendered.js";
import { showNotice } from "./show-notice.js";

/** @typedef {{ element: HTMLElement, open: () => Promise<void> }} ClosedSection */

const NEAR = { rootMargin: "50% 0px" };

/** Safari knows no idle time. */
const whenIdle = window.requestIdleCallback ?? ((run) => setTimeout(run, 300));

const idle = () => new Promise((done) => whenIdle(done));

/**
 * Pauses before a file that did not arrive is fetched again, in ms: longer after each failure, up to the last of these.
 */
const PAUSES = [1000, 2000, 4000, 8000, 16_000, 30_000];

/** @type {ReturnType<typeof keepScroll>} */
let inPlace = (grow) => grow();

let lastFrame = Promise.resolve();

/** Each section is drawn in a frame of its own, and the reader can do something in between. */
const ownFrame = () => (lastFrame = lastFrame.then(() => new Promise((drawn) => requestAnimationFrame(() => drawn()))));

/**
 * A frame in which the section may grow. Where its growth is made up for by scrolling, it is a frame in which nothing
 * else scrolls: Chromium compares all of a frame's scrolling with the growth, and counts the difference as a shift of
 * the layout, though nothing moved but what the reader scrolled (ObjectShifted in its layout_shift_tracker.cc).
 * @param {HTMLElement} element
 */
async function growingFrame(element) {
  for (let before = NaN; ; before = scrollY) {
    await ownFrame();
    if (scrollY === before || !pushes(element)) return;
  }
}

/** Fetches whose files have not arrived so far. @type {Set<unknown>} */
const missing = new Set();

/** Says that there is no connection, until all files have arrived. @param {() => Promise<unknown>} fetch */
async function arrival(fetch) {
  try {
    await fetch();
    missing.delete(fetch);
  } catch (error) {
    missing.add(fetch);
    throw error;
  } finally {
    showNotice("incomplete", missing.size > 0);
  }
}

/**
 * @template {{ id: string }} Props
 * @param {Props & { load: () => Promise<import("preact").FunctionComponent<any>> }} section
 * @param {() => Promise<unknown>} [fetchMore]  fetches what it needs besides: style sheet and kernels
 * @returns {ClosedSection}
 */
export function prepareSection({ load, ...section }, fetchMore) {
  const element = /** @type {HTMLElement} */ (document.getElementById(section.id));
  const build = async () => {
    const [Contents] = await Promise.all([load(), fetchMore?.()]);
    await growingFrame(element);
    inPlace(() => asPrerendered(() => hydrate(<Contents {...section} />, element)));
    element.dataset.open = "";
  };
  /** @type {Promise<void> | undefined} */
  let opening;
  const open = () =>
    (opening ??= arrival(build).catch((error) => {
      // The next call tries again.
      opening = undefined;
      throw error;
    }));
  return { element, open };
}

/**
 * Fetches one file after the other while the browser is idle, and fetches again those that did not arrive, until all
 * are there: after a pause, and at once when the browser says that there is a connection. An import() that failed is
 * asked for by the same address: with a query it would be another module, and what it imports would have failed all the
 * same. Browsers fetch it anew since the standard says so (https://github.com/whatwg/html/pull/10327, 2026); in older
 * ones that keep the failure, the notice stays until the page is loaded again.
 * @param {readonly (() => Promise<unknown>)[]} fetches
 */
async function fetchAll(fetches) {
  let failures = 0;
  let left = fetches;
  while (left.length > 0) {
    const online = new Promise((done) => addEventListener("online", () => done(true), { once: true }));
    /** @type {(() => Promise<unknown>)[]} */
    const failed = [];
    for (const fetch of left) {
      await idle();
      await fetch().catch((error) => {
        // A fetch that fails has reported so; the others go on.
        failed.push(fetch);
        reportError(error);
      });
    }
    left = failed;
    if (left.length === 0) return;
    const isOnline = await Promise.race([online, pause(PAUSES[Math.min(failures++, PAUSES.length - 1)])]);
    if (isOnline) failures = 0;
  }
}

/** @param {number} ms @returns {Promise<false>} */
const pause = (ms) => new Promise((done) => setTimeout(() => done(false), ms));

/**
 * Opens each section when it comes near the window, and all of them one after the other while nothing else is to be
 * done, after what is fetched soon; then fetches what else may be needed.
 * @param {readonly ClosedSection[]} closed
 * @param {readonly (() => Promise<unknown>)[]} soon
 * @param {readonly (() => Promise<unknown>)[]} rest
 */
export async function openWhenNeeded(closed, soon, rest) {
  inPlace = keepScroll(Array.from(document.querySelectorAll("main > section")));
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) closed.find(({ element }) => element === target)?.open();
    }
  }, NEAR);
  for (const { element } of closed) near.observe(element);
  const [before, after] = [soon, rest].map((fetches) => fetches.map((fetch) => () => arrival(fetch)));
  await fetchAll([...before, ...closed.map(({ open }) => open), ...after]);
  // A link to a section can now be followed smoothly: nothing on the way there grows any more.
  document.documentElement.dataset.whole = "";
}
