/**
 * How much is fuzzed: in `npm test` a number of inputs, the same ones in each run; for minutes, from another seed, with
 * `npm run fuzz` (run.mjs).
 */

import fc from "fast-check";

const { FUZZ_MINUTES, FUZZ_SEED, FUZZ_KEEP } = globalThis.process?.env ?? {};

/** 0: a number of inputs. */
export const minutes = Number(FUZZ_MINUTES ?? 0);
export const seed = Number(FUZZ_SEED ?? 1);
/** Whether the inputs that reach the most code are kept for the next runs. */
export const isKept = FUZZ_KEEP !== undefined;

/**
 * For fast-check.
 * @param {number} numRuns of `npm test`
 * @returns {import("fast-check").Parameters<any>}
 */
export const runs = (numRuns) =>
  minutes > 0
    ? { numRuns: 2 ** 31 - 1, interruptAfterTimeLimit: minutes * 60_000, seed, reporter: report }
    : { numRuns };

/** @param {import("fast-check").RunDetails<unknown>} details */
function report(details) {
  if (details.failed) throw new Error(fc.defaultReportMessage(details));
  console.log(`${details.numRuns} inputs`);
}

/** The options of a test that `npm run fuzz` runs for minutes. The tag stands in vitest.config.js. */
export const FUZZ = { tags: ["fuzz"] };
