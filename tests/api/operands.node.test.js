/** What calls of kernels cost, which no result shows: over how many parts they go. */
import { expect, test } from "vitest";
import { ones } from "../../web/api/index.js";
import { broadcastOf } from "../../web/api/operands/broadcast.js";
import { reductionOf } from "../../web/api/operands/reduction.js";

test("dims of size 1 join their neighbours: b is added in as few parts as without them", () => {
  const cut = (/** @type {number[]} */ shape, /** @type {number[]} */ own) => broadcastOf(ones(shape), ones(own), "b");
  expect(cut([3, 4, 5], [4, 5])).toEqual({ levels: [1, 3, 20, 1], starts: [0] });
  expect(cut([3, 4, 1, 5], [4, 1, 5])).toEqual({ levels: [1, 3, 20, 1], starts: [0] });
  expect(cut([2, 1, 3], [1, 1])).toEqual({ levels: [1, 1, 1, 6], starts: [0] });
  expect(cut([2, 1, 3, 1, 4], [1, 1, 1, 1])).toEqual({ levels: [1, 1, 1, 24], starts: [0] });
});

test("a tensor is read as it stands unless a dim of more than one index parts those that are reduced", () => {
  const [order, kept, reduced] = [null, [1, 1, 1], [1]];
  expect(reductionOf([2, 3, 1], [0, 2])).toEqual({ outer: 1, n: 2, inner: 3, order, kept: [1, 3, 1], reduced: [3] });
  expect(reductionOf([2, 1, 3], [0, 2])).toEqual({ outer: 1, n: 6, inner: 1, order, kept, reduced });
  for (const size of [2, 3]) {
    const shapes = { kept: [1, size, 1], reduced: [size] };
    expect(reductionOf([2, size, 3], [0, 2])).toEqual({ outer: size, n: 6, inner: 1, order: [1, 0, 2], ...shapes });
  }
});
