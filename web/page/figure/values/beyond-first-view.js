/**
 * What the later sections alone need of the package and of tensors, and the first view does without: book-network.js
 * brings it with them, or with a link.
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
