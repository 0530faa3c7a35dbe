/** What the labs' worker can do. */
import { depthJob } from "./depth.js";
import { heldOutJob, prepareJob, wordJob, wordsJob } from "./gpt-jobs.js";

/** @type {Record<"prepare" | "depth" | "word" | "words" | "heldOut", (settings: any) => Generator | AsyncGenerator>} */
export const jobs = { prepare: prepareJob, depth: depthJob, word: wordJob, words: wordsJob, heldOut: heldOutJob };
