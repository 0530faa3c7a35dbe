/**
 * The long computations of the labs, in a thread of their own: one worker for all labs. A job is a generator that
 * yields its parts. After each part the worker takes the messages that have arrived: other jobs, and stops.
 * layernorm/threads would not help: of 93,000 kernel calls of the depth lab, the spirals and the training of pre-LN and
 * post-LN, 12 are long enough to be shared.
 */
import { init } from "layernorm";
import { jobNamed } from "./jobs.js";

/**
 * @typedef {{ kernels: string }} Begin  where the kernels are
 * @typedef {{ id: number, job: import("./jobs.js").JobName, settings: any }} Order
 * @typedef {{ stop: number }} Stop
 */

/** The jobs under way. @type {Set<number>} */
const running = new Set();

/** @type {Promise<void> | undefined} */
let ready;

/** @param {string} url */
async function fetchKernels(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  init(await WebAssembly.compile(await response.arrayBuffer()));
}

/** Lets messages that have arrived be handled. A timer would wait 4 ms. */
const turn = () =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done(undefined);
    };
    port2.postMessage(null);
  });

/**
 * A module that did not arrive is not fetched again by the same worker. The error makes the page start another worker.
 * @param {Order["job"]} job
 */
async function fetchJob(job) {
  try {
    return await jobNamed(job);
  } catch (error) {
    reportError(error);
    throw error;
  }
}

/** @param {Order} order */
async function run({ id, job, settings }) {
  running.add(id);
  try {
    const [begin] = await Promise.all([fetchJob(job), ready]);
    const steps = begin(settings);
    for (let isDone = false; !isDone && running.has(id); await turn()) {
      const { value, done = false } = await steps.next();
      isDone = done;
      if (running.has(id)) postMessage({ id, value, done });
    }
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  } finally {
    running.delete(id);
  }
}

/**
 * Does what a message asks for: the first is Begin; orders and stops follow.
 *
 * @param {MessageEvent<Begin | Order | Stop>} event
 */
export function onMessage({ data }) {
  if ("kernels" in data) ready = fetchKernels(data.kernels);
  else if ("stop" in data) running.delete(data.stop);
  else void run(data);
}
