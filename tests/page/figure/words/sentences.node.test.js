/** What is said of each change of a figure, against sentences that were written by hand from six and 28 numbers. */
import { beforeEach, describe, expect, test } from "vitest";
import { narrateChanges, fetchSentences } from "../../../../web/page/figure/words/narration.js";
import { narrate } from "../../../../web/page/figure/words/sentences.js";
import { derive } from "../../../../web/page/figure/values/derive.js";
import { sourceOf } from "../../../../web/page/figure/values/presets.js";
import { announcement, say } from "../../../../web/page/kit/announce.js";
import * as figure from "../../../../web/page/figure/state/settings.js";
import * as store from "../../../../web/page/store/state.js";

/** @typedef {import("../../../../web/page/store/state.js").Figure} Figure */

/** @param {number[]} shape @param {number[]} values */
const tensor = (shape, values) => ({ shape, values: Float32Array.from(values) });

/** Rows [1, 2, 3] and [4, 6, 8]: means 2 and 6, sums of squares about them 2 and 8. @type {Figure} */
const FIGURE = {
  ...store.INITIAL.dim,
  x: tensor([2, 3], [1, 2, 3, 4, 6, 8]),
  dims: [1],
  eps: 0,
  at: { panel: "x", index: 0 },
};

/** 14 rows of two numbers that are 1 apart. */
const LONG = tensor([14, 2], [...new Array(28).keys()]);

/** @param {Partial<Figure>} change @param {Partial<Figure>} [from] what is otherwise than in FIGURE before it */
function said(change, from = {}) {
  const before = { ...FIGURE, ...from },
    after = { ...before, ...change };
  return narrate(before, after, derive(sourceOf(after), after));
}

const ROWS = "Row A: mean 2.00, spread 0.82; row B: mean 6.00, spread 1.63.",
  ROW_B = "Row B: mean 6.00, spread 1.63; after: mean 0.00, spread 1.00.";

