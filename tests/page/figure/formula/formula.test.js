/** The formula of the selected cell: its numbers, where they lead, and that it fits. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../../chromium.js";
import { cell, cellTexts, focused, withPage, withSection } from "../../helpers/browser.js";
import { layerOutput } from "../../helpers/book.js";
import { plain, statistics } from "../../helpers/texts.js";

useBrowser();

/** Of the book's second value: with four decimals, 1.4126 would not come out. */
const { mean, variance } = statistics("book", [1]);
const inner = [
  ["x", layerOutput().data[1]],
  ["mean", Number(mean[0])],
  ["variance", Number(variance[0])],
].map(([from, value]) => [from, Number(value).toFixed(6)]);

/** A number as the cells have it, however many digits the arithmetic asked for. @param {string} text */
const rounded = (text) => text.replace(/[-\d.]+$/, (number) => String(Number(Number(number).toFixed(4))));

/** @param {import("playwright").Page} page @param {string} section */
const formulaOf = (page, section) => page.locator(`#${section} .formula`);

/**
 * The numbers of the formula, as "from text", and the result.
 * @param {import("playwright").Page} page
 * @param {string} section
 */
async function numbers(page, section) {
  const formula = formulaOf(page, section);
  const sources = await formula
    .locator("mn[data-from]")
    .evaluateAll((all) => all.map((mn) => `${mn.getAttribute("data-from")} ${mn.textContent}`));
  return [...sources, `= ${await formula.locator(".result").textContent()}`].map(plain);
}

/** @param {import("playwright").Page} page @param {string} section */
const chips = async (page, section) => (await formulaOf(page, section).locator(".chip").allTextContents()).map(plain);

describe("the numbers", () => {
  test("each is in the formula and, as a button, below it; each leads to its cell", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      await cell(page, "dim", "out", 1).click();
      expect(await numbers(page, "dim")).toEqual([...inner.map(([from, text]) => `${from} ${text}`), "= 1.4126"]);
      expect(await chips(page, "dim")).toEqual([
        `x[0, 1] ${inner[0][1]}`,
        `mean A ${inner[1][1]}`,
        `var over n - 1 A ${inner[2][1]}`,
      ]);
      await formulaOf(page, "dim").getByRole("button", { name: "mean A" }).click();
      expect(await focused(page)).toEqual(["mean", "0"]);
      const row = ["0.2260", "0.3470", "0", "0.2216", "0", "0"];
      expect(await numbers(page, "dim")).toEqual([...row.map((text) => `x ${text}`), "= 0.1324"]);
      expect(await chips(page, "dim")).toEqual(row.map((text, i) => `[0, ${i}] ${text}`));
      await formulaOf(page, "dim").locator("mn[data-from]").nth(3).click();
      expect(await focused(page)).toEqual(["x", "3"]);
    }));

  test("nothing inside a formula can have the focus", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      expect(await page.locator("math :is(button, a, [tabindex])").count()).toBe(0);
      expect(await formulaOf(page, "dim").locator("math mfrac").count()).toBe(2);
    }));

  test("they are those of the selected cell, whichever it is", () => {
    const query = "?dim.preset=book&dim.weight=1,2,3&dim.bias=0,1,-1&dim.x=3x3:1,2,4,0,-1,7,3,3,5&dim.stage=3";
    return withSection("dim", { query }, async (page) => {
      for (const dim of [1, 0]) {
        await page
          .locator("#dim")
          .getByRole("button", { name: `dim ${dim}`, exact: false })
          .first()
          .click();
        await cell(page, "dim", "weight", 1).click();
        await page.keyboard.type("2");
        await page.keyboard.press("Enter");
        const [x, mean, variance, out, weight, bias, y] = await Promise.all(
          ["x", "mean", "variance", "out", "weight", "bias", "y"].map((name) => cellTexts(page, "dim", name)),
        );
        for (const index of [0, 5, 7]) {
          const [row, column] = [Math.floor(index / 3), index % 3];
          const [group, place] = dim === 1 ? [row, column] : [column, row];
          await cell(page, "dim", "out", index).click();
          await expect
            .poll(async () => (await numbers(page, "dim")).map(rounded))
            .toEqual(
              [`x ${x[index]}`, `mean ${mean[group]}`, `variance ${variance[group]}`, `= ${out[index]}`].map(rounded),
            );
          await cell(page, "dim", "y", index).click();
          await expect
            .poll(async () => (await numbers(page, "dim")).map(rounded))
            .toEqual(
              [`out ${out[index]}`, `weight ${weight[place]}`, `bias ${bias[place]}`, `= ${y[index]}`].map(rounded),
            );
        }
      }
    });
  });

  test("what is squared in a variance is x less its mean", () =>
    withSection("dim", { query: "?dim.preset=book&dim.at=variance:6&dim.correction=0" }, async (page) => {
      await expect.poll(async () => (await numbers(page, "dim")).at(-1)).toBe("= 0.0332");
      const shown = (await numbers(page, "dim")).slice(0, -1).map((text) => Number(text.slice(2)));
      const sum = shown.reduce((total, value) => total + value ** 2, 0);
      expect(sum / 6).toBeCloseTo(0.0332, 3);
      expect(await formulaOf(page, "dim").locator("math.numbers mfrac > mn").textContent()).toBe("6");
    }));

  test("a long sum is cut short: the first terms, and the last", () =>
    withSection("three", { query: "?three.preset=gpt2&three.at=mean:0" }, async (page) => {
      await expect.poll(async () => (await numbers(page, "three")).length).toBe(5);
      expect(await chips(page, "three")).toHaveLength(4);
      expect((await chips(page, "three"))[3]).toContain("[0, 0, 767]");
      expect(await formulaOf(page, "three").locator("math.numbers").textContent()).toContain("⋯");
      await formulaOf(page, "three").locator(".chip").nth(3).click();
      await expect.poll(() => focused(page)).toEqual(["x", "767"]);
    }));

  test("RMSNorm has no mean, and eps may stand outside the root", () =>
    withPage({ query: "?family.center=false&variance.epsAt=outside&variance.eps=1e-6" }, async (page) => {
      expect((await numbers(page, "family")).map((text) => text.split(" ")[0])).toEqual(["x", "variance", "="]);
      expect((await chips(page, "family"))[1]).toContain("mean x²");
      const outside = formulaOf(page, "variance").locator("math.numbers");
      expect(await outside.locator("msqrt mo").count()).toBe(0);
      expect(plain(await outside.locator("mfrac > :nth-child(2)").textContent())).toMatch(/\+1e-06$/);
    }));

  test("where the shapes fit by chance, the statistic is the one that was met", () =>
    withSection("shapes", { query: "?shapes.preset=square&shapes.stage=2&shapes.at=out:1" }, async (page) => {
      await expect.poll(() => chips(page, "shapes")).toEqual(["x[0, 1] 2", "mean B 4", "var over n - 1 B 16"]);
      expect(await numbers(page, "shapes")).toEqual(["x 2", "mean 4", "variance 16", "= -0.5000"]);
      expect(await formulaOf(page, "shapes").locator(".saying").textContent()).toContain("of row B");
      await cell(page, "shapes", "out", 4).click();
      await expect.poll(() => formulaOf(page, "shapes").locator(".saying").textContent()).toContain("by luck");
    }));

  test("a value that the lesson has fixed is not edited here either", () =>
    withSection("dim", { query: "?dim.preset=book&lock=x" }, async (page) => {
      const editor = formulaOf(page, "dim").locator(".value-editor");
      expect(await editor.locator("input").getAttribute("readonly")).not.toBe(null);
      expect(await editor.getByRole("button", { name: "Raise" }).getAttribute("aria-disabled")).toBe("true");
      expect(await editor.textContent()).toContain("fixed");
    }));
});

