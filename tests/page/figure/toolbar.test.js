/** What can be set about a figure: any shape, and on phones the rest behind a button. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readShape } from "../../../web/page/figure/typed/shape.js";
import { formatShape, MAX_RANK, MAX_SIZE, sizeOf } from "../../../web/page/kit/shapes.js";
import { useBrowser } from "../../chromium.js";
import { panel, withPage } from "../helpers/browser.js";

useBrowser();

describe("a shape", () => {
  const shapes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: MAX_RANK });

  test("is read however it is written", () =>
    fc.assert(
      fc.property(shapes, (shape) => {
        const joined = ["x", " × ", " ", ","].map((between) => shape.join(between));
        for (const text of [formatShape(shape), `(${shape.join(", ")},)`, ...joined])
          expect(readShape(text), text).toEqual({ shape });
      }),
    ));

  test("that cannot be drawn is refused with a word of why", () => {
    for (const text of ["", "[]", "two", "x2", "2,,3", "-2, 3", "0", "2.5", "1e3x", "NaN", "2;3"]) {
      expect(readShape(text), text).toEqual({ error: expect.stringContaining("whole numbers") });
    }
    expect(readShape("1x1x1x1x1")).toEqual({ error: `Up to ${MAX_RANK} dims can be drawn here, not 5.` });
    expect(readShape(String(MAX_SIZE + 1))).toEqual({ error: expect.stringContaining(`up to ${MAX_SIZE}`) });
  });

  test("whatever is typed, is either one that can be drawn or refused", () =>
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d x,.[\]()-]{0,12}$/)), (text) => {
        const read = readShape(text);
        if ("error" in read) {
          expect(read.error).not.toBe("");
          return;
        }
        expect(read.shape.length).toBeLessThanOrEqual(MAX_RANK);
        expect(read.shape.every((size) => Number.isInteger(size) && size >= 1)).toBe(true);
        expect(sizeOf(read.shape)).toBeLessThanOrEqual(MAX_SIZE);
      }),
    ));
});

describe("the toolbar", () => {
  test("draws a tensor of any shape, and says why not", () =>
    withPage({}, async (page) => {
      const section = page.locator("#three");
      await section.getByLabel("Example").selectOption({ label: "Any shape…" });
      const field = section.getByLabel("shape", { exact: true });
      await field.fill("3x5");
      await field.press("Enter");
      expect(await field.inputValue()).toBe("[3, 5]");
      expect(await panel(page, "three", "x").locator(".cell").count()).toBe(15);
      await field.fill("3x5x7x9x2");
      await field.press("Enter");
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      expect(await section.locator(".refused").textContent()).toContain("not 5");
      expect(await panel(page, "three", "x").locator(".cell").count()).toBe(15);
      await section.getByRole("button", { name: "Undo" }).click();
      expect(await field.inputValue()).toBe("[2, 3, 4]");
      expect(await section.locator(".refused").textContent()).toBe("");
    }));

  test("keeps what is less used behind a button on phones", () =>
    withPage({ viewport: { width: 320, height: 740 } }, async (page) => {
      const section = page.locator("#dim");
      const eps = page.locator("#dim-eps");
      const more = section.getByRole("button", { name: "More settings" });
      expect(await section.getByRole("radio", { name: "False" }).isVisible()).toBe(true);
      expect(await eps.isVisible()).toBe(false);
      await more.click();
      expect(await eps.isVisible()).toBe(true);
      const less = section.getByRole("button", { name: "Fewer settings" });
      expect(await less.getAttribute("aria-expanded")).toBe("true");
      await less.click();
      expect(await eps.isVisible()).toBe(false);
    }));
});