/** @type {[string, string, Partial<Figure>, Partial<Figure>?][]} */
const SENTENCES = [
  [
    "another shape",
    "x has shape [2, 2]. 2 means with keepdim, shape [2, 1]. Row A: mean 2.00, spread 1.00; row B: mean 6.00, spread 2.00.",
    { x: tensor([2, 2], [1, 3, 4, 8]) },
  ],
  [
    "more numbers than one",
    "x has shape [2, 3]. 2 means with keepdim, shape [2, 1]. Row A: mean 4.00, spread 0.82; row B: mean 6.00, spread 1.63.",
    { x: tensor([2, 3], [3, 4, 5, 4, 6, 8]) },
  ],
  [
    "two numbers exchanged",
    `x has shape [2, 3]. 2 means with keepdim, shape [2, 1]. ${ROWS}`,
    { x: tensor([2, 3], [3, 2, 1, 4, 6, 8]) },
  ],
  [
    "another example",
    "x has shape [2, 5]. 2 means with keepdim, shape [2, 1]. Row A: mean 30.00, spread 14.14; row B: mean 1.20, spread 0.14.",
    { x: null, preset: "words" },
  ],
  [
    "another dim",
    "dim 0 reduced. 3 means with keepdim, shape [1, 3]. Column 0: mean 2.50, spread 1.50; column 1: mean 4.00, spread 2.00; column 2: mean 5.50, spread 2.50.",
    { dims: [0] },
  ],
  [
    "all dims",
    "dim 0 and 1 reduced. 1 mean with keepdim, shape [1, 1]. The whole tensor: mean 4.00, spread 2.38.",
    { dims: [0, 1] },
  ],
  [
    "groups of channels",
    "dim 1 and 2 reduced. 2 means with keepdim, shape [1, 2, 1, 1]. Group A: mean 2.00, spread 0.71; group B: mean 6.00, spread 1.87.",
    { channelGroups: 2 },
    { dims: [1, 2], x: tensor([1, 4, 2], [1, 2, 2, 3, 4, 5, 6, 9]) },
  ],
  ["the mean left in", "The mean is left in.", { center: false }],
  [
    "the mean taken away",
    `The mean is taken away. 2 means with keepdim, shape [2, 1]. ${ROWS}`,
    { center: true },
    { center: false },
  ],
  ["keepdim false", `keepdim false. 2 means without keepdim, shape [2]. ${ROWS}`, { keepdim: false }],
  ["keepdim true", `keepdim true. 2 means with keepdim, shape [2, 1]. ${ROWS}`, { keepdim: true }, { keepdim: false }],
  ["n - 1", "Variance over n minus 1: 1.0000, 4.0000.", { correction: 1 }],
  ["n", "Variance over n: 0.6667, 2.6667.", { correction: 0 }, { correction: 1 }],
  [
    "the variances of more groups than are heard",
    `Variance over n minus 1: ${new Array(12).fill("0.5000").join(", ")} and 2 more.`,
    { correction: 1 },
    { x: LONG },
  ],
  ["eps off", "eps off.", { eps: 0 }, { eps: 1e-3 }],
  ["eps inside", "eps 0.001, inside the root.", { eps: 1e-3 }],
  ["eps outside", "eps 1e-05, outside the root.", { epsAt: "outside" }, { eps: 1e-5 }],
  [
    "one number",
    "14.0000. Row B: mean 8.00, spread 4.32; after: mean 0.00, spread 1.00.",
    { x: tensor([2, 3], [1, 2, 3, 4, 6, 14]), at: { panel: "x", index: 5 } },
  ],
  ["the weight", "y is now −1.2247, 0.0000, 3.6742, −1.2247, 0.0000, 3.6742.", { weight: [1, 2, 3], bias: [0, 0, 0] }],
  [
    "the bias",
    "y is now −1.2247, 0.0000, 8.2247, −1.2247, 0.0000, 8.2247.",
    { bias: [0, 0, 7] },
    { weight: [1, 1, 1], bias: [0, 0, 0] },
  ],
  ["the stage x", `Stage: x as it came. ${ROWS}`, { stage: 0 }],
  [
    "the stage x - mean",
    "Stage: x minus its mean. Row A: mean 0.00, spread 0.82; row B: mean 0.00, spread 1.63.",
    { stage: 1 },
  ],
  [
    "the stage that is normalized",
    "Stage: normalized. Row A: mean 0.00, spread 1.00; row B: mean 0.00, spread 1.00.",
    { stage: 2 },
    { stage: 0 },
  ],
  [
    "the last stage",
    "Stage: scaled and shifted. Row A: mean 0.00, spread 1.00; row B: mean 0.00, spread 1.00.",
    { stage: 3 },
  ],
  [
    "the stage of more rows than are heard",
    `Stage: x as it came. Row A: mean 0.50, spread 0.50; ${[..."BCDEFGHIJKL"]
      .map((letter, i) => `row ${letter}: mean ${2 * (i + 1)}.50, spread 0.50`)
      .join("; ")}; and 2 more.`,
    { stage: 0 },
    { x: LONG },
  ],
  ["a cell of x", `x at 1, 1: 6.0000. ${ROW_B}`, { at: { panel: "x", index: 4 } }],
  ["a mean", "mean of row B: 6.0000.", { at: { panel: "mean", index: 4 } }],
  ["a variance", "variance over n of row B: 2.6667.", { at: { panel: "variance", index: 4 } }],
  [
    "a variance over n - 1",
    "variance over n minus 1 of row B: 4.0000.",
    { at: { panel: "variance", index: 4 } },
    { correction: 1 },
  ],
  ["a mean square", "mean x² of row B: 38.6667.", { at: { panel: "variance", index: 4 } }, { center: false }],
  ["what is normalized", `normalized at 1, 2: 1.2247. ${ROW_B}`, { at: { panel: "out", index: 5 } }],
  ["it at x", `x as it came at 1, 2: 8.0000. ${ROW_B}`, { at: { panel: "out", index: 5 } }, { stage: 0 }],
  ["it at x - mean", `x minus its mean at 1, 2: 2.0000. ${ROW_B}`, { at: { panel: "out", index: 5 } }, { stage: 1 }],
  [
    "it at the last stage",
    `normalized at 1, 2: 1.2247. ${ROW_B}`,
    { at: { panel: "out", index: 5 } },
    { stage: 3, weight: [1, 2, 3], bias: [0, 1, 0] },
  ],
  [
    "a cell of y",
    `y at 1, 1: 1.0000. ${ROW_B}`,
    { at: { panel: "y", index: 4 } },
    { stage: 3, weight: [1, 2, 3], bias: [0, 1, 0] },
  ],
  [
    "a cell where spreads are over n - 1",
    "x at 1, 1: 6.0000. Row B: mean 6.00, standard deviation over n minus 1: 2.00; after: mean 0.00, standard deviation over n minus 1: 1.00.",
    { at: { panel: "x", index: 4 } },
    { correction: 1 },
  ],
  [
    "a cell where the mean is left in",
    "x at 0, 2: 3.0000. Row A: RMS 2.16; after: RMS 1.00.",
    { at: { panel: "x", index: 2 } },
    { center: false },
  ],
  ["what changes no number", "", { layout: "stack" }],
];

test.each(SENTENCES)("of %s: %s", (_, sentence, change, from) => expect(said(change, from)).toBe(sentence));

describe("one change after the other", () => {
  /** The sentences are fetched, and what is said comes after. */
  const settled = async () => {
    await fetchSentences();
    for (let i = 0; i < 5; i++) await Promise.resolve();
  };

  beforeEach(async () => {
    store.load({ ...store.INITIAL, dim: FIGURE });
    await settled();
    announcement.value = "";
  });

  test("each is told against what the one before it left", async () => {
    const end = narrateChanges("dim");
    await settled();
    expect(announcement.value).toBe("");
    figure.setCorrection("dim", 1);
    await settled();
    expect(announcement.value).toBe("Variance over n minus 1: 1.0000, 4.0000.");
    figure.setEps("dim", 1e-3);
    await settled();
    expect(announcement.value).toBe("eps 0.001, inside the root.");
    figure.setCorrection("dim", 0);
    await settled();
    expect(announcement.value).toBe("Variance over n: 0.6667, 2.6667.");
    end();
    figure.setCorrection("dim", 1);
    await settled();
    expect(announcement.value).toBe("Variance over n: 0.6667, 2.6667.");
  });

  test("of two in one task the last is told, and of the second alone what it changed", async () => {
    const end = narrateChanges("dim");
    figure.setCorrection("dim", 1);
    figure.setEps("dim", 1e-3);
    await settled();
    expect(announcement.value).toBe("eps 0.001, inside the root.");
    end();
  });

  test("what was said meanwhile is not talked over", async () => {
    const end = narrateChanges("dim");
    figure.setEps("dim", 1e-3);
    say("Copied.");
    await settled();
    expect(announcement.value).toBe("Copied.");
    end();
  });
});
