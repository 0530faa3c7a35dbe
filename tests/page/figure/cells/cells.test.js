/** The tensor view: where elements are drawn, whatever the shape and the dims, and what can be done there. */
import { describe, expect, test } from "vitest";
import { mean, moments, tensor } from "layernorm";
import { useBrowser } from "../../../chromium.js";
import { derive } from "../../../../web/page/figure/values/derive.js";
import { sourceOf } from "../../../../web/page/figure/values/presets.js";
import { coordinatesOf, groupsOf, indexOf, letterOf, sizeOf } from "../../../../web/page/kit/shapes.js";
import { INITIAL } from "../../../../web/page/store/state.js";
import { PIXELS } from "../../../../web/page/kit/styles/pixels.js";
import {
  frameOf,
  indexAt,
  neighbour,
  partsOf,
  positionOf,
  wholeFrame,
} from "../../../../web/page/figure/cells/frame.js";
import { boxes, cell, cellTexts, focused, panel, press, withSection } from "../../helpers/browser.js";
import { texts } from "../../helpers/texts.js";

/** @typedef {import("playwright").Page} Page */
/** @typedef {import("../../../../web/page/figure/cells/frame.js").Frame} Frame */

const SHAPES = [[5], [1], [2, 6], [3, 1], [2, 4, 3], [1, 3, 2], [2, 4, 2, 2], [2, 2, 3, 4]];
const NEAR_START = { top: 0, left: 0 };

/** Every way to name some of so many dims. @param {number} rank */
const setsOfDims = (rank) =>
  Array.from({ length: 2 ** rank - 1 }, (_, bits) =>
    Array.from({ length: rank }, (_, dim) => dim).filter((dim) => ((bits + 1) >> dim) & 1),
  );

/**
 * The elements that a part's rectangle holds.
 * @param {Frame} frame
 * @param {import("../../../../web/page/figure/cells/frame.js").Part} part
 */
function elementsIn({ matrix, across, columns, ...frame }, { matrices, cells }) {
  const whole = { top: 0, left: 0, bottom: matrix - 1, right: columns - 1 };
  const { top, left, bottom, right } = cells ?? whole;
  const found = [];
  for (let down = matrices.top; down <= matrices.bottom; down++) {
    for (let beside = matrices.left; beside <= matrices.right; beside++) {
      for (let row = top; row <= bottom; row++) {
        for (let column = left; column <= right; column++) {
          const at = ((down * across + beside) * matrix + row) * columns + column;
          found.push(indexAt({ matrix, across, columns, ...frame }, at));
        }
      }
    }
  }
  return found;
}

/** @param {readonly number[]} shape */
const framesOf = (shape) => [
  wholeFrame(shape),
  frameOf("window", shape, sizeOf(shape) - 1, NEAR_START, 2),
  frameOf("window", shape, 0, NEAR_START, 12),
  ...(shape.length === 3 ? [frameOf("stack", shape, sizeOf(shape) - 1, NEAR_START, 12)] : []),
];

