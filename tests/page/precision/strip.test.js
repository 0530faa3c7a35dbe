/** In both figures of the precision lens, each control is in one view with its strip and with what it changes. */
import { expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { meanOf, sumOf } from "../../../web/page/sections/precision/six.js";
import { float32Of } from "../../../web/page/sections/precision/float32.js";
import { printed } from "../../../web/page/sections/precision/sentences.js";
import { rows } from "../../../web/page/figure/values/torch.js";
import { untilComputed, withSection } from "../helpers/browser.js";
import { outOfView, VIEWS } from "../helpers/verdict.js";

useBrowser();

const SIX = "#precision-six";
const SWEEP = "#precision-figure";

for (const viewport of VIEWS) {
  test(`at ${viewport.width} px`, () =>
    withSection("precision", { viewport, looks: true }, async (page) => {
      await untilComputed(page, "precision");
      const six = { strip: `${SIX} [data-strip]` };
      const sweep = { strip: `${SWEEP} [data-strip]`, effect: `${SWEEP} .lens-body` };
      const hands = [
        { ...six, control: `${SIX} .which-six`, effect: `${SIX} .lens-sums table` },
        { ...six, control: `${SIX} .toolbar .segmented`, effect: `${SIX} .lens-sums table` },
        { ...six, control: `${SIX} .lens-numbers`, effect: `${SIX} .lens-bits` },
        { ...six, control: `${SIX} [data-part=sign]`, effect: `${SIX} .lens-taken` },
        { ...six, control: `${SIX} [data-part=fraction]`, effect: `${SIX} .lens-taken` },
        { ...sweep, control: `${SWEEP} .toolbar .segmented:first-of-type` },
        { ...sweep, control: `${SWEEP} .toolbar .segmented:nth-of-type(2)` },
        { ...sweep, control: "#precision-mean" },
      ];
      for (const hand of hands) expect(await outOfView(page, hand), hand.control).toEqual([]);
    }));
}

test("the strip says what the six add up to, and one setting prints the book’s mean, another 0", () =>
  withSection("precision", {}, async (page) => {
    const strip = page.locator(`${SIX} [data-strip]`);
    await page.locator("#precision").getByRole("radio", { name: "as PyTorch" }).check();
    for (const from of /** @type {const} */ (["torch", "less1", "less3"])) {
      await page.locator("#precision").getByLabel("Six numbers from").selectOption(from);
      const row = rows[from].map(float32Of);
      const shown = [printed(sumOf(row, "torch")), printed(meanOf(row, "torch"))];
      expect(await strip.locator("strong").allTextContents()).toEqual(shown);
    }
    expect(await strip.textContent()).toContain("the sum is exactly 0");
    await page.locator("#precision").getByLabel("Six numbers from").selectOption("less1");
    expect(await strip.textContent()).toMatch(/mean prints as −5\.9605e−08.*PyTorch prints the book’s mean/);
  }));
