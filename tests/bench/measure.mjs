/** Times of several things in one process, interleaved, so that what disturbs the machine disturbs them alike. */

/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {(calls: number) => number | Promise<number>} time  seconds that so many calls took, after some that are
 *   not counted (warmUp)
 * @property {boolean} [elsewhere]  it runs in another process
 */

/**
 * @typedef {object} Effort
 * @property {number} seconds  how long to measure, warm-up left out
 * @property {number} rounds   how many samples of each to take at least, however long it takes
 */

/** @template T @typedef {{ name: string, run: () => Promise<T> }} Task what a line of progress stands for */

/** A sample lasts at least this long: the clock's resolution and the loop around the call are then nothing. */
const SAMPLE_SECONDS = 100e-6;

/** V8 first runs WebAssembly as compiled quickly, and puts the optimised code in its place while it runs. */
const COMPILE_SECONDS = 30e-3;

/**
 * The calls before a sample: as many, and no more once they have lasted so long. They fill the caches with the
 * subject's own data, in place of what another left there; one is too few for what is larger than the L2 cache.
 */
export const warmUp = { calls: 3, seconds: 20e-3 };

const now = () => performance.now() / 1000;

/** @param {number} done @param {number} start */
const isWarm = (done, start) => done >= warmUp.calls || (done > 0 && now() - start > warmUp.seconds);

/** @param {string} name @param {() => void} call @returns {Subject} */
export function timed(name, call) {
  const time = (/** @type {number} */ calls) => {
    const begin = now();
    for (let done = 0; !isWarm(done, begin); done++) call();
    const start = now();
    for (let i = 0; i < calls; i++) call();
    return now() - start;
  };
  return { name, time };
}

/** @param {string} name @param {() => Promise<unknown>} call @returns {Subject} */
export function timedAsync(name, call) {
  const time = async (/** @type {number} */ calls) => {
    const begin = now();
    for (let done = 0; !isWarm(done, begin); done++) await call();
    const start = now();
    for (let i = 0; i < calls; i++) await call();
    return now() - start;
  };
  return { name, time };
}

/** What of a core this process got while it measured, in seconds. */
const got = { cpu: 0, wall: 0 };

/**
 * The share of a core that this process got while it measured. With less than about one other programs took turns with
 * it: that lengthens long samples, of slow libraries, and leaves the least of many short ones as it is.
 */
export const coreShare = () => (got.wall > 0 ? got.cpu / got.wall : 1);

/** @param {Subject} subject @param {number} calls @returns {Promise<number>} */
async function sample({ time, elsewhere }, calls) {
  const before = process.cpuUsage(),
    start = now(),
    seconds = await time(calls);
  if (elsewhere) return seconds;
  const { user, system } = process.cpuUsage(before);
  got.wall += now() - start;
  got.cpu += (user + system) / 1e6;
  return seconds;
}

/**
 * Warms a subject up.
 * @param {Subject} subject
 * @returns {Promise<number>} how many of its calls make a sample
 */
async function callsOfSample({ time }) {
  let calls = 1,
    last = await time(calls);
  for (let spent = last; last < SAMPLE_SECONDS || spent < COMPILE_SECONDS; spent += last) {
    if (last < SAMPLE_SECONDS) calls *= 2;
    last = await time(calls);
  }
  return calls;
}

/**
 * @param {readonly Subject[]} subjects
 * @param {Effort} effort
 * @returns {Promise<number[]>} seconds a call of each: the least of its samples
 */
export async function measure(subjects, { seconds, rounds }) {
  const calls = [];
  for (const subject of subjects) calls.push(await callsOfSample(subject));
  const least = subjects.map(() => Infinity);
  const end = now() + seconds;
  for (let round = 0; round < rounds || now() < end; round++) {
    for (const [i, subject] of subjects.entries()) {
      least[i] = Math.min(least[i], (await sample(subject, calls[i])) / calls[i]);
    }
  }
  return least;
}
