import { describe, expect, test } from "vitest";
import {
  broadcastOf,
  coordinatesOf,
  formatShape,
  groupNoun,
  groupsOf,
  indexOf,
  reducedShape,
  rowsAndColumns,
} from "../../web/page/model/shapes.js";

describe("shapes", () => {
  test("coordinates and index undo one another", () => {
    const shape = [2, 3, 4];
    for (let index = 0; index < 24; index++) expect(indexOf(coordinatesOf(index, shape), shape)).toBe(index);
    expect(coordinatesOf(7, [2, 6])).toEqual([1, 1]);
  });

  test("keepdim keeps the number of dims", () => {
    expect(reducedShape([2, 6], [1], true)).toEqual([2, 1]);
    expect(reducedShape([2, 6], [1], false)).toEqual([2]);
    expect(reducedShape([2, 6], [0], true)).toEqual([1, 6]);
    expect(reducedShape([2, 6], [0, 1], false)).toEqual([]);
  });

  test("the last dim groups rows, the first one columns, both everything", () => {
    expect(groupsOf([2, 3], [1])).toEqual({
      groupOf: [0, 0, 0, 1, 1, 1],
      placeOf: [0, 1, 2, 0, 1, 2],
      members: [
        [0, 1, 2],
        [3, 4, 5],
      ],
    });
    expect(groupsOf([2, 3], [0])).toEqual({
      groupOf: [0, 1, 2, 0, 1, 2],
      placeOf: [0, 0, 0, 1, 1, 1],
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
  });

  test("one dim lies down", () => {
    expect(rowsAndColumns([5])).toEqual({ rows: 1, columns: 5 });
    expect(rowsAndColumns([2, 6])).toEqual({ rows: 2, columns: 6 });
    expect(formatShape([])).toBe("[]");
  });
});
