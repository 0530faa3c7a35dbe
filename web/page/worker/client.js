/**
 * Starts and stops jobs in the labs' worker; answer.js decides when. The worker itself starts with the first job.
 */
import kernelsUrl from "layernorm/kernels.wasm?whole";
import { scriptAddress } from "../kit/trusted.js";
import { workerUrl } from "./address.js";

/**
 * @typedef {object} Answers
 * @property {(part: any) => void} [part]  is called with each value that the job yields
 * @property {(result: any) => void} done  is called with the value that the job returns
 * @property {(why: string) => void} failed
 */

/** @type {Map<number, Answers>} */
const waiting = new Map();

/** @type {Worker | undefined} */
let worker;
let count = 0;

function begin() {
  worker = new Worker(scriptAddress(workerUrl), { type: "module" });
  worker.postMessage({ kernels: new URL(kernelsUrl, location.href).href });
  worker.onmessage = ({ data: { id, value, done, error } }) => {
    const answers = waiting.get(id);
    if (!answers) return;
    if (error !== undefined || done) waiting.delete(id);
    if (error !== undefined) answers.failed(error);
    else if (done) answers.done(value);
    else answers.part?.(value);
  };
  // The worker's own code did not arrive, or failed.
  worker.onerror = ({ message }) => {
    worker = undefined;
    for (const [id, { failed }] of waiting) {
      waiting.delete(id);
      failed(message || "the page’s worker did not arrive");
    }
  };
  return worker;
}

/**
 * Fetches everything that jobs need, so that they run without a connection. It computes nothing.
 * @returns {Promise<void>}
 */
export const prepare = () =>
  new Promise((done, fail) => start("prepare", {}, { done, failed: (why) => fail(new Error(why)) }));

/**
 * Begins a job.
 * @param {import("./jobs.js").JobName} job
 * @param {object} settings  the job's argument, which is cloned
 * @param {Answers} answers  none is called after the job has been stopped
 * @returns {() => void} stops it
 */
export function start(job, settings, answers) {
  const [id, to] = [count++, worker ?? begin()];
  waiting.set(id, answers);
  to.postMessage({ id, job, settings });
  return () => {
    if (waiting.delete(id)) to.postMessage({ stop: id });
  };
}
