/** The figures in a real browser: every number shown is compared with the book's, or with the API in Node. */
import {
  manualSeed,
  mean,
  moments,
  normalize,
  randn,
  tensor,
  Linear,
  ReLU,
  Sequential,
  variance,
} from "layernorm";
import { describe, expect, test } from "vitest";
import book from "../fixtures/book.json";
import { formatCells } from "../../web/page/model/format.js";
import { cell, cellTexts, panel, useBrowser, withPage } from "./browser.js";

useBrowser();

/**
 * What real PyTorch computed at a stage of the book's programme, as the page writes it.
 * @param {string} name
 */
function fixture(name) {
  const stage = book.stages.find((candidate) => candidate.name === name);
  if (!stage) throw new Error(`no stage is called ${name}`);
  return texts(/** @type {number[]} */ (stage.data));
}

/** As cells show numbers, with a plain hyphen. @param {ArrayLike<number>} values */
const texts = (values) => formatCells(values).map((text) => text.replace("−", "-"));

/** The book's layer output, by the API in Node. */
function layerOutput() {
  manualSeed(123);
  const x = randn([2, 5]);
  return new Sequential(new Linear(5, 6), new ReLU()).forward(x);
}

describe("section 1, the book's figure", () => {
  test("shows the book's numbers for input A", () =>
    withPage({}, async (page) => {
      expect(await cellTexts(page, "book", "input")).toEqual(fixture("x").slice(0, 5));
      expect(await cellTexts(page, "book", "out")).toEqual([
        "0.2260",
        "0.3470",
        "0.0000",
        "0.2216",
        "0.0000",
        "0.0000",
      ]);
      expect(await cellTexts(page, "book", "normalized")).toEqual(fixture("normalized").slice(0, 6));
      const statistics = await page.locator("#book-figure dd").allTextContents();
      expect(statistics.slice(0, 2)).toEqual(["0.1324", "0.0231"]);
      expect(statistics[2]).toMatch(/^−?0\.0000$/);
      expect(statistics[3]).toBe("1.0000");
    }));

  test("and for input B, which answers the prediction", () =>
    withPage({}, async (page) => {
      const question = page.locator("#book .question[data-kind=predict]");
      await question.getByRole("button", { name: "0 and 1 again" }).click();
      await expect.poll(() => question.locator(".why").textContent()).toContain("switch to input B");
      await page.locator("#book-figure").getByRole("radio", { name: "B" }).check();
      expect(await cellTexts(page, "book", "out")).toEqual([
        "0.2133",
        "0.2394",
        "0.0000",
        "0.5198",
        "0.3297",
        "0.0000",
      ]);
      expect(await page.locator("#book-figure dd").allTextContents()).toEqual(
        expect.arrayContaining(["0.2170", "0.0398", "1.0000"]),
      );
      await expect.poll(() => question.locator(".why").textContent()).toContain("Yes.");
    }));

  test("another seed is PyTorch's for that seed", () =>
    withPage({}, async (page) => {
      await page.getByLabel("torch.manual_seed").fill("7");
      await page.keyboard.press("Enter");
      manualSeed(7);
      const x = randn([2, 5]);
      expect(await cellTexts(page, "book", "input")).toEqual(texts(x.data.slice(0, 5)));
      const out = new Sequential(new Linear(5, 6), new ReLU()).forward(x);
      expect(await cellTexts(page, "book", "out")).toEqual(texts(out.data.slice(0, 6)));
    }));

  test("an edited input goes through the same weights", () =>
    withPage({}, async (page) => {
      await cell(page, "book", "input", 2).click();
      await page.keyboard.type("1.5");
      await page.keyboard.press("Enter");
      manualSeed(123);
      const x = randn([2, 5]);
      const layer = new Sequential(new Linear(5, 6), new ReLU());
      x.data[2] = 1.5;
      expect(await cellTexts(page, "book", "out")).toEqual(texts(layer.forward(x).data.slice(0, 6)));
    }));

  test("a unit's sum adds up to its number", () =>
    withPage({}, async (page) => {
      await cell(page, "book", "preactivation", 3).click();
      const numbers = (await page.locator(".unit-formula td").allTextContents()).map((text) =>
        text.replace(/[·\s]/g, "").replace("−", "-"),
      );
      const terms = numbers
        .slice(0, 15)
        .filter((_, i) => i % 3 === 2)
        .map(Number);
      const [bias, sum, rectified, normalized] = numbers.slice(15).map(Number);
      expect(terms.reduce((a, b) => a + b, bias)).toBeCloseTo(sum, 3);
      expect([sum, rectified, normalized]).toEqual([0.2216, 0.2216, 0.5872]);
    }));
});

