import { beforeEach, describe, expect, test } from "vitest";
import * as figure from "../../web/page/model/figure-state.js";
import * as store from "../../web/page/model/state.js";
import { derived } from "../../web/page/model/derived.js";
import { sourceOf } from "../../web/page/model/presets.js";

const dim = () => store.state.value.dim;

beforeEach(() => store.load(store.INITIAL));

describe("the store", () => {
  test("undo and redo walk along the steps", () => {
    figure.setKeepdim("dim", false);
    figure.setCorrection("dim", 0);
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
    figure.setKeepdim("dim", false);
    store.undo();
    figure.setEps("dim", 1e-5);
    expect(store.canRedo.value).toBe(false);
  });

  test("looking at a cell or a stage is not a step", () => {
    figure.select("dim", { panel: "mean", index: 1 });
    figure.setStage("dim", 0);
    expect(store.canUndo.value).toBe(false);
    expect(dim().at).toEqual({ panel: "mean", index: 1 });
  });

  test("a held arrow key is one step, another cell another", () => {
    for (const value of [1, 2, 3]) figure.setValue("dim", "x", 0, value);
    figure.setValue("dim", "x", 1, 9);
    store.undo();
    expect([...sourceOf(dim()).values.slice(0, 2)]).toEqual([3, expect.closeTo(0.347, 4)]);
    store.undo();
    expect(dim().x).toBeNull();
  });

  test("an edit leaves the record before it as it was", () => {
    figure.setValue("dim", "x", 0, 1);
    const before = dim().x?.values;
    figure.setValue("dim", "x", 1, 2);
    expect(before?.[1]).toBeCloseTo(0.347, 4);
  });

  test("reset is a step of one section, and can be undone", () => {
    figure.setKeepdim("dim", false);
    figure.setCorrection("row", 0);
    store.reset("dim");
    expect(dim()).toBe(store.INITIAL.dim);
    expect(store.state.value.row.correction).toBe(0);
    store.undo();
    expect(dim().keepdim).toBe(false);
  });

  test("weight and bias have the normalized shape, whatever dim is named", () => {
    figure.setAffine("dim", true);
    expect([dim().weight?.length, dim().bias?.length, dim().stage]).toEqual([6, 6, 3]);
    figure.setValue("dim", "weight", 5, 2);
    figure.setDims("dim", [0]);
    expect([dim().weight, dim().bias]).toEqual([
      [1, 1],
      [0, 0],
    ]);
    figure.setAffine("dim", false);
    expect([dim().weight, dim().bias, dim().stage]).toEqual([null, null, 2]);
  });

  test("another preset brings dims and a selection that exist", () => {
    figure.select("row", { panel: "out", index: 4 });
    figure.setPreset("row", "words");
    expect(store.state.value.row.dims).toEqual([1]);
    figure.select("row", { panel: "out", index: 9 });
    figure.setPreset("row", "tens");
    expect([store.state.value.row.dims, store.state.value.row.at.index]).toEqual([[0], 4]);
    expect(() => figure.setPreset("row", "no such")).toThrow(RangeError);
  });

  test("naming another dim keeps the element, if not the group", () => {
    figure.select("dim", { panel: "mean", index: 1 });
    figure.setDims("dim", [0]);
    expect(dim().at).toEqual({ panel: "out", index: 1 });
  });

  test("only an edit flashes, and the next step ends it", () => {
    figure.setValue("dim", "x", 3, 1);
    expect(store.lastEdit.value).toMatchObject({ section: "dim", part: "x", index: 3 });
    figure.setKeepdim("dim", false);
    expect(store.lastEdit.value.section).toBe("");
  });

  test("looking around does not run the kernels again", () => {
    const before = derived.dim.value;
    figure.select("dim", { panel: "x", index: 7 });
    figure.setStage("dim", 1);
    expect(derived.dim.value).toBe(before);
    figure.setEps("dim", 1);
    expect(derived.dim.value).not.toBe(before);
  });
});
