/**
 * Random calls on random numbers of threads, beside the same calls on one; between them memory grows, tensors come and
 * go, and workers are killed while they work.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createRequire } from "node:module";
import { kernels, layerNorm, memoryUsage, randn } from "../../web/api/index.js";
import { startThreads } from "../../web/api/threads.js";
import { argumentsOf } from "../../web/api/threads/cuts.js";
import { sharing } from "../../web/api/threads/turn.js";
import { make, randomCall } from "../api/random-calls.js";
import { kinds, uniforms } from "../api/reference.js";
import { makeInputs, ops } from "../ops.js";
import { root } from "../setup.mjs";

/** @import { Worker } from "node:worker_threads" */
/** @import { Exports } from "../api/random-calls.js" */
/** @import { Threads } from "../../web/api/threads.js" */

/** The object whose Worker web/api/threads/host.js takes. */
const workerThreads = createRequire(import.meta.url)("node:worker_threads");

/** Threads are started anew after so many calls, and where so few are left. */
const CALLS_OF_TEAM = 100;

/** How often, of all calls, a worker is killed before one; memory is asked for; an op of the API is called. */
const KILLS = 0.01,
  GROWTHS = 0.02,
  OPS = 0.3;

/** The most elements of a tensor that stays for a while, and how many such there are. */
const LARGEST = 2 ** 21,
  KEPT = 4;

/** A call that takes longer hangs; a turn that is not answered is taken back after one second. */
export const HANG_MS = 20_000;

/**
 * @typedef {object} Soaked
 * @property {number} calls
 * @property {Record<number, number>} byThreads calls, by how many threads there were
 * @property {string[]} wrong what differed, and in which call
 * @property {number} killed workers
 * @property {number} lost teams that a killed worker ended in the middle of a turn
 * @property {number} longest call, in milliseconds
 * @property {number} hangs
 * @property {number[]} bytes of WebAssembly memory, after each quarter
 * @property {number[]} rss of the process in bytes, after each quarter
 * @property {number} resident bytes that are left of tensors at the end
 */

/**
 * @typedef {object} Asked
 * @property {number} seed
 * @property {(calls: number) => number} progress of all, from 0 to 1
 * @property {(calls: number) => void} [tick] before each call
 */

/** Where two lists of bits first differ. @param {ArrayLike<number>[]} a @param {ArrayLike<number>[]} b */
function difference(a, b) {
  for (let i = 0; i < a.length; i++) {
    for (let k = 0; k < a[i].length; k++) if (a[i][k] !== b[i][k]) return `operand ${i}, at ${k}`;
  }
  return "";
}

class Soak {
  /** @type {Worker[]} */
  made = [];
  /** @type {Threads | null} */
  running = null;
  /** @type {import("../../web/api/index.js").Tensor[]} */
  kept = [];
  left = 0;
  /** Of the call at hand. */
  random = uniforms();
  /** @type {Soaked} */
  seen = {
    calls: 0,
    byThreads: {},
    wrong: [],
    killed: 0,
    lost: 0,
    longest: 0,
    hangs: 0,
    bytes: [],
    rss: [],
    resident: 0,
  };

  /** @param {Asked} asked @param {Exports} alone what kernels.wasm gives, on one thread */
  constructor({ seed, progress, tick }, alone) {
    this.seed = seed;
    this.progress = progress;
    this.tick = tick;
    this.alone = alone;
  }

  /** @param {number} most */
  below = (most) => Math.floor(this.random() * most);

  /** @template T @param {readonly T[]} from @returns {T} */
  pick = (from) => from[this.below(from.length)];

  async restart() {
    await this.running?.stop();
    if (/did not answer|threw/.test(this.running?.reason ?? "")) this.seen.lost++;
    this.made = [];
    this.running = await startThreads({ threads: 2 + this.below(4) });
    if (this.running.reason) this.seen.wrong.push(`not started: ${this.running.reason}`);
    this.left = 1 + this.below(CALLS_OF_TEAM);
  }

