/** Threads in every engine: the example of tests/workers, and layernorm/threads, give the bits of one thread. */
import { expect } from "vitest";
import { testInEveryEngine } from "./in-every-engine.js";

testInEveryEngine("rows over two threads", "tests/engines/threads.js", async (driver) => {
  expect(await driver.evaluate(() => globalThis.crossOriginIsolated, undefined)).toBe(true);
  const run = async () => (await /** @type {any} */ (globalThis).served).differences();
  expect(await driver.evaluate(run, undefined)).toBe("");
});

testInEveryEngine("layernorm/threads on the page itself", "tests/engines/all-threads.js", async (driver) => {
  const run = async () => (await /** @type {any} */ (globalThis).served).differences();
  expect(await driver.evaluate(run, undefined)).toBe("");
});