describe("section 4, dim", () => {
  test("shows the book's statistics and normalized values", () =>
    withPage({}, async (page) => {
      expect(await cellTexts(page, "dim", "x")).toEqual(fixture("out"));
      expect(await cellTexts(page, "dim", "mean")).toEqual(["0.1324", "0.2170"]);
      expect(await cellTexts(page, "dim", "variance")).toEqual(["0.0231", "0.0398"]);
      expect((await cellTexts(page, "dim", "out")).slice(0, 3)).toEqual(["0.6159", "1.4126", "-0.8719"]);
      expect(await cellTexts(page, "dim", "out")).toEqual(fixture("normalized"));
    }));

  test("naming dim 0 folds the rows", () =>
    withPage({}, async (page) => {
      await page.getByRole("button", { name: "dim 0 size 2" }).click();
      const out = layerOutput();
      expect(await cellTexts(page, "dim", "mean")).toEqual(texts(mean(out, { dim: 0 }).data));
      expect(await cellTexts(page, "dim", "mean")).toEqual(fixture("mean dim=0 keepdim=true"));
      expect(await cellTexts(page, "dim", "variance")).toEqual(texts(variance(out, { dim: 0 }).data));
      expect(await cellTexts(page, "dim", "out")).toEqual(
        texts(normalize(out, { dim: 0, correction: 1, eps: 0 }).data),
      );
      await expect.poll(() => page.locator("#dim .shape-line").textContent()).toContain("[1, 6]");
      expect(await page.getByRole("button", { name: "dim 0 size 2" }).getAttribute("aria-pressed")).toBe(
        "true",
      );
      expect(await page.getByRole("button", { name: "dim 1 = −1 size 6" }).getAttribute("aria-pressed")).toBe(
        "false",
      );
    }));

  test("without keepdim the dim is struck out, and the code puts it back", () =>
    withPage({}, async (page) => {
      await page.locator("#dim").getByRole("radio", { name: "False" }).check();
      await expect
        .poll(() => page.locator("#dim .statistics .shape").allTextContents())
        .toEqual(["[2]", "[2]"]);
      expect(await page.locator("#dim .statistics s").allTextContents()).toEqual(["6", "6"]);
      expect(await page.locator("#dim .shape-line").textContent()).toContain("raises an error");
      expect(await page.locator("#dim pre").textContent()).toContain("mean.unsqueeze(-1)");
      await page.getByRole("button", { name: "dim 0 size 2" }).click();
      await expect
        .poll(() => page.locator("#dim .statistics .shape").allTextContents())
        .toEqual(["[6]", "[6]"]);
      expect(await page.locator("#dim pre").textContent()).not.toContain("unsqueeze");
    }));

  test("n and eps 1e-5 give the class's numbers; both recipes are shown", () =>
    withPage({}, async (page) => {
      await cell(page, "dim", "out", 0).click();
      expect(await page.locator("#dim .recipes td:last-child").allTextContents()).toEqual([
        "0.6159",
        "0.6745",
      ]);
      await page.locator("#dim").getByRole("radio", { name: "n", exact: true }).check();
      await page.locator("#dim").getByRole("slider", { name: "eps" }).fill("4");
      const expected = normalize(layerOutput(), { dim: -1, correction: 0, eps: 1e-5 });
      await expect.poll(() => cellTexts(page, "dim", "out")).toEqual(texts(expected.data));
      expect((await cellTexts(page, "dim", "out")).slice(0, 2)).toEqual(["0.6745", "1.5470"]);
      expect(await cellTexts(page, "dim", "out")).toEqual(fixture("LayerNorm(out)"));
      expect(await page.locator("#dim .recipes [data-current=true]").textContent()).toContain(
        "torch.nn.LayerNorm",
      );
    }));

  test("weight and bias make y", () =>
    withPage({}, async (page) => {
      await page.locator("#dim").getByRole("radio", { name: "edit" }).check();
      await cell(page, "dim", "weight", 1).click();
      await page.keyboard.type("2");
      await page.keyboard.press("Enter");
      await cell(page, "dim", "bias", 0).click();
      await page.keyboard.type("-.5");
      await page.keyboard.press("Enter");
      const expected = normalize(layerOutput(), {
        dim: -1,
        correction: 1,
        eps: 0,
        weight: [1, 2, 1, 1, 1, 1],
        bias: [-0.5, 0, 0, 0, 0, 0],
      });
      expect(await cellTexts(page, "dim", "y")).toEqual(texts(expected.data));
    }));

  test("the stages are x, x − mean, x̂", () =>
    withPage({}, async (page) => {
      const scrubber = page.locator("#dim .scrubber").getByRole("slider");
      const out = layerOutput();
      const { mean: m } = moments(out, { dim: -1, keepdim: true });
      await scrubber.fill("1");
      expect(await cellTexts(page, "dim", "out")).toEqual(
        texts(out.data.map((value, i) => value - m.data[Math.floor(i / 6)])),
      );
      await scrubber.fill("0");
      expect(await cellTexts(page, "dim", "out")).toEqual(texts(out.data));
      await scrubber.fill("3");
      expect(await cellTexts(page, "dim", "y")).toEqual(fixture("normalized"));
    }));

  test("an edit flashes exactly what depends on it", () =>
    withPage({}, async (page) => {
      const flashed = (/** @type {string} */ name) =>
        panel(page, "dim", name)
          .locator("[data-flash]")
          .evaluateAll((cells) => cells.map((c) => Number(c.getAttribute("data-index"))));
      await cell(page, "dim", "x", 8).click();
      await page.keyboard.type("1");
      await page.keyboard.press("Enter");
      expect(await flashed("x")).toEqual([8]);
      expect(await flashed("mean")).toEqual([1]);
      expect(await flashed("variance")).toEqual([1]);
      expect(await flashed("out")).toEqual([6, 7, 8, 9, 10, 11]);
      expect((await cellTexts(page, "dim", "out")).slice(0, 6)).toEqual(fixture("normalized").slice(0, 6));
      const x = layerOutput();
      x.data[8] = 1;
      expect(await cellTexts(page, "dim", "out")).toEqual(
        texts(normalize(x, { dim: -1, correction: 1, eps: 0 }).data),
      );
    }));

  test("a constant row is NaN without eps, and 0 with it", () =>
    withPage({ query: "?dim.preset=constant" }, async (page) => {
      expect((await cellTexts(page, "dim", "out")).slice(0, 6)).toEqual(new Array(6).fill("NaN"));
      expect(await cell(page, "dim", "out", 0).getAttribute("data-kind")).toBe("nan");
      await page.locator("#dim").getByRole("slider", { name: "eps" }).fill("4");
      expect((await cellTexts(page, "dim", "out")).slice(0, 6)).toEqual(new Array(6).fill("0.0000"));
    }));

  test("the formula holds the cell's numbers, each leading to its source", () =>
    withPage({}, async (page) => {
      await cell(page, "dim", "out", 1).click();
      const formula = page.locator("#dim .formula");
      expect(await formula.locator(".chip").allTextContents()).toEqual(["0.3470", "0.1324", "0.0231"]);
      expect(await formula.locator(".result").textContent()).toBe("1.4126");
      expect(await formula.locator("math mfrac").count()).toBe(1);
      await formula.locator(".chip").nth(1).click();
      const focused = () =>
        page.evaluate(() => [
          document.activeElement?.closest("[data-panel]")?.getAttribute("data-panel"),
          document.activeElement?.getAttribute("data-index"),
        ]);
      expect(await focused()).toEqual(["mean", "0"]);
      expect(await formula.locator(".chip").allTextContents()).toEqual([
        "0.2260",
        "0.3470",
        "0.0000",
        "0.2216",
        "0.0000",
        "0.0000",
      ]);
      expect(await formula.locator(".result").textContent()).toBe("0.1324");
      await formula.locator(".chip").nth(3).click();
      expect(await focused()).toEqual(["x", "3"]);
    }));

  test("the pointer on a cell marks its twins, and on a bead its cells", () =>
    withPage({}, async (page) => {
      const twins = () =>
        page
          .locator("#dim-figure [data-twin]")
          .evaluateAll((marks) =>
            marks.map((mark) => {
              const name = mark.closest("[data-panel]")?.getAttribute("data-panel") ?? "bead";
              return `${name} ${mark.getAttribute("data-element")}`;
            }),
          );
      await cell(page, "dim", "out", 9).hover();
      expect(await twins()).toEqual(["x 9", "out 9", "bead 9", "bead 9"]);
      await page.locator("#dim-line .bead").first().hover();
      expect(await twins()).toEqual(["x 6", "out 6", "bead 6", "bead 6"]);
      await page.locator("#dim .formula .chip").first().hover();
      expect(await twins()).toEqual(["x 1", "out 1", "bead 1", "bead 1"]);
    }));

  test("typing into weight begins to edit it", () =>
    withPage({ query: "?dim.stage=3" }, async (page) => {
      await cell(page, "dim", "weight", 0).click();
      await page.keyboard.type("3");
      await page.keyboard.press("Enter");
      expect(await page.locator("#dim").getByRole("radio", { name: "edit" }).isChecked()).toBe(true);
      expect((await cellTexts(page, "dim", "y"))[0]).toBe("1.8476");
    }));

  test("the pointer lights a group in every panel", () =>
    withPage({}, async (page) => {
      await cell(page, "dim", "out", 9).hover();
      for (const [name, lit] of /** @type {const} */ ([
        ["x", [6, 7, 8, 9, 10, 11]],
        ["mean", [1]],
        ["variance", [1]],
        ["out", [6, 7, 8, 9, 10, 11]],
      ])) {
        const indices = await panel(page, "dim", name)
          .locator(".cell[data-lit]")
          .evaluateAll((cells) => cells.map((c) => Number(c.getAttribute("data-index"))));
        expect(indices).toEqual(lit);
      }
    }));

  test("the question has a right answer and explains each", () =>
    withPage({}, async (page) => {
      const question = page.locator("#dim .question[data-kind=check]");
      await question.getByRole("button", { name: "[2, 1]" }).click();
      await expect.poll(() => question.locator(".why").textContent()).toContain("Not quite.");
      await question.getByRole("button", { name: "[2]", exact: true }).click();
      await expect.poll(() => question.locator(".why").textContent()).toContain("Yes.");
    }));
});

