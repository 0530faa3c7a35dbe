/** The speed lab: what is measured, how far the lanes have come, and which cell of memory is pressed. */

/** @typedef {(typeof import("./limits.js").SHAPES)[number]} Shape */

/**
 * @type {import("../../course/spec-form.js").OwnSpec<{ shape: Shape, step: number, cell: number, dim: "-1" | "0", type:
 *   "float32" | "float64" }>}
 */
export const spec = {
  initial: { shape: "1024x768", step: 0, cell: 165, dim: "-1", type: "float32" },
};
