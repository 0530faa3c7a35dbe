/** The example of tests/workers in every engine: rows over two threads give the bits of one. */
import { expect } from "vitest";
import { testInEveryEngine } from "./in-every-engine.js";

testInEveryEngine("rows over two threads", "tests/engines/threads.js", async (driver) => {
  expect(await driver.evaluate(() => globalThis.crossOriginIsolated, undefined)).toBe(true);
  const run = async () => (await /** @type {any} */ (globalThis).served).differences();
  expect(await driver.evaluate(run, undefined)).toBe("");
});
