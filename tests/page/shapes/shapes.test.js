/** The section about shapes in a browser: predict, act, and every number as PyTorch computed it. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import page from "../../fixtures/page.json";
import { painted } from "../helpers/acts.js";
import { cell, cellTexts, panel, question, withSection } from "../helpers/browser.js";
import { said, statistics, texts } from "../helpers/texts.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** @param {string} tensor @param {readonly number[]} dims */
function naive(tensor, dims) {
  const found = page.naive.find((each) => each.tensor === tensor && `${each.dims}` === `${dims}`);
  if (!found) throw new Error(`nothing naive of ${tensor} over ${dims}`);
  return found;
}

/** What PyTorch says of x − mean. @param {readonly number[]} shape @param {readonly number[]} dims */
const raised = (shape, dims) =>
  page.broadcasts.find((each) => `${each.shape}` === `${shape}` && `${each.dims}` === `${dims}`)?.error ?? "";

/** The drawing of how shapes line up, row by row. @param {Page} where @param {string} within */
const drawing = (where, within) =>
  where
    .locator(`${within} .broadcast tbody tr`)
    .evaluateAll((rows) =>
      rows.map((row) => Array.from(row.querySelectorAll("td"), (td) => td.textContent?.replace(/\s+/g, " ").trim())),
    );

describe("shapes, keepdim, broadcasting", () => {
  test("[2, 6] minus [2] raises an error, in PyTorch's words", () =>
    withSection("shapes", {}, async (where) => {
      const error = raised([2, 6], [1]);
      expect(error).toMatch(/^RuntimeError/);
      expect(await said(where.locator("#shapes .panels .raised"))).toBe(error);
      const means = texts(statistics("book", [1]).mean).join(", ");
      expect(await said(where.locator("#shapes .prose"))).toContain(`[${means}]: a 1-D tensor, of shape [2]`);
      expect(await drawing(where, "#shapes-figure")).toEqual([
        ["2", "6"],
        ["1 filled instretched to → 2", "2does not match ≠ 6of dim 0"],
        ["no shape: an error"],
      ]);
    }));

  test("a square raises nothing, and shows which numbers were mixed", () =>
    withSection("shapes", {}, async (where) => {
      const predict = question(where, "shapes", "predict");
      await predict.getByRole("button", { name: "9", exact: true }).click();
      expect(await said(predict.locator(".why"))).toContain("choose the square");
      await where.locator("#shapes").getByLabel("Example").selectOption("square");
      expect(await said(predict.locator(".why"))).toContain("Not quite.");
      const { centred, met, meantCentred } = naive("square", [1]);
      const shown = panel(where, "shapes", "out").locator(".cell");
      expect((await shown.allTextContents()).map((text) => text.replace("−", "-"))).toEqual(texts(centred));
      const wrong = centred.flatMap((value, index) => (value === meantCentred[index] ? [] : [index]));
      expect(
        await panel(where, "shapes", "out")
          .locator("[data-wrong]")
          .evaluateAll((cells) => cells.map((each) => Number(each.getAttribute("data-index")))),
      ).toEqual(wrong);
      const line = where.locator("#shapes .met");
      await cell(where, "shapes", "out", 5).click();
      expect(met[5]).toBe(statistics("square", [1]).mean[2]);
      expect(await said(line)).toContain(
        "x[1, 2] is in row B, but the mean of row C is subtracted from it. 6 of 9 values",
      );
      await cell(where, "shapes", "out", 4).click();
      expect(await said(line)).toContain(
        "the mean of row B is subtracted from it, by luck: 6 of 9 values meet the wrong one.",
      );
    }));

  test("and one press puts it right", () =>
    withSection("shapes", { query: "?shapes.preset=square" }, async (where) => {
      await where.locator("#shapes .kept").getByRole("button", { name: "Set keepdim=True" }).click();
      expect(await cellTexts(where, "shapes", "out")).toEqual(texts(naive("square", [1]).meantCentred));
      expect(await panel(where, "shapes", "out").locator("[data-wrong]").count()).toBe(0);
      expect(await said(where.locator("#shapes .met"))).toContain("every value meets its own mean");
      expect(await drawing(where, "#shapes-figure")).toEqual([
        ["3", "3"],
        ["3", "1stretched to → 3"],
        ["3", "3"],
      ]);
    }));

  test("three dims: a clash, and a fit by accident", () =>
    withSection("shapes", { query: "?shapes.preset=notebook" }, async (where) => {
      expect(await said(where.locator("#shapes .panels .raised"))).toBe(raised([2, 4, 12], [2]));
      await where.locator("#shapes .axes").getByRole("button", { name: "dim 0 size 2" }).click();
      expect(await where.locator("#shapes .panels .raised").count()).toBe(0);
      expect(await cellTexts(where, "shapes", "out")).toEqual(texts(naive("notebook", [0]).meantCentred));
    }));
});

