/**
 * Functions of the package, and tensors, that the first view does without. book-network.js puts them here; it comes
 * with the later sections, or with a link.
 */

/** @returns {never} */
const missing = () => {
  throw new Error("asked for before book-network.js is there");
};

/**
 * @type {{ bookOutput: () => Float32Array, realInput: () => Float32Array, rmsNorm: typeof import("layernorm").rmsNorm,
 *   unlikeTokens: typeof import("./unlike-tokens.js").unlikeTokens }}
 */
export const beyondFirstView = { bookOutput: missing, realInput: missing, rmsNorm: missing, unlikeTokens: missing };
