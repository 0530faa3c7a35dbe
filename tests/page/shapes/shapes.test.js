/** Sections 4 to 6 in a real browser: predict, act, and every number as PyTorch computed it. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import page from "../../fixtures/page.json";
import { formatCells } from "../../../web/page/model/format.js";
import { cell, cellTexts, panel, withPage } from "../helpers/browser.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** As cells show numbers, with a plain hyphen. @param {readonly (number | string)[]} values */
const texts = (values) => formatCells(Float32Array.from(values, Number)).map((text) => text.replace("−", "-"));

/** @param {string} tensor @param {readonly number[]} dims @param {number} [correction] */
function statistics(tensor, dims, correction = 1) {
  const found = page.statistics.find(
    (each) => each.tensor === tensor && `${each.dims}` === `${dims}` && each.correction === correction,
  );
  if (!found) throw new Error(`no statistics of ${tensor} over ${dims}`);
  return found;
}

/** @param {string} tensor @param {readonly number[]} dims */
function naive(tensor, dims) {
  const found = page.naive.find((each) => each.tensor === tensor && `${each.dims}` === `${dims}`);
  if (!found) throw new Error(`nothing naive of ${tensor} over ${dims}`);
  return found;
}

/** What PyTorch says of x − mean. @param {readonly number[]} shape @param {readonly number[]} dims */
const raised = (shape, dims) =>
  page.broadcasts.find((each) => `${each.shape}` === `${shape}` && `${each.dims}` === `${dims}`)?.error ?? "";

/** @param {Page} where @param {string} section @param {"predict" | "check"} kind */
const question = (where, section, kind) => where.locator(`#${section} .question[data-kind=${kind}]`);

/** The text of an element, its minus signs and spaces plain. @param {import("playwright").Locator} locator */
const plain = async (locator) => (await locator.innerText()).replaceAll("−", "-").replace(/\s+/g, " ").trim();

/** The drawing of how shapes line up, row by row. @param {Page} where @param {string} within */
const drawing = (where, within) =>
  where
    .locator(`${within} .broadcast tbody tr`)
    .evaluateAll((rows) =>
      rows.map((row) => Array.from(row.querySelectorAll("td"), (td) => td.textContent?.replace(/\s+/g, " ").trim())),
    );

describe("section 4, dim", () => {
  test("predict, act, reveal", () =>
    withPage({}, async (where) => {
      const predict = question(where, "dim", "predict");
      await predict.getByRole("button", { name: "2", exact: true }).click();
      expect(await plain(predict.locator(".why"))).toContain("Now press dim 0");
      await where.locator("#dim .axes").getByRole("button", { name: "dim 0 size 2" }).click();
      expect(await cellTexts(where, "dim", "mean")).toEqual(texts(statistics("book", [0]).mean));
      expect(await plain(predict.locator(".why"))).toContain("Not quite. That many values go into each mean");
    }));

  test("says which dim disappears, what is left, and one result per what", () =>
    withPage({}, async (where) => {
      const line = where.locator("#dim .step-line");
      expect(await plain(line)).toMatch(/^Dim 1 disappears, dim 0 is left: 2 means, one per row, of 6 values\. /);
      expect(await plain(line)).toContain("x[0, :] share the mean");
      await where.locator("#dim .axes").getByRole("button", { name: "Reduce dim 0 as well" }).click();
      expect(await plain(line)).toContain("Dims 0 and 1 disappear, none is left: one mean, of 12 values. x[:, :]");
      expect(await cellTexts(where, "dim", "mean")).toEqual(texts(statistics("book", [0, 1]).mean));
      expect(await plain(line)).toContain(texts(statistics("book", [0, 1]).mean)[0]);
    }));

  test("the check explains itself, and then there is another", () =>
    withPage({}, async (where) => {
      const check = question(where, "dim", "check");
      const first = await plain(check.locator(".prompt"));
      await check.getByRole("button", { name: "[2]", exact: true }).click();
      expect(await plain(check.locator(".why"))).toMatch(/^Yes\. 2 means, each of 6 values\. Without keepdim/);
      await check.getByRole("button", { name: "Another question" }).click();
      expect(await plain(check.locator(".prompt"))).not.toBe(first);
    }));
});

