/** What the precision lens may show, by a link or by hand. */

export const COUNTS = /** @type {const} */ (["6", "768", "4096"]);
const MOST = 1e6;
/** The slider's means: 0, and ten in each power of ten. */
export const MEANS = [0, ...Array.from({ length: 61 }, (_, i) => Number((10 ** (i / 10)).toPrecision(3)))];

/** @type {Record<keyof typeof import("./spec.js").spec.initial, import("../../course/spec-form.js").LinkField>} */
export const fields = {
  from: { words: ["here", "torch", "less1", "less3"], lock: "x" },
  bits: {
    text: /^([0-9a-f]{8}(\.[0-9a-f]{8}){5})?$/,
    what: "bits are six numbers of eight digits in base 16",
    lock: "x",
  },
  number: { whole: [0, 5], what: "the number" },
  order: { words: ["left", "right", "torch"] },
  mean: { number: [0, MOST], what: "the mean", lock: "mean" },
  count: { words: COUNTS, lock: "x" },
  error: { words: ["variance", "normalized"] },
};
