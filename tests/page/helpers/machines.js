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

/** @param {Page} page @param {number} rate  1: as fast as it is */
export async function slowCpu(page, rate) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/** @param {readonly number[]} list */
export const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

/**
 * The shortest of a few measurements, the first that is short enough: what else a machine does only ever adds to what
 * is measured.
 * @template {{ milliseconds: number }} T
 * @param {number} most
 * @param {() => Promise<T>} measure
 * @returns {Promise<T>}
 */
export async function bestOf(most, measure, rounds = 3) {
  let best = await measure();
  for (let round = 1; round < rounds && !(best.milliseconds <= most); round++) {
    const next = await measure();
    if (next.milliseconds < best.milliseconds) best = next;
  }
  return best;
}
