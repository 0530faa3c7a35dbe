/** Threads whose workers a test can reach. */
import workerThreads from "node:worker_threads";

/**
 * What starts threads is run, and leaves the workers that it has made, in order.
 * @param {() => Promise<unknown>} start
 * @returns {Promise<import("node:worker_threads").Worker[]>}
 */
export async function workersOf(start) {
  /** @type {import("node:worker_threads").Worker[]} */
  const made = [],
    { Worker } = workerThreads;
  workerThreads.Worker = class extends Worker {
    /** @param {URL} url @param {object} options */
    constructor(url, options) {
      super(url, options);
      made.push(this);
    }
  };
  try {
    await start();
  } finally {
    workerThreads.Worker = Worker;
  }
  return made;
}
