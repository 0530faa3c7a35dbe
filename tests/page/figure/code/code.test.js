/** The code pane in a browser: both ways between the code and the figure. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../../chromium.js";
import { cell, cellTexts, withSection } from "../../helpers/browser.js";

useBrowser();

/** As the book's cells have it: over n − 1, without eps. */
const AS_BOOK = "?dim.correction=1&dim.eps=0";

/** On the book's numbers, of shape [2, 6]. */
const BOOK = "?dim.preset=book";

/** @param {import("playwright").Page} page @param {string} [section] */
const areaOf = (page, section = "dim") => page.locator(`#${section} .editor textarea`);
/** @param {import("playwright").Page} page */
const codeOf = (page) => areaOf(page).inputValue();
/** @param {import("playwright").Page} page */
const note = (page) => page.locator("#dim .code-note p").textContent();

/**
 * Selects a part of the code, to be typed over.
 * @param {import("playwright").Page} page
 * @param {string} part
 * @param {number} [nth]
 */
const mark = (page, part, nth = 0) =>
  areaOf(page).evaluate(
    (area, { part, nth }) => {
      const field = /** @type {HTMLTextAreaElement} */ (area);
      let at = field.value.indexOf(part);
      for (let i = 0; i < nth; i++) at = field.value.indexOf(part, at + 1);
      field.focus();
      field.setSelectionRange(at, at + part.length);
    },
    { part, nth },
  );

describe("from the code to the figure", () => {
  test("a typed dim moves the picture, and the other lines", () =>
    withSection("dim", { query: AS_BOOK }, async (page) => {
      await mark(page, "-1");
      await page.keyboard.type("0");
      expect(await codeOf(page)).toBe(
        "mean = x.mean(dim=0, keepdim=True)\nvar = x.var(dim=0, keepdim=True)\nx_norm = (x - mean) / torch.sqrt(var)",
      );
      expect(await cellTexts(page, "dim", "mean")).toHaveLength(6);
      expect(await areaOf(page).evaluate((area) => /** @type {HTMLTextAreaElement} */ (area).selectionStart)).toBe(19);
      await page.keyboard.press("Backspace");
      await page.keyboard.type("(0, 1)");
      await expect.poll(() => cellTexts(page, "dim", "mean")).toHaveLength(1);
    }));

  test("however many letters, one undo takes it back", () =>
    withSection("dim", { query: BOOK }, async (page) => {
      await mark(page, "-1");
      await page.keyboard.type("0");
      await page.keyboard.press("Backspace");
      await page.keyboard.type("(0, 1)");
      await expect.poll(() => cellTexts(page, "dim", "mean")).toHaveLength(1);
      await page.keyboard.press("Control+z");
      await expect.poll(() => codeOf(page)).toContain("dim=-1");
      expect(await cellTexts(page, "dim", "mean")).toEqual(["0.1324", "0.2170"]);
    }));

  test("keepdim, correction and eps", () =>
    withSection("dim", { query: BOOK }, async (page) => {
      await mark(page, ", keepdim=True", 1);
      await page.keyboard.press("Delete");
      await expect.poll(() => page.locator("#dim").getByRole("radio", { name: "False" }).isChecked()).toBe(true);
      await page.keyboard.type(", correction=0");
      const biased = page.locator("#dim").getByRole("radio", { name: "n", exact: true });
      await expect.poll(() => biased.isChecked()).toBe(true);
      expect((await codeOf(page)).split("\n")[1]).toBe("var = x.var(dim=-1, correction=0)");
      await mark(page, "var.unsqueeze(-1)");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.type(" + 1e-5");
      await expect.poll(() => cellTexts(page, "dim", "out")).toContain("1.5470");
      await page.keyboard.press("Enter");
      expect(await codeOf(page)).toContain("torch.sqrt(var.unsqueeze(-1) + 1e-05)");
    }));

  test("the other languages", () =>
    withSection("dim", { query: AS_BOOK }, async (page) => {
      await page.locator("#dim .tabs").getByRole("radio", { name: "NumPy" }).check();
      await mark(page, "-1", 1);
      await page.keyboard.type("0");
      await expect.poll(() => cellTexts(page, "dim", "mean")).toHaveLength(6);
      await page.locator("#dim .tabs").getByRole("radio", { name: "layernorm" }).check();
      await mark(page, "0", 2);
      expect(await codeOf(page)).toContain("normalize(x, { dim: 0,");
      await page.keyboard.type("[0, 1]");
      await expect.poll(() => cellTexts(page, "dim", "mean")).toHaveLength(1);
    }));

  test("what is wrong is marked and explained, and changes nothing", () =>
    withSection("dim", { query: BOOK }, async (page) => {
      await mark(page, "-1");
      await page.keyboard.type("5");
      expect(await areaOf(page).getAttribute("aria-invalid")).toBe("true");
      expect(await note(page)).toBe(
        "IndexError: Dimension out of range (expected to be in range of [-2, 1], but got 5)",
      );
      expect(await page.locator("#dim .editor mark[data-wrong]").allTextContents()).toEqual(["dim=5"]);
      await expect.poll(() => page.locator("#narration").textContent()).toContain("IndexError");
      expect(await cellTexts(page, "dim", "mean")).toEqual(["0.1324", "0.2170"]);
      await page.keyboard.press("Escape");
      expect(await codeOf(page)).toContain("dim=-1");
      expect(await areaOf(page).getAttribute("aria-invalid")).toBe("false");
      await mark(page, "x_norm");
      await page.keyboard.type("z");
      expect(await note(page)).toContain("the marked parts");
      await page.keyboard.press("Control+z");
      await expect.poll(() => codeOf(page)).toContain("x_norm");
    }));

  test("what the lesson has fixed stays", () =>
    withSection("dim", { query: `${BOOK}&lock=dims` }, async (page) => {
      await mark(page, "-1");
      await page.keyboard.type("0");
      expect(await note(page)).toContain("Fixed in this lesson: the dims");
      expect(await cellTexts(page, "dim", "mean")).toHaveLength(2);
    }));
});

