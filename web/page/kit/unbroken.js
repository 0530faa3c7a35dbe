/** Words that stay in one line. */

/**
 * A browser may break a line before a minus sign; one that begins with "− 1" reads as a number of its own.
 * @param {string} text
 */
export const unbroken = (text) => text.replaceAll(/\b([nx]) − (?=1|mean|x\.mean)/g, "$1\u00a0−\u00a0");
