/** The book's network: its weights and inputs, and the input and the unit that are shown. */
import { BOOK } from "../../course/book.js";

/**
 * @typedef {object} BookFigure
 * @property {number} seed
 * @property {number} input  which of the two inputs is drawn
 * @property {readonly number[] | null} x  the learner's own inputs, or null for those of the seed
 * @property {number} unit  the output unit whose arithmetic is shown
 */

/** @type {import("../../course/spec-form.js").OwnSpec<BookFigure>} */
export const spec = {
  initial: { seed: BOOK.seed, input: 0, x: null, unit: 0 },
};
