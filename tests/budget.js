/** What things may weigh, and how much work they may make: a little more than was last recorded. */
import { readFileSync, writeFileSync } from "node:fs";

/** Bytes by name. `npm run sizes -- --write` renews them. */
const BYTES = new URL("budgets.json", import.meta.url);

/** Counts of work by what is done. `BUDGETS=write npm test -- page/work` renews them. */
const COUNTS = new URL("counts.json", import.meta.url);

/** How much more than recorded is no failure: a repair should not need a new record. */
const HEADROOM = 1.05;

/**
 * And of these counts one more: whether Chromium computes styles and layout in one pass or in two hangs on where in a
 * picture a press falls, on one page each time, on another never.
 */
const PASSES = { styles: 1, layouts: 1 };

/** @param {URL} file @returns {Record<string, any>} */
const read = (file) => JSON.parse(readFileSync(file, "utf8"));

/** @param {URL} file @param {string} name @param {unknown} measured */
const write = (file, name, measured) =>
  writeFileSync(file, `${JSON.stringify({ ...read(file), [name]: measured }, null, 2)}\n`);

/** @returns {Record<string, number>} bytes by name */
export const recorded = () => read(BYTES);

/** @param {string} name @param {number} measured in bytes */
export const record = (name, measured) => write(BYTES, name, measured);

/**
 * With BUDGETS=write in the environment, records instead.
 * @param {string} name in budgets.json
 * @param {number} measured in bytes
 * @throws {Error} if there is no record, or more than it and a twentieth was measured
 */
export function withinBudget(name, measured) {
  if (process.env.BUDGETS === "write") return record(name, measured);
  const before = recorded()[name];
  if (measured <= before * HEADROOM) return;
  const [now, then] = [measured, before].map((bytes) => bytes?.toLocaleString("en"));
  throw new Error(`${name}: ${now} bytes, ${then} are recorded (npm run sizes -- --write, if it is worth them)`);
}

/**
 * With BUDGETS=write in the environment, records instead.
 * @param {string} name in counts.json
 * @param {Readonly<Record<string, number>>} measured
 * @returns {string[]} those that have no record, or are more than it and a twentieth, or a pass more
 */
export function beyondCounts(name, measured) {
  if (process.env.BUDGETS === "write") write(COUNTS, name, measured);
  const before = read(COUNTS)[name] ?? {};
  /** @type {Record<string, number>} */
  const slack = PASSES;
  return Object.keys(measured)
    .filter((what) => !(measured[what] <= Math.max(before[what] * HEADROOM, before[what] + (slack[what] ?? 0))))
    .map((what) => `${name}: ${measured[what]} ${what}, ${before[what] ?? "none"} recorded`);
}
