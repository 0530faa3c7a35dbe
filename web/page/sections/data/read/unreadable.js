/** Why a file or a text is refused: one sentence, which says what was expected and what came. */

/** A refusal for the reader. Any other error is a defect of the page. */
export class Unreadable extends Error {}

/** @param {string} sentence @returns {never} */
export function refuse(sentence) {
  throw new Unreadable(sentence);
}

/** A name of a file's may be of any length, and have any characters: this many of it are shown. */
const SHOWN = 60;

/** @param {string} name */
export function shortName(name) {
  const line = name.replace(/[\s\p{Cc}]+/gu, " ");
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 20)}…${line.slice(-19)}` : line;
}

/** "3.2 MB": a file's size, or that of what is in it. @param {number} bytes */
export function sizeInWords(bytes) {
  const [unit, name] = /** @type {const} */ ([
    [1e9, "GB"],
    [1e6, "MB"],
    [1e3, "kB"],
    [1, "bytes"],
  ]).find(([least]) => bytes >= least) ?? [1, "bytes"];
  return `${Number((bytes / unit).toPrecision(3))} ${name}`;
}
