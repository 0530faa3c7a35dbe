/** Everything by keyboard alone. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../../chromium.js";
import { cell, cellTexts, focused, press, withSection } from "../../helpers/browser.js";

useBrowser();

/** On the book's numbers, of shape [2, 6]. */
const BOOK = "?dim.preset=book";

describe("the keyboard alone", () => {
  test("a grid is one tab stop, with arrow keys inside", () =>
    withSection("dim", { query: BOOK }, async (page) => {
      await page.locator("#dim").getByRole("button", { name: "dim 1 = −1 size 6" }).focus();
      await press(page, "Tab");
      expect(await focused(page)).toEqual(["x", "1"]);
      await press(page, "ArrowRight", "ArrowDown");
      expect(await focused(page)).toEqual(["x", "8"]);
      await press(page, "Home");
      expect(await focused(page)).toEqual(["x", "6"]);
      await press(page, "End", "ArrowRight");
      expect(await focused(page)).toEqual(["x", "11"]);
      await press(page, "Tab");
      expect(await focused(page)).toEqual(["mean", "1"]);
      await press(page, "Tab", "Tab");
      expect(await focused(page)).toEqual(["out", "11"]);
    }));

  test("names a dim, edits, nudges, cancels, and hears what changed", () =>
    withSection("dim", { query: BOOK }, async (page) => {
      const said = () => page.locator("#narration").textContent();
      await page
        .locator("#dim")
        .getByRole("button", { name: /^dim 0 size/ })
        .focus();
      await press(page, "Enter");
      await expect.poll(said).toContain("6 means with keepdim, shape [1, 6]");
      await press(page, "Control+z");
      await cell(page, "dim", "x", 1).focus();
      await press(page, "Enter");
      await press(page, "Control+a", "2", "Enter");
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("2.0000");
      expect(await focused(page)).toEqual(["x", "1"]);
      const deviation = "standard deviation over n minus 1:";
      await expect
        .poll(said)
        .toMatch(
          new RegExp(
            `^2\\.0000\\. Row A: mean 0\\.41, ${deviation} 0\\.\\d\\d; after: mean 0\\.00, ${deviation} 1\\.00\\.$`,
          ),
        );
      await press(page, "Alt+ArrowUp");
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("2.1000");
      await press(page, "7", "Escape");
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("2.1000");
      await press(page, "F2", "ArrowDown", "ArrowDown", "Enter");
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("1.9000");
    }));

  test("undoing away what has the focus keeps the focus in the figure", () =>
    withSection("dim", { query: `${BOOK}&dim.keepdim=true` }, async (page) => {
      await page
        .locator("#dim")
        .getByRole("button", { name: /^dim 0 size/ })
        .click();
      await cell(page, "dim", "mean", 3).focus();
      await press(page, "Control+z");
      await expect.poll(() => focused(page)).toEqual(["x", "1"]);
      await page.locator("#dim").getByRole("radio", { name: "edit" }).check();
      await cell(page, "dim", "weight", 0).focus();
      await press(page, "Control+z");
      await expect.poll(async () => (await focused(page))[0]).toBeTruthy();
    }));

  test("Undo keeps the focus when nothing is left to undo", () =>
    withSection("dim", { query: BOOK }, async (page) => {
      await page
        .locator("#dim")
        .getByRole("button", { name: /^dim 0 size/ })
        .click();
      const undo = page.locator("#dim").getByRole("button", { name: "Undo" });
      await undo.focus();
      await press(page, "Enter");
      await expect.poll(() => undo.isDisabled()).toBe(true);
      await press(page, "Enter");
      expect(await undo.evaluate((button) => document.activeElement === button)).toBe(true);
      expect(await cellTexts(page, "dim", "mean")).toEqual(["0.1324", "0.2170"]);
    }));

  test("what is not a number is not taken", () =>
    withSection("dim", { query: BOOK }, async (page) => {
      await cell(page, "dim", "x", 1).focus();
      await press(page, "1", ".", ".", "Enter");
      expect(await page.locator("#dim .cell-input").getAttribute("aria-invalid")).toBe("true");
      await press(page, "Escape");
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("0.3470");
      for (const text of ["-", "1e31", "--1", "-0"]) {
        await press(page, "1", "Control+a");
        await page.keyboard.type(text);
        await press(page, "Tab");
        await cell(page, "dim", "x", 1).focus();
      }
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("−0.0000".replace("−", "-"));
      await press(page, "Enter", "Control+a", "Delete", "Enter");
      expect(await page.locator("#dim .cell-input").getAttribute("aria-invalid")).toBe("true");
      await press(page, "Tab");
      expect((await cellTexts(page, "dim", "x"))[1]).toBe("-0.0000");
    }));

  test("everything that can be focused shows it, and Tab comes to the end", () =>
    withSection("dim", {}, async (page) => {
      const seen = new Set();
      for (let presses = 0; presses < 1000; presses++) {
        await press(page, "Tab");
        const at = await page.evaluate(() => {
          const element = document.activeElement;
          if (!element || element === document.body) return null;
          const outlined = [
            element,
            element.nextElementSibling,
            element.parentElement,
            element.closest(".stepper"),
          ].some((candidate) => {
            const style = candidate && getComputedStyle(candidate);
            return style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
          });
          const { width, height } = element.getBoundingClientRect();
          return { text: element.outerHTML.slice(0, 120), outlined, hasSize: width > 0 && height > 0 };
        });
        if (at === null) break;
        expect(at, at.text).toMatchObject({ outlined: true, hasSize: true });
        seen.add(at.text);
      }
      expect(seen.size).toBeGreaterThan(50);
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    }));
});