describe("frames", () => {
  test("a cell's element and an element's cell are each other's", () => {
    for (const frame of SHAPES.flatMap(framesOf)) {
      const seen = Array.from({ length: frame.rows * frame.columns }, (_, at) => indexAt(frame, at));
      expect(seen.map((index) => positionOf(frame, index))).toEqual(seen.map((_, at) => at));
      const hidden = Array.from({ length: frame.height * frame.width }, (_, index) => index).filter(
        (index) => !seen.includes(index),
      );
      expect(hidden.every((index) => positionOf(frame, index) === -1)).toBe(true);
    }
  });

  test("the outlines of a group hold what is seen of it, and nothing else", () => {
    for (const shape of SHAPES) {
      for (const dims of setsOfDims(shape.length)) {
        const splits = dims.includes(1) ? [1, ...(shape[1] % 2 === 0 ? [2] : [])] : [1];
        for (const { groupOf } of splits.map((split) => groupsOf(shape, dims, split))) {
          for (const frame of framesOf(shape)) {
            const seen = Array.from({ length: frame.rows * frame.columns }, (_, at) => indexAt(frame, at));
            const held = partsOf(frame, groupOf).flatMap((part) =>
              elementsIn(frame, part).map((index) => `${index} in ${part.group}`),
            );
            expect(held.sort()).toEqual(seen.map((index) => `${index} in ${groupOf[index]}`).sort());
          }
        }
      }
    }
  });

  test("a group that fills several matrices has one outline", () => {
    const shape = [2, 4, 2, 2];
    expect(partsOf(wholeFrame(shape), groupsOf(shape, [1, 2, 3]).groupOf)).toHaveLength(2);
    expect(partsOf(wholeFrame(shape), groupsOf(shape, [1, 2, 3], 2).groupOf)).toHaveLength(4);
    expect(partsOf(wholeFrame(shape), groupsOf(shape, [0, 2, 3]).groupOf)).toHaveLength(4);
  });

  test("arrow keys go to the next row or column that is drawn, across matrices", () => {
    const shape = [2, 3, 2, 4];
    const frame = wholeFrame(shape);
    const go = (/** @type {string} */ key, /** @type {number[]} */ from) =>
      coordinatesOf(/** @type {number} */ (neighbour(key, indexOf(from, shape), frame)), shape);
    expect(go("ArrowRight", [0, 0, 1, 3])).toEqual([0, 1, 1, 0]);
    expect(go("ArrowLeft", [1, 2, 0, 0])).toEqual([1, 1, 0, 3]);
    expect(go("ArrowDown", [0, 1, 1, 2])).toEqual([1, 1, 0, 2]);
    expect(go("ArrowUp", [1, 1, 0, 2])).toEqual([0, 1, 1, 2]);
    expect(go("ArrowRight", [1, 2, 1, 3])).toEqual([1, 2, 1, 3]);
    expect(go("Home", [0, 2, 1, 3])).toEqual([0, 0, 1, 0]);
    expect(go("End", [0, 0, 1, 0])).toEqual([0, 2, 1, 3]);
    expect(neighbour("a", 0, frame)).toBe(null);
  });

  test("a window moves no further than it must, and stays on the tensor", () => {
    const shape = [2, 4, 768];
    let frame = frameOf("window", shape, 0, NEAR_START, 12);
    expect(frame).toMatchObject({ top: 0, left: 0, rows: 8, columns: 12 });
    frame = frameOf("window", shape, 11, frame, 12);
    expect(frame.left).toBe(0);
    frame = frameOf("window", shape, 12, frame, 12);
    expect(frame.left).toBe(1);
    frame = frameOf("window", shape, 5 * 768 + 767, frame, 12);
    expect(frame).toMatchObject({ top: 0, left: 756 });
    frame = frameOf("window", shape, 5 * 768 + 755, frame, 12);
    expect(frame.left).toBe(755);
  });

  test("every key from every element leads to one that a window can show", () => {
    const shape = [3, 5, 30];
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"]) {
      for (let index = 0; index < sizeOf(shape); index += 7) {
        const frame = frameOf("window", shape, index, NEAR_START, 12);
        const next = /** @type {number} */ (neighbour(key, index, frame));
        expect(positionOf(frameOf("window", shape, next, frame, 12), next)).toBeGreaterThanOrEqual(0);
      }
    }
  });
});

useBrowser();

/** What a section's figure begins with. @param {"three" | "family"} id */
function firstTensor(id) {
  const { shape, values } = sourceOf(INITIAL[id]);
  return tensor(values, shape);
}

/** @param {{ top: number, bottom: number }} box */
const middle = ({ top, bottom }) => (top + bottom) / 2;

