/**
 * The sections come alive one by one: the first with the page, each later one with its own file, which is
 * fetched when the section comes near the window, when it is touched, and at the latest when the browser is
 * idle.
 */
import { hydrate } from "preact";
import { keepEvents } from "./replay.js";
import { asPrerendered } from "./view/fresh.js";

/** @typedef {{ element: HTMLElement, open: () => Promise<void> }} Room */

const NEAR = { rootMargin: "25% 0px" };
const TOUCHES = ["pointerover", "touchstart", "focusin"];

/** Safari knows no idle time. */
const whenIdle = window.requestIdleCallback ?? ((run) => setTimeout(run, 300));

/**
 * A section as it was prerendered. What the reader does in it from now on is done once it is open.
 * @param {import("./sections/index.js").Section} section
 * @returns {Room}
 */
export function prepareRoom({ load, ...section }) {
  const element = /** @type {HTMLElement} */ (document.getElementById(section.id));
  const replay = keepEvents(element);
  const open = async () => {
    const Contents = await load();
    asPrerendered(() => hydrate(<Contents {...section} />, element));
    await replay();
    element.dataset.open = "";
  };
  /** @type {Promise<void> | undefined} */
  let opening;
  return {
    element,
    open: () =>
      (opening ??= open().catch((error) => {
        // Without a connection, say: the next occasion is another chance.
        opening = undefined;
        showNotice("incomplete");
        throw error;
      })),
  };
}

/** @param {Room} room */
export function openWhenNeeded({ element, open }) {
  const waiting = new AbortController();
  const openNow = async () => {
    await open();
    observer.disconnect();
    waiting.abort();
  };
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) openNow();
  }, NEAR);
  observer.observe(element);
  for (const type of TOUCHES) {
    element.addEventListener(type, openNow, { passive: true, signal: waiting.signal });
  }
  whenIdle(openNow);
}

/** Shows a sentence that index.html holds. @param {"no-kernels" | "incomplete"} id */
export const showNotice = (id) => document.getElementById(id)?.removeAttribute("hidden");
