/**
 * Functions and tensors that the first view does without. book-network.js puts them here; it comes
 * with the later sections, or with a link.
 */

/** @returns {never} */
const missing = () => {
  throw new Error("asked for before book-network.js is there");
};

/**
 * @type {{ bookOutput: () => Float32Array, realInput: () => Float32Array, letters: () => Float32Array,
 *   rmsNorm: typeof import("layernorm").rmsNorm,
 *   drawn: typeof import("./drawn.js").drawn,
 *   unlikeTokens: typeof import("./drawn.js").unlikeTokens,
 *   broadcastOf: typeof import("../../kit/broadcast.js").broadcastOf,
 *   withoutPuttingBack: typeof import("./naive.js").withoutPuttingBack }}
 */
export const beyondFirstView = {
  bookOutput: missing,
  realInput: missing,
  letters: missing,
  rmsNorm: missing,
  drawn: missing,
  unlikeTokens: missing,
  broadcastOf: missing,
  withoutPuttingBack: missing,
};
