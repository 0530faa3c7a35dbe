/** What was done can be undone, and stands in the address. */
import { describe, expect, test } from "vitest";
import { normalize, tensor } from "layernorm";
import { presets } from "../../../web/page/figure/values/presets.js";
import { INITIAL } from "../../../web/page/store/state.js";
import { useBrowser } from "../../chromium.js";
import { cell, cellTexts, press, withPage, withSection } from "../helpers/browser.js";
import { pageStates } from "../helpers/states.js";

useBrowser();

/** The first row of the dim section's figure, normalized by the package. */
const [SHAPE, VALUES] = [presets.fourWords.shape, presets.fourWords.tensor()];
const { dims, correction, eps } = INITIAL.dim;
const FIRST_ROW = Array.from(
  normalize(tensor(VALUES, [...SHAPE]), { dim: [...dims], correction, eps }).data.slice(0, 6),
  (value) => value.toFixed(4),
);

describe("undo, redo and reset", () => {
  test("take back, do again, and begin anew", () =>
    withSection("dim", {}, async (page) => {
      const section = page.locator("#dim");
      const undo = section.getByRole("button", { name: "Undo" });
      expect(await undo.isDisabled()).toBe(true);
      await cell(page, "dim", "x", 0).click();
      await press(page, "9", "Enter");
      expect((await cellTexts(page, "dim", "x"))[0]).toBe("9.0000");
      await undo.click();
      expect((await cellTexts(page, "dim", "out")).slice(0, 6)).toEqual(FIRST_ROW);
      await section.getByRole("button", { name: "Redo" }).click();
      expect((await cellTexts(page, "dim", "x"))[0]).toBe("9.0000");
      await section.getByRole("button", { name: "Reset" }).click();
      expect((await cellTexts(page, "dim", "out")).slice(0, 6)).toEqual(FIRST_ROW);
      await press(page, "Control+z");
      expect((await cellTexts(page, "dim", "x"))[0]).toBe("9.0000");
      await press(page, "Control+Shift+Z");
      expect((await cellTexts(page, "dim", "out")).slice(0, 6)).toEqual(FIRST_ROW);
    }));
});

/**
 * Runs in the page: a button in the first card of the traps, which is a section within the section, goes as Ctrl + Z is
 * pressed, as undo may take away what has the focus.
 */
function plantInTrap() {
  const button = document.createElement("button");
  document.querySelector("#variance .trap")?.append(button);
  button.focus();
  addEventListener("keydown", ({ key }) => key === "z" && button.remove());
}

test("undo that takes away what has the focus, in a card outside the figure, moves it to the section's figure", () =>
  withSection("variance", {}, async (page) => {
    await page.evaluate(plantInTrap);
    await press(page, "Control+z");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest(".figure, figure")?.id))
      .toBe("variance-figure");
  }));

describe("the address", () => {
  test("follows the state, and brings it back", () =>
    withSection("dim", {}, async (page) => {
      await page
        .locator("#dim")
        .getByRole("button", { name: /^dim 0 size/ })
        .click();
      await page.locator("#dim").getByRole("radio", { name: "False" }).check();
      await cell(page, "dim", "x", 3).click();
      await press(page, "-", "1", "Enter");
      await expect.poll(() => new URL(page.url()).search).toContain("dim.keepdim=false");
      await expect.poll(() => new URL(page.url()).search).toContain("-1");
      const before = await cellTexts(page, "dim", "out");
      await page.reload();
      await expect.poll(() => cellTexts(page, "dim", "out")).toEqual(before);
      expect(await page.locator("#dim .statistics .shape").first().textContent()).toBe("[6]");
      await page.locator("#dim").getByRole("button", { name: "Reset" }).click();
      await expect.poll(() => new URL(page.url()).search).toBe("");
    }));

  for (const { title, query } of pageStates()) {
    test(`loses nothing of a link: the page ${title}`, () =>
      withPage({ query }, async (page) => {
        expect(await page.getByRole("alert").count()).toBe(0);
        // The address is written anew once the state has changed.
        await page.locator("#book").getByLabel("torch.manual_seed").fill("7");
        await page.keyboard.press("Enter");
        await expect.poll(() => new URL(page.url()).search).toContain("book.seed=7");
        const { searchParams } = new URL(page.url());
        for (const [name, value] of new URLSearchParams(query)) {
          if (name === "book.seed") continue;
          const kept = searchParams.get(name);
          // A number may be written another way: 1e-5, 0.00001.
          const isSame = kept !== null && (kept === value || Number(kept) === Number(value));
          expect(isSame, `${name}: ${kept} in place of ${value}`).toBe(true);
        }
      }));
  }

  test("what is absurd in a link is refused with a word of why", () =>
    withSection(
      "dim",
      { query: "?dim.x=9999x9999:1&dim.eps=-3&dim.keepdim=false&row.preset=<img src=x onerror=alert(1)>" },
      async (page) => {
        const notice = page.getByRole("alert");
        await expect.poll(() => notice.textContent()).toMatch(/each size of a shape is a whole number from 1 to \d+/);
        expect(await notice.locator("li").count()).toBe(3);
        expect(await notice.locator("img").count()).toBe(0);
        // A link that sets anything of dim is read against its earlier first state: over n − 1, without eps.
        expect(await page.locator("#dim").getByRole("radio", { name: "n − 1" }).isChecked()).toBe(true);
        expect((await cellTexts(page, "dim", "x")).slice(0, 2)).toEqual(["3.1000", "4.0000"]);
        expect(await page.locator("#dim").getByRole("radio", { name: "False" }).isChecked()).toBe(true);
        await notice.getByRole("button", { name: "Dismiss" }).click();
        expect(await notice.count()).toBe(0);
      },
    ));
});
