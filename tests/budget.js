/** What things may weigh: a little more than was last recorded. */
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("budgets.json", import.meta.url);

/** How much more than recorded is no failure: a repair should not need a new record. */
const HEADROOM = 1.05;

/** Bytes by name. `npm run sizes -- --write` renews them. @returns {Record<string, number>} */
export const recorded = () => JSON.parse(readFileSync(file, "utf8"));

/** @param {string} name @param {number} measured in bytes */
export function record(name, measured) {
  writeFileSync(file, `${JSON.stringify({ ...recorded(), [name]: measured }, null, 2)}\n`);
}

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
