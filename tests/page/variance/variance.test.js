/** Variance and eps in a browser: predict, act, reveal, and every number as PyTorch computed it. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { errata } from "../../../web/page/sections/variance/errata.js";
import fixtures from "../../fixtures/page.json" with { type: "json" };
import { cellTexts, question, withPage, withSection } from "../helpers/browser.js";
import { expectNumbers, oneLine } from "../helpers/texts.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

describe("variance and eps", () => {
  /** @param {Page} page @param {"A" | "B"} side @param {string} name */
  const choose = (page, side, name) => page.getByRole("radio", { name: `${side}: ${name}` }).check();
  /** What stands in a line of the comparison. @param {Page} page @param {string} name */
  const line = async (page, name) =>
    (await page.locator(`#variance .same-row tr:has(th[scope="row"]:text-is("${name}")) td`).allInnerTexts()).map(
      oneLine,
    );
  /** @param {Page} page */
  const summary = async (page) => oneLine(await page.locator("#variance .summary").innerText());
  /** @param {Page} page @param {string} row */
  const takeRow = (page, row) => page.locator("#variance").getByLabel("Row", { exact: true }).selectOption(row);

  /** @type {Record<string, [correction: 0 | 1, eps: number, epsAt: string, center: boolean]>} */
  const FORMULAS = {
    "The book’s cells": [1, 0, "inside", true],
    "torch.nn.LayerNorm": [0, 1e-5, "inside", true],
    Tensor2Tensor: [0, 1e-6, "inside", true],
    BERT: [0, 1e-12, "inside", true],
    Keras: [0, 1e-3, "inside", true],
    "The Annotated Transformer": [1, 1e-6, "outside", true],
    "A notebook’s formula": [1, 1e-5, "inside", true],
    RMSNorm: [0, 1e-6, "inside", false],
  };
  /** @param {string} row @param {string} name */
  function wanted(row, name) {
    const [correction, eps, epsAt, center] = FORMULAS[name];
    const found = fixtures.recipes.find(
      (one) =>
        `${[one.row, one.correction, one.eps, one.epsAt, one.center]}` === `${[row, correction, eps, epsAt, center]}`,
    );
    if (!found) throw new Error(`no fixture of ${name} on ${row}`);
    return found;
  }

  for (const row of ["bookRow", "tens", "tenths", "constantRow"]) {
    test(`every formula shows PyTorch’s numbers of ${row}, as A and as B`, () =>
      withSection("variance", {}, async (page) => {
        await takeRow(page, row);
        for (const name of Object.keys(FORMULAS)) {
          const { y } = wanted(row, name);
          await choose(page, "A", name);
          await choose(page, "B", name);
          for (const side of ["A", "B"]) expectNumbers((await line(page, side)).slice(0, y.length), y);
          expectNumbers(await cellTexts(page, "variance", "out"), y);
          expect(await summary(page)).toBe("Not one bit differs.");
          expect(await page.locator("#variance .formulas math").count()).toBe(2);
        }
      }));
  }

  test("Keras beside the book’s cells: predict, compare, reveal", () =>
    withSection("variance", {}, async (page) => {
      const predict = question(page, "variance", "predict");
      expect(await predict.locator(".prompt").textContent()).toContain("0.6159");
      await predict.getByRole("button", { name: "between the two" }).click();
      expect(await predict.locator(".why").textContent()).toContain("Noted");
      expect(await line(page, "B")).toEqual([]);
      await choose(page, "B", "Keras");
      expect(await predict.locator(".why").textContent()).toContain("Yes.");
      expect(await page.locator("#variance [data-strip] strong").allTextContents()).toEqual(
        expect.arrayContaining(["0.6159", "0.8333", (await line(page, "B"))[0]]),
      );
    }));

  test("the book’s cells and its class, compared", () =>
    withSection("variance", {}, async (page) => {
      await page.locator("#variance .trap").getByRole("button", { name: "Compare them" }).click();
      expect((await line(page, "A")).slice(0, 2)).toEqual(["0.6159", "1.4126"]);
      expect((await line(page, "B")).slice(0, 2)).toEqual(["0.6745", "1.5470"]);
      const marked = page.locator('#variance .same-row tr:has(th:text-is("B")) b');
      expect((await marked.allTextContents()).slice(0, 2)).toEqual(["745", "5470"]);
      expect(await marked.first().evaluate((b) => getComputedStyle(b).textDecorationLine)).toBe("underline");
      expect(await summary(page)).toBe("The largest difference is 0.1344, in x̂[1].");
      // The variance after, over n: what comes before the one over n − 1.
      expectNumbers((await line(page, "A")).slice(-2, -1), [5 / 6]);
      expectNumbers((await line(page, "B")).slice(-2, -1), [wanted("bookRow", "torch.nn.LayerNorm").varianceAfter]);
    }));

  test("B is in the link, and Reset takes it away", () =>
    withSection("variance", { query: "?variance.beside=class" }, async (page) => {
      expect((await line(page, "B")).slice(0, 2)).toEqual(["0.6745", "1.5470"]);
      await choose(page, "B", "Keras");
      await expect.poll(() => new URL(page.url()).search).toBe("?variance.beside=keras");
      await page.locator("#variance").getByRole("button", { name: "Reset" }).click();
      expect(await line(page, "B")).toEqual([]);
    }));

  test("nearly equal values stay nearly equal where eps is not small beside their variance", () =>
    withSection("variance", { query: "?variance.preset=nearlyEqual" }, async (page) => {
      await choose(page, "B", "torch.nn.LayerNorm");
      const b = (await line(page, "B")).slice(0, 5).map(Number);
      expect(Math.max(...b.map(Math.abs))).toBeLessThan(0.0633);
      expect(Math.max(...b.map(Math.abs))).toBeGreaterThan(0.0631);
      const told = oneLine(await page.locator("#variance .comparison dl").innerText());
      expect(told).toMatch(/variance var ÷ \(var \+ eps\) = 2e-08 ÷ \(2e-08 \+ 1e-05\) = 0\.0020/);
    }));

  test("a constant row is NaN without eps, and 0 with one", () =>
    withSection("variance", { query: "?variance.preset=constantRow" }, async (page) => {
      await choose(page, "B", "Keras");
      expect(await summary(page)).toBe("A gives NaN where B gives 0.0000.");
      const told = oneLine(await page.locator("#variance .comparison dl").innerText());
      expect(told).toContain("Nothing crashes");
      expect(told).toContain("0 is divided by a root that eps keeps above 0: the result is 0");
    }));

  test("A is the figure: set there, undone in one step", () =>
    withSection("variance", {}, async (page) => {
      await choose(page, "A", "The Annotated Transformer");
      const chosen = page.locator("#variance .shelf input[name='recipe-A']:checked");
      await page.locator("#variance").getByRole("button", { name: "Undo", exact: true }).click();
      expect(await chosen.getAttribute("aria-label")).toBe("A: The book’s cells");
      await page.locator("#variance .toolbar").getByRole("radio", { name: "n", exact: true }).check();
      expect(await chosen.count()).toBe(0);
      expect(await page.locator("#variance .formulas").innerText()).toContain("As set below: n, no eps");
    }));

  test("in a lesson that has fixed eps, only formulas with that eps are followed", () =>
    withSection("variance", { query: "?lock=eps" }, async (page) => {
      await page.getByRole("radio", { name: "A: Keras" }).click();
      const chosen = page.locator("#variance .shelf input[name='recipe-A']:checked");
      expect(await chosen.getAttribute("aria-label")).toBe("A: The book’s cells");
      await choose(page, "B", "Keras");
      expect((await line(page, "B")).length).toBeGreaterThan(0);
    }));

  test("the traps’ links set the square, and the six numbers whose mean prints as the book’s", () =>
    withPage({}, async (page) => {
      await page.locator("#variance .trap a", { hasText: "square" }).click();
      await expect.poll(() => page.locator("#shapes").getByLabel("Example").inputValue()).toBe("square");
      await page.locator("#variance .trap a", { hasText: "bits" }).click();
      await expect.poll(() => page.locator("#precision-six [data-strip]").textContent()).toContain("−5.9605e−08");
    }));

  test("what is written elsewhere stands beside what is right: one row at first, then all", () =>
    withSection("variance", {}, async (page) => {
      const rows = () =>
        page
          .locator("#variance .errata tbody tr")
          .evaluateAll((all) => all.map((row) => Array.from(row.children, (cell) => cell.textContent)));
      const all = errata().map(({ written, right, here }) => [written, right, here]);
      expect(await rows()).toEqual(all.slice(0, 1));
      await page.getByRole("button", { name: "All ten" }).click();
      expect(await rows()).toEqual(all);
    }));

  test("the two words: the row is the one of the selected cell", () =>
    withSection("variance", { query: "?variance.preset=words" }, async (page) => {
      expect((await line(page, "x")).slice(0, 5)).toEqual(["10", "20", "30", "40", "50"]);
      const first = await line(page, "A");
      await page.locator('#variance-figure [data-panel="x"] [data-index="7"]').click();
      await expect.poll(async () => (await line(page, "x"))[0]).toBe("1.0000");
      expect((await line(page, "A")).slice(0, 5)).toEqual(first.slice(0, 5));
    }));

  test("the check explains every answer, and then asks another", () =>
    withPage({}, async (page) => {
      for (const section of ["family", "variance"]) {
        const check = question(page, section, "check");
        const first = await check.locator(".prompt").textContent();
        await check.locator(".answer").first().click();
        expect(await check.locator(".why").textContent()).toMatch(/^(Yes|Not quite)\. ./);
        await check.getByRole("button", { name: "Another question" }).click();
        expect(await check.locator(".prompt").textContent()).not.toBe(first);
      }
    }));
});
