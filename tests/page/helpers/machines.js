/** Slower machines and networks than this one, and how to measure on a machine that does other things beside. */

/** @typedef {import("playwright").Page} Page */
/** @typedef {{ latency: number, kilobits: number }} Network  ms, a second */

/** As Lighthouse has them. */
export const broadband = { latency: 40, kilobits: 10_240 };
export const slow4G = { latency: 150, kilobits: 1638.4 };

/** @param {Page} page @param {Network} network */
export async function slowNetwork(page, { latency, kilobits }) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const throughput = (kilobits * 1024) / 8;
  const conditions = { offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput };
  await session.send("Network.emulateNetworkConditions", conditions);
}

/**
 * @param {Page} page
 * @param {number} rate  how many times slower; 1: as fast as it is
 * @returns {Promise<(rate: number) => Promise<unknown>>} what sets it to another
 */
export async function slowCpu(page, rate) {
  const session = await page.context().newCDPSession(page);
  const set = (/** @type {number} */ rate) => session.send("Emulation.setCPUThrottlingRate", { rate });
  await set(rate);
  return set;
}

/** @param {readonly number[]} list */
export const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

/**
 * What `work` takes where the limits were found, in ms: a machine that is slower at it has limits as many times longer.
 */
const WORK_MS = 11;

function work() {
  const began = performance.now();
  let x = 1;
  for (let i = 0; i < 1e7; i++) x = (Math.imul(x, 1103515245) + 12345) | 0;
  // Used, so that it is not left out.
  return x === 0.5 ? 0 : performance.now() - began;
}

/**
 * How many times slower this machine is at the moment, because of its processor or of what else it does; at least 1.
 */
const slowness = () => Math.max(1, median(Array.from({ length: 9 }, work)) / WORK_MS);

/**
 * The shortest of a few measurements, the first that is short enough: what else a machine does only ever adds to what
 * is measured. The limit is that of a machine as slow as this one was at the slowest.
 * @template {{ milliseconds: number }} T
 * @param {number} most
 * @param {() => Promise<T>} measure
 * @returns {Promise<T & { limit: number }>}
 */
export async function bestOf(most, measure, rounds = 3) {
  let best = await measure();
  // What a fast machine's limit allows needs no other.
  let slower = best.milliseconds <= most ? 1 : slowness();
  for (let round = 1; round < rounds && !(best.milliseconds <= most * slower); round++) {
    const next = await measure();
    slower = Math.max(slower, slowness());
    if (next.milliseconds < best.milliseconds) best = next;
  }
  return { ...best, limit: most * slower };
}