describe("any set of dims", () => {
  for (const id of /** @type {const} */ (["three", "family"])) {
    for (const dims of setsOfDims(INITIAL[id].preset === "images" ? 4 : 3)) {
      const query = `?${id}.preset=${INITIAL[id].preset}&${id}.dims=${dims}&${id}.correction=1`;
      test(`${id}, dims ${dims}: the statistics, and outlines around their groups`, () =>
        withSection(id, { query }, async (page) => {
          const x = firstTensor(id);
          const { mean: means, variance } = moments(x, { dim: dims, correction: 1 });
          await expect.poll(() => cellTexts(page, id, "mean")).toEqual(texts(means.data));
          expect(await cellTexts(page, id, "variance")).toEqual(texts(variance.data));
          expect(await cellTexts(page, id, "x")).toEqual(texts(x.data));
          const pressed = page.locator(`#${id} .axis button[aria-pressed=true]`);
          expect(await pressed.count()).toBe(dims.length);
          expect(await strays(page, id)).toEqual([]);
        }));
    }
  }

  /**
   * Cells that are not inside the outlines of their own group, or are inside another's. Where groups are many, those
   * of the selected one are drawn.
   * @param {Page} page
   * @param {string} id
   */
  const strays = (page, id) =>
    page.locator(`#${id}-figure .tensor`).evaluateAll((tensors) =>
      tensors.flatMap((tensor) => {
        const outlines = [...tensor.querySelectorAll(".outline")].map((outline) => ({
          box: outline.getBoundingClientRect(),
          hue: outline.getAttribute("data-hue"),
          lit: outline.hasAttribute("data-lit"),
        }));
        const all = !tensor.querySelector(".cell[data-hue]");
        return [...tensor.querySelectorAll(".cell[data-group]")].flatMap((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const around = outlines.filter(
            ({ box }) => box.left < left && box.right > right && box.top < top && box.bottom > bottom,
          );
          const lit = element.hasAttribute("data-lit");
          const hue = String(Number(element.getAttribute("data-group")) % 6);
          const wanted = all || lit ? 1 : 0;
          const isRight =
            around.length === wanted && around.every((outline) => outline.hue === hue && outline.lit === lit);
          const name = `${tensor.getAttribute("data-panel")} ${element.getAttribute("data-index")}`;
          return isRight ? [] : [`${name}: ${around.length} of ${wanted}`];
        });
      }),
    );

  test("an edge names its dim alone; the small buttons add and take away", () =>
    withSection("three", {}, async (page) => {
      const three = page.locator("#three-figure");
      const pressed = () =>
        three
          .locator(".axis button[aria-pressed]")
          .evaluateAll((all) => all.flatMap((b, dim) => (b.getAttribute("aria-pressed") === "true" ? [dim] : [])));
      expect(await pressed()).toEqual([2]);
      expect(await three.getByRole("button", { name: "Keep dim 2" }).count()).toBe(0);
      await three.getByRole("button", { name: "Reduce dim 1 as well" }).click();
      await expect.poll(pressed).toEqual([1, 2]);
      await three.getByRole("button", { name: "Reduce dim 0 as well" }).click();
      await three.getByRole("button", { name: "Keep dim 2" }).click();
      await expect.poll(pressed).toEqual([0, 1]);
      expect(await cellTexts(page, "three", "mean")).toEqual(texts(mean(firstTensor("three"), { dim: [0, 1] }).data));
      await three.getByRole("button", { name: "dim 1 size 4" }).click();
      await expect.poll(pressed).toEqual([1]);
    }));

  test("a lesson's fixed dims stay, and say so", () =>
    withSection("dim", { query: "?lesson=dim&lock=dims" }, async (page) => {
      const edge = page.locator("#dim-figure").getByRole("button", { name: /^dim 0 size/ });
      expect(await edge.getAttribute("aria-disabled")).toBe("true");
      // Playwright waits for what is aria-disabled to become enabled.
      await edge.dispatchEvent("click");
      await expect.poll(() => page.locator("#narration").textContent()).toContain("the dims");
      expect(await edge.getAttribute("aria-pressed")).toBe("false");
    }));

  test("the dims' names are on their edges", () =>
    withSection("three", { query: "?three.preset=tokens" }, async (page) => {
      const edges = page.locator("#three-figure .axes");
      for (const name of ["batch dim 0 size 2", "tokens dim 1 size 4", "embedding dim 2 = −1 size 12"]) {
        await edges.getByRole("button", { name, exact: true }).waitFor();
      }
    }));
});

