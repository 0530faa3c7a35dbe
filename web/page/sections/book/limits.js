/** What the book's network may become, by a link or by hand. */
import { BOOK } from "../../course/book.js";

/** The largest seed that PyTorch takes is one less. */
export const SEEDS = 2 ** 32;

/** @type {Record<keyof typeof import("./spec.js").spec.initial, import("../../course/spec-form.js").LinkField>} */
export const fields = {
  seed: { whole: [0, SEEDS - 1], what: "a seed", lock: "seed" },
  input: { whole: [0, BOOK.inputs - 1], what: "input" },
  x: { numbers: BOOK.inputs * BOOK.features, lock: "x" },
  unit: { whole: [0, BOOK.outputs - 1], what: "unit" },
};
