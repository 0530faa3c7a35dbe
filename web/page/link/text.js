/**
 * Plain values read from the text of a link, and written. Strangers write links: each check refuses a wrong text with a
 * sentence that says why.
 */
import { LARGEST, parseNumber } from "../kit/format.js";
import { shortest } from "../kit/shortest.js";

/** @param {boolean} condition @param {string} why @returns {asserts condition} */
export function must(condition, why) {
  if (!condition) throw new RangeError(why);
}

/** @param {string} text @param {string} name  of the value, for the sentence that refuses it */
export function float32From(text, name) {
  const value = parseNumber(text);
  must(!Number.isNaN(value), `${name} must be from −${LARGEST} to ${LARGEST}`);
  return value;
}

/**
 * The decimal that was written, and not the float32 next to it, which may lie beyond the range: 1.2.
 * @param {string} text
 * @param {number} low
 * @param {number} high
 * @param {string} name
 */
export function decimalFrom(text, low, high, name) {
  const value = Number(float32From(text, name).toPrecision(7));
  must(value >= low && value <= high, `${name} is a number from ${low} to ${high}`);
  return value;
}

/** @param {string} text @param {number} low @param {number} high @param {string} name */
export function wholeNumberFrom(text, low, high, name) {
  const value = Number(text);
  must(/^\d{1,10}$/.test(text) && value >= low && value <= high, `${name} is a whole number from ${low} to ${high}`);
  return value;
}

/** @param {string} text @param {number} count @param {string} name */
export const float32sFrom = (text, count, name) =>
  partsOf(text, count, name).map((part) => float32From(part, `each number of ${name}`));

/**
 * @param {string} text
 * @param {number} count
 * @param {number} low
 * @param {number} high
 * @param {string} name
 */
export const decimalsFrom = (text, count, low, high, name) =>
  partsOf(text, count, name).map((part) => decimalFrom(part, low, high, `each number of ${name}`));

/** @param {string} text @param {number} count @param {string} name */
function partsOf(text, count, name) {
  const parts = text.split(",");
  must(parts.length === count, `${name} needs ${count} numbers here, not ${parts.length}`);
  return parts;
}

/** @param {string} text @returns {boolean} */
export function booleanFrom(text) {
  must(text === "true" || text === "false", "it is true or false");
  return text === "true";
}

/** @param {string} text @param {readonly string[]} choices */
export function choiceFrom(text, choices) {
  must(choices.includes(text), `it is ${choices.join(" or ")}`);
  return text;
}

/** @param {string} text @param {readonly string[]} choices @param {number} count */
export function choicesFrom(text, choices, count) {
  const list = text.split(",");
  must(list.length === count, `it is ${count} words, with commas between them`);
  return list.map((choice) => choiceFrom(choice, choices));
}

/** Numbers, or words, with commas between them. @param {ArrayLike<number | string>} list */
export const listText = (list) =>
  Array.from(list, (each) => (typeof each === "string" ? each : shortest(each))).join(",");
