/**
 * Questions made from the state at hand: to predict before acting, and to check oneself after. Each answer
 * has its explanation, the wrong ones too.
 */
import { hashOf } from "../kit/hash.js";

/** @typedef {{ label: string, right: boolean, why: string }} Answer */
/** @typedef {{ prompt: string, answers: Answer[] }} Question */

/** @param {string} label @param {string} why @returns {Answer} */
export const right = (label, why) => ({ label, right: true, why });
/** @param {string} label @param {string} why @returns {Answer} */
export const wrong = (label, why) => ({ label, right: false, why });

/**
 * No two alike: of answers that read the same, the right one stays, or the first.
 * @param {Answer} answer
 * @param {number} i
 * @param {Answer[]} list
 */
const distinct = (answer, i, list) =>
  answer.right || !list.some((other, j) => other.label === answer.label && (other.right || j < i));

/** Answers in an order that is always the same and gives nothing away. @param {Answer[]} answers */
export const shuffled = (answers) => answers.filter(distinct).sort((a, b) => hashOf(a.label) - hashOf(b.label));

/** Answers that are shapes or counts, the shortest first. @param {Answer[]} answers */
export const ascending = (answers) =>
  answers.filter(distinct).sort((a, b) => a.label.length - b.label.length || (a.label < b.label ? -1 : 1));

/**
 * Numbers from 0 up to 1 that look random, and are the same for the same round (the Weyl sequence of
 * splitmix32, mixed as in MurmurHash3).
 * @param {number} round
 * @returns {() => number}
 */
export function randomFrom(round) {
  let state = Math.imul(round + 1, 0x85ebca6b);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
