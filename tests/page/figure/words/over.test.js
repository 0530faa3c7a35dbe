/** Every readout of a figure in a browser says what is over n − 1, and only what is over n is called a spread. */
import { expect, test } from "vitest";
import { useBrowser } from "../../../chromium.js";
import { cell, withSection } from "../../helpers/browser.js";

useBrowser();

for (const width of [1280, 390]) {
  test(`n and n − 1 in tracks, slider, panels, formula, at ${width} px; and the card keeps its height`, () =>
    withSection("dim", { viewport: { width, height: 844 }, explained: false }, async (page) => {
      const figure = page.locator("#dim-figure");
      const height = async () => (await figure.boundingBox())?.height;
      const first = await height();
      expect(await page.locator("#dim .track-statistics").first().innerText()).toMatch(/spread/);
      expect(await page.locator("#dim .stage-slider").innerText()).toContain("÷ spread");
      expect(await page.locator("#dim .statistics").innerText()).toContain("var over n\n");
      await page.locator("#dim input[name=dim-correction]").first().check();
      expect(await page.locator("#dim .track-statistics").first().innerText()).toMatch(/σ over n − 1/);
      expect(await page.locator("#dim .stage-slider").innerText()).toContain("÷ σ over n\u00a0−\u00a01");
      expect(await page.locator("#dim .statistics").innerText()).toContain("var over n − 1");
      expect(await page.locator("#dim :is(.tracks, .panels)").allInnerTexts()).not.toContain("spread");
      expect(await height()).toBe(first);
      const hidden = await page
        .locator("#dim .track-statistics")
        .evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth));
      expect(Math.max(...hidden)).toBeLessThanOrEqual(0);
      const overlapping = await page.locator("#dim .statistics strong").evaluateAll((names) => {
        const [mean, variance] = names.map((name) => name.getBoundingClientRect());
        return mean.right > variance.left && mean.bottom > variance.top && mean.top < variance.bottom;
      });
      expect(overlapping).toBe(false);
      for (const stage of ["0", "1", "2"]) {
        await page.locator("#dim .stage-slider").getByRole("slider").fill(stage);
        expect(await height(), `stage ${stage}`).toBe(first);
      }
      await cell(page, "dim", "out", 1).click();
      await expect.poll(() => page.locator("#dim .formula .chip").last().textContent()).toContain("var over n − 1");
      expect(await page.locator("#dim .formula .saying").innerText()).toContain("over n − 1");
    }));
}

test("undo, redo, reset and export stand in the card's foot", () =>
  withSection("dim", { explained: false }, async (page) => {
    const [foot, card] = [page.locator("#dim .figure-foot"), page.locator("#dim-figure")];
    expect(await foot.getByRole("button").allTextContents()).toEqual(["Formula and code", "", "", "Reset", "Export"]);
    const [a, b] = [await foot.boundingBox(), await card.boundingBox()];
    expect(Math.abs((a?.y ?? 0) + (a?.height ?? 0) - (b?.y ?? 0) - (b?.height ?? 0))).toBeLessThan(3);
    expect(await page.locator("#dim .toolbar .history").count()).toBe(0);
  }));
