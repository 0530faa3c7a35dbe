/** The run of the section, in the worker. */
import heldOutUrl from "../../figure/values/words/held-out.txt?url";
import { fetchedOnce, wordsOf } from "../../worker/fetched-once.js";
import { EVERY } from "./rhythm.js";
import { runOf } from "./run.js";
import wordsUrl from "../../figure/values/words/trained-on.txt?url";

/** @typedef {import("./run.js").Run} Run */
/** @typedef {import("./training.js").Settings} Settings */

/** The words to train on, and those to measure on. */
const theWords = fetchedOnce(wordsUrl, wordsOf);
const theHeldOut = fetchedOnce(heldOutUrl, wordsOf);
const both = () => Promise.all([theWords(), theHeldOut()]);

/**
 * Tells the number of the step after each, and the run so far wherever something was measured.
 * @param {Settings} settings
 * @returns {AsyncGenerator<number | Run, Run>}
 */
async function* runJob(settings) {
  const [trained, heldOut] = await both();
  const steps = runOf(settings, { trained, heldOut });
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
    yield value.step % EVERY === 0 ? value : value.step;
  }
}

export const prepare = both;
export const jobs = { run: runJob };
