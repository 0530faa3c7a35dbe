/**
 * The faults, by the part of the project they are planted in: `faults/` has for each file what stands there and what is
 * put in its place. Both are exact text; where it stands there several times, a third item says which one, of how many.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup.mjs";
import * as api from "./faults/api.js";
import * as c from "./faults/c.js";
import * as page from "./faults/page.js";

/** @typedef {readonly [before: string, after: string, which?: readonly [nth: number, of: number]]} Fault */
/** @typedef {readonly [before: string, after: string, why: string]} Equivalent */
/** @typedef {"c" | "api" | "page"} Part */

/**
 * @typedef {object} Mutant
 * @property {Part} part
 * @property {string} file    from the root
 * @property {string} before
 * @property {string} after
 * @property {number} nth     counted from 1
 * @property {number} of
 */

/** @typedef {{ faults: Record<string, readonly Fault[]>, equivalents: Record<string, readonly Equivalent[]> }} List */

/** @type {Record<Part, List>} */
const lists = { c, api, page };

export const PARTS = /** @type {readonly Part[]} */ (Object.keys(lists));

/** @param {Part} part @returns {Mutant[]} */
export const mutantsOf = (part) =>
  Object.entries(lists[part].faults).flatMap(([file, faults]) =>
    faults.map(([before, after, [nth, of] = [1, 1]]) => ({ part, file, before, after, nth, of })),
  );

/** @param {Part} part */
export const equivalentsOf = (part) =>
  Object.entries(lists[part].equivalents).flatMap(([file, list]) => list.map((each) => ({ file, each })));

/** @param {string} file */
const textOf = (file) => readFileSync(join(root, file), "utf8");

/** @param {string} text @param {string} part */
const count = (text, part) => text.split(part).length - 1;

/** @param {Pick<Mutant, "before" | "nth">} mutant @param {string} text @returns {number} where it is planted */
const placeOf = ({ before, nth }, text) => text.split(before).slice(0, nth).join(before).length;

/** @param {Mutant} mutant @param {string} text @returns {string} the file's text with the fault */
export function planted(mutant, text) {
  const at = placeOf(mutant, text);
  return text.slice(0, at) + mutant.after + text.slice(at + mutant.before.length);
}

/** @param {Mutant} mutant @param {string} text @returns {string} the file and the line, and what stands there */
export function describe(mutant, text) {
  const line = text.slice(0, placeOf(mutant, text)).split("\n").length;
  const one = (/** @type {string} */ part) => part.replace(/\s+/g, " ");
  return `${mutant.file}:${line}: ${one(mutant.before)} -> ${one(mutant.after) || "nothing"}`;
}

/** @returns {string[]} what of the lists no longer is in its file, or not as often as it says */
export function misfits() {
  /** @type {string[]} */
  const found = [];
  const seen = new Set();
  const check = (/** @type {string} */ file, /** @type {string} */ before, of = 1, nth = 1) => {
    const times = count(textOf(file), before);
    if (times !== of) found.push(`${file}: ${times} times, not ${of}: ${before}`);
    else if (nth < 1 || nth > of) found.push(`${file}: there is no ${nth} of ${of}: ${before}`);
  };
  for (const mutant of PARTS.flatMap(mutantsOf)) {
    const key = JSON.stringify(mutant);
    if (seen.has(key) || mutant.before === mutant.after)
      found.push(`${mutant.file}: twice, or nothing: ${mutant.before}`);
    seen.add(key);
    check(mutant.file, mutant.before, mutant.of, mutant.nth);
  }
  for (const { file, each } of PARTS.flatMap(equivalentsOf)) check(file, each[0]);
  return found;
}

/** A generator with a seed: Mulberry32. @param {number} seed @returns {() => number} from 0 to 1 */
function random(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * @template T
 * @param {readonly T[]} all
 * @param {number} size
 * @param {number} seed
 * @returns {T[]} so many of them, in their order
 */
export function sampleOf(all, size, seed) {
  const next = random(seed);
  const drawn = all.map((each, at) => ({ each, at, by: next() })).sort((a, b) => a.by - b.by);
  return drawn
    .slice(0, size)
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}
