/** The book's layer: five features in, six out. */
export const BOOK = { seed: 123, inputs: 2, features: 5, outputs: 6 };
