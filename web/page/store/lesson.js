/**
 * A lesson: a link in which a teacher has fixed some settings, and may show one section alone. It belongs to the link,
 * not to the learner: undo leaves it alone.
 */
import { signal } from "@preact/signals";
import { say } from "../kit/announce.js";

/** What can be fixed, by its name in links, as a sentence calls it. */
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
/** @typedef {{ only: string | null, locks: readonly Lock[] }} Lesson `only`: the section that is shown alone */

/** @type {Lesson} */
export const NONE = { only: null, locks: [] };

export const lesson = signal(NONE);

/** @param {Lesson} what */
export const isLesson = ({ only, locks }) => only !== null || locks.length > 0;

/** A lesson may be about one section alone. @param {string} section */
export const isShown = (section) => (lesson.value.only ?? section) === section;

/** @param {Lock} lock */
export const isLocked = (lock) => lesson.value.locks.includes(lock);

/** Whether something may be changed; says so if not. @param {Lock} lock */
export function mayChange(lock) {
  if (!isLocked(lock)) return true;
  say(`Fixed in this lesson: ${LOCKS[lock]}.`);
  return false;
}
