/** The section about three dims in a browser: predict, act, and every number as PyTorch computed it. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import page from "../../fixtures/page.json";
import { cell, cellTexts, question, withSection } from "../helpers/browser.js";
import { said, statistics, texts } from "../helpers/texts.js";

useBrowser();

describe("three dims", () => {
  test("predict, act, reveal", () =>
    withSection("three", {}, async (where) => {
      const predict = question(where, "three", "predict");
      await predict.getByRole("button", { name: "2", exact: true }).click();
      await where.locator("#three .axes").getByRole("button", { name: "Reduce dim 1 as well" }).click();
      expect(await said(predict.locator(".why"))).toContain("Yes. Dims 1 and 2 disappear, and [2] is left");
    }));

  test("every set of dims gives PyTorch's means and variances of seed 278", () =>
    withSection("three", {}, async (where) => {
      const sets = where.locator("#three .dim-sets tbody tr");
      const cases = page.statistics.filter((each) => each.tensor === "notebook" && each.correction === 1);
      expect(await sets.count()).toBe(cases.length);
      for (const { dims, mean, variance, keptShape } of cases) {
        const name = dims.length === 1 ? String(dims[0] === 2 ? "−1" : dims[0]) : `(${dims.join(", ")})`;
        const row = sets.filter({ has: where.getByRole("button", { name, exact: true }) });
        await row.getByRole("button").click();
        expect(await said(row)).toContain(` ${mean.length} ${96 / mean.length} [${keptShape.join(", ")}]`);
        expect(await cellTexts(where, "three", "mean"), name).toEqual(texts(mean));
        expect(await cellTexts(where, "three", "variance"), name).toEqual(texts(variance));
      }
    }));

  test("names the dims: which values share a mean", () =>
    withSection("three", {}, async (where) => {
      await where.locator("#three").getByLabel("Example").selectOption("tokens");
      const line = await said(where.locator("#three .step-line"));
      expect(line).toContain("Dim 2 (embedding) disappears, dims 0 and 1 (batch, tokens) are left:");
      expect(line).toContain("2 · 4 = 8 means, one per example and token, of 12 values");
      await cell(where, "three", "x", 50).click();
      const mean = texts(statistics("notebook", [2]).mean)[4];
      expect(await said(where.locator("#three .step-line"))).toContain(`x[1, 0, :] share the mean ${mean}`);
    }));

  test("GPT-2's width", () =>
    withSection("three", { query: "?three.preset=gpt2" }, async (where) => {
      expect(await cellTexts(where, "three", "mean")).toEqual(texts(statistics("gpt2", [2]).mean));
      expect(await said(where.locator("#three .step-line"))).toContain("of 768 values");
    }));
});