describe("code that cannot be read", () => {
  /** @param {import("playwright").Page} page */
  const back = (page) => page.locator("#dim .code-note").getByRole("button", { name: "Put the figure’s code back" });

  test("stays, marked, when the reader goes elsewhere, and is put back by a button", () =>
    withSection("dim", { query: AS_BOOK }, async (page) => {
      const before = await codeOf(page);
      expect(await back(page).count()).toBe(0);
      await mark(page, "True");
      await page.keyboard.type("Fal");
      await page.keyboard.press("Enter");
      await areaOf(page).blur();
      expect(await codeOf(page)).toBe(before.replace("True", "Fal"));
      expect(await areaOf(page).getAttribute("aria-invalid")).toBe("true");
      expect(await note(page)).toBe("keepdim is False or True.");
      expect(await page.locator("#dim .editor mark[data-wrong]").allTextContents()).toEqual(["keepdim=Fal"]);
      await back(page).click();
      await expect.poll(() => codeOf(page)).toBe(before);
      expect(await areaOf(page).getAttribute("aria-invalid")).toBe("false");
      expect(await back(page).count()).toBe(0);
      expect(await areaOf(page).evaluate((area) => document.activeElement === area)).toBe(true);
    }));

  test("stays while the figure is set otherwise, and counts once it is mended", () =>
    withSection("dim", { query: AS_BOOK }, async (page) => {
      await mark(page, "True");
      await page.keyboard.type("Fal");
      const typed = await codeOf(page);
      await page.locator("#dim").getByRole("radio", { name: "n", exact: true }).check();
      await page
        .locator("#dim")
        .getByRole("button", { name: /^dim 0/ })
        .click();
      await expect.poll(() => cellTexts(page, "dim", "mean")).toHaveLength(6);
      expect(await codeOf(page)).toBe(typed);
      expect(await areaOf(page).getAttribute("aria-invalid")).toBe("true");
      await mark(page, "Fal");
      await page.keyboard.type("False");
      await expect.poll(() => areaOf(page).getAttribute("aria-invalid")).toBe("false");
      await expect.poll(() => cellTexts(page, "dim", "mean")).toHaveLength(4);
      expect(await page.locator("#dim").getByRole("radio", { name: "False" }).isChecked()).toBe(true);
      expect(await page.locator("#dim").getByRole("radio", { name: "n − 1", exact: true }).isChecked()).toBe(true);
    }));

  test("says so where the figure has changed such that it could be read", () =>
    withSection("dim", { query: AS_BOOK }, async (page) => {
      await mark(page, "-1");
      await page.keyboard.type("2");
      expect(await note(page)).toContain("IndexError: Dimension out of range");
      await cell(page, "dim", "x", 0).focus();
      await page.evaluate(() => navigator.clipboard.writeText("[[[1, 2], [3, 4]]]"));
      await page.keyboard.press("Control+v");
      await expect.poll(() => cellTexts(page, "dim", "x")).toHaveLength(4);
      await expect.poll(() => note(page)).toContain("The figure has changed since this was typed.");
      expect(await codeOf(page)).toContain("dim=2");
      await back(page).click();
      await expect.poll(() => codeOf(page)).toContain("mean = x.mean(dim=-1");
    }));

  test("is of its language: in another one the figure's own is there", () =>
    withSection("dim", { query: AS_BOOK }, async (page) => {
      await mark(page, "True");
      await page.keyboard.type("Fal");
      await page.locator("#dim .tabs").getByRole("radio", { name: "NumPy" }).check();
      expect(await codeOf(page)).toContain("keepdims=True");
      expect(await areaOf(page).getAttribute("aria-invalid")).toBe("false");
      await page.locator("#dim .tabs").getByRole("radio", { name: "PyTorch" }).check();
      expect(await codeOf(page)).toContain("keepdim=Fal");
    }));
});

