/** What `npm run bench -- --engines` prints: the same calls in Node and in three browsers, side by side. */
import { engines } from "../engines/engines.js";
import { serveModule } from "../engines/serve-module.js";
import { speeds } from "./engine-speed.js";
import { digits, textTable } from "./report.mjs";

/** @typedef {Record<string, number>} Seconds by what is called */

/** @param {typeof engines[keyof typeof engines]} start @param {string} url @returns {Promise<Seconds>} */
async function speedsIn(start, url) {
  const driver = await start(url);
  try {
    await driver.goTo(url);
    return await driver.evaluate(async () => (await /** @type {any} */ (globalThis).served).speeds(), undefined);
  } finally {
    await driver.close();
  }
}

/** @returns {Promise<string>} a table, and what is missing in it and why */
export async function engineTable() {
  /** @type {Record<string, Seconds>} */
  const columns = { node: speeds() };
  const missing = [],
    server = await serveModule("tests/bench/engine-speed.js");
  for (const [name, start] of Object.entries(engines)) {
    try {
      columns[name] = await speedsIn(start, server.url);
    } catch (error) {
      missing.push(`left out: ${name}: ${/** @type {Error} */ (error).message.split("\n")[0]}`);
    }
  }
  server.close();
  const rows = Object.keys(columns.node).map((call) => [
    call,
    ...Object.values(columns).map((seconds) => digits(seconds[call] * 1e6)),
  ]);
  return [textTable([["LayerNorm: microseconds a call", ...Object.keys(columns)], ...rows]), ...missing].join("\n");
}
