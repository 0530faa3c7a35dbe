/**
 * What the learner has answered: which prompts, so that none is asked twice, and which sections are done. It
 * stays in this browser, and is forgotten on request. The questions note it, in answered.js.
 */
import { signal } from "@preact/signals";
import { withStorage } from "../kit/storage.js";

/**
 * @typedef {object} Progress
 * @property {readonly string[]} done  the sections with a check that was answered right
 * @property {Readonly<Record<string, readonly string[]>>} asked  by question, the prompts that were answered
 * @property {readonly string[]} [tried]  the sections in which what was predicted has been seen
 * @property {readonly string[]} [missed]  the sections that last had a wrong answer: the recap asks about them again
 */

const KEY = "progress";
/** @type {Progress} */
const NOTHING = { done: [], asked: {} };

export const progress = signal(NOTHING);

export const hasProgress = () => Object.keys(progress.value.asked).length > 0;

/** @param {string} section */
export const isDone = (section) => progress.value.done.includes(section);

/** @param {Progress} answered */
export function keepProgress(answered) {
  progress.value = answered;
  withStorage((storage) => storage.setItem(KEY, JSON.stringify(answered)));
}

export function forgetProgress() {
  progress.value = NOTHING;
  withStorage((storage) => storage.removeItem(KEY));
}

/** Reads the progress of an earlier visit. */
export function readProgress() {
  withStorage((storage) => {
    const kept = JSON.parse(storage.getItem(KEY) ?? "null");
    if (isProgress(kept)) progress.value = kept;
  });
}

/**
 * Whether a value has the form of progress: other scripts of this origin may write there too.
 * @param {any} kept
 * @returns {kept is Progress}
 */
const isProgress = (kept) =>
  [kept?.done, kept?.tried ?? [], kept?.missed ?? []].every(isNames) &&
  typeof kept.asked === "object" &&
  kept.asked !== null &&
  Object.values(kept.asked).every(isNames);

/** @param {unknown} list */
const isNames = (list) => Array.isArray(list) && list.every((name) => typeof name === "string");
