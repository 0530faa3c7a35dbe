/** What reading and writing a safetensors file share: the format's words, and its errors. */

/** How many bytes the header's length takes. */
export const LENGTH_BYTES = 8;

/** How long the header may be. */
export const MAX_HEADER_BYTES = 100_000_000;

/** The name in the header that is no tensor's. */
export const METADATA = "__metadata__";

/** @param {string} what is wrong @param {unknown} [cause] */
export const malformed = (what, cause) => new RangeError(`safetensors: ${what}`, { cause });

/** A name of the file's, which may be of any length. @param {string} name @param {number} [longest] */
export const quoted = (name, longest = 60) =>
  JSON.stringify(name.length > longest ? `${name.slice(0, longest)}...` : name);

/** Half of a character beyond 16 bits, which no UTF-8 has. */
const HALF = /\p{Surrogate}/u;

/** @param {string} text @returns {boolean} whether it can be written as UTF-8 */
export const isUnicode = (text) => !HALF.test(text);
