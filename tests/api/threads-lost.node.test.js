/** Threads of which one has ended between two turns, in a process of its own: no larger call has made room before. */
import { afterAll, expect, test } from "vitest";
import { full, layerNorm, randn } from "../../web/api/index.js";
import { startThreads } from "../../web/api/threads.js";
import { workersOf } from "./started-workers.js";

/** @type {Awaited<ReturnType<typeof startThreads>>} */
let running;

afterAll(() => running?.stop());

test("those that are left write into room of their own, and nowhere else", async () => {
  const [first] = await workersOf(async () => void (running = await startThreads({ threads: 4 })));
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
