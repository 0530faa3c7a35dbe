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
      expect(first).toContain("rows of zeros that only fill x up");
      await check.getByRole("button", { name: "Over dim 0", exact: true }).click();
      expect(await said(check.locator(".why"))).toMatch(
        /^Yes\. Each column’s mean and variance are then of all \d+ rows/,
      );
      await check.getByRole("button", { name: "Another question" }).click();
      expect(await said(check.locator(".prompt"))).not.toBe(first);
    }));

  test("opens with a headline and two sentences, and what the prediction asks is not among them", () =>
    withSection("dim", {}, async (where) => {
      const prose = await said(where.locator("#dim .opening .prose"));
      expect(prose.match(/[.:]( |$)/g)?.length).toBeLessThanOrEqual(4);
      expect(prose.match(/\.( |$)/g)).toHaveLength(2);
      const beneath = await said(where.locator("#dim .beneath"));
      expect(`${prose} ${beneath}`).not.toMatch(/six means|6 means|\[1, 6\]/);
    }));

  test("groups of two: as many as they are, they come out alike, over n and over n - 1", () =>
    withSection("dim", {}, async (where) => {
      const line = where.locator("#dim .of-two");
      expect(await said(line)).toContain("Over dim 0 that gives a surprise");
      await line.getByRole("button").click();
      expect(await said(line)).toContain("come out as ±1.0000 with the variance over n, and as ±0.7071 over n - 1");
      expect(await said(line)).toContain("eps = 1e-05 makes that a little less, here ±");
      const sizes = (await cellTexts(where, "dim", "out"))
        .map((text) => Math.abs(Number(text)))
        .filter((size) => size > 0);
      expect(await said(line)).toContain(
        `here ±${Math.min(...sizes).toFixed(4)} to ±${Math.max(...sizes).toFixed(4)}. `,
      );
      await where.locator("#dim").getByRole("radio", { name: "n − 1" }).check();
      await where.locator("#dim").getByRole("slider", { name: "eps" }).fill("0");
      expect(await said(line)).toContain("come out as ±0.7071 with the variance over n - 1, and as ±1.0000 over n. ");
      const out = (await cellTexts(where, "dim", "out")).filter((text) => text !== "NaN");
      expect(new Set(out.map((text) => text.replace("-", "")))).toEqual(new Set(["0.7071"]));
    }));
});
