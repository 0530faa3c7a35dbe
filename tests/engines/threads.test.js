/** The example of tests/workers in every engine: rows over two threads give the bits of one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { engines } from "./engines.js";
import { serveModule } from "./serve-module.js";

/** @type {Awaited<ReturnType<typeof serveModule>>} */
let server;

beforeAll(async () => {
  server = await serveModule("tests/engines/threads.js");
});
afterAll(() => server?.close());

test.each(Object.entries(engines))("rows over two threads in %s", async (_, start) => {
  const driver = await start(server.url);
  try {
    await driver.goTo(server.url);
    expect(await driver.evaluate(() => globalThis.crossOriginIsolated, undefined)).toBe(true);
    const run = async () => (await /** @type {any} */ (globalThis).served).differences();
    expect(await driver.evaluate(run, undefined)).toBe("");
  } finally {
    await driver.close();
  }
});
