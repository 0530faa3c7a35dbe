/** What the speed lab may show, by a link or by hand, and how it draws lanes and memory. */

/** Rows and columns. The largest matrix has 32 MB, and is in memory six times. */
export const SHAPES = /** @type {const} */ (["1x4096", "64x768", "1024x768", "4096x2048"]);
/** The size of the drawn matrix in memory. */
export const ROWS = 12;
export const COLUMNS = 32;
/** The numbers in the row that is added up: without SIMD each takes a step. */
export const STEPS = 16;

/** @type {Record<keyof typeof import("./spec.js").spec.initial, import("../../course/spec-form.js").LinkField>} */
export const fields = {
  shape: { words: SHAPES, lock: "shape" },
  step: { whole: [0, STEPS], what: "a step" },
  cell: { whole: [0, ROWS * COLUMNS - 1], what: "a cell" },
  dim: { words: ["-1", "0"] },
  type: { words: ["float32", "float64"] },
};

/** @param {import("./spec.js").Shape} shape @returns {number[]} */
export const sizesOf = (shape) => shape.split("x").map(Number);
