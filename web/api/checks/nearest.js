/** The name that somebody may have meant who wrote another. */

/** Letters of a name that are compared: names are long where they are nested, and seldom longer than this. */
const COMPARED = 200;

/**
 * How many letters must be put in, left out or changed to make one text of the other (Levenshtein, 1966).
 * @param {string} a
 * @param {string} b
 */
function distance(a, b) {
  const row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    let diagonal = i;
    row[0] = i + 1;
    for (let j = 0; j < b.length; j++) {
      const changed = diagonal + (a[i] === b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = Math.min(changed, diagonal + 1, row[j] + 1);
    }
  }
  return row[b.length];
}

/**
 * @param {string} name
 * @param {readonly string[]} names
 * @returns {string | undefined} the first of those that are nearest to it
 */
export function nearest(name, names) {
  let result,
    least = Infinity;
  for (const other of names) {
    const letters = distance(name.slice(0, COMPARED), other.slice(0, COMPARED));
    if (letters < least) [result, least] = [other, letters];
  }
  return result;
}
