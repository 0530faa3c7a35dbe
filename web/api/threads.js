/**
 * All threads: `import { startThreads } from "layernorm/threads"`. After `await startThreads()` the functions of
 * "layernorm" are the same, and what is large enough is done by all threads of the machine.
 *
 * @module
 */

/** @typedef {import("./threads/start.js").Threads} Threads */
/** @typedef {import("./threads/start.js").ThreadsOptions} ThreadsOptions */

export { startThreads } from "./threads/start.js";
