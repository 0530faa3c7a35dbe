/**
 * What `node tests/page/peers.mjs` runs: copies what the benchmark found of packages far from 0 to
 * web/page/sections/precision/peers.json, for the page's section on precision. A test says when that is due.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRuns } from "../bench/results.mjs";
import { root } from "../setup.mjs";

export const CASE = "1e4 +- 1e-2";

/** The last run's largest error of each package, or null for NaN, the smallest error first. */
export function peersOf() {
  const [run] = Object.values(readRuns()).sort((a, b) => (a.date < b.date ? 1 : -1));
  const forward = run.accuracy.map((one) => one.forward).find(({ name }) => name === CASE);
  if (!forward) throw new Error(`the benchmark has no ${CASE}`);
  const errors = Object.entries(forward.errors).map(([name, error]) => ({
    name,
    version: run.versions[name] ?? null,
    error: Number.isFinite(Number(error)) ? Number(error) : null,
  }));
  const rank = (/** @type {number | null} */ error) => error ?? Infinity;
  return { count: forward.columns, peers: errors.sort((a, b) => rank(a.error) - rank(b.error)) };
}

if (process.argv[1] === import.meta.filename) {
  const path = join(root, "web/page/sections/precision/peers.json");
  writeFileSync(path, `${JSON.stringify(peersOf(), null, 2)}\n`);
}
