import { beforeEach, describe, expect, test } from "vitest";
import * as store from "../../web/page/model/state.js";
import { derived } from "../../web/page/model/derived.js";
import { sourceOf } from "../../web/page/model/presets.js";

const dim = () => store.state.value.dim;

beforeEach(() => store.load(store.INITIAL));

describe("the store", () => {
  test("undo and redo walk along the steps", () => {
    store.setKeepdim("dim", false);
    store.setCorrection("dim", 0);
    store.undo();
    expect([dim().keepdim, dim().correction]).toEqual([false, 1]);
    store.undo();
    expect(dim()).toBe(store.INITIAL.dim);
    expect(store.canUndo.value).toBe(false);
    store.redo();
    store.redo();
    expect([dim().keepdim, dim().correction]).toEqual([false, 0]);
    expect(store.canRedo.value).toBe(false);
  });

  test("undo at the beginning and redo at the end do nothing", () => {
    store.undo();
    store.redo();
    expect(store.state.value).toBe(store.INITIAL);
  });

  test("a new step forgets what could be redone", () => {
    store.setKeepdim("dim", false);
    store.undo();
    store.setEps("dim", 1e-5);
    expect(store.canRedo.value).toBe(false);
  });

  test("looking at a cell or a stage is not a step", () => {
    store.select("dim", { panel: "mean", index: 1 });
    store.setStage("dim", 0);
    expect(store.canUndo.value).toBe(false);
    expect(dim().at).toEqual({ panel: "mean", index: 1 });
  });

  test("a held arrow key is one step, another cell another", () => {
    for (const value of [1, 2, 3]) store.setValue("dim", "x", 0, value);
    store.setValue("dim", "x", 1, 9);
    store.undo();
    expect([...sourceOf(dim()).values.slice(0, 2)]).toEqual([3, expect.closeTo(0.347, 4)]);
    store.undo();
    expect(dim().x).toBeNull();
  });

  test("an edit leaves the record before it as it was", () => {
    store.setValue("dim", "x", 0, 1);
    const before = dim().x?.values;
    store.setValue("dim", "x", 1, 2);
    expect(before?.[1]).toBeCloseTo(0.347, 4);
  });

  test("reset is a step of one section, and can be undone", () => {
    store.setKeepdim("dim", false);
    store.setCorrection("row", 0);
    store.reset("dim");
    expect(dim()).toBe(store.INITIAL.dim);
    expect(store.state.value.row.correction).toBe(0);
    store.undo();
    expect(dim().keepdim).toBe(false);
  });

  test("weight and bias have the normalized shape, whatever dim is named", () => {
    store.setAffine("dim", true);
    expect([dim().weight?.length, dim().bias?.length, dim().stage]).toEqual([6, 6, 3]);
    store.setValue("dim", "weight", 5, 2);
    store.setDims("dim", [0]);
    expect([dim().weight, dim().bias]).toEqual([
      [1, 1],
      [0, 0],
    ]);
    store.setAffine("dim", false);
    expect([dim().weight, dim().bias, dim().stage]).toEqual([null, null, 2]);
  });

  test("another preset brings dims and a selection that exist", () => {
    store.select("row", { panel: "out", index: 4 });
    store.setPreset("row", "words");
    expect(store.state.value.row.dims).toEqual([1]);
    store.select("row", { panel: "out", index: 9 });
    store.setPreset("row", "tens");
    expect([store.state.value.row.dims, store.state.value.row.at.index]).toEqual([[0], 4]);
    expect(() => store.setPreset("row", "no such")).toThrow(RangeError);
  });

  test("naming another dim keeps the element, if not the group", () => {
    store.select("dim", { panel: "mean", index: 1 });
    store.setDims("dim", [0]);
    expect(dim().at).toEqual({ panel: "out", index: 1 });
  });

  test("only an edit flashes, and the next step ends it", () => {
    store.setValue("dim", "x", 3, 1);
    expect(store.lastEdit.value).toMatchObject({ section: "dim", part: "x", index: 3 });
    store.setKeepdim("dim", false);
    expect(store.lastEdit.value.section).toBe("");
  });

  test("looking around does not run the kernels again", () => {
    const before = derived.dim.value;
    store.select("dim", { panel: "x", index: 7 });
    store.setStage("dim", 1);
    expect(derived.dim.value).toBe(before);
    store.setEps("dim", 1);
    expect(derived.dim.value).not.toBe(before);
  });
});
