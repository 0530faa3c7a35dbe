/** Starting the threads, and ending them. */
import { checkInteger, checkOptions } from "../checks/arguments.js";
import { functions } from "../kernels.js";
import { forgetView } from "../memory/heap.js";
import { bytesOf } from "../memory/inlined.js";
import { adopt, instance } from "../memory/wasm.js";
import { hostThreads, startHelper, whyUnshared } from "./host.js";
import { text } from "./module.js";
import { MOST_THREADS } from "./part.js";
import { close, cutKernels, noTurn, partKernels, sharingKernel } from "./turn.js";

/** @import { Kernels } from "../kernels.js" */
/** @import { Helper } from "./host.js" */
/** @import { AnyKernel } from "./part.js" */
/** @import { Caller } from "./turn.js" */

/** @typedef {Record<string, AnyKernel>} Exports of the module for threads */

/** Pages of memory, of 64 KiB: those that it begins with, and the most that a host may allow. */
const FIRST_PAGES = 16,
  MOST_PAGES = [65536, 32768, 16384, 4096];

const PAGE_BYTES = 65536;

/** As many bytes as build.sh gives the module itself. */
const STACK_BYTES = 65536;

/**
 * Memory that threads share; the host sets room for all of it aside.
 * @param {number} pages
 * @returns {WebAssembly.Memory}
 */
function newMemory(pages) {
  for (const maximum of MOST_PAGES.filter((most) => most >= pages)) {
    try {
      return new WebAssembly.Memory({ initial: pages, maximum, shared: true });
    } catch (error) {
      if (maximum === MOST_PAGES[MOST_PAGES.length - 1]) throw error;
    }
  }
  throw new RangeError("no memory of this size");
}

/**
 * An instance on memory, which it fills if it is the first there.
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 */
const exportsOf = (module, memory) =>
  /** @type {Exports} */ (new WebAssembly.Instance(module, { env: { memory } }).exports);

/** The kernels on memory that threads share, with those threads that help. */
class Team {
  /** @type {Caller["room"]} */
  room = { pointer: 0, bytes: 0 };
  kept = { pointer: 0, bytes: 0 };
  turn = 0;
  started = 0;
  /** @type {Helper[]} */
  helpers = [];
  /** Where the stack of each helper lies, once it has been needed. @type {number[]} */
  stacks = [];
  /** Why there are not as many threads as were asked for; "": there are. */
  why = "";

  shared = noTurn();
  module = new WebAssembly.Module(bytesOf(text));
  memory = newMemory(FIRST_PAGES);
  /** The memory as it was when a view of it was last taken. @type {ArrayBufferLike} */
  buffer = this.memory.buffer;
  exports = exportsOf(this.module, this.memory);
  /** What the package takes for its module. */
  kernels = /** @type {Kernels} */ ({});

  constructor() {
    this.renew();
  }

  get workers() {
    return this.helpers.length;
  }

  /** Puts the functions of the instance that is now in use in place of those before. */
  renew() {
    const kernels = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this.kernels));
    for (const name of functions) kernels[name] = this.exports[name];
    for (const name of cutKernels) kernels[name] = sharingKernel(this, name, this.exports[name]);
    kernels.memory = this.memory;
    kernels.malloc = this.malloc;
  }

  /** @param {string} name */
  kernel = (name) => this.exports[name];

  /** @param {number} bytes */
  malloc = (bytes) => {
    const pointer = /** @type {number} */ (this.exports.malloc(bytes));
    if (this.memory.buffer !== this.buffer) {
      this.buffer = this.memory.buffer;
      forgetView();
    }
    return pointer;
  };

  /** @param {number} pointer */
  free = (pointer) => void this.exports.free(pointer);

  /**
   * Ends the workers, and goes on in memory of the same contents that they do not know. Where there is no room for it,
   * in the same: a worker that was killed does not write any more. What the workers had for themselves stays allocated.
   * @param {string} why
   */
  giveUp = (why) => {
    this.why = why;
    void this.stop();
    const { buffer } = this.memory;
    try {
      const next = newMemory(buffer.byteLength / PAGE_BYTES);
      this.exports = exportsOf(this.module, next);
      this.memory = next;
      this.buffer = next.buffer;
      new Uint8Array(next.buffer).set(new Uint8Array(buffer));
      forgetView();
    } catch {
      // as it was
    }
    this.renew();
  };

  /**
   * @param {number} count of helpers
   */
  async start(count) {
    this.why = "";
    this.shared = noTurn();
    this.turn = 0;
    this.started = count;
    /** @type {Helper[]} */
    const tried = [];
    try {
      for (let index = 1; index <= count; index++) tried.push(startHelper(this.task(index)));
    } catch (error) {
      this.why = `a thread could not be started: ${/** @type {Error} */ (error).message}`;
    }
    const answers = await Promise.all(tried.map(({ started }) => started));
    answers.forEach((why, i) => this.take(tried[i], why));
  }

  /** @param {number} index @returns {import("./worker.js").Task} */
  task(index) {
    const { module, memory, shared } = this;
    this.stacks[index] ||= this.malloc(STACK_BYTES) >>> 0;
    if (this.stacks[index] === 0) throw new RangeError("no memory for its stack");
    return {
      module,
      memory,
      buffer: shared.buffer,
      kernels: partKernels,
      index,
      stack: this.stacks[index] + STACK_BYTES,
    };
  }

  /** @param {Helper} helper @param {string} why it has not started; "": it has */
  take(helper, why) {
    if (why) {
      this.why = why;
      void helper.end();
      return;
    }
    this.helpers.push(helper);
    helper.onEnd((reason) => {
      if (!this.helpers.includes(helper)) return;
      this.why = reason;
      this.helpers = this.helpers.filter((other) => other !== helper);
    });
  }

  async stop() {
    const { helpers } = this;
    this.helpers = [];
    close(this.shared);
    await Promise.all(helpers.map((helper) => helper.end()));
  }
}

