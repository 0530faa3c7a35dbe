/** The precision lens: six numbers, their bits and an order to add them in; and a row far from 0. */

/**
 * @typedef {object} PrecisionFigure
 * @property {"here" | "torch" | "less1" | "less3"} from  whose six numbers: the page's, PyTorch's, or PyTorch's where
 *   output 1 or 3 of the layer is a last bit less
 * @property {string} bits  of all six, where one was flipped; empty: as they were computed
 * @property {number} number  the one whose bits are shown
 * @property {Order} order
 * @property {number} mean  of the row
 * @property {(typeof import("./limits.js").COUNTS)[number]} count  how many numbers the row has
 * @property {"variance" | "normalized"} error  of what
 */

/** @typedef {"left" | "right" | "torch"} Order */

/** @type {import("../../course/spec-form.js").OwnSpec<PrecisionFigure>} */
export const spec = {
  initial: { from: "here", bits: "", number: 1, order: "left", mean: 0, count: "768", error: "variance" },
};