describe("section 5, shapes", () => {
  test("[2, 6] minus [2] raises an error, in PyTorch's words", () =>
    withPage({}, async (where) => {
      const error = raised([2, 6], [1]);
      expect(error).toMatch(/^RuntimeError/);
      expect(await plain(where.locator("#shapes .panels .raised"))).toBe(error);
      const means = texts(statistics("book", [1]).mean).join(", ");
      expect(await plain(where.locator("#shapes .prose"))).toContain(`[${means}]: a 1-D tensor, of shape [2]`);
      expect(await drawing(where, "#shapes-figure")).toEqual([
        ["2", "6"],
        ["1 filled instretched to → 2", "2does not match ≠ 6of dim 0"],
        ["no shape: an error"],
      ]);
    }));

  test("a square raises nothing, and shows which numbers were mixed", () =>
    withPage({}, async (where) => {
      const predict = question(where, "shapes", "predict");
      await predict.getByRole("button", { name: "Raise the same error" }).click();
      expect(await plain(predict.locator(".why"))).toContain("choose the square");
      await where.locator("#shapes").getByLabel("Example").selectOption("square");
      expect(await plain(predict.locator(".why"))).toContain("Not quite.");
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
      expect(await plain(line)).toContain(
        "x[1, 2] is in row B, but the mean of row C is subtracted from it. 6 of 9 values",
      );
      await cell(where, "shapes", "out", 4).click();
      expect(await plain(line)).toContain(
        "the mean of row B is subtracted from it, by luck: 6 of 9 values meet the wrong one.",
      );
    }));

  test("and one press puts it right", () =>
    withPage({ query: "?shapes.preset=square" }, async (where) => {
      await where.locator("#shapes .met").getByRole("button", { name: "Set keepdim=True" }).click();
      expect(await cellTexts(where, "shapes", "out")).toEqual(texts(naive("square", [1]).meantCentred));
      expect(await panel(where, "shapes", "out").locator("[data-wrong]").count()).toBe(0);
      expect(await plain(where.locator("#shapes .met"))).toContain("every value meets its own mean");
      expect(await drawing(where, "#shapes-figure")).toEqual([
        ["3", "3"],
        ["3", "1stretched to → 3"],
        ["3", "3"],
      ]);
    }));

  test("three dims: a clash, and a fit by accident", () =>
    withPage({ query: "?shapes.preset=notebook" }, async (where) => {
      expect(await plain(where.locator("#shapes .panels .raised"))).toBe(raised([2, 4, 12], [2]));
      await where.locator("#shapes .axes").getByRole("button", { name: "dim 0 size 2" }).click();
      expect(await where.locator("#shapes .panels .raised").count()).toBe(0);
      expect(await cellTexts(where, "shapes", "out")).toEqual(texts(naive("notebook", [0]).meantCentred));
    }));
});

describe("the shape checker", () => {
  const findings = (/** @type {Page} */ where) => plain(where.locator(".findings"));

  test("counts, lines up and names the layer", () =>
    withPage({}, async (where) => {
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
    withPage({}, async (where) => {
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
    withPage({}, async (where) => {
      await where.locator("#checker-shape").fill("2, 6");
      await where.locator("#checker-dims").fill("5");
      const { error } = /** @type {{ error: string }} */ (page.dims.find((each) => `${each.dims}` === "5"));
      expect(await plain(where.locator("#checker-error"))).toBe(error.replaceAll("−", "-"));
      expect(await where.locator("#checker-dims").getAttribute("aria-invalid")).toBe("true");
      expect(await where.locator(".findings").count()).toBe(0);
      await where.locator("#checker-shape").fill("-2, 6");
      expect(await plain(where.locator("#checker-error"))).toContain("negative dimension -2: [-2, 6]");
    }));

  test("warns of the square", () =>
    withPage({}, async (where) => {
      await where.locator("#checker-shape").fill("[64, 64]");
      await where.locator(".checker").getByRole("radio", { name: "False" }).check();
      expect(await findings(where)).toContain("No error, and wrong numbers. Lined up from the right, [64, 64] and");
      expect(await findings(where)).toContain("x - x.mean(dim=-1, keepdim=True)");
    }));
});

describe("section 6, three dims", () => {
  test("predict, act, reveal", () =>
    withPage({}, async (where) => {
      const predict = question(where, "three", "predict");
      await predict.getByRole("button", { name: "2", exact: true }).click();
      await where.locator("#three .axes").getByRole("button", { name: "Reduce dim 1 as well" }).click();
      expect(await plain(predict.locator(".why"))).toContain("Yes. Dims 1 and 2 disappear, and [2] is left");
    }));

  test("every set of dims gives PyTorch's means and variances of seed 278", () =>
    withPage({}, async (where) => {
      const sets = where.locator("#three .dim-sets tbody tr");
      const cases = page.statistics.filter((each) => each.tensor === "notebook" && each.correction === 1);
      expect(await sets.count()).toBe(cases.length);
      for (const { dims, mean, variance, keptShape } of cases) {
        const name = dims.length === 1 ? String(dims[0] === 2 ? "−1" : dims[0]) : `(${dims.join(", ")})`;
        const row = sets.filter({ has: where.getByRole("button", { name, exact: true }) });
        await row.getByRole("button").click();
        expect(await plain(row)).toContain(` ${mean.length} ${96 / mean.length} [${keptShape.join(", ")}]`);
        expect(await cellTexts(where, "three", "mean"), name).toEqual(texts(mean));
        expect(await cellTexts(where, "three", "variance"), name).toEqual(texts(variance));
      }
    }));

  test("names the dims: which values share a mean", () =>
    withPage({}, async (where) => {
      await where.locator("#three").getByLabel("Example").selectOption("tokens");
      const line = await plain(where.locator("#three .step-line"));
      expect(line).toContain("Dim 2 (embedding) disappears, dims 0 and 1 (batch, tokens) are left:");
      expect(line).toContain("2 · 4 = 8 means, one per example and token, of 12 values");
      await cell(where, "three", "x", 50).click();
      const mean = texts(statistics("notebook", [2]).mean)[4];
      expect(await plain(where.locator("#three .step-line"))).toContain(`x[1, 0, :] share the mean ${mean}`);
    }));

  test("GPT-2's width", () =>
    withPage({ query: "?three.preset=gpt2" }, async (where) => {
      expect(await cellTexts(where, "three", "mean")).toEqual(texts(statistics("gpt2", [2]).mean));
      expect(await plain(where.locator("#three .step-line"))).toContain("of 768 values");
    }));
});
