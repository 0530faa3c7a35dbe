/**
 * Functions that the first view does without. provide.js puts them here; it comes with the later sections, or with a
 * link.
 */

/** @returns {never} */
const missing = () => {
  throw new Error("asked for before provide.js is there");
};

/**
 * @type {{ rmsNorm: typeof import("layernorm").rmsNorm,
 *   drawn: typeof import("./drawn.js").drawn,
 *   broadcastOf: typeof import("../../kit/broadcast.js").broadcastOf,
 *   withoutPuttingBack: typeof import("./naive.js").withoutPuttingBack }}
 */
export const beyondFirstView = {
  rmsNorm: missing,
  drawn: missing,
  broadcastOf: missing,
  withoutPuttingBack: missing,
};
