/**
 * @param {Uint8Array} bytes the first ones of a file, FIRST_BYTES if there are so many
 * @param {number} size of the file
 * @returns {number} the length of the header
 */
export function headerLength(bytes: Uint8Array, size: number): number;
/**
 * @param {Uint8Array} bytes of the header
 * @param {number} size of the file
 * @returns {Header}
 */
export function parseHeader(bytes: Uint8Array, size: number): Header;
/**
 * Where a tensor is in a file.
 * @typedef {object} Entry
 * @property {string} dtype as the file names it: "F32"
 * @property {number[]} shape
 * @property {number} begin in bytes, from the beginning of the file
 * @property {number} end
 */
/**
 * What a header says.
 * @typedef {object} Header
 * @property {Map<string, Entry>} entries the tensors, by their names
 * @property {Record<string, string>} metadata an object without prototype
 */
/** How many of a file's first bytes are looked at: its length, or what tells that it is of another kind. */
export const FIRST_BYTES: 16;
/**
 * Where a tensor is in a file.
 */
export type Entry = {
    /**
     * as the file names it: "F32"
     */
    dtype: string;
    shape: number[];
    /**
     * in bytes, from the beginning of the file
     */
    begin: number;
    end: number;
};
/**
 * What a header says.
 */
export type Header = {
    /**
     * the tensors, by their names
     */
    entries: Map<string, Entry>;
    /**
     * an object without prototype
     */
    metadata: Record<string, string>;
};
