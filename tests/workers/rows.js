/**
 * An example: layer norm of many rows by several threads, in Node and in browsers. Each has kernels of its own, from
 * one module that is compiled once; the rows lie in memory that all of them share. A row's bits do not depend on which
 * thread it falls to.
 *
 * The thread that calls does a part itself, and then waits for the others, which a page may not: call it from a worker.
 * A browser has memory to share on pages that are cross-origin isolated, by the headers Cross-Origin-Opener-Policy:
 * same-origin and Cross-Origin-Embedder-Policy: require-corp.
 *
 * Rows are copied into each thread's WebAssembly memory and back, of which V8 does one word at a time where memory is
 * shared: 1024x768 takes one thread 0.39 ms from there, 0.25 from ordinary tensors, and two threads 0.20.
 */
import { BUSY, CLOSED, sharedRows, TURN, waitWhile } from "./share.js";

/** @import { Rows } from "./share.js" */

/** @type {typeof globalThis.Worker} */
const Worker = globalThis.Worker ?? (await import("node:worker_threads")).Worker;

export class Threads {
  /**
   * Starts the other threads.
   * @param {BufferSource} kernels  the bytes of layernorm/kernels.wasm
   * @param {{ rows: number, n: number, threads: number }} sizes  threads: with the one that calls
   */
  static async start(kernels, { rows, n, threads }) {
    const module = await WebAssembly.compile(kernels),
      shared = sharedRows(rows, n);
    shared.control[BUSY] = threads - 1;
    const workers = Array.from({ length: threads - 1 }, (_, i) => {
      const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
      worker.postMessage({ module, buffer: shared.buffer, rows, n, threads, part: i + 1 });
      return worker;
    });
    while (Atomics.load(shared.control, BUSY) > 0) await new Promise((resolve) => setTimeout(resolve, 1));
    return new Threads(shared, workers);
  }

  /** @param {Rows} shared @param {readonly Worker[]} workers */
  constructor(shared, workers) {
    this.shared = shared;
    this.workers = workers;
    this.normalize = shared.part(0, workers.length + 1);
  }

  /** y = layerNorm(x) by weight and bias, all of them arrays of `shared`. */
  forward() {
    const { control } = this.shared;
    Atomics.store(control, BUSY, this.workers.length);
    Atomics.add(control, TURN, 1);
    Atomics.notify(control, TURN);
    this.normalize();
    for (let left = this.workers.length; left > 0; left = waitWhile(control, BUSY, left));
  }

  async close() {
    Atomics.store(this.shared.control, TURN, CLOSED);
    Atomics.notify(this.shared.control, TURN);
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }
}
