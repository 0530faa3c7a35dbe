/** The section about dim in a browser: predict, act, and every number as PyTorch computed it. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { cellTexts, question, withSection } from "../helpers/browser.js";
import { said, statistics, texts } from "../helpers/texts.js";

useBrowser();

describe("dim in two dimensions", () => {
  test("predict, act, reveal", () =>
    withSection("dim", {}, async (where) => {
      const predict = question(where, "dim", "predict");
      await predict.getByRole("button", { name: "4", exact: true }).click();
      expect(await said(predict.locator(".why"))).toContain("Now press dim 0");
      await where.locator("#dim .axes").getByRole("button", { name: "dim 0 size 4" }).click();
      expect(await cellTexts(where, "dim", "mean")).toEqual(texts(statistics("fourWords", [0]).mean));
      expect(await said(predict.locator(".why"))).toContain("Not quite. That many values go into each mean");
    }));

  test("says which dim disappears, what is left, and one result per what", () =>
    withSection("dim", {}, async (where) => {
      const line = where.locator("#dim .step-line").first();
      expect(await said(line)).toMatch(/^Dim 1 disappears, dim 0 is left: 4 means, one per row, of 6 values\. /);
      expect(await said(line)).toContain("x[0, :] share the mean");
      await where.locator("#dim .axes").getByRole("button", { name: "Reduce dim 0 as well" }).click();
      expect(await said(line)).toContain("Dims 0 and 1 disappear, none is left: one mean, of 24 values. x[:, :]");
      expect(await cellTexts(where, "dim", "mean")).toEqual(texts(statistics("fourWords", [0, 1]).mean));
      expect(await said(line)).toContain(texts(statistics("fourWords", [0, 1]).mean)[0]);
    }));

  test("the check explains itself, and then there is another", () =>
    withSection("dim", {}, async (where) => {
      const check = question(where, "dim", "check");
      const first = await said(check.locator(".prompt"));
      await check.getByRole("button", { name: "[4]", exact: true }).click();
      expect(await said(check.locator(".why"))).toMatch(/^Yes\. 4 means, each of 6 values\. Without keepdim/);
      await check.getByRole("button", { name: "Another question" }).click();
      expect(await said(check.locator(".prompt"))).not.toBe(first);
    }));
});
