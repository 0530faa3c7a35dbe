/** Words that stay in one line. */

/**
 * A browser may break a line before a minus sign; one that begins with "− 1" reads as a number of its own.
 * @param {string} text
 */
export const unbroken = (text) => text.replaceAll("n − 1", "n\u00a0−\u00a01");