describe("section 3, one row", () => {
  test("two rows in other units come out alike", () =>
    withPage({}, async (page) => {
      await page.locator("#row").getByLabel("Example").selectOption("words");
      await page.locator("#row .scrubber").getByRole("slider").fill("2");
      const shown = await cellTexts(page, "row", "out");
      expect(shown.slice(0, 5)).toEqual(shown.slice(5));
      const tens = tensor([10, 20, 30, 40, 50]);
      expect(shown.slice(0, 5)).toEqual(texts(normalize(tens, { correction: 1, eps: 0 }).data));
    }));

  test("the class's numbers for 10 to 50 are the book's", () =>
    withPage({}, async (page) => {
      await page.locator("#row").getByRole("radio", { name: "n", exact: true }).check();
      await page.locator("#row").getByRole("slider", { name: "eps" }).fill("4");
      await page.locator("#row .scrubber").getByRole("slider").fill("2");
      expect(await cellTexts(page, "row", "out")).toEqual(fixture("LayerNorm(tens)"));
    }));

  test("each stage shows its arithmetic", () =>
    withPage({}, async (page) => {
      const line = () => page.locator("#row .step-line").textContent();
      const scrubber = page.locator("#row .scrubber").getByRole("slider");
      expect(await line()).toContain("(10 + 20 + 30 + 40 + 50) ÷ 5 = 30");
      await scrubber.fill("1");
      await expect.poll(line).toContain("((−20)² + (−10)² + (0)² + (10)² + (20)²) ÷ 4 = 250");
      await scrubber.fill("2");
      await expect.poll(line).toContain("−1.2649, −0.6325, 0.0000, 0.6325, 1.2649");
    }));

  test("a bead can be dragged, and is one step to undo", () =>
    withPage({}, async (page) => {
      const bead = page.locator("#row-line .bead[data-draggable]").nth(4);
      await bead.scrollIntoViewIfNeeded();
      const box = await bead.boundingBox();
      if (!box) throw new Error("the bead is not on the page");
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      for (let step = 1; step <= 5; step++) await page.mouse.move(box.x - 20 * step, box.y + 5);
      await page.mouse.up();
      const moved = await cellTexts(page, "row", "x");
      expect(Number(moved[4])).toBeLessThan(48);
      expect(Number(moved[4])).toBeGreaterThan(20);
      await page.locator("#row").getByRole("button", { name: "Undo" }).click();
      expect(await cellTexts(page, "row", "x")).toEqual(["10", "20", "30", "40", "50"]);
    }));
});
