/**
 * Every op gives the bits that it gave before: `node tests/fixtures/bits.mjs` renews them after a change that means it.
 */
import { expect, test } from "vitest";
import { bits } from "../bits.js";
import expected from "../fixtures/bits.json";

test("the bits of every op are those of tests/fixtures/bits.json", () => {
  expect(bits()).toEqual(expected);
});
