/**
 * Lessons as links have them. Each setting names its lock itself: in fields.js, or in its section's limits.js.
 */
import { LOCKS } from "../course/locks.js";
import { FIELDS } from "./fields.js";

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