describe("the links", () => {
  test("a number under the pointer lights its cells and its line of code, and a cell its numbers", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      const lit = () => page.locator("#dim .line[data-lit]").allTextContents();
      await formulaOf(page, "dim").locator("mn[data-from=mean]").hover();
      await expect.poll(lit).toEqual(["mean = x.mean(dim=-1, keepdim=True)\n"]);
      await formulaOf(page, "dim").locator(".chip[data-from=variance]").hover();
      await expect.poll(lit).toEqual(["var = x.var(dim=-1, keepdim=True)\n"]);
      await cell(page, "dim", "out", 1).hover();
      await expect.poll(lit).toEqual([]);
      await expect
        .poll(() => formulaOf(page, "dim").locator("[data-twin]").allTextContents())
        .toEqual([inner[0][1], `x[0, 1] ${inner[0][1]}`]);
    }));

  test("by keyboard too", () =>
    withSection("dim", { query: "?dim.preset=book" }, async (page) => {
      await formulaOf(page, "dim").locator(".chip").nth(1).focus();
      await expect.poll(() => page.locator("#dim .line[data-lit]").textContent()).toContain("mean = ");
      await page.keyboard.press("Enter");
      expect(await focused(page)).toEqual(["mean", "0"]);
    }));
});

describe("it fits", () => {
  const queries = [
    "?dim.preset=outlier&dim.at=variance:0",
    "?dim.preset=book&dim.at=mean:0",
    "?dim.preset=gpt2&dim.at=variance:0",
    "?dim.x=2x2:-98765.4321,12345.678,3,4&dim.at=out:0&dim.eps=1e-5",
    "?dim.x=2x2:-98765.4321,12345.678,3,4&dim.at=variance:0",
    "?dim.preset=book&dim.stage=3&dim.at=y:1&dim.weight=-1000.5,-2000.25,3,4,5,6&dim.bias=-1000.5,-2000.25,3,4,5,6",
  ];
  for (const width of [320, 768, 1440]) {
    test(`at ${width} px`, async () => {
      for (const query of queries) {
        await withSection("dim", { query, viewport: { width, height: 900 } }, async (page) => {
          await expect.poll(() => formulaOf(page, "dim").locator("math.numbers").count()).toBe(1);
          const beyond = await formulaOf(page, "dim").evaluate((pane) => {
            const { right } = pane.getBoundingClientRect();
            return [...pane.querySelectorAll("*")].filter((part) => part.getBoundingClientRect().right > right).length;
          });
          expect(beyond, query).toBe(0);
        });
      }
    });
  }
});
