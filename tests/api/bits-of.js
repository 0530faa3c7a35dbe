/**
 * In Node alone.
 * @param {ArrayBufferView} elements
 * @returns {string} their bits
 */
export const bitsOf = ({ buffer, byteOffset, byteLength }) =>
  Buffer.from(/** @type {ArrayBuffer} */ (buffer), byteOffset, byteLength).toString("hex");