describe("where the statistics stand", () => {
  test("of the last dim: beside each row", () =>
    withSection("three", {}, async (page) => {
      const x = await boxes(page, "three", "x");
      const means = await boxes(page, "three", "mean");
      expect(means.map(({ top }) => top)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((row) => x[12 * row].top));
      expect(means[0].left).toBeGreaterThan(x[11].right);
    }));

  test("of both dims of a matrix: in the middle beside it", () =>
    withSection("three", { query: "?three.dims=1,2" }, async (page) => {
      await expect.poll(() => panel(page, "three", "mean").locator(".cell").count()).toBe(2);
      const x = await boxes(page, "three", "x");
      const means = await boxes(page, "three", "mean");
      for (const matrix of [0, 1]) {
        const around = { top: x[48 * matrix].top, bottom: x[48 * matrix + 47].bottom };
        expect(middle(means[matrix])).toBeCloseTo(middle(around), 0);
      }
    }));

  test("of dims that lie down: under the columns", () =>
    withSection("three", { query: "?three.dims=0,1" }, async (page) => {
      await expect.poll(() => panel(page, "three", "mean").locator(".cell").count()).toBe(12);
      const x = await boxes(page, "three", "x");
      const means = await boxes(page, "three", "mean");
      expect(means.map(({ left }) => Math.round(left))).toEqual(x.slice(0, 12).map(({ left }) => Math.round(left)));
      expect(means[0].top).toBeGreaterThan(x[95].bottom);
    }));

  test("of channels: under their matrices, in the middle; of groups of channels, under several", () =>
    withSection("family", { query: "?family.dims=0,2,3" }, async (page) => {
      await expect.poll(() => panel(page, "family", "mean").locator(".cell").count()).toBe(4);
      const centre = (/** @type {{ left: number, right: number }} */ box) => (box.left + box.right) / 2;
      const x = await boxes(page, "family", "x");
      const means = await boxes(page, "family", "mean");
      for (const channel of [0, 1, 2, 3]) {
        const around = { left: x[4 * channel].left, right: x[4 * channel + 1].right };
        expect(centre(means[channel])).toBeCloseTo(centre(around), 0);
      }
    }));

  test("of RMSNorm there is no mean, and its place says so", () =>
    withSection("family", { query: "?family.center=false" }, async (page) => {
      await expect.poll(() => panel(page, "family", "mean").count()).toBe(0);
      const statistics = page.locator("#family-figure .statistics");
      expect(await statistics.locator(".left-out s").textContent()).toBe("mean");
      expect(await statistics.locator(".head strong").allTextContents()).toEqual(["mean x²"]);
    }));

  test("groups that are many keep to their cells' edges, but for the one that is lit", () =>
    withSection("three", { query: "?three.dims=0" }, async (page) => {
      const letters = panel(page, "three", "x").locator(".letter");
      await expect.poll(() => letters.allTextContents()).toEqual([letterOf(1), letterOf(1)]);
      await cell(page, "three", "out", 40).hover();
      await expect.poll(() => letters.allTextContents()).toEqual([letterOf(40), letterOf(40)]);
    }));
});

