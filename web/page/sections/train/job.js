/** The run of the section, in the worker. */
import heldOutText from "../../figure/values/words/held-out.txt?raw";
import { EVERY } from "./rhythm.js";
import { runOf } from "./run.js";
import wordsUrl from "../../figure/values/words/trained-on.txt?url";

/** @typedef {import("./run.js").Run} Run */
/** @typedef {import("./training.js").Settings} Settings */

const linesOf = (/** @type {string} */ text) => text.trim().split("\n");

/** @type {Promise<string[]> | undefined} */
let fetching;

async function fetchWords() {
  const response = await fetch(wordsUrl);
  if (!response.ok) throw new Error(`${wordsUrl}: ${response.status}`);
  return linesOf(await response.text());
}

/** The words to train on, which are fetched once; after a failure, anew. */
const theWords = () =>
  (fetching ??= fetchWords().catch((error) => {
    fetching = undefined;
    throw error;
  }));

/**
 * Tells the number of the step after each, and the run so far wherever something was measured.
 * @param {Settings} settings
 * @returns {AsyncGenerator<number | Run, Run>}
 */
async function* runJob(settings) {
  const steps = runOf(settings, { trained: await theWords(), heldOut: linesOf(heldOutText) });
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
    yield value.step % EVERY === 0 ? value : value.step;
  }
}

export const prepare = theWords;
export const jobs = { run: runJob };
