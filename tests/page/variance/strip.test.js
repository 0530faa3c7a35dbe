/** Each control of the two formulas and of the figure is in one view with the strip and with what it changes. */
import { expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { withSection } from "../helpers/browser.js";
import { outOfView, VIEWS } from "../helpers/verdict.js";

useBrowser();

for (const viewport of VIEWS) {
  test(`at ${viewport.width} px`, () =>
    withSection(
      "variance",
      { viewport, query: "?variance.beside=class", explained: false, looks: true },
      async (page) => {
        const strip = "#variance [data-strip]";
        const hands = [
          ...Array.from({ length: 8 }, (_, i) => ({
            control: `#variance .shelf tbody tr:nth-child(${i + 1})`,
            effect: "#variance .same-row",
          })),
          { control: "#variance .which-row", effect: "#variance .same-row" },
          ...["correction", "eps", "epsAt"].map((setting) => ({
            control: `#variance-figure [data-setting=${setting}]`,
            effect: "#variance-figure .tracks",
          })),
        ];
        for (const hand of hands) expect(await outOfView(page, { ...hand, strip }), hand.control).toEqual([]);
      },
    ));
}