/** @type {Team | null} */
let team = null;

/** Whether threads are being started. */
let isStarting = false;

/**
 * @typedef {object} ThreadsOptions
 * @property {number} [threads] how many, with the one that calls (default: as many as the host runs at the same time)
 */

/**
 * The threads that help.
 * @typedef {object} Threads
 * @property {number} threads how many do the work now, with the one that calls
 * @property {string} reason why they are fewer than were asked for; "": they are not
 * @property {() => Promise<void>} stop ends the others: what is called then is done by the one that calls
 */

/**
 * @param {Team | null} of
 * @param {string} [why]
 * @returns {Threads}
 */
const report = (of, why = "") => ({
  get threads() {
    return of ? of.workers + 1 : 1;
  },
  get reason() {
    return of ? of.why : why;
  },
  stop: async () => of?.stop(),
});

/**
 * Starts threads. From then on what is large enough is done by all of them, by the same functions as before, which
 * return when it is done, with the same bits. To be called before anything uses WebAssembly memory, as
 * `init` is. Where memory cannot be shared, or no thread starts, nothing changes, and `reason` says why.
 *
 * @param {ThreadsOptions} [options] threads: how many, with the one that calls (default: as many as the host runs at
 *   the same time)
 * @returns {Promise<Threads>} threads: how many there are; reason: why they are fewer than were asked for, or ""; stop
 *   ends them
 * @throws {TypeError} if an option has a wrong type or is unknown
 * @throws {RangeError} if threads is not an integer from 1 to 64
 * @throws {Error} if threads have been started, and not stopped; or if something has used WebAssembly memory before
 * @example
 * import { startThreads } from "layernorm/threads";
 *
 * const { threads, reason, stop } = await startThreads({ threads: 2 });
 * console.log(threads, reason || "as many as asked for");
 * layerNorm([1, 3], 2, { eps: 0 }); // => tensor([-1., 1.])
 * await stop();
 */
export async function startThreads(options) {
  const o = checkOptions(options, ["threads"]),
    asked = o.threads === undefined ? hostThreads() : checkInteger(o.threads, "threads", 1);
  if (asked > MOST_THREADS && o.threads !== undefined) {
    throw new RangeError(`threads: expected an integer from 1 to ${MOST_THREADS}, got ${asked}`);
  }
  if (isStarting || (team && team.workers > 0)) {
    throw new Error("startThreads: expected to be called once, or after stop(), not while there are threads");
  }
  if (instance && instance !== team?.kernels) {
    throw new Error("startThreads: expected to be called before anything uses WebAssembly memory, not after");
  }
  if (asked === 1) return report(null);
  const why = whyUnshared();
  if (why) return report(null, why);
  isStarting = true;
  try {
    return await start(Math.min(asked, MOST_THREADS) - 1);
  } finally {
    isStarting = false;
  }
}

/**
 * @param {number} count of helpers
 * @returns {Promise<Threads>}
 */
async function start(count) {
  /** @type {Team} */
  let next;
  try {
    next = team ?? new Team();
  } catch (error) {
    return report(null, `there is no memory for threads: ${/** @type {Error} */ (error).message}`);
  }
  await next.start(count);
  if (instance && instance !== next.kernels) {
    await next.stop();
    return report(null, "something used WebAssembly memory before the threads had started: await startThreads() first");
  }
  if (next.workers === 0 && !instance) return report(null, next.why);
  team = next;
  adopt(next.kernels);
  return report(next);
}
