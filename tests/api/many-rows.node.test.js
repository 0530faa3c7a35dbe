/** A StandardScaler of more rows than other tests have; many-rows.mjs itself does it with ten million. */
import { expect, test } from "vitest";
import { manyRows } from "./many-rows.mjs";

test.each([
  [200_000, 1000],
  [20_001, 37],
])("%d rows in pieces of %d have the statistics that two passes give", (rows, piece) => {
  expect(manyRows(rows, piece).misses).toEqual([]);
});
