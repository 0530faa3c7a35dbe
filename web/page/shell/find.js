/** The search: sections by their text, and the glossary's words. */

/**
 * @typedef {object} Place  a section
 * @property {string} id
 * @property {import("../course/sections.js").Kind} kind
 * @property {string} label  its title with its number
 * @property {string} title
 * @property {string} lesson
 * @property {readonly string[]} texts  the rest of its text, line by line
 *
 * @typedef {{ name: string, word: string, meaning: string, section: string | undefined }} Word  section: where it first
 *   stands
 */

/**
 * Without capitals and marks above letters, and with a hyphen for the minus sign: as one types.
 * @param {string} text
 */
export const typed = (text) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("−", "-").replaceAll("’", "'").toLowerCase();

/** @param {string} text */
const literal = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/**
 * Whether a text has all words of a query: each at the beginning of a word, so that "eps" does not find "keeps". What
 * begins with a sign, as "-1" or "(n" do, may stand anywhere.
 * @param {string} query
 * @returns {(text: string) => boolean}
 */
function having(query) {
  const words = typed(query).split(/\s+/).filter(Boolean);
  const found = words.map(
    (word) => new RegExp(/^[\p{L}\p{N}]/u.test(word) ? `(?<![\\p{L}\\p{N}])${literal(word)}` : literal(word), "u"),
  );
  return (text) => {
    const plain = typed(text);
    return found.every((each) => each.test(plain));
  };
}

/** Between sentences: after a decimal point there is no space. */
const SENTENCE = /(?<=[.?!])\s+/;

/**
 * The sections that have the words in their title or lesson, then those that have them in a sentence, which is quoted.
 * @param {string} query
 * @param {readonly Place[]} places
 * @returns {{ place: Place, quote: string }[]}
 */
export function findPlaces(query, places) {
  const has = having(query);
  const named = places.filter(({ title, lesson }) => has(`${title} ${lesson}`));
  const others = places
    .filter((place) => !named.includes(place))
    .map((place) => ({
      place,
      quote: place.texts.flatMap((text) => text.split(SENTENCE)).find(has) ?? "",
    }))
    .filter(({ quote }) => quote !== "");
  return [...named.map((place) => ({ place, quote: "" })), ...others];
}

/**
 * The words that begin like the query, then those that have it in them, then those that are explained with it.
 * @param {string} query
 * @param {readonly Word[]} words
 */
export function findWords(query, words) {
  const has = having(query);
  const rank = (/** @type {Word} */ { word }) => (typed(word).startsWith(typed(query.trim())) ? 0 : has(word) ? 1 : 2);
  return words.filter(({ word, meaning }) => has(`${word} ${meaning}`)).sort((a, b) => rank(a) - rank(b));
}
