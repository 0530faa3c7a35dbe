/** What differs between Node.js and browsers: how a worker is started, and how many threads there may be. */

/** @import { Task } from "./worker.js" */

/**
 * A worker that has been told its task.
 * @typedef {object} Helper
 * @property {Promise<string>} started "" once it is ready; otherwise why it is not
 * @property {(then: (why: string) => void) => void} onEnd is called if it ends, or throws, by itself
 * @property {() => Promise<unknown>} end
 */

/** How long a worker may take to start. */
const START_MS = 10_000;

/**
 * One of Node's own modules, without an import that a bundler for browsers would look for; undefined elsewhere.
 * @type {(name: string) => any}
 */
const nodeModule = (name) => /** @type {any} */ (globalThis).process?.getBuiltinModule?.(name);

/** How many threads this host runs at the same time. @returns {number} */
export const hostThreads = () =>
  nodeModule("node:os")?.availableParallelism() ?? globalThis.navigator?.hardwareConcurrency ?? 1;

/** Why this host has no memory that threads share; "": it has. */
export function whyUnshared() {
  if (globalThis.crossOriginIsolated === false && !nodeModule("node:worker_threads"))
    return "the page is not cross-origin isolated (Cross-Origin-Opener-Policy, Cross-Origin-Embedder-Policy)";
  if (typeof SharedArrayBuffer === "undefined" || typeof Atomics === "undefined")
    return "this host has no memory that threads share (SharedArrayBuffer)";
  return "";
}

/**
 * The file that workers run, as bundlers recognize it in browsers; in Node.js it is where it is.
 * @returns {any} a worker of Node's type or of the browser's
 */
function newWorker() {
  const threads = nodeModule("node:worker_threads");
  if (!threads) return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const here = import.meta.url;
  return new threads.Worker(new URL("./worker.js", here), { execArgv: [] });
}

/**
 * @param {Task} task
 * @returns {Helper}
 * @throws {Error} if there are no workers here
 */
export function startHelper(task) {
  const worker = newWorker();
  /** @type {(why: string) => void} */
  let ended = () => {};
  const started = new Promise((/** @type {(why: string) => void} */ settle) => {
    const timer = setTimeout(settle, START_MS, "a thread did not start within ten seconds"),
      listen = (/** @type {string} */ event, /** @type {(event: any) => void} */ listener) =>
        worker.on ? worker.on(event, listener) : worker.addEventListener(event, listener);
    const settled = (/** @type {string} */ why) => {
      clearTimeout(timer);
      settle(why);
      ended(why);
    };
    ended = () => {};
    listen("message", () => {
      clearTimeout(timer);
      settle("");
    });
    listen("error", (error) => settled(`a thread failed: ${error?.message || "its script was not loaded"}`));
    listen("messageerror", () => settled("a thread was not given the memory"));
    listen("exit", () => settled("a thread was ended"));
  });
  worker.postMessage(task);
  return {
    started,
    onEnd: (then) => {
      ended = then;
      worker.unref?.(); /* a program that has nothing else to do ends */
    },
    end: async () => worker.terminate(),
  };
}
