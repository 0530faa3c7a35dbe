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
 * What the module exports, beyond its memory: the allocator, and the functions of c/norm.h.
 * @type {readonly string[]}
 */
export const functions: readonly string[];
export namespace constants {
    let LN_RUN_ROWS: number;
    let LN_MAX_RANK: number;
}
/**
 * The digits of text, of value 0 to 86 in this order.
 * @type {string}
 */
export const digits: string;
/**
 * kernels.wasm: (byte + 4) % 256 as a digit, plus 87 behind "}" and 174 behind "~". Not base64, of which gzip leaves a
 * third more.
 * @type {string}
 */
export const text: string;
