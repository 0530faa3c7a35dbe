import { beforeEach, describe, expect, test } from "vitest";
import * as settings from "../../../web/page/figure/state/settings.js";
import * as figureState from "../../../web/page/figure/state/actions.js";
import { announcement } from "../../../web/page/kit/announce.js";
import { lessonOf } from "../../../web/page/link/lesson.js";
import { lesson, NONE } from "../../../web/page/store/lesson.js";
import * as store from "../../../web/page/store/state.js";
import { derived } from "../../../web/page/figure/state/derived.js";
import { sourceOf } from "../../../web/page/figure/values/presets.js";
import { setSeed } from "../../../web/page/sections/book/actions.js";

const figure = { ...figureState, ...settings };

const dim = () => store.state.value.dim;

beforeEach(() => store.load(store.INITIAL));

describe("the store", () => {
  test("undo and redo walk along the steps", () => {
    figure.setKeepdim("dim", false);
    figure.setCorrection("dim", 1);
    store.undo();
    expect([dim().keepdim, dim().correction]).toEqual([false, 0]);
    store.undo();
    expect(dim()).toBe(store.INITIAL.dim);
    expect(store.canUndo.value).toBe(false);
    store.redo();
    expect([dim().keepdim, dim().correction]).toEqual([false, 0]);
    store.redo();
    expect([dim().keepdim, dim().correction]).toEqual([false, 1]);
    expect(store.canRedo.value).toBe(false);
  });

  test("two hundred steps can be taken back, and no more", () => {
    for (let k = 0; k < 201; k++) figure.setKeepdim("dim", k % 2 === 1);
    for (let k = 0; k < 199; k++) store.undo();
    expect([dim().keepdim, store.canUndo.value]).toEqual([true, true]);
    store.undo();
    expect([dim().keepdim, store.canUndo.value]).toEqual([false, false]);
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
    expect([...sourceOf(dim()).values.slice(0, 2)]).toEqual([3, 4]);
    store.undo();
    expect(dim().x).toBeNull();
  });

  test("an edit leaves the record before it as it was", () => {
    figure.setValue("dim", "x", 0, 1);
    const before = dim().x?.values;
    figure.setValue("dim", "x", 1, 2);
    expect(before?.[1]).toBe(4);
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
      [1, 1, 1, 1],
      [0, 0, 0, 0],
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
    expect(store.edits.dim.value).toMatchObject({ section: "dim", part: "x", index: 3 });
    figure.setKeepdim("dim", false);
    expect(store.edits.dim.value.section).toBe("");
  });

  test("dims are named and unnamed one by one; one is always left", () => {
    figure.toggleDim("dim", 0);
    expect(dim().dims).toEqual([0, 1]);
    figure.toggleDim("dim", 1);
    figure.toggleDim("dim", 0);
    expect(dim().dims).toEqual([0]);
  });

  test("a shape too large to show is refused", () => {
    figure.setShape("dim", [8, 8]);
    expect([dim().preset, dim().shape]).toEqual(["random", [8, 8]]);
    for (const shape of [[], [0], [2, 2, 2, 2, 2], [100, 100], [1.5]]) {
      expect(() => figure.setShape("dim", shape)).toThrow(RangeError);
    }
  });

  test("channels stay split as long as they can be", () => {
    const family = () => store.state.value.family;
    figure.setAffine("family", true);
    figure.setChannelGroups("family", 2);
    expect(family().channelGroups).toBe(2);
    expect([family().weight?.length, derived.family.value.y.length]).toEqual([8, 32]);
    figure.setChannelGroups("family", 3);
    expect(family().channelGroups).toBe(1);
    figure.setChannelGroups("family", 4);
    figure.setDims("family", [2, 3]);
    expect(family().channelGroups).toBe(1);
  });

  test("without the mean, its panel is not selected", () => {
    figure.select("dim", { panel: "mean", index: 3 });
    figure.setCenter("dim", false);
    expect(dim().at).toEqual({ panel: "variance", index: 3 });
  });

  test("what a lesson has fixed does not change, and Reset goes back to where it began", () => {
    const begun = { ...store.INITIAL, dim: { ...store.INITIAL.dim, keepdim: false, x: null } };
    const locks = /** @type {const} */ (["dims", "eps", "preset", "correction", "affine", "stage", "seed"]);
    lesson.value = lessonOf({ only: "dim", locks });
    try {
      store.load(begun);
      figure.setDims("dim", [0]);
      figure.toggleDim("dim", 0);
      figure.setEps("dim", 1);
      figure.setEpsAt("dim", "outside");
      figure.setCenter("dim", false);
      figure.setPreset("dim", "words");
      figure.setShape("dim", [3]);
      figure.setCorrection("dim", 0);
      figure.setAffine("dim", true);
      figure.setValue("dim", "weight", 0, 2);
      figure.setStage("dim", 0);
      setSeed(1);
      expect(store.state.value).toBe(begun);
      expect(announcement.value).toContain("Fixed in this lesson");
      figure.setKeepdim("dim", true);
      figure.setValue("dim", "x", 0, 1);
      expect(dim().x).not.toBeNull();
      store.reset("dim");
      expect(dim()).toBe(begun.dim);
    } finally {
      lesson.value = NONE;
    }
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
