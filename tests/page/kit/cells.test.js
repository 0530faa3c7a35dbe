/** The ramp of cells ends where the numbers of their figure do. */
import { expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { fillColours, reachOf } from "../../../web/page/kit/styles/ramp.js";
import { withSection } from "../helpers/browser.js";
import { plain } from "../helpers/texts.js";

useBrowser();

for (const [id, figure, cells] of [
  ["first", "#first", ".small-grid span[style]"],
  ["batch", "#batch-figure", ".batch-cell"],
  ["batch", "#batch-tokens", ".batch-cell"],
]) {
  test(`in ${figure}`, () =>
    withSection(id, {}, async (page) => {
      const shown = await page
        .locator(`${figure} ${cells}`)
        .evaluateAll((all) =>
          all.map((cell) => [
            cell.textContent ?? "",
            /** @type {HTMLElement} */ (cell).style.getPropertyValue("--fill-day"),
          ]),
        );
      const read = shown.map(([text, fill]) => ({ value: Number(plain(text)), fill: fill.trim() }));
      const [largest] = read.sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
      expect(Math.abs(largest.value)).toBeGreaterThan(2.6);
      // Numbers are shown rounded: those that are large enough have the shade all the same.
      expect(largest.fill).toBe(fillColours(largest.value, reachOf(read.map(({ value }) => value)))["--fill-day"]);
    }));
}
