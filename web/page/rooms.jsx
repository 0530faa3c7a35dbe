/**
 * The sections come alive one by one: the first with the page, where it was prerendered; each later one, of which
 * only the opening was, when it comes near the window, and at the latest when the browser is idle.
 */
import { hydrate } from "preact";
import { keepPlace } from "./place.js";
import laterStyles from "./styles/later.css?url";
import { asPrerendered } from "./parts/fresh.js";
import { showNotice } from "./shell/notices.jsx";

/** @typedef {{ element: HTMLElement, open: () => Promise<void> }} Room */

const NEAR = { rootMargin: "50% 0px" };

/** Safari knows no idle time. */
const whenIdle = window.requestIdleCallback ?? ((run) => setTimeout(run, 300));

const idle = () => new Promise((done) => whenIdle(done));

/** @type {ReturnType<typeof keepPlace>} */
let inPlace = (grow) => grow();

let lastFrame = Promise.resolve();

/** Each section is drawn in a frame of its own, and the reader can do something in between. */
const ownFrame = () => (lastFrame = lastFrame.then(() => new Promise((drawn) => requestAnimationFrame(() => drawn()))));

/** What was fetched, and did not arrive so far. @type {Set<unknown>} */
const missing = new Set();

/** Without a connection, the page says so, until the rest has arrived. @param {() => Promise<unknown>} fetch */
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
 * @param {import("./sections/load.js").Section} section
 * @param {() => Promise<unknown>} [style]  fetches the style sheet that it needs
 * @returns {Room}
 */
export function prepareRoom({ load, ...section }, style) {
  const element = /** @type {HTMLElement} */ (document.getElementById(section.id));
  const build = async () => {
    const [Contents] = await Promise.all([load(), style?.()]);
    await ownFrame();
    inPlace(() => asPrerendered(() => hydrate(<Contents {...section} />, element)));
    element.dataset.open = "";
  };
  /** @type {Promise<void> | undefined} */
  let opening;
  const open = () =>
    (opening ??= arrival(build).catch((error) => {
      // The next occasion is another chance.
      opening = undefined;
      throw error;
    }));
  return { element, open };
}

/** @type {Promise<unknown> | undefined} */
let styling;

/** The style sheet of the later sections. */
export const fetchStyles = () =>
  (styling ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = laterStyles;
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      styling = undefined;
      reject(new Error(`${link.href} did not arrive`));
    };
    document.head.append(link);
  }));

/**
 * Opens each room when it comes near the window, and all of them one after the other while nothing else is to be
 * done; then fetches what else may be needed. What did not arrive is fetched again once there is a connection.
 * @param {readonly Room[]} rooms
 * @param {readonly (() => Promise<unknown>)[]} rest
 */
export function openWhenNeeded(rooms, rest) {
  inPlace = keepPlace(Array.from(document.querySelectorAll("main > section")));
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) rooms.find(({ element }) => element === target)?.open();
    }
  }, NEAR);
  for (const { element } of rooms) near.observe(element);
  const all = [...rooms.map(({ open }) => open), ...rest.map((fetch) => () => arrival(fetch))];
  const fetchAll = async () => {
    for (const fetch of all) {
      await idle();
      // One that fails has said so, and is no reason to leave out the others.
      await fetch().catch(reportError);
    }
    // A link to a section can now be followed smoothly: nothing on the way there grows any more.
    document.documentElement.dataset.whole = "";
  };
  addEventListener("online", fetchAll);
  fetchAll();
}
