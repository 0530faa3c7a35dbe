/** Slower machines and networks than this one. */

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
