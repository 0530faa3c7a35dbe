/**
 * What a lesson may fix. Which settings a lock fixes stands with the settings: in fields.js and in sections' limits.js.
 */
import { FIELDS } from "./fields.js";

/** What can be fixed, by its word in links, as a sentence calls it. */
export const LOCKS = {
  preset: "the example",
  x: "the values",
  dims: "the dims",
  keepdim: "keepdim",
  correction: "n or n − 1",
  eps: "eps",
  affine: "weight and bias",
  stage: "the stage",
  seed: "the seed",
  network: "the network",
  gain: "the gain",
  word: "the word",
  norms: "the norms",
  target: "the target",
  rate: "the rate",
  mean: "the mean",
  shape: "the shape",
};
/** @typedef {keyof typeof LOCKS} Lock */
/** @typedef {import("../store/lesson.js").Lesson} Lesson */

/** @typedef {Pick<Lesson, "only" | "locks">} Asked  a lesson as a link has it */

/**
 * @param {Asked} asked
 * @returns {Lesson}
 */
export function lessonOf({ only, locks }) {
  /** @type {Map<string, string>} */
  const fixed = new Map();
  for (const [section, fields] of Object.entries(FIELDS)) {
    for (const [setting, { lock }] of Object.entries(fields)) {
      if (lock && locks.includes(lock)) fixed.set(`${section}.${setting}`, LOCKS[lock]);
    }
  }
  return { only, locks, fixed };
}
