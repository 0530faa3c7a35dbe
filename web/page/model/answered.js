/** Which prompts of the questions were answered, as progress.js keeps it. */
import { hashOf } from "./hash.js";
import { keepProgress, progress } from "./progress.js";

/** Of each question: more than anyone answers, and still a few bytes. */
const KEPT = 200;

/** Prompts are kept as short names: the text itself is of no use later. @param {string} prompt */
const nameOf = (prompt) => (hashOf(prompt) >>> 0).toString(36);

/** @param {string} id @param {string} prompt */
export const wasAsked = (id, prompt) => progress.value.asked[id]?.includes(nameOf(prompt)) ?? false;

/** How many prompts of a question were answered. @param {string} id */
export const askedCount = (id) => progress.value.asked[id]?.length ?? 0;

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
  keepProgress({
    done: isNews ? [...done, section] : done,
    asked: isKnown ? asked : { ...asked, [id]: [...prompts, name].slice(-KEPT) },
  });
}
