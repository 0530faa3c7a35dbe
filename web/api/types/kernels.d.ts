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
 * kernels.wasm.
 * @type {string}
 */
export const base64: string;
