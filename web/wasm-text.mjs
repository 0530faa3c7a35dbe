/** The bytes of a module as text: what web/api/memory/inlined.js reads. */

/**
 * The digits of the text, those first that are commonest in the package's own code, minified. None needs an escape in
 * any kind of string, or in a script within HTML.
 */
const CHARACTERS = "et,rnsio)( a=.lufhc:p{dmwg;_by[]vz?&>01x!kA|MSON+*j2F-EBIRULTWV4Dq3GC/6PZJKXQHY859%7^#@";

/**
 * A byte's number in the text. The bytes from 252 on come first, for 253 begins every vector instruction.
 * @param {number} byte
 */
const numberOf = (byte) => (byte + 4) & 255;

/**
 * The digits, of value 0 to 86: the commonest value has the commonest character. A bundle of code and text has one
 * alphabet then, and gzip, which codes both by one table, makes 2 % less of it.
 * @param {Iterable<number>} bytes of the functions
 */
export function digitsFor(bytes) {
  const counts = Array(CHARACTERS.length).fill(0);
  for (const byte of bytes) counts[numberOf(byte) % counts.length]++;
  const values = counts.map((_, value) => value).sort((a, b) => counts[b] - counts[a] || a - b);
  return counts.map((_, value) => CHARACTERS[values.indexOf(value)]).join("");
}

/**
 * A byte in text that gzip makes nearly as small as the bytes: 2 % more. (Of base64, whose letters straddle the bytes,
 * a third more.) The first 87 values are a digit each, the next 87 have one prefix, the rest the other.
 * @param {number} byte
 * @param {string} digits
 */
export function asText(byte, digits) {
  const value = numberOf(byte);
  return ["", "}", "~"][Math.floor(value / digits.length)] + digits[value % digits.length];
}
