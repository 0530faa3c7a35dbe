/** Threads of which one has ended between two turns, in a process of its own: no larger call has made room before. */
import workerThreads from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { full, layerNorm, randn } from "../../web/api/index.js";
import { startThreads } from "../../web/api/threads.js";

/** @type {Awaited<ReturnType<typeof startThreads>>} */
let running;

afterAll(() => running?.stop());

/** @param {number} threads @returns {Promise<import("node:worker_threads").Worker[]>} the workers, in order */
async function start(threads) {
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
    running = await startThreads({ threads });
  } finally {
    workerThreads.Worker = Worker;
  }
  return made;
}

test("those that are left write into room of their own, and nowhere else", async () => {
  const [first] = await start(4);
  await first.terminate();
  expect([running.threads, running.reason]).toEqual([3, "a thread was ended"]);
  // In place: each thread first copies what it is going to overwrite to its room, which the first call makes.
  const x = randn([2048, 768], { resident: true });
  layerNorm(x, 768, { out: x });
  const others = Array.from({ length: 256 }, () => full([4096], 7, { resident: true }));
  for (let i = 0; i < 50; i++) layerNorm(x, 768, { out: x });
  expect(others.filter(({ data }) => data.some((value) => value !== 7))).toHaveLength(0);
  expect(running.threads).toBe(3);
});
