/** Which prompts of the questions were answered, and how, as progress.js keeps it. */
import { hashOf } from "../kit/hash.js";
import { keepProgress, progress } from "./progress.js";

/** Prompts kept of each question: more than anyone answers, and still a few bytes. */
const KEPT = 200;

/** Prompts are kept as short names: the text itself is of no use later. @param {string} prompt */
const nameOf = (prompt) => (hashOf(prompt) >>> 0).toString(36);

/** The section of a question: "dim.check" is one of the section dim. @param {string} id */
export const sectionOf = (id) => id.split(".")[0];

/** @param {string} id @param {string} prompt */
export const wasAsked = (id, prompt) => progress.value.asked[id]?.includes(nameOf(prompt)) ?? false;

/** How many prompts of a question were answered. @param {string} id */
export const askedCount = (id) => progress.value.asked[id]?.length ?? 0;

/** @param {readonly string[]} names @param {string} name @param {boolean} isIn */
function set(names, name, isIn) {
  if (names.includes(name) === isIn) return names;
  return isIn ? [...names, name] : names.filter((other) => other !== name);
}

/**
 * A first answer counts: a check that is then answered right is no longer missed, a guess that was right proves little.
 * @param {string} id of the question
 * @param {string} prompt
 * @param {{ right: boolean, kind: "predict" | "check" }} answer
 */
export function noteAnswer(id, prompt, { right, kind }) {
  const before = progress.value;
  const { done, asked, missed = [] } = before;
  const section = sectionOf(id);
  const name = nameOf(prompt);
  const isKnown = wasAsked(id, prompt);
  const isCheck = kind === "check";
  const next = {
    ...before,
    done: right && isCheck ? set(done, section, true) : done,
    asked: isKnown ? asked : { ...asked, [id]: [...(asked[id] ?? []), name].slice(-KEPT) },
    missed: isKnown || (right && !isCheck) ? missed : set(missed, section, !right),
  };
  if (!isKnown || next.done !== done) keepProgress(next);
}

/** Notes that the learner has seen the outcome of a prediction. @param {string} id of the question */
export function noteTried(id) {
  const { tried = [] } = progress.value;
  const next = set(tried, sectionOf(id), true);
  if (next !== tried) keepProgress({ ...progress.value, tried: next });
}

/**
 * Whether the prediction and the check of a section have been done.
 * @param {string} section
 * @returns {{ predicted: boolean, tried: boolean, checked: boolean, missed: boolean }}
 */
export function deedsIn(section) {
  const { done, asked, tried = [], missed = [] } = progress.value;
  return {
    predicted: Object.keys(asked).some((id) => sectionOf(id) === section && !id.endsWith(CHECK)),
    tried: tried.includes(section),
    checked: done.includes(section),
    missed: missed.includes(section),
  };
}

/** How the questions that check oneself end: "dim.check". */
const CHECK = ".check";
