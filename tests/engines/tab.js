/**
 * What the three engines have in common: a window that shows a page, a pointer and a keyboard. Each engine's own file
 * says how its protocol does these few things; Tab makes of them what the tests need.
 */
import { WAITS_MS } from "../waits.js";

/** @typedef {{ x: number, y: number }} Point in the window, in CSS pixels */
/** @typedef {{ width: number, height: number }} Size */

/**
 * One window of one engine.
 * @typedef {object} Driver
 * @property {(url: string) => Promise<unknown>} goTo
 * @property {<Argument, Result>(run: (argument: Argument) => Result, argument: Argument) => Promise<Awaited<Result>>}
 *   evaluate  runs a function in the page; what it takes and gives can be written as JSON
 * @property {(path: readonly Point[]) => Promise<unknown>} pull  the pointer is pressed at the first point, moved
 *   through the others, and let go at the last
 * @property {(text: string) => Promise<unknown>} type  into what has the focus
 * @property {(key: Key) => Promise<unknown>} press
 * @property {(size: Size) => Promise<unknown>} resize  the page, without what the browser has around it
 * @property {() => Promise<Uint8Array>} picture  a PNG of what is in the window
 * @property {() => Promise<string[]>} complaints  errors and warnings since the page was opened
 * @property {() => Promise<unknown>} close
 */

/** @typedef {"Enter" | "ArrowRight" | "Home"} Key */

const PAUSE_MS = 30;

/** On its way from one point to the next, a pointer is seen this many times. */
const STEPS = 6;

/** @param {Point} from @param {Point} to @returns {Point[]} */
const between = (from, to) =>
  Array.from({ length: STEPS }, (_, i) => ({
    x: Math.round(from.x + ((to.x - from.x) * (i + 1)) / STEPS),
    y: Math.round(from.y + ((to.y - from.y) * (i + 1)) / STEPS),
  }));

export class Tab {
  /** @param {string} name  the engine's @param {Driver} driver @param {string} pageUrl */
  constructor(name, driver, pageUrl) {
    this.name = name;
    this.driver = driver;
    this.pageUrl = pageUrl;
  }

  /** Opens the page anew, and waits until all of its sections can be used. @param {string} query  and hash */
  async open(query = "") {
    // From the page to itself with another hash would only scroll.
    await this.driver.goTo("about:blank");
    await this.driver.goTo(this.pageUrl + query);
    await this.until("open", () => !document.querySelector("main > section:not([hidden]):not([data-open])"));
  }

  /**
   * Waits until something is so.
   * @param {string} what  for the error's message
   * @param {() => boolean} isSo  runs in the page
   */
  async until(what, isSo) {
    const end = performance.now() + WAITS_MS;
    while (!(await this.driver.evaluate(isSo, undefined))) {
      if (performance.now() > end) throw new Error(`in ${WAITS_MS / 1000} s the page is not: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  /**
   * Where something is, once it has been brought into the middle of the window: a point in it, given as shares of its
   * width and height.
   * @param {string} selector
   * @param {Point} [share]
   * @returns {Promise<Point>}
   */
  async placeOf(selector, share = { x: 0.5, y: 0.5 }) {
    const box = await this.driver.evaluate((selector) => {
      const element = document.querySelector(selector);
      if (!element) return null;
      const { top, bottom } = element.getBoundingClientRect();
      if (top < 80 || bottom > innerHeight) element.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, top: y, width, height } = element.getBoundingClientRect();
      return { left, top: y, width, height };
    }, selector);
    if (!box) throw new Error(`${selector} is not on the page`);
    return { x: Math.round(box.left + box.width * share.x), y: Math.round(box.top + box.height * share.y) };
  }

  /** @param {string} selector */
  async click(selector) {
    await this.driver.pull([await this.placeOf(selector)]);
  }

  /** Pulls something along. @param {string} selector @param {(from: Point) => Point} to @param {Point} [share] */
  async drag(selector, to, share) {
    const from = await this.placeOf(selector, share);
    await this.driver.pull([from, ...between(from, to(from))]);
  }
}