describe("from the figure to the code", () => {
  test("what could be read gives way to what is set", () =>
    withSection("dim", { query: AS_BOOK }, async (page) => {
      await mark(page, "-1");
      await page.keyboard.type("-2");
      await expect.poll(() => codeOf(page)).toContain("mean = x.mean(dim=-2");
      await page.locator("#dim").getByRole("radio", { name: "n", exact: true }).check();
      await expect.poll(() => codeOf(page)).toContain("mean = x.mean(dim=0, keepdim=True)");
      expect(await codeOf(page)).toContain("var = x.var(dim=0, keepdim=True, correction=0)");
      expect(await areaOf(page).getAttribute("aria-invalid")).toBe("false");
    }));

  test("the text behind the field is the field's, letter under letter", () =>
    withSection("dim", { query: "?dim.keepdim=false&dim.eps=1e-5&dim.correction=0" }, async (page) => {
      for (const width of [1440, 320]) {
        await page.setViewportSize({ width, height: 900 });
        const [text, places] = await page.locator("#dim .editor").evaluate((editor) => {
          const [pre, area] = [...editor.children];
          const style = (/** @type {Element} */ of) => {
            const { fontFamily, fontSize, lineHeight, letterSpacing, whiteSpace } = getComputedStyle(of);
            return [fontFamily, fontSize, lineHeight, letterSpacing, whiteSpace, of.getBoundingClientRect().height];
          };
          const left = (/** @type {Element} */ of) =>
            of.getBoundingClientRect().left + parseFloat(getComputedStyle(of).paddingLeft);
          const line = /** @type {Element} */ (pre.querySelector(".line"));
          return [
            [pre.textContent, `${/** @type {HTMLTextAreaElement} */ (area).value}\n`],
            [
              [...style(pre), Math.round(left(line) + 3)],
              [...style(area), Math.round(left(area))],
            ],
          ];
        });
        expect(text[0]).toBe(text[1]);
        expect(places[0]).toEqual(places[1]);
      }
    }));

  test("the line of the selected cell is marked, and says what it prints", () =>
    withSection("dim", { query: BOOK }, async (page) => {
      await cell(page, "dim", "mean", 1).click();
      const current = page.locator('#dim .line[data-current="true"]');
      await expect.poll(() => current.textContent()).toContain("mean = ");
      const prints = page.locator("#dim .prints");
      await expect.poll(() => prints.locator("pre").textContent()).toBe("tensor([[0.1324],\n        [0.2170]])");
      expect(await prints.locator("p").textContent()).toContain("print(mean)");
      await page.locator("#dim .tabs").getByRole("radio", { name: "layernorm" }).check();
      await expect.poll(() => prints.locator("p").textContent()).toContain("console.log(`${m}`)");
    }));

  test("and a line that is chosen selects its cell", () =>
    withSection("dim", { query: BOOK }, async (page) => {
      await mark(page, "mean");
      await page.keyboard.press("ArrowDown");
      await expect.poll(() => page.locator("#dim .formula h3").textContent()).toBe("var over n − 1 of row A");
      await expect.poll(() => page.locator("#dim .prints pre").textContent()).toContain("0.0231");
    }));

  test("it is copied as it is shown", () =>
    withSection("dim", { query: AS_BOOK }, async (page) => {
      await page.locator("#dim").getByRole("button", { name: "Copy", exact: true }).click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await codeOf(page));
    }));

  test("where the shapes do not fit, it prints the error", () =>
    withSection("shapes", {}, async (page) => {
      const prints = page.locator("#shapes .prints");
      await expect.poll(() => prints.textContent()).toContain("RuntimeError: The size of tensor a (6)");
      await areaOf(page, "shapes").scrollIntoViewIfNeeded();
      expect(await areaOf(page, "shapes").inputValue()).toContain("centred = x - mean");
    }));
});