describe("slabs", () => {
  test("one is in front, the others can be pressed", () =>
    withSection("three", {}, async (page) => {
      const x = texts(firstTensor("three").data);
      await page.locator("#three-figure").getByRole("radio", { name: "stack" }).check();
      await expect.poll(() => cellTexts(page, "three", "x")).toEqual(x.slice(0, 48));
      expect(await page.locator("#three-figure .axis button[aria-pressed]").count()).toBe(3);
      await page
        .locator("#three-figure .panel-x .slabs")
        .getByRole("button", { name: "[1, :, :]" })
        .click({ position: { x: 60, y: 8 } });
      await expect.poll(() => cellTexts(page, "three", "x")).toEqual(x.slice(48));
      expect((await cellTexts(page, "three", "mean")).length).toBe(4);
      await cell(page, "three", "x", 49).focus();
      await press(page, "ArrowUp");
      await expect.poll(() => focused(page)).toEqual(["x", "37"]);
      expect(await cellTexts(page, "three", "x")).toEqual(x.slice(0, 48));
    }));
});

describe("broadcasting", () => {
  test("each cell of x shows the mean that it meets", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      await page.locator("#dim-figure").getByRole("button", { name: "show broadcast" }).click();
      const copies = panel(page, "dim", "x").locator("small");
      await expect
        .poll(() => copies.allTextContents())
        .toEqual([...new Array(6).fill("−0.1324"), ...new Array(6).fill("−0.2170")]);
      expect(await copies.evaluateAll((all) => all.map((copy) => copy.getAttribute("data-hue")))).toEqual([
        ...new Array(6).fill("0"),
        ...new Array(6).fill("1"),
      ]);
      await page
        .locator("#dim")
        .getByRole("button", { name: /^dim 0 size/ })
        .click();
      const means = await cellTexts(page, "dim", "mean");
      expect((await copies.allTextContents()).slice(6)).toEqual(means.map((text) => `−${text}`));
    }));

  test("of a square without keepdim: the mean of others, each such cell marked and said to be wrong", () =>
    withSection("shapes", { query: "?shapes.preset=square" }, async (page) => {
      const out = panel(page, "shapes", "out");
      await expect.poll(() => out.locator(".cell").count()).toBe(9);
      expect(await panel(page, "shapes", "x").locator("small").allTextContents()).toEqual(
        [0, 1, 2].flatMap(() => ["−3", "−4", "−7"]),
      );
      const wrong = await out
        .locator(".cell[data-wrong]")
        .evaluateAll((cells) => cells.map((c) => [c.getAttribute("data-index"), c.getAttribute("aria-label")]));
      expect(wrong.map(([index]) => Number(index))).toEqual([1, 2, 3, 5, 6, 7]);
      expect(wrong.every(([, label]) => label?.endsWith(", wrong"))).toBe(true);
      expect(await page.locator("#shapes .shape-line").textContent()).toContain("no error, and wrong");
      await page.locator("#shapes .toolbar").getByRole("radio", { name: "True" }).check();
      await expect.poll(() => out.locator(".cell[data-wrong]").count()).toBe(0);
    }));

  test("where it raises, the panel says what PyTorch says", () =>
    withSection("shapes", {}, async (page) => {
      const raised = page.locator("#shapes-figure .panel-out .raised");
      await expect
        .poll(() => raised.textContent())
        .toBe(
          "RuntimeError: The size of tensor a (6) must match the size of tensor b (2) at non-singleton dimension 1",
        );
      expect(await panel(page, "shapes", "out").count()).toBe(0);
      expect(await page.locator("#shapes .shape-line").textContent()).toContain("an error");
    }));
});

