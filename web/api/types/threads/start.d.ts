/**
 * Starts threads. From then on what is large enough is done by all of them, by the same functions as before, which
 * return when it is done, with the same bits. To be called before anything uses WebAssembly memory, as
 * `init` is. Where memory cannot be shared, or no thread starts, nothing changes, and `reason` says why.
 *
 * @param {ThreadsOptions} [options] threads: how many, with the one that calls (default: as many as the host runs at
 *   the same time)
 * @returns {Promise<Threads>} threads: how many there are; reason: why they are fewer than were asked for, or ""; stop
 *   ends them
 * @throws {TypeError} if an option has a wrong type or is unknown
 * @throws {RangeError} if threads is not an integer from 1 to 64
 * @throws {Error} if threads have been started, and not stopped; or if something has used WebAssembly memory before
 * @example
 * import { startThreads } from "layernorm/threads";
 *
 * const { threads, reason, stop } = await startThreads({ threads: 2 });
 * console.log(threads, reason || "as many as asked for");
 * layerNorm([1, 3], 2, { eps: 0 }); // => tensor([-1., 1.])
 * await stop();
 */
export function startThreads(options?: ThreadsOptions): Promise<Threads>;
/**
 * of the module for threads
 */
export type Exports = Record<string, AnyKernel>;
export type ThreadsOptions = {
    /**
     * how many, with the one that calls (default: as many as the host runs at the same time)
     */
    threads?: number | undefined;
};
/**
 * The threads that help.
 */
export type Threads = {
    /**
     * how many do the work now, with the one that calls
     */
    threads: number;
    /**
     * why they are fewer than were asked for; "": they are not
     */
    reason: string;
    /**
     * ends the others: what is called then is done by the one that calls
     */
    stop: () => Promise<void>;
};
import type { AnyKernel } from "./part.js";
