/**
 * A lesson: a link in which a teacher has fixed some settings, and may show one section alone. It belongs to the link,
 * not to the learner: undo leaves it alone. link/lesson.js makes one.
 */
import { signal } from "@preact/signals";
import { say } from "../kit/announce.js";

/** @typedef {import("../course/specs.js").State} State */
/**
 * @typedef {object} Lesson
 * @property {string | null} only  the section that is shown alone
 * @property {readonly import("../course/locks.js").Lock[]} locks  what is fixed, by the words that links have for it
 * @property {ReadonlyMap<string, string>} fixed  each setting that the locks fix ("dim.epsAt"), and how a sentence
 *   calls it
 */

/** @type {Lesson} */
export const NONE = { only: null, locks: [], fixed: new Map() };

export const lesson = signal(NONE);

/** @param {Lesson} given */
export const isLesson = ({ only, locks }) => only !== null || locks.length > 0;

/** A lesson may be about one section alone. @param {string} section */
export const isShown = (section) => (lesson.value.only ?? section) === section;

/**
 * Why a setting may not be changed; "" where it may.
 * @template {keyof State} Section
 * @param {Section} section
 * @param {string & keyof State[Section]} setting
 */
export function whyFixed(section, setting) {
  const name = lesson.value.fixed.get(`${section}.${setting}`);
  return name ? `Fixed in this lesson: ${name}.` : "";
}

/**
 * Whether the lesson has fixed a setting.
 * @template {keyof State} Section
 * @param {Section} section
 * @param {string & keyof State[Section]} setting
 */
export const isFixed = (section, setting) => whyFixed(section, setting) !== "";

/**
 * Whether a setting may be changed; says so if not.
 * @template {keyof State} Section
 * @param {Section} section
 * @param {string & keyof State[Section]} setting
 */
export function mayChange(section, setting) {
  const why = whyFixed(section, setting);
  if (why !== "") say(why);
  return why === "";
}
