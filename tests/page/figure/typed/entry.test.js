/** What is typed over a number and refused: it stays, and says why beside the cell. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../../chromium.js";
import { cell, cellTexts, focused, press, withSection } from "../../helpers/browser.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

const REFUSED = [
  ["abc", "“abc” is not a number."],
  ["1e39", "“1e39” is too large: numbers end at 1e+30 here."],
  ["1/2", "“1/2” is a fraction: type 0.5."],
  ["", "A number is needed here."],
];

/** @param {Page} page */
const editor = (page) => page.locator("#dim-figure .cell-input");

/** What a screen reader is told of a field. @param {import("playwright").Locator} field */
const described = (field) =>
  field.evaluate((input) => document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent);

/** @param {Page} page @param {string} text */
async function type(page, text) {
  await cell(page, "dim", "x", 1).focus();
  await press(page, "Enter", "Control+a", "Delete");
  await page.keyboard.type(text);
}

describe("an entry in a cell", () => {
  for (const [text, why] of REFUSED) {
    test(`${JSON.stringify(text)} is refused beside the cell, stays, and is given up by Escape`, () =>
      withSection("dim", {}, async (page) => {
        const before = await cellTexts(page, "dim", "x");
        await type(page, text);
        await press(page, "Enter");
        const refusal = page.locator("#dim-figure").getByRole("alert").filter({ hasText: why });
        await expect.poll(() => refusal.textContent()).toBe(why);
        expect(await editor(page).getAttribute("aria-invalid")).toBe("true");
        expect(await described(editor(page))).toBe(why);
        await press(page, "Tab");
        expect(await editor(page).inputValue()).toBe(text);
        expect(await refusal.isVisible()).toBe(true);
        expect(await cellTexts(page, "dim", "x")).toEqual(before);
        await editor(page).focus();
        await press(page, "Escape");
        expect(await editor(page).count()).toBe(0);
        expect(await focused(page)).toEqual(["x", "1"]);
        expect(await cellTexts(page, "dim", "x")).toEqual(before);
        expect(await page.locator("#dim .history").getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
      }));
  }

  test("half a number is not complained about while it is typed", () =>
    withSection("dim", {}, async (page) => {
      await type(page, "-");
      expect(await editor(page).getAttribute("aria-invalid")).toBe("false");
      await page.keyboard.type("1.5e-");
      expect(await editor(page).getAttribute("aria-invalid")).toBe("false");
      await page.keyboard.type("x");
      await expect.poll(() => editor(page).getAttribute("aria-invalid")).toBe("true");
      await press(page, "Backspace", "1", "Enter");
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("0.1500".replace("0.1500", "-0.1500"));
    }));

  test("a letter that is typed on a cell begins an entry, too: it does not vanish", () =>
    withSection("dim", {}, async (page) => {
      await cell(page, "dim", "x", 1).focus();
      await page.keyboard.type("abc");
      expect(await editor(page).inputValue()).toBe("abc");
      await expect.poll(() => described(editor(page))).toBe("“abc” is not a number.");
    }));

  test("the word of why stands in the window and beside the cell, wherever the cell is", () =>
    withSection("dim", { viewport: { width: 390, height: 844 } }, async (page) => {
      for (const index of [0, 5, 18, 23]) {
        await cell(page, "dim", "x", index).focus();
        await page.keyboard.type("1/2");
        const refusal = page.locator("#dim-figure .cell-input + .refusal");
        await refusal.waitFor();
        const [box, at] = [await refusal.boundingBox(), await editor(page).boundingBox()];
        if (!box || !at) throw new Error("it is not drawn");
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(390);
        const [left, top] = [Math.max(box.x, at.x), box.y + box.height];
        expect(left).toBeLessThan(Math.min(box.x + box.width, at.x + at.width));
        expect(Math.abs(at.y - top)).toBeLessThan(12);
        const onTop = await refusal.evaluate((span) => {
          const { left, top, width, height } = span.getBoundingClientRect();
          return span.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
        expect(onTop).toBe(true);
        await press(page, "Escape");
      }
    }));

  test("a number that is set in another way does away with the entry", () =>
    withSection("dim", {}, async (page) => {
      await cell(page, "dim", "x", 1).focus();
      await press(page, "Alt+ArrowUp");
      await type(page, "abc");
      await press(page, "Tab");
      expect(await editor(page).count()).toBe(1);
      await page.locator("#dim .history").getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => editor(page).count()).toBe(0);
    }));
});

describe("the value field of the formula", () => {
  for (const [text, why] of REFUSED) {
    test(`refuses ${JSON.stringify(text)} as the cells do`, () =>
      withSection("dim", {}, async (page) => {
        await cell(page, "dim", "x", 1).click();
        const field = page.locator("#dim-value");
        const before = await field.inputValue();
        await field.fill(text);
        await press(page, "Enter");
        await expect.poll(() => described(field)).toBe(why);
        expect(await field.getAttribute("aria-invalid")).toBe("true");
        expect(await field.inputValue()).toBe(text);
        await press(page, "Tab");
        expect(await field.inputValue()).toBe(text);
        await field.focus();
        await press(page, "Escape");
        expect(await field.inputValue()).toBe(before);
        expect(await field.getAttribute("aria-invalid")).toBe("false");
      }));
  }

  test("takes what is mended", () =>
    withSection("dim", {}, async (page) => {
      await cell(page, "dim", "x", 1).click();
      const field = page.locator("#dim-value");
      await field.fill("1/2");
      await press(page, "Enter");
      await field.fill("0.5");
      await press(page, "Enter");
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("0.5000");
      expect(await field.getAttribute("aria-invalid")).toBe("false");
    }));
});
