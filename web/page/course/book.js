/** The book's layer: five features in, six out. */
export const BOOK = { seed: 123, inputs: 2, features: 5, outputs: 6 };

/** @typedef {{ correction: 0 | 1, eps: number }} Divisor */

/** The settings of the book's own cells; then those of its class and of torch.nn.LayerNorm. @type {Divisor} */
export const CELLS = { correction: 1, eps: 0 };
/** @type {Divisor} */
export const CLASS = { correction: 0, eps: 1e-5 };
