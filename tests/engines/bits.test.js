/** Every op gives the same bits in every engine: those that tests/api/bits.test.js finds in Node. */
import { expect } from "vitest";
import expected from "../fixtures/bits.json";
import { testInEveryEngine } from "./in-every-engine.js";

testInEveryEngine("the bits of every op", "tests/bits.js", async (driver) => {
  const bits = async () => (await /** @type {any} */ (globalThis).served).bits();
  expect(await driver.evaluate(bits, undefined)).toEqual(expected);
});
