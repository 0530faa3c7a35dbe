/** How shapes line up, and the shape checker's reading of what is typed; PyTorch is the judge. */
import { BatchNorm, GroupNorm, InstanceNorm, LayerNorm } from "layernorm";
import { describe, expect, test } from "vitest";
import page from "../../../fixtures/page.json";
import { dimSets, dimsInWords, explainFit, lineUp, meanCall } from "../../../../web/page/figure/dims/broadcast.js";
import { checkShape, readDims, readSizes } from "../../../../web/page/sections/shapes/shape-check.js";
import { broadcastOf } from "../../../../web/page/kit/broadcast.js";
import { outcomeByHand } from "../../helpers/broadcast-by-hand.js";

describe("shapes line up", () => {
  test("as PyTorch lines them up", () => {
    for (const { shape, dims, outcome } of page.broadcasts) {
      const columns = lineUp(shape, dims, false);
      const clashes = columns.some(({ fit }) => fit === "clash");
      const isMeant = columns.every((column) => column.isMeant);
      expect(clashes ? "raises" : isMeant ? "right" : "wrong", `${shape} over ${dims}`).toBe(outcome);
    }
  });

  test("with keepdim each size stands under its own dim", () => {
    for (const { shape, dims } of page.broadcasts) {
      for (const [dim, column] of lineUp(shape, dims, true).entries()) {
        expect(column).toMatchObject({ from: dim, isMeant: true, under: dims.includes(dim) ? 1 : shape[dim] });
      }
    }
  });

  test("and the page's verdict is that of trying every element", () => {
    for (const { shape, dims } of page.broadcasts.filter(({ shape }) => !shape.includes(768))) {
      for (const keepdim of [true, false]) {
        const outcome = broadcastOf(shape, dims, keepdim);
        expect(outcome, `${shape} over ${dims}, ${keepdim}`).toBe(outcomeByHand(shape, dims, keepdim));
      }
    }
  });

  test("what does not fit is named", () => {
    expect(lineUp([2, 6], [1], false)).toEqual([
      { size: 2, under: null, from: null, fit: "stretched", isMeant: false },
      { size: 6, under: 2, from: 0, fit: "clash", isMeant: false },
    ]);
    expect(explainFit([2, 6], [1], false)).toContain("put 2 under 6");
    expect(explainFit([3, 3], [1], false)).toContain("the 3 of dim 0 stands under dim 1");
    for (const { shape, dims, outcome } of page.broadcasts) {
      const why = explainFit(shape, dims, false);
      expect(why).not.toMatch(/null|undefined/);
      expect(why.includes("by chance")).toBe(outcome === "wrong");
      expect(why.includes("neither is 1")).toBe(outcome === "raises");
    }
  });

  test("in words and in code", () => {
    expect(dimsInWords([2])).toBe("dim 2");
    expect(dimsInWords([0, 1, 2])).toBe("dims 0, 1 and 2");
    expect(meanCall([1], false)).toBe("x.mean(dim=1)");
    expect(meanCall([0, 2], true)).toBe("x.mean(dim=(0, 2), keepdim=True)");
    expect(dimSets(3)).toEqual([[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]);
  });
});

describe("the shape checker", () => {
  const WRITTEN = ["[2, 4, 12]", "2x4x12", "(2,4,12)", "2 4 12", "torch.Size([2, 4, 12])", "2 × 4 × 12,"];
  test.each(WRITTEN)("reads %s", (text) => {
    expect(readSizes(text)).toEqual({ shape: [2, 4, 12] });
  });

  test.each([
    ["", "Type a shape"],
    ["2, a", "“a” is not"],
    ["2.5", "“2.5” is not"],
    ["-1, 3", "RuntimeError: Trying to create tensor with negative dimension -1: [-1, 3]"],
    ["1,2,3,4,5,6,7,8,9", "Up to 8 dims"],
    ["99999999, 99999999, 99", "More values"],
  ])("refuses %j with a word of why", (text, why) => {
    expect(readSizes(text)).toEqual({ error: expect.stringContaining(why) });
  });

  test("says of dims what PyTorch says", () => {
    for (const { shape, dims, error } of page.dims) {
      expect(readDims(dims.join(", "), shape.length)).toEqual({ error });
    }
    expect(readDims("−1", 3)).toEqual({ dims: [2] });
    expect(readDims("(-1, 0)", 3)).toEqual({ dims: [0, 2] });
    expect(readDims("", 3)).toEqual({ error: expect.stringContaining("Name a dim") });
    expect(readDims("last", 3)).toEqual({ error: expect.stringContaining("“last” is not") });
  });

  test("says of x − mean what PyTorch says", () => {
    for (const { shape, dims, outcome, error = null } of page.broadcasts) {
      expect(checkShape(shape, dims, false)).toMatchObject({ outcome, error });
      expect(checkShape(shape, dims, true)).toMatchObject({ outcome: "right", error: null });
    }
  });

  test("counts", () => {
    expect(checkShape([32, 128, 768], [2], true)).toMatchObject({
      statisticShape: [32, 128, 1],
      count: 4096,
      groupSize: 768,
      layers: [
        { code: "nn.LayerNorm([768])", learned: 1536 },
        { code: "nn.InstanceNorm1d(128)", learned: 0 },
      ],
    });
    expect(checkShape([2, 0], [1], false)).toMatchObject({ count: 2, groupSize: 0 });
  });

  test("names the layers, with as many numbers as they learn", () => {
    const layers = [
      [1, 2, 3],
      [0, 2, 3],
      [2, 3],
    ].flatMap((dims) => checkShape([8, 4, 6, 6], dims, true).layers);
    const learned = Object.fromEntries(layers.map(({ code, learned }) => [code, learned]));
    const count = (/** @type {import("layernorm").Module} */ layer) =>
      layer.parameters().reduce((sum, { value }) => sum + value.size, 0);
    expect(learned).toEqual({
      "nn.LayerNorm([4, 6, 6])": count(new LayerNorm([4, 6, 6])),
      "nn.GroupNorm(1, 4)": count(new GroupNorm(1, 4)),
      "nn.BatchNorm2d(4)": count(new BatchNorm(4)),
      "nn.InstanceNorm2d(4)": count(new InstanceNorm(4)),
      "nn.LayerNorm([6, 6])": count(new LayerNorm([6, 6])),
    });
    expect(checkShape([8, 4, 6, 6], [1], true).layers).toEqual([]);
    expect(checkShape([2, 2, 2, 2, 2, 2], [0, 2, 3, 4, 5], true).layers).toEqual([]);
  });
});