  /** Another large tensor, in place of one that was there. */
  grow() {
    if (this.kept.length === KEPT) this.kept.splice(this.below(KEPT), 1)[0].dispose();
    this.kept.push(randn([1 + this.below(LARGEST)], { resident: true }));
  }

  kill() {
    const worker = this.pick(this.made);
    if (!worker) return;
    this.made.splice(this.made.indexOf(worker), 1);
    this.seen.killed++;
    void worker.terminate();
  }

  /** A kernel by pointer. @param {number} seed @returns {string} what differs */
  kernelCall(seed) {
    const call = randomCall(this.pick([...argumentsOf.keys()]), seed),
      together = /** @type {Exports} */ (/** @type {unknown} */ (kernels())),
      [one, all] = [this.alone, together].map((exports) => make(exports, call, seed)),
      found = difference(one, all);
    return found && `${call.name} (${call.values}), seed ${seed}: ${found}`;
  }

  /** An op of the API: once with calls too short to share, then shared. @returns {string} what differs */
  opCall() {
    const op = this.pick(ops),
      shape = this.pick(op.shapes),
      kind = this.pick(Object.values(kinds));
    const [one, all] = [Infinity, 0].map((least) => {
      sharing.least = least;
      const outputs = op.call(makeInputs(op, shape, { kind, eps: 1e-5 }), undefined, 1e-5);
      return Object.values(outputs).map(({ data }) => new Uint32Array(Float32Array.from(data).buffer));
    });
    const found = difference(one, all);
    return found && `${op.name} of ${shape}: ${found}`;
  }

  async call() {
    const { seen } = this;
    // Each call draws for itself: when a killed worker is missed, and threads are started anew, is a matter of time.
    this.random = uniforms(this.seed + seen.calls);
    const [grows, kills] = [this.random() < GROWTHS, this.random() < KILLS];
    if (this.left-- <= 0 || !this.running || this.running.threads === 1) await this.restart();
    if (grows) this.grow();
    const threads = /** @type {Threads} */ (this.running).threads;
    if (kills) this.kill();
    this.tick?.(seen.calls);
    const start = performance.now(),
      found = this.random() < OPS ? this.opCall() : this.kernelCall(this.seed + seen.calls),
      ms = performance.now() - start;
    seen.calls++;
    seen.byThreads[threads] = (seen.byThreads[threads] ?? 0) + 1;
    seen.longest = Math.max(seen.longest, ms);
    if (ms > HANG_MS) seen.hangs++;
    if (found) seen.wrong.push(`call ${seen.calls} on ${threads} threads: ${found}`);
    if (this.random() < 0.1) await new Promise((resolve) => setTimeout(resolve)); /* the host tells of its workers */
  }

  async run() {
    const { seen } = this;
    for (let quarter = 1; quarter <= 4; quarter++) {
      while (this.progress(seen.calls) < quarter / 4) await this.call();
      seen.bytes.push(kernels().memory.buffer.byteLength);
      seen.rss.push(process.memoryUsage.rss());
    }
    for (const tensor of this.kept) tensor.dispose();
    await this.running?.stop();
    const x = randn([64, 768]),
      { data } = layerNorm(x, 768);
    if (!data.every(Number.isFinite)) seen.wrong.push("after stop() layerNorm gives what is not finite");
    seen.resident = memoryUsage().resident;
    return seen;
  }
}

/**
 * @param {Asked} asked
 * @returns {Promise<Soaked>}
 */
export async function soak(asked) {
  const { instance } = await WebAssembly.instantiate(readFileSync(join(root, "web/api/kernels.wasm"))),
    soaking = new Soak(asked, /** @type {any} */ (instance.exports)),
    before = { ...sharing },
    { Worker } = workerThreads;
  Object.assign(sharing, { least: 0, leastPart: 0 }); /* small calls are shared, too */
  workerThreads.Worker = class extends Worker {
    /** @param {URL} _ @param {object} options */
    constructor(_, options) {
      super(new URL("./dying-worker.js", import.meta.url), options);
      soaking.made.push(/** @type {any} */ (this));
    }
  };
  try {
    return await soaking.run();
  } finally {
    workerThreads.Worker = Worker;
    Object.assign(sharing, before);
  }
}
