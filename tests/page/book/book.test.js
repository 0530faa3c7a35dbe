/** The first section in a browser: every number is the book's, or the API's in Node. */
import { manualSeed, randn, Linear, ReLU, Sequential } from "layernorm";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { cell, cellTexts, clickFixed, panel, press, withSection } from "../helpers/browser.js";
import { layerOutput } from "../helpers/book.js";
import book from "../../fixtures/book.json" with { type: "json" };
import { fixture, texts } from "../helpers/texts.js";

useBrowser();

describe("the book's figure", () => {
  test("shows the book's numbers for input A", () =>
    withSection("book", {}, async (page) => {
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

  test("and for input B", () =>
    withSection("book", {}, async (page) => {
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
    }));

  test("an input that is changed answers the prediction", () =>
    withSection("book", {}, async (page) => {
      const question = page.locator("#book .question[data-kind=predict]");
      await question.getByRole("button", { name: "All of A’s, none of B’s", exact: true }).click();
      await expect.poll(() => question.locator(".why").textContent()).toContain("Now drag an input");
      await page.locator("#book .input-slider").getByRole("slider").fill("1.5");
      await expect.poll(() => question.locator(".why").textContent()).toContain("Yes.");
    }));

  test("another seed is PyTorch's for that seed", () =>
    withSection("book", {}, async (page) => {
      await page.getByLabel("torch.manual_seed").fill("7");
      await page.keyboard.press("Enter");
      manualSeed(7);
      const x = randn([2, 5]);
      expect(await cellTexts(page, "book", "input")).toEqual(texts(x.data.slice(0, 5)));
      const out = new Sequential(new Linear(5, 6), new ReLU()).forward(x);
      expect(await cellTexts(page, "book", "out")).toEqual(texts(out.data.slice(0, 6)));
    }));

  test("an edited input goes through the same weights", () =>
    withSection("book", {}, async (page) => {
      await cell(page, "book", "input", 2).click();
      await page.keyboard.type("1.5");
      await page.keyboard.press("Enter");
      manualSeed(123);
      const x = randn([2, 5]);
      const layer = new Sequential(new Linear(5, 6), new ReLU());
      x.data[2] = 1.5;
      expect(await cellTexts(page, "book", "out")).toEqual(texts(layer.forward(x).data.slice(0, 6)));
    }));

  test("a seed that leaves an input nothing says so, and promises nothing", () =>
    withSection("book", { query: "?book.seed=24&book.input=1" }, async (page) => {
      await expect.poll(() => page.locator("#book .prose").textContent()).toContain("NaN comes out");
      expect(await cellTexts(page, "book", "normalized")).toEqual(new Array(6).fill("NaN"));
      expect(await page.locator("#book .question[data-kind=predict]").count()).toBe(0);
      expect(await page.locator("#book .question[data-kind=check]").textContent()).toContain("NaN");
    }));

  test("a unit's sum adds up to its number", () =>
    withSection("book", {}, async (page) => {
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

describe("what is pressed in the book's figure", () => {
  /** The first input's outputs, as the page writes them. @param {number} seed @param {number} [first] */
  const outputs = (seed, first) => texts(layerOutput(seed, first).data.slice(0, 6));

  test("the slider changes the selected input, and all that follows", () =>
    withSection("book", {}, async (page) => {
      const slider = page.locator("#book .input-slider").getByRole("slider");
      await slider.fill("1.5");
      expect((await cellTexts(page, "book", "input"))[0]).toBe("1.5000");
      expect(await cellTexts(page, "book", "out")).toEqual(outputs(123, 1.5));
      await cell(page, "book", "input", 3).click();
      expect(await page.locator("#book .input-slider label").textContent()).toBe("x[3]");
      await slider.fill("-2");
      expect((await cellTexts(page, "book", "input"))[3]).toBe("-2.0000");
    }));

  test("other weights are those of the next seed, one press away", () =>
    withSection("book", {}, async (page) => {
      await page.getByRole("button", { name: "Other weights" }).click();
      expect(await page.getByLabel("torch.manual_seed").inputValue()).toBe("124");
      expect(await cellTexts(page, "book", "out")).toEqual(outputs(124));
      await expect
        .poll(() => page.locator("#book .prose").textContent())
        .toMatch(/ 124 draws; for input A the outputs have mean/);
    }));

  test("an input that is pointed at lights its weights, an output all that it is made from", () =>
    withSection("book", {}, async (page) => {
      const lit = () => page.locator("#book .edges:not(.short) [data-lit]").count();
      expect(await lit()).toBe(5);
      await cell(page, "book", "input", 2).hover();
      await expect.poll(lit).toBe(6);
      await cell(page, "book", "normalized", 4).hover();
      await expect.poll(lit).toBe(5);
      await expect.poll(() => page.locator("#book .unit-formula h3").textContent()).toBe("Output 4 of input A");
      for (const of of ["preactivation", "out", "normalized"]) {
        expect(await panel(page, "book", of).locator("[data-twin]").getAttribute("data-index")).toBe("4");
      }
      await page.locator("#book .unit-formula tbody tr").nth(1).hover();
      await expect.poll(() => panel(page, "book", "input").locator("[data-twin]").getAttribute("data-index")).toBe("1");
    }));

  test("the same by keyboard", () =>
    withSection("book", {}, async (page) => {
      await cell(page, "book", "input", 0).focus();
      await expect.poll(() => page.locator("#book .edges:not(.short) [data-lit]").count()).toBe(6);
      await cell(page, "book", "out", 0).focus();
      await press(page, "ArrowRight");
      await expect.poll(() => page.locator("#book .unit-formula h3").textContent()).toBe("Output 1 of input A");
    }));

  test("stays as it is where the lesson has fixed seed and values", () =>
    withSection("book", { query: "?lock=x,seed" }, async (page) => {
      const before = await cellTexts(page, "book", "out");
      const other = page.getByRole("button", { name: "Other weights" });
      expect(await other.isDisabled()).toBe(true);
      await clickFixed(other);
      await expect.poll(() => page.locator("#narration").textContent()).toContain("the seed");
      const slider = page.locator("#book .input-slider").getByRole("slider");
      const at = await slider.inputValue();
      await slider.focus();
      await press(page, "ArrowRight");
      expect(await slider.inputValue()).toBe(at);
      await expect.poll(() => page.locator("#narration").textContent()).toContain("the values");
      expect(await cellTexts(page, "book", "out")).toEqual(before);
      expect(await page.getByLabel("torch.manual_seed").inputValue()).toBe("123");
    }));
});

describe("the code, line by line", () => {
  /** @param {import("playwright").Page} page */
  const linesOf = (page) =>
    page.locator("#book .book-code li").evaluateAll((all) =>
      all.map((line) => ({
        code: line.querySelector("code")?.textContent ?? "",
        prints: line.querySelector(".book-print")?.textContent ?? "",
        marked: line.querySelector("mark")?.textContent ?? "",
      })),
    );
  /** What PyTorch printed at a stage of the book's programme, but for grad_fn. @param {string} name */
  const printed = (name) => book.stages.find((each) => each.name === name)?.text;

  test("prints what PyTorch printed for the book", () =>
    withSection("book", { looks: true }, async (page) => {
      const lines = await linesOf(page);
      const of = (/** @type {string} */ code) => lines.find((line) => line.code.includes(code));
      for (const [code, name] of [
        ["torch.randn(2, 5)", "x"],
        ["out = layer(x)", "out"],
        ["mean = out.mean", "mean dim=-1 keepdim=true"],
        ["out_norm = ", "normalized"],
        ["nn.LayerNorm(6)(out)", "LayerNorm(out)"],
      ])
        expect(of(code)?.prints, code).toBe(printed(name));
      expect(of("var = out.var")?.prints).toMatch(/^tensor\(\[\[0\.0231\],\s+\[0\.0398\]\]\)$/);
      expect([of("out_norm = ")?.marked, of("nn.LayerNorm")?.marked]).toEqual(["0.6159", "0.6745"]);
    }));

  test("follows seed, input, unit and the learner's own inputs", () =>
    withSection("book", {}, async (page) => {
      await page.locator("#book-figure").getByRole("radio", { name: "B" }).check();
      await cell(page, "book", "out", 3).click();
      expect((await linesOf(page)).filter(({ marked }) => marked).map(({ marked }) => marked)).toEqual(
        expect.arrayContaining(["0.5198", "0.2170", "0.0398", "1.5173"]),
      );
      await page.locator("#book .input-slider").getByRole("slider").fill("1.5");
      expect((await linesOf(page))[0].code).toMatch(/torch\.randn\(2, 5\)\nx\[1, 0\] = 1\.5$/);
      await page.getByRole("button", { name: "Other weights" }).click();
      expect((await linesOf(page))[0].code).toBe("torch.manual_seed(124)\nx = torch.randn(2, 5)");
    }));

  test("in the formula, weight and term stand apart", () =>
    withSection("book", { viewport: { width: 1280, height: 800 }, looks: true }, async (page) => {
      const gaps = await page.locator("#book .unit-formula tbody tr[data-input]").evaluateAll((all) =>
        all.map((row) => {
          const texts = Array.from(row.children, (cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            return range.getBoundingClientRect();
          });
          return texts[2].left - texts[1].right;
        }),
      );
      expect(gaps).toHaveLength(5);
      for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(8);
    }));
});
