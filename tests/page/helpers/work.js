/** Counts what the page does, in place of measuring how long it takes: the same on every machine. */
import { painted } from "./acts.js";

/** @typedef {import("playwright").Page} Page */

/**
 * @typedef {object} Work
 * @property {number} elements  that were added, or changed in text, attributes or children
 * @property {number} calls     of the page's own functions: also what is drawn again, and comes out as it was
 * @property {number} kernels   calls of functions of the package's module by the page itself
 * @property {number} messages  to the worker
 * @property {number} styles    how often Chromium computed styles
 * @property {number} layouts   and where everything stands
 */

/** Runs in the page or in its worker before anything else: counts the calls of what modules export. */
export function countCalls() {
  const scope = /** @type {any} */ (globalThis);
  const { Instance } = WebAssembly;
  scope.kernelCalls = 0;
  /** @param {WebAssembly.ExportValue} value */
  const counted = (value) =>
    typeof value !== "function"
      ? value
      : (/** @type {unknown[]} */ ...args) => {
          scope.kernelCalls++;
          return value(...args);
        };
  scope.WebAssembly.Instance = new Proxy(Instance, {
    construct(_, /** @type {[WebAssembly.Module, WebAssembly.Imports?]} */ args) {
      const { exports } = new Instance(...args);
      return { exports: Object.fromEntries(Object.entries(exports).map(([name, value]) => [name, counted(value)])) };
    },
  });
}

/**
 * Runs in the page before anything else. Its worker gives no results: how many fall into one picture is luck.
 * No time passes. So nothing waits for some of it, and what follows later counts with what brings it about; and no job
 * runs for so long that a change stops it, which would be two messages on a slow machine, and none on a fast one.
 * Timers and messages to the page itself have their turn when the next picture begins. Between pictures it would be
 * luck which of two they fall into, and thus whether Chromium computes layout once or twice.
 */
function countChanges() {
  const scope = /** @type {any} */ (globalThis);
  /** @type {Set<Node | null>} */
  const changed = new Set();
  let messages = 0;
  scope.Worker = class {
    /** @type {((event: { data: object }) => void) | undefined} */
    onmessage;
    /** @param {{ id?: number, job?: string }} message */
    postMessage({ id, job }) {
      messages++;
      if (job === "prepare") queueMicrotask(() => this.onmessage?.({ data: { id, done: true } }));
    }
    terminate() {}
  };
  const atNextPicture = (/** @type {() => void} */ run) => requestAnimationFrame(() => run());
  scope.setTimeout = atNextPicture;
  scope.clearTimeout = (/** @type {number} */ id) => cancelAnimationFrame(id);
  scope.MessageChannel = class {
    port1 = { onmessage() {} };
    port2 = { postMessage: () => atNextPicture(() => this.port1.onmessage()) };
  };
  performance.now = () => 0;
  /** @param {MutationRecord[]} records */
  const note = (records) => {
    for (const { type, target, addedNodes } of records) {
      changed.add(type === "characterData" ? target.parentNode : target);
      for (const node of addedNodes) {
        changed.add(node);
        if (node instanceof Element) node.querySelectorAll("*").forEach((each) => changed.add(each));
      }
    }
  };
  const observer = new MutationObserver(note);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  scope.takeChanges = () => {
    note(observer.takeRecords());
    const taken = { elements: changed.size, kernels: scope.kernelCalls, messages };
    changed.clear();
    messages = scope.kernelCalls = 0;
    return taken;
  };
}

/** Before the page is opened. @param {Page} page */
export async function prepareCounting(page) {
  await page.addInitScript(countCalls);
  await page.addInitScript(countChanges);
}

/** @param {Page} page @returns {Promise<{ take: () => Promise<Work> }>} take: the work since it was last taken */
export async function workOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("Profiler.enable");
  await session.send("Profiler.startPreciseCoverage", { callCount: true });
  let before = { styles: 0, layouts: 0 };
  return {
    async take() {
      for (let pictures = 0; pictures < 2; pictures++) await painted(page);
      const changes = await page.evaluate(() => /** @type {any} */ (globalThis).takeChanges());
      const { result } = await session.send("Profiler.takePreciseCoverage");
      const { metrics } = await session.send("Performance.getMetrics");
      const metric = (/** @type {string} */ name) => metrics.find((each) => each.name === name)?.value ?? NaN;
      const now = { styles: metric("RecalcStyleCount"), layouts: metric("LayoutCount") };
      const work = {
        ...changes,
        calls: callsIn(result),
        styles: now.styles - before.styles,
        layouts: now.layouts - before.layouts,
      };
      before = now;
      return work;
    },
  };
}

/**
 * How often functions of the built page's files were called since the last time; those that the test brings with it
 * have no address.
 * @param {readonly { url: string, functions: readonly { ranges: readonly { count: number }[] }[] }[]} scripts
 */
const callsIn = (scripts) =>
  scripts
    .filter(({ url }) => url.includes("/assets/"))
    .flatMap(({ functions }) => functions)
    .reduce((calls, { ranges: [whole] }) => calls + whole.count, 0);

/** @type {readonly (keyof Work)[]} */
const KINDS = ["elements", "calls", "kernels", "messages", "styles", "layouts"];

/**
 * The least of each: a picture more than needed, because the machine does other things beside, counts for nothing.
 * @param {readonly Work[]} list
 */
export const least = (list) =>
  Object.fromEntries(KINDS.map((kind) => [kind, Math.min(...list.map((work) => work[kind]))]));
