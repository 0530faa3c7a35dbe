/** The section about three dims in a browser: predict, act, and every number as PyTorch computed it. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import page from "../../fixtures/page.json";
import { normalize, tensor } from "layernorm";
import { sections } from "../../../web/page/course/sections.js";
import letters from "../../../web/page/figure/values/letters.json" with { type: "json" };
import { painted } from "../helpers/acts.js";
import { cell, cellTexts, panel, question, withSection } from "../helpers/browser.js";
import { said, statistics, texts } from "../helpers/texts.js";

useBrowser();

describe("three dims", () => {
  test("predict, act, reveal", () =>
    withSection("three", {}, async (where) => {
      const predict = question(where, "three", "predict");
      await predict.getByRole("button", { name: "12", exact: true }).click();
      await cell(where, "three", "x", 50).click();
      await where.keyboard.type("3");
      await where.keyboard.press("Enter");
      expect(await said(predict.locator(".why"))).toContain("Yes. 12 numbers along dim 2 share a mean and a variance");
      expect(await panel(where, "three", "out").locator("[data-flash]").count()).toBe(12);
    }));

  test("begins with the letters as the transformer has them, and says what they are", () =>
    withSection("three", {}, async (where) => {
      expect((await cellTexts(where, "three", "x")).slice(0, 2)).toEqual(texts(letters.values.slice(0, 2)));
      const out = normalize(tensor(letters.values, letters.shape), { correction: 0, eps: 1e-5 });
      expect(await cellTexts(where, "three", "out")).toEqual(texts(out.data));
      const number = sections.find(({ id }) => id === "model")?.called;
      expect(await said(where.locator("#three .prose"))).toBe(
        `The transformer of ${number} has read “norm” and “word”: a tensor of two words, four letters each, twelve ` +
          "numbers for every letter. Name dim 2 = -1, as LayerNorm does, and every letter has a mean of its own.",
      );
      expect(await said(where.locator("#three .step-line").first())).toContain(
        "Dim 2 (features) disappears, dims 0 and 1 (words, letters) are left: 2 · 4 = 8 means, one per word and letter",
      );
      await where.locator("#three").getByLabel("Example").selectOption("notebook");
      expect(await said(where.locator("#three .prose"))).toContain("two matrices of four rows");
    }));

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    test(`a set of dims that is pressed stays where it is, at ${viewport.width} px`, () =>
      withSection("three", { viewport, paints: true }, async (where) => {
        const sets = where.locator("#three .dim-sets button");
        for (const at of [0, 4, 1, 6, 2]) {
          await sets.nth(at).scrollIntoViewIfNeeded();
          const before = await sets.nth(at).boundingBox();
          await sets.nth(at).click();
          // The panels, and a picture later the tracks.
          for (let pictures = 0; pictures < 2; pictures++) await painted(where);
          const after = await sets.nth(at).boundingBox();
          expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0)), `set ${at}`).toBeLessThan(2);
        }
      }));
  }

  test("every set of dims gives PyTorch's means and variances of seed 278", () =>
    withSection("three", { query: "?three.preset=notebook" }, async (where) => {
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
      const line = await said(where.locator("#three .step-line").first());
      expect(line).toContain("Dim 2 (embedding) disappears, dims 0 and 1 (batch, tokens) are left:");
      expect(line).toContain("2 · 4 = 8 means, one per example and token, of 12 values");
      await cell(where, "three", "x", 50).click();
      const mean = texts(statistics("notebook", [2]).mean)[4];
      expect(await said(where.locator("#three .step-line").first())).toContain(`x[1, 0, :] share the mean ${mean}`);
    }));

  test("GPT-2's width", () =>
    withSection("three", { query: "?three.preset=gpt2" }, async (where) => {
      expect(await cellTexts(where, "three", "mean")).toEqual(texts(statistics("gpt2", [2]).mean));
      expect(await said(where.locator("#three .step-line").first())).toContain("of 768 values");
    }));
});
