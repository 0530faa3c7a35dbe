/** What calls of kernels cost, which no result shows: over how many parts they go. */
import { expect, test } from "vitest";
import { ones } from "../../web/api/index.js";
import { broadcastOf } from "../../web/api/operands/broadcast.js";

test("dims of size 1 join their neighbours: b is added in as few parts as without them", () => {
  const cut = (/** @type {number[]} */ shape, /** @type {number[]} */ own) => broadcastOf(ones(shape), ones(own), "b");
  expect(cut([3, 4, 5], [4, 5])).toEqual({ levels: [1, 3, 20, 1], starts: [0] });
  expect(cut([3, 4, 1, 5], [4, 1, 5])).toEqual({ levels: [1, 3, 20, 1], starts: [0] });
  expect(cut([2, 1, 3], [1, 1])).toEqual({ levels: [1, 1, 1, 6], starts: [0] });
  expect(cut([2, 1, 3, 1, 4], [1, 1, 1, 1])).toEqual({ levels: [1, 1, 1, 24], starts: [0] });
});
