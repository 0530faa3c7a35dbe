/** A hash of a text, from which nobody can guess the text (FNV-1a). @param {string} text */
export const hashOf = (text) =>
  Array.from(text).reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);
