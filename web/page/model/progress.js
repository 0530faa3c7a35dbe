/**
 * What the learner has answered: which prompts, so that none is asked twice, and which sections are done. It
 * stays in this browser, and is forgotten on request.
 */
import { signal } from "@preact/signals";
import { hashOf } from "./hash.js";

/**
 * @typedef {object} Progress
 * @property {readonly string[]} done  the sections with a check that was answered right
 * @property {Readonly<Record<string, readonly string[]>>} asked  by question, the prompts that were answered
 */

const KEY = "progress";
/** Of each question: more than anyone answers, and still a few bytes. */
const KEPT = 200;

/** @type {Progress} */
const NOTHING = { done: [], asked: {} };

export const progress = signal(NOTHING);

/** Prompts are kept as short names: the text itself is of no use later. @param {string} prompt */
const nameOf = (prompt) => (hashOf(prompt) >>> 0).toString(36);

/** @param {string} id @param {string} prompt */
export const wasAsked = (id, prompt) => progress.value.asked[id]?.includes(nameOf(prompt)) ?? false;

/** How many prompts of a question were answered. @param {string} id */
export const askedCount = (id) => progress.value.asked[id]?.length ?? 0;

export const hasProgress = () => Object.keys(progress.value.asked).length > 0;

/** @param {string} section */
export const isDone = (section) => progress.value.done.includes(section);

/**
 * @param {string} id of the question: "dim.check" is one of the section dim
 * @param {string} prompt
 * @param {boolean} completes whether the section is done with it
 */
export function noteAnswer(id, prompt, completes) {
  const { done, asked } = progress.value;
  const [section] = id.split(".");
  const prompts = asked[id] ?? [];
  const name = nameOf(prompt);
  const isKnown = prompts.includes(name);
  const isNews = completes && !done.includes(section);
  if (isKnown && !isNews) return;
  progress.value = {
    done: isNews ? [...done, section] : done,
    asked: isKnown ? asked : { ...asked, [id]: [...prompts, name].slice(-KEPT) },
  };
  withStorage((storage) => storage.setItem(KEY, JSON.stringify(progress.value)));
}

export function forgetProgress() {
  progress.value = NOTHING;
  withStorage((storage) => storage.removeItem(KEY));
}

/** What an earlier visit left. */
export function readProgress() {
  withStorage((storage) => {
    const kept = JSON.parse(storage.getItem(KEY) ?? "null");
    if (isProgress(kept)) progress.value = kept;
  });
}

/** Others may write there too. @param {any} kept @returns {kept is Progress} */
const isProgress = (kept) =>
  isNames(kept?.done) &&
  typeof kept.asked === "object" &&
  kept.asked !== null &&
  Object.values(kept.asked).every(isNames);

/** @param {unknown} list */
const isNames = (list) => Array.isArray(list) && list.every((name) => typeof name === "string");

/**
 * Where storage is forbidden (private windows, file:// pages) or full, progress lasts as long as the page.
 * @param {(storage: Storage) => void} use
 */
function withStorage(use) {
  try {
    use(localStorage);
  } catch {
    // Nothing is lost that the visit needs.
  }
}