describe("a large tensor", () => {
  const query = "?three.preset=gpt2";
  const figure = { ...INITIAL.three, preset: "gpt2" };
  const x = sourceOf(figure).values;

  /** What a row of the window shows. @param {number} row @param {number} left */
  const windowRow = (row, left) => texts(x.slice(row * 768 + left, row * 768 + left + 12));

  for (const dims of ["2", "0", "1", "1,2", "0,1,2"]) {
    test(`is seen through a window of cells, dims ${dims}`, () =>
      withSection("three", { query: `${query}&three.dims=${dims}&three.stage=3` }, async (page) => {
        await expect.poll(async () => (await cellTexts(page, "three", "x")).slice(0, 12)).toEqual(windowRow(0, 0));
        const reduced = dims.split(",").map(Number);
        const means = mean(tensor(x, [2, 4, 768]), { dim: reduced, keepdim: true });
        expect((await cellTexts(page, "three", "mean"))[0]).toBe(texts(means.data)[0]);
        for (const name of ["x", "mean", "variance", "out", "weight", "bias", "y"]) {
          const count = await panel(page, "three", name).locator(".cell").count();
          expect(count).toBeGreaterThan(0);
          expect(count).toBeLessThanOrEqual(200);
        }
      }));
  }

  test("arrow keys run on past the window's edge, and its headers say where it is", () =>
    withSection("three", { query }, async (page) => {
      const headers = page.locator("#three-figure .panel-x .column-headers span");
      await expect.poll(() => headers.last().textContent()).toBe("11");
      await cell(page, "three", "x", 11).focus();
      await press(page, "ArrowRight");
      await expect.poll(() => focused(page)).toEqual(["x", "12"]);
      expect((await cellTexts(page, "three", "x")).slice(0, 12)).toEqual(windowRow(0, 1));
      expect(await headers.allTextContents()).toEqual(Array.from({ length: 12 }, (_, i) => String(i + 1)));
      await press(page, "End");
      await expect.poll(() => focused(page)).toEqual(["x", "767"]);
      expect((await cellTexts(page, "three", "x")).slice(0, 12)).toEqual(windowRow(0, 756));
      expect(await page.locator("#three-figure .panel-x .row-headers span").allTextContents()).toEqual(
        [0, 1].flatMap((batch) => [0, 1, 2, 3].map((token) => `[${batch}, ${token}, :]`)),
      );
    }));

  test("its overview has a pixel for each value, in either theme, and moves the window", () =>
    // The page itself never reads its pictures.
    withSection("three", { query, colorScheme: "light", pardoned: /willReadFrequently/ }, async (page) => {
      const overview = page.locator("#three-figure .panel-x .overview");
      const pixels = () =>
        overview.locator("canvas").evaluate((canvas) => {
          const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
          const context = /** @type {HTMLCanvasElement} */ (canvas).getContext("2d");
          return { width, height, data: [...(context?.getImageData(0, 0, width, height).data ?? [])] };
        });
      // The ramp ends where the figure's numbers do.
      const { reach } = derive(sourceOf(figure), figure);
      const painted = (/** @type {typeof PIXELS.day} */ pixelOf) => [
        ...new Uint8Array(Uint32Array.from(x, (value) => pixelOf(value, reach)).buffer),
      ];
      expect(await pixels()).toEqual({ width: 768, height: 8, data: painted(PIXELS.day) });
      await page.emulateMedia({ colorScheme: "dark" });
      await expect.poll(async () => (await pixels()).data.join()).toBe(painted(PIXELS.night).join());

      const box = await overview.boundingBox();
      if (!box) throw new Error("the overview is not on the page");
      await overview.click({ position: { x: box.width / 2, y: box.height * 0.7 } });
      await expect.poll(() => overview.getAttribute("aria-valuenow")).toBe(String(5 * 768 + 384));
      expect((await cellTexts(page, "three", "x")).slice(60, 72)).toEqual(windowRow(5, 384 - 11));
      await overview.focus();
      await press(page, "ArrowLeft", "ArrowUp");
      expect(await overview.getAttribute("aria-valuetext")).toContain("[1, 0, 383]: ");
    }));

  test("editing a value in the window changes its token, and the pictures", () =>
    withSection("three", { query }, async (page) => {
      await cell(page, "three", "x", 3).click();
      await page.keyboard.type("50");
      await page.keyboard.press("Enter");
      const edited = x.slice();
      edited[3] = 50;
      const means = texts(mean(tensor(edited, [2, 4, 768]), { dim: 2 }).data);
      await expect.poll(() => cellTexts(page, "three", "mean")).toEqual(means);
      expect(await focused(page)).toEqual(["x", "3"]);
    }));
});
