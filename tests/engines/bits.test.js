/** Every op gives the same bits in every engine: those that tests/api/bits.test.js finds in Node. */
import { afterAll, beforeAll, expect, test } from "vitest";
import expected from "../fixtures/bits.json";
import { engines } from "./engines.js";
import { serveModule } from "./serve-module.js";

/** @type {Awaited<ReturnType<typeof serveModule>>} */
let server;

beforeAll(async () => {
  server = await serveModule("tests/bits.js");
});
afterAll(() => server?.close());

test.each(Object.entries(engines))("the bits of every op in %s", async (_, start) => {
  const driver = await start(server.url);
  try {
    await driver.goTo(server.url);
    const bits = async () => (await /** @type {any} */ (globalThis).served).bits();
    expect(await driver.evaluate(bits, undefined)).toEqual(expected);
  } finally {
    await driver.close();
  }
});