describe("what is shown", () => {
  test("the error stands in the figure once", () =>
    withSection("shapes", { explained: false }, async (where) => {
      const text = await where.locator("#shapes-figure").innerText();
      expect(text.match(/RuntimeError/g)).toHaveLength(1);
      expect(await said(where.locator("#shapes .tracks .raised"))).toBe(
        "x - mean raises an error: the dots stay where x is.",
      );
    }));

  for (const width of [1280, 1000, 768, 390, 320]) {
    test(`“show broadcast” stays where it is, and what it shows in its cells, at ${width} px`, () =>
      withSection("dim", { viewport: { width, height: 844 }, explained: false }, async (where) => {
        const button = where.locator("#dim .copies-toggle");
        for (const dim of [0, 1]) {
          if (dim === 0) await where.locator("#dim .axis [aria-pressed]").first().click();
          await button.scrollIntoViewIfNeeded();
          const before = await button.boundingBox();
          await button.click();
          await painted(where);
          expect((await button.boundingBox())?.y).toBe(before?.y);
          const copies = where.locator("#dim [data-panel=x] small");
          expect(await copies.first().textContent()).toMatch(dim === 0 ? /^−\(−0\.\d+\)$/ : /^−3\.400/);
          const tight = await copies.evaluateAll((all) =>
            all.flatMap((copy) => {
              const range = document.createRange();
              range.selectNodeContents(copy);
              const [text, cell] = [range, /** @type {Element} */ (copy.parentElement)].map((each) =>
                each.getBoundingClientRect(),
              );
              const isIn = text.left >= cell.left && text.right <= cell.right && text.bottom <= cell.bottom + 1;
              return isIn ? [] : [`${copy.textContent}: ${text.width} of ${cell.width}`];
            }),
          );
          expect(tight).toEqual([]);
          await button.click();
          if (dim === 0) await where.locator("#dim .axis [aria-pressed]").nth(1).click();
        }
      }));
  }
});

describe("the shape checker", () => {
  const findings = (/** @type {Page} */ where) => said(where.locator(".findings"));

  test("counts, lines up and names the layer", () =>
    withSection("shapes", {}, async (where) => {
      const text = await findings(where);
      expect(text).toContain("shape [32, 128, 1]: 4,096 of each, over 768 values");
      expect(text).toContain("nn.LayerNorm([768]) learns 1,536 numbers");
      expect(text).toContain("x - x.mean(dim=-1, keepdim=True)");
      expect(await drawing(where, ".checker")).toEqual([
        ["32", "128", "768"],
        ["32", "128", "1stretched to → 768"],
        ["32", "128", "768"],
      ]);
    }));

  test("by keyboard: a shape, dims, keepdim, and the dims as buttons", () =>
    withSection("shapes", {}, async (where) => {
      await where.locator("#checker-shape").focus();
      await where.keyboard.press("Control+a");
      await where.keyboard.type("2x6");
      await where.keyboard.press("Tab");
      await where.keyboard.press("Tab");
      await where.keyboard.press("ArrowRight");
      expect(await findings(where)).toContain(raised([2, 6], [1]));
      await where.keyboard.press("Tab");
      await where.keyboard.press("Enter");
      expect(await where.locator("#checker-dims").inputValue()).toBe("0, 1");
      expect(await findings(where)).toContain("a single number");
      await where.keyboard.press("Tab");
      await where.keyboard.press("Space");
      expect(await where.locator("#checker-dims").inputValue()).toBe("0");
      await where.keyboard.press("Shift+Tab");
      await where.keyboard.press("Enter");
      expect(await where.locator("#checker-dims").inputValue()).toBe("0");
    }));

  test("explains what cannot be, in PyTorch's words", () =>
    withSection("shapes", {}, async (where) => {
      await where.locator("#checker-shape").fill("2, 6");
      await where.locator("#checker-dims").fill("5");
      const { error } = /** @type {{ error: string }} */ (page.dims.find((each) => `${each.dims}` === "5"));
      expect(await said(where.locator("#checker-error"))).toBe(error.replaceAll("−", "-"));
      expect(await where.locator("#checker-dims").getAttribute("aria-invalid")).toBe("true");
      expect(await where.locator(".findings").count()).toBe(0);
      await where.locator("#checker-shape").fill("-2, 6");
      expect(await said(where.locator("#checker-error"))).toContain("negative dimension -2: [-2, 6]");
    }));

  test("warns of the square", () =>
    withSection("shapes", {}, async (where) => {
      await where.locator("#checker-shape").fill("[64, 64]");
      await where.locator(".checker").getByRole("radio", { name: "False" }).check();
      expect(await findings(where)).toContain("No error, and wrong numbers. Lined up from the right, [64, 64] and");
      expect(await findings(where)).toContain("x - x.mean(dim=-1, keepdim=True)");
    }));
});
