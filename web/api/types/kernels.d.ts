/** Generated from c/ by build.sh: change those, not this. */
/**
 * What compiled it.
 * @type {string}
 */
export const compiler: string;
/**
 * SHA-256, shortened, of the sources and flags.
 * @type {string}
 */
export const sources: string;
/**
 * kernels.wasm.
 * @type {string}
 */
export const base64: string;
