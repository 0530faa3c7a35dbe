/** Markup in what a link, a paste or a file brings is text on the page, or refused: none of it becomes an element. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { cell, press, withPage, withSection } from "../helpers/browser.js";
import { heard, hearViolations } from "../helpers/policy.js";
import { hostile, safetensorsOf } from "../helpers/markup.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** Nothing that was brought is an element, has a handler or has run. @param {Page} page */
async function expectNothing(page) {
  const found = await page.evaluate(() => ({
    planted: document.querySelectorAll("[data-planted], main img, main script, main iframe, [onerror], [onload]")
      .length,
    title: document.title,
  }));
  expect(found).toEqual({ planted: 0, title: "layernorm: how normalization works, by hand" });
  expect(await page.evaluate(heard)).toEqual([]);
}

describe("markup", () => {
  test("in a link is refused, and shown as the text that it is", () => {
    const names = ["dim.x", "dim.preset", "dim.eps", "model.word", "lesson", "lock", "row.at", "row.weight"];
    const query = names.map((name, i) => `${name}=${encodeURIComponent(hostile[i % hostile.length])}`).join("&");
    return withPage({ begin: hearViolations, query: `?${query}`, busy: true, opened: "first" }, async (page) => {
      await expect.poll(() => page.locator("#app").textContent()).toContain(hostile[0].slice(0, 20));
      await expectNothing(page);
    });
  });

  test("that is pasted into a figure or typed into a cell is refused", () =>
    withSection("dim", { begin: hearViolations }, async (page) => {
      for (const text of hostile) {
        await cell(page, "dim", "x", 1).click();
        await page.evaluate((content) => navigator.clipboard.writeText(content), `1 ${text} 2\n3 4`);
        await press(page, "Control+v");
        await expect
          .poll(() => page.locator("#dim-figure .paste-refused").getByRole("alert").textContent())
          .not.toBe("");
        await page.getByRole("button", { name: "Dismiss" }).click();
      }
      await cell(page, "dim", "x", 1).press("Enter");
      await page.keyboard.type(hostile[0]);
      await press(page, "Enter");
      await expectNothing(page);
    }));

  test("in a file’s name, in the names of its tensors or columns, is shown as the text that it is", () =>
    withSection("data", { begin: hearViolations }, async (page) => {
      const input = page.locator("#data input[type=file]");
      const told = page.locator("#data .own-told");
      const tensors = Buffer.from(safetensorsOf(hostile));
      // A file's name has no slash.
      const name = hostile[0].replaceAll("/", "");
      await input.setInputFiles({ name: `${name}.safetensors`, mimeType: "", buffer: tensors });
      await expect.poll(() => told.textContent()).toContain(name.slice(0, 30));
      const shown = await page.locator("#data .own-name").allTextContents();
      expect(shown.sort()).toEqual([...hostile].sort());
      const quoted = hostile.map((text) => `"${text.replaceAll('"', '""')}"`).join(",");
      const table = `${quoted}\n${hostile.map((_, i) => i).join(",")}\n${hostile.map(() => "<i>").join(",")}\n`;
      await input.setInputFiles({ name: `${name}.csv`, mimeType: "", buffer: Buffer.from(table) });
      await expect.poll(() => page.locator("#data-refused").textContent()).toContain("<i>");
      await expectNothing(page);
    }));
});
