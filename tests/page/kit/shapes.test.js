import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resolveDims } from "../../../web/page/figure/dims/resolve.js";
import { groupNoun } from "../../../web/page/figure/words/group-nouns.js";
import { broadcastIndices, broadcastOf, broadcastShapes } from "../../../web/page/kit/broadcast.js";
import {
  coordinatesOf,
  formatShape,
  groupsOf,
  indexOf,
  letterOf,
  reducedShape,
  rowsAndColumns,
  sizeOf,
  splitChannels,
} from "../../../web/page/kit/shapes.js";

/** A shape of one to four dims, and some of its dims. */
const shapeAndDims = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }).chain((shape) =>
  fc
    .subarray(
      shape.map((_, dim) => dim),
      { minLength: 1 },
    )
    .map((dims) => ({ shape, dims })),
);

describe("shapes", () => {
  test("coordinates and index undo one another", () => {
    const shape = [2, 3, 4];
    for (let index = 0; index < 24; index++) expect(indexOf(coordinatesOf(index, shape), shape)).toBe(index);
    expect(coordinatesOf(7, [2, 6])).toEqual([1, 1]);
  });

  test("groups of channels part dim 1 in two: the batch keeps its dim, and those behind have the next", () => {
    expect(splitChannels([2, 4, 3], [0, 1, 2], 2)).toEqual({ shape: [2, 2, 2, 3], dims: [0, 2, 3] });
    expect(splitChannels([2, 4, 3], [0, 1, 2], 1)).toEqual({ shape: [2, 4, 3], dims: [0, 1, 2] });
  });

  test("keepdim keeps the number of dims", () => {
    expect(reducedShape([2, 6], [1], true)).toEqual([2, 1]);
    expect(reducedShape([2, 6], [1], false)).toEqual([2]);
    expect(reducedShape([2, 6], [0], true)).toEqual([1, 6]);
    expect(reducedShape([2, 6], [0, 1], false)).toEqual([]);
  });

  test("the last dim groups rows, the first one columns, both everything", () => {
    expect(groupsOf([2, 3], [1])).toEqual({
      groupOf: Int32Array.of(0, 0, 0, 1, 1, 1),
      placeOf: Int32Array.of(0, 1, 2, 0, 1, 2),
      members: [
        [0, 1, 2],
        [3, 4, 5],
      ],
    });
    expect(groupsOf([2, 3], [0])).toEqual({
      groupOf: Int32Array.of(0, 1, 2, 0, 1, 2),
      placeOf: Int32Array.of(0, 0, 0, 1, 1, 1),
      members: [
        [0, 3],
        [1, 4],
        [2, 5],
      ],
    });
    expect(groupsOf([2, 3], [0, 1]).members).toEqual([[0, 1, 2, 3, 4, 5]]);
  });

  test("groups of a 3-D tensor follow any dims", () => {
    const { members } = groupsOf([2, 2, 2], [0, 2]);
    expect(members).toEqual([
      [0, 1, 4, 5],
      [2, 3, 6, 7],
    ]);
  });

  test("groups, places and members are what coordinates say, for any shape and dims", () => {
    fc.assert(
      fc.property(shapeAndDims, ({ shape, dims }) => {
        const { groupOf, placeOf, members } = groupsOf(shape, dims);
        const kept = shape.map((_, dim) => dim).filter((dim) => !dims.includes(dim));
        for (let index = 0; index < sizeOf(shape); index++) {
          const at = coordinatesOf(index, shape);
          const along = (/** @type {number[]} */ which) =>
            indexOf(
              which.map((dim) => at[dim]),
              which.map((dim) => shape[dim]),
            );
          expect([groupOf[index], placeOf[index]]).toEqual([along(kept), along(dims)]);
          expect(members[groupOf[index]][placeOf[index]]).toBe(index);
        }
      }),
    );
  });

  test("channels in groups: GroupNorm's view", () => {
    const { groupOf, members } = groupsOf([2, 4, 2, 2], [1, 2, 3], 2);
    expect(members).toHaveLength(4);
    expect([groupOf[0], groupOf[7], groupOf[8], groupOf[16], groupOf[31]]).toEqual([0, 0, 1, 2, 3]);
    expect(groupsOf([2, 4, 2, 2], [1, 2, 3], 1).groupOf).toEqual(groupsOf([2, 4, 2, 2], [1, 2, 3]).groupOf);
    expect(groupsOf([2, 4, 2, 2], [1, 2, 3], 4).groupOf).toEqual(groupsOf([2, 4, 2, 2], [2, 3]).groupOf);
  });

  test("each element meets what broadcasting lines up with it", () => {
    expect([...broadcastIndices([2, 3], [3])]).toEqual([0, 1, 2, 0, 1, 2]);
    expect([...broadcastIndices([2, 3], [2, 1])]).toEqual([0, 0, 0, 1, 1, 1]);
    expect([...broadcastIndices([2, 3], [])]).toEqual([0, 0, 0, 0, 0, 0]);
    fc.assert(
      fc.property(shapeAndDims, ({ shape, dims }) => {
        const kept = reducedShape(shape, dims, true);
        expect(broadcastIndices(shape, kept)).toEqual(groupsOf(shape, dims).groupOf);
      }),
    );
  });

  test("what does not broadcast is said in PyTorch's words", () => {
    expect(broadcastShapes([2, 6], [2])).toEqual({
      error: "RuntimeError: The size of tensor a (6) must match the size of tensor b (2) at non-singleton dimension 1",
    });
    expect(broadcastShapes([2, 1, 4], [3, 1])).toEqual({ shape: [2, 3, 4] });
    expect(broadcastShapes([], [2])).toEqual({ shape: [2] });
  });

  test("dims count from either end, once each", () => {
    expect(resolveDims([-1, 0], 3)).toEqual({ dims: [0, 2] });
    expect(resolveDims([5], 2)).toEqual({
      error: "IndexError: Dimension out of range (expected to be in range of [-2, 1], but got 5)",
    });
    expect(resolveDims([1, -1], 2)).toEqual({
      error: "RuntimeError: dim 1 appears multiple times in the list of dims",
    });
  });

  test("letters go on after Z", () => {
    expect([0, 25, 26, 53].map(letterOf)).toEqual(["A", "Z", "A2", "B3"]);
  });

  test.each([
    [[2, 6], [1], true, "right"],
    [[2, 6], [0], true, "right"],
    [[2, 6], [0], false, "right"],
    [[2, 6], [0, 1], false, "right"],
    [[5], [0], false, "right"],
    [[1, 6], [1], false, "right"],
    [[2, 6], [1], false, "raises"],
    [[3, 3], [1], false, "wrong"],
    [[3, 1], [1], false, "wrong"],
    [[2, 3, 4], [2], false, "raises"],
    [[3, 3, 3], [1], false, "wrong"],
  ])("x - mean of %j over %j, keepdim %j: %s", (shape, dims, keepdim, outcome) => {
    expect(broadcastOf(shape, dims, keepdim)).toBe(outcome);
  });

  test("a group is called what it looks like", () => {
    expect(groupNoun([5], [0])).toBe("row");
    expect(groupNoun([2, 6], [1])).toBe("row");
    expect(groupNoun([2, 6], [0])).toBe("column");
    expect(groupNoun([2, 6], [0, 1])).toBe("whole tensor");
    expect(groupNoun([2, 4, 12], [2])).toBe("row");
    expect(groupNoun([2, 4, 12], [1, 2])).toBe("group");
  });

  test("one dim lies down", () => {
    expect(rowsAndColumns([5])).toEqual({ rows: 1, columns: 5 });
    expect(rowsAndColumns([2, 6])).toEqual({ rows: 2, columns: 6 });
    expect(formatShape([])).toBe("[]");
  });
});
