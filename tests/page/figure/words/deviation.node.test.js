/** "Spread" is over n and nothing else; what is over n − 1 says so, in every readout of the figure. */
import { describe, expect, test } from "vitest";
import { panelsOf } from "../../../../web/page/figure/export/panels.js";
import { derive } from "../../../../web/page/figure/values/derive.js";
import { sourceOf } from "../../../../web/page/figure/values/presets.js";
import { deviationName, overWhat, varianceName } from "../../../../web/page/figure/words/deviation.js";
import { narrate } from "../../../../web/page/figure/words/sentences.js";
import { INITIAL } from "../../../../web/page/store/state.js";

/** @typedef {import("../../../../web/page/store/state.js").Figure} Figure */

/** @param {Partial<Figure>} change */
const shown = (change) => {
  const figure = { ...INITIAL.dim, ...change };
  return { figure, view: derive(sourceOf(figure), figure) };
};

describe("the names", () => {
  test.each(
    /** @type {const} */ ([
      [true, 0, "spread", "var over n"],
      [true, 1, "σ over n − 1", "var over n − 1"],
      [false, 0, "RMS", "mean x²"],
      [false, 1, "RMS", "mean x²"],
    ]),
  )("with a mean: %s, correction %d", (center, correction, deviation, variance) => {
    expect(deviationName({ center, correction })).toBe(deviation);
    expect(varianceName({ center, correction })).toBe(variance);
  });

  test("name what was computed", () => {
    const row = Array.from(sourceOf(INITIAL.dim).values.subarray(18, 24));
    const mean = row.reduce((a, b) => a + b) / 6;
    const squares = row.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    for (const correction of /** @type {const} */ ([0, 1])) {
      const { view } = shown({ correction });
      expect(view.stages[0].deviation[3]).toBeCloseTo(Math.sqrt(squares / (6 - correction)), 5);
      expect(overWhat(view)).toBe(correction === 1 ? "over n − 1" : "over n");
    }
  });
});

describe("what is said and exported", () => {
  test.each(/** @type {const} */ ([0, 1]))("has its name with correction %d", (correction) => {
    const { figure, view } = shown({ correction });
    const said = [
      narrate(figure, { ...figure, stage: 0 }, view),
      narrate({ ...figure, dims: [0] }, figure, view),
      narrate(figure, { ...figure, at: { panel: "x", index: 20 } }, view),
      narrate(figure, { ...figure, keepdim: false }, view),
    ];
    for (const sentence of said) {
      expect(sentence.includes("spread")).toBe(correction === 0);
      expect(sentence.includes("standard deviation over n minus 1")).toBe(correction === 1);
      // A name that ends with a number is told apart from the number that follows.
      expect(sentence).not.toMatch(/\d [−\d]/);
      if (correction === 1) expect(sentence).toMatch(/over n minus 1: \d/);
    }
    expect(narrate(figure, { ...figure, at: { panel: "variance", index: 20 } }, view)).toMatch(
      correction === 1 ? /^variance over n minus 1 of row D: / : /^variance over n of row D: /,
    );
    const variance = panelsOf(figure, view, false).find(({ name }) => name === "var");
    expect(variance?.label).toBe(correction === 1 ? "var over n − 1" : "var over n");
  });
});
