/** The last whole run on each kind of processor: tests/bench/results.json. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @import { Accuracy } from "./accuracy.mjs" */
/** @import { machine } from "./machine.mjs" */
/** @import { Comparison } from "./peers.mjs" */
/** @import { Figure } from "./speed.mjs" */

/**
 * @typedef {object} Run
 * @property {string} date
 * @property {number} share   of a core that it got
 * @property {string} sha256  of the kernels
 * @property {ReturnType<typeof machine> & { limits: string, kernels: string }} machine  with the compilers' versions
 * @property {Record<string, string>} versions  of the libraries
 * @property {string[]} missing  libraries
 * @property {Figure[]} speed
 * @property {Comparison[]} peers
 * @property {{ forward: Accuracy, backward: Accuracy }[]} accuracy
 */

const file = join(import.meta.dirname, "results.json");

/** SHA-256 of the kernels that are measured: figures that are of others show by it. */
export const hashOfKernels = () =>
  createHash("sha256")
    .update(readFileSync(join(import.meta.dirname, "../../web/api/kernels.wasm")))
    .digest("hex");

/** @returns {Record<string, Run>} by processor */
export const readRuns = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

/** Puts a run in the place of the last one on such a processor. @param {Run} run @returns {string} where it is */
export function writeRun(run) {
  const runs = { ...readRuns(), [run.machine.processor]: run };
  const shorten = (/** @type {string} */ _, /** @type {unknown} */ value) => {
    if (typeof value !== "number" || Number.isInteger(value)) return value;
    // JSON has no NaN.
    return Number.isFinite(value) ? Number(value.toPrecision(4)) : String(value);
  };
  writeFileSync(file, `${JSON.stringify(runs, shorten, 1)}\n`);
  return file;
}

/** Whether a run's figures are of the kernels of now, in a line. @param {Run} run */
export function verdictOn({ machine, date, sha256 }) {
  const said = `${machine.processor}: the run of ${date.slice(0, 10)} measured`,
    isCurrent = sha256 === hashOfKernels();
  return { isCurrent, text: isCurrent ? `${said} these kernels` : `${said} other kernels: a whole run is due` };
}
