/** A matrix that is pasted takes the place of a figure's tensor. */
import { mean, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../../chromium.js";
import { cell, cellTexts, focused, panel, press, withPage, withSection } from "../../helpers/browser.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** @param {Page} page @param {string} text */
async function paste(page, text) {
  await page.evaluate((content) => navigator.clipboard.writeText(content), text);
  await press(page, "Control+v");
}

/** @param {Page} page */
const refusal = (page) => page.locator("#dim-figure .paste-refused").getByRole("alert");

/** @param {Page} page */
const undo = (page) => page.locator("#dim .history").getByRole("button", { name: "Undo" });

const TEXTS = [
  ["tabs", "1\t2\t3\n4\t5\t9"],
  ["commas", "1, 2, 3\n4, 5, 9"],
  ["spaces", "1 2 3\n4 5 9\n"],
  ["lists", "[[1, 2, 3], [4, 5, 9]]"],
  ["a print of PyTorch", "tensor([[1., 2., 3.],\n        [4., 5., 9.]])"],
];

describe("a matrix", () => {
  for (const [name, text] of TEXTS) {
    test(`is taken from ${name}, on a cell, as one step`, () =>
      withSection("dim", {}, async (page) => {
        const before = await cellTexts(page, "dim", "x");
        await cell(page, "dim", "x", 7).click();
        await paste(page, text);
        await expect.poll(() => cellTexts(page, "dim", "x")).toEqual(["1", "2", "3", "4", "5", "9"]);
        const means = mean(tensor([1, 2, 3, 4, 5, 9], [2, 3]), { dim: 1 }).data;
        expect((await cellTexts(page, "dim", "mean")).map(Number)).toEqual([...means]);
        await expect.poll(async () => (await focused(page))[0]).toBe("x");
        await expect.poll(() => page.locator("#narration").textContent()).toContain("[2, 3]");
        await press(page, "Control+z");
        await expect.poll(() => cellTexts(page, "dim", "x")).toEqual(before);
        expect(await undo(page).isDisabled()).toBe(true);
      }));
  }

  test("is taken while a cell is being typed in, and in the value field; one number goes into these", () =>
    withSection("dim", {}, async (page) => {
      await cell(page, "dim", "x", 1).focus();
      await press(page, "Enter", "Control+a");
      await paste(page, "7.5");
      await press(page, "Enter");
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("7.5000");
      await press(page, "Enter");
      await paste(page, "1 2\n3 4");
      await expect.poll(() => cellTexts(page, "dim", "x")).toEqual(["1", "2", "3", "4"]);
      await cell(page, "dim", "x", 0).click();
      await page.locator("#dim-value").focus();
      await paste(page, "[[5, 6], [7, 9]]");
      await expect.poll(() => cellTexts(page, "dim", "x")).toEqual(["5", "6", "7", "9"]);
    }));

  test("one number that is pasted on a cell is that cell's", () =>
    withSection("dim", {}, async (page) => {
      await cell(page, "dim", "x", 2).focus();
      await paste(page, " -0.5\n");
      await expect.poll(async () => (await cellTexts(page, "dim", "x"))[2]).toBe("-0.5000");
      expect(await cellTexts(page, "dim", "x")).toHaveLength(24);
    }));

  test("is taken by the figure that the pointer is over, where nothing has the focus", () =>
    withPage({}, async (page) => {
      await panel(page, "dim", "out").hover();
      await paste(page, "1 2\n3 5");
      await expect.poll(() => cellTexts(page, "dim", "x")).toEqual(["1", "2", "3", "5"]);
      expect(await cellTexts(page, "three", "x")).toHaveLength(96);
    }));

  test("is taken by the first screen, on its tracks", () =>
    withSection("dim", {}, async (page) => {
      await page.locator("#first-figure").hover();
      await paste(page, "1 2\n3 5");
      await expect.poll(() => page.url()).toContain("first.x=2x2:1,2,3,5");
      await page.locator("#first").getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => page.url()).not.toContain("first.x");
    }));

  test("brings weight and bias, dims and the selection to its shape", () =>
    withSection("dim", { query: "?dim.stage=3&dim.dims=0,1&dim.at=y:23" }, async (page) => {
      await cell(page, "dim", "x", 0).focus();
      await paste(page, "[[[1, 2, 4]]]");
      await expect.poll(() => cellTexts(page, "dim", "x")).toEqual(["1", "2", "4"]);
      expect(await cellTexts(page, "dim", "mean")).toEqual(["2.3333"]);
      expect(await cellTexts(page, "dim", "y")).toEqual(await cellTexts(page, "dim", "out"));
    }));

  for (const [text, why] of [
    ["1 2\n3", "Line 2 has 1 item, but line 1 has 2."],
    ["1 2\n3 x", "“x” is not a number."],
    [`[${new Array(8193).fill(1)}]`, "That is 8193 values; a tensor has at most 8192 here."],
    ["[[[[[1]]]]]", "This figure takes a tensor of 1 to 4 dims; [1, 1, 1, 1, 1] has 5 dims."],
  ]) {
    test(`${text.slice(0, 20)} is refused with a word of why, and changes nothing`, () =>
      withSection("dim", {}, async (page) => {
        const before = await cellTexts(page, "dim", "x");
        await cell(page, "dim", "x", 3).click();
        await paste(page, text);
        await expect.poll(() => refusal(page).textContent()).toBe(why);
        await cell(page, "dim", "x", 0).scrollIntoViewIfNeeded();
        const box = await refusal(page).boundingBox();
        expect(box && box.y >= 0 && box.y + box.height <= 900).toBe(true);
        expect(await cellTexts(page, "dim", "x")).toEqual(before);
        expect(await undo(page).isDisabled()).toBe(true);
        await page.locator("#dim-figure .paste-refused").getByRole("button", { name: "Dismiss" }).click();
        await expect.poll(() => refusal(page).count()).toBe(0);
      }));
  }

  test("a section's rank is its own: one row or two are no images", () =>
    withSection("family", {}, async (page) => {
      await cell(page, "family", "x", 0).focus();
      await paste(page, "1 2\n3 4");
      const said = page.locator("#family-figure .paste-refused").getByRole("alert");
      await expect.poll(() => said.textContent()).toContain("takes a tensor of 4 dims; [2, 2] has 2 dims.");
    }));

  test("where a lesson has fixed the values, it is refused", () =>
    withSection("dim", { query: "?lock=x" }, async (page) => {
      await cell(page, "dim", "x", 0).focus();
      await paste(page, "1 2\n3 4");
      await expect.poll(() => refusal(page).textContent()).toBe("Fixed in this lesson: the values.");
    }));

  test("the code pane and the field for a shape keep what is pasted into them", () =>
    withPage({ query: "?three.preset=random" }, async (page) => {
      await page.locator("#dim .editor textarea").focus();
      await press(page, "Control+a");
      await paste(page, "1 2\n3 4");
      expect(await page.locator("#dim .editor textarea").inputValue()).toBe("1 2\n3 4");
      expect(await cellTexts(page, "dim", "x")).toHaveLength(24);
    }));

  test("a hint beside the value says that it can be done", () =>
    withSection("dim", {}, async (page) => {
      await cell(page, "dim", "x", 1).click();
      expect(await page.locator("#dim .value-editor .hint").textContent()).toContain("or paste a whole matrix");
    }));
});
