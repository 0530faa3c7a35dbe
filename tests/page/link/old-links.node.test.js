/** Links from before the second edition mean what they meant, and new ones say enough to be told from them. */
import { describe, expect, test } from "vitest";
import { readQuery } from "../../../web/page/link/read.js";
import { writeQuery } from "../../../web/page/link/write.js";
import { INITIAL } from "../../../web/page/store/state.js";

const row = (/** @type {string} */ query) => readQuery(query).state.row;

describe("the section about one row", () => {
  test("in a link that says nothing of it is word D; in one that does not name its example, it is 10 to 50 as it was", () => {
    expect(row("?first.stage=1")).toEqual(INITIAL.row);
    expect(INITIAL.row).toMatchObject({ preset: "oneWord", correction: 0, eps: 1e-5, at: { index: 3 } });
    const old = { preset: "tens", correction: 1, eps: 0 };
    expect(row("?row.stage=2")).toMatchObject({ ...old, stage: 2 });
    expect(row("?row.preset=words&row.stage=3")).toMatchObject({ ...old, preset: "words", stage: 3 });
    expect(row("?row.x=@4:60").x?.values).toEqual(Float32Array.of(10, 20, 30, 40, 60));
  });

  test("comes back from its own links, whatever it is in", () => {
    const before = readQuery("?row.stage=0").state.row;
    for (const state of [
      INITIAL.row,
      before,
      { ...INITIAL.row, stage: 2 },
      { ...INITIAL.row, correction: /** @type {const} */ (1) },
      { ...INITIAL.row, eps: 0 },
      { ...INITIAL.row, preset: "tens" },
      { ...before, correction: /** @type {const} */ (0), eps: 1e-5 },
      { ...before, preset: "constantRow", stage: 2 },
    ]) {
      const query = writeQuery({ ...INITIAL, row: state });
      expect(row(`?${query}`), query).toEqual(state);
    }
    expect(writeQuery(INITIAL)).toBe("");
  });
});

test("the first screen's fourth stop, which is gone, leads to its third, and nothing is refused", () => {
  const { state, refused } = readQuery("?first.stage=3&first.weight=1,2,1,1,1,1&first.bias=0,0,0,0,0,0");
  expect(refused).toEqual([]);
  expect(state.first.stage).toBe(2);
  expect(readQuery("?variance.stage=3").refused).toHaveLength(1);
});
