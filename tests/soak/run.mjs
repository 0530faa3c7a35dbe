/** What `npm run soak` runs. */
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { chromium } from "playwright";
import { servePage } from "../page/helpers/serve.js";
import { chromiumFlags, findChromium, installTools } from "../setup.mjs";
import { soakPage } from "./page.mjs";
import { HANG_MS, soak } from "./threads.mjs";

const help = `npm run soak -- --minutes N | --calls N [--seed S]: random calls of every kernel that threads share, and of
every op, on 2 to 5 threads beside the same on one; memory grows, tensors are disposed of, workers killed meanwhile.
With --page: random acts on the built page, in Chromium; the page must not complain, move by itself or keep what is gone,
and a page that is opened at its address must show the same.`;

/** Ends the process if no call has ended for long: what hangs cannot say so itself. */
const WATCH = `
  const { workerData } = require("node:worker_threads");
  const { writeSync } = require("node:fs");
  let last = -1;
  setInterval(() => {
    const calls = Atomics.load(workerData.calls, 0);
    if (calls !== last) return void (last = calls);
    writeSync(2, "call " + calls + " hangs\\n");
    process.kill(process.pid, "SIGKILL");
  }, workerData.ms);
`;

/** An act, or a document's opening, that takes longer hangs. */
const ACT_HANGS_MS = 600_000;

/** @param {number} bytes */
const mib = (bytes) => (bytes / 2 ** 20).toFixed(0);

/** @typedef {{ seed: number, progress: (done: number) => number, tick: (done: number) => void }} Asked */
/** @typedef {{ what: string, wrong: string[], lines: string[], hangs?: number }} Report */

/** @param {Asked} asked @returns {Promise<Report>} */
async function reportThreads(asked) {
  const seen = await soak(asked);
  const byThreads = Object.entries(seen.byThreads).map(([threads, count]) => `${count} on ${threads}`);
  return {
    ...seen,
    what: `${seen.calls} calls (${byThreads.join(", ")})`,
    lines: [
      `hangs: ${seen.hangs}; the longest call: ${seen.longest.toFixed(0)} ms`,
      `workers killed: ${seen.killed}; in the middle of a turn: ${seen.lost}`,
      `WebAssembly memory after each quarter, MiB: ${seen.bytes.map(mib).join(", ")}`,
      `resident tensors at the end: ${seen.resident} bytes`,
      `the process after each quarter, MiB: ${seen.rss.map(mib).join(", ")}`,
    ],
  };
}

/** @param {Asked} asked @returns {Promise<Report>} */
async function reportPage(asked) {
  if (installTools(["chromium"]).length > 0) process.exit(1);
  const { url, close } = await servePage();
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  const { acts, byKind, documents, links, wrong, kept } = await soakPage({ ...asked, browser, url });
  await browser.close();
  await close();
  const kinds = Object.entries(byKind).map(([kind, count]) => `${kind} ${count}`);
  return {
    what: `${acts} acts (${kinds.join(", ")}) in ${documents} documents`,
    wrong,
    lines: [`addresses that were opened a second time: ${links}`, ...kept.map((each) => `kept: ${each}`)],
  };
}

async function main() {
  const string = { type: /** @type {const} */ ("string") },
    boolean = { type: /** @type {const} */ ("boolean") };
  const { values } = parseArgs({
    options: { page: boolean, minutes: string, calls: string, seed: string, help: boolean },
  });
  const minutes = Number(values.minutes ?? 0),
    most = Number(values.calls ?? 0),
    seed = Number(values.seed ?? 1);
  if (values.help || !(minutes > 0) === !(most > 0)) return console.log(help);
  const start = performance.now(),
    calls = new Int32Array(new SharedArrayBuffer(4)),
    watch = new Worker(WATCH, { eval: true, workerData: { calls, ms: values.page ? ACT_HANGS_MS : 3 * HANG_MS } });
  const {
    what,
    wrong,
    lines,
    hangs = 0,
  } = await (values.page ? reportPage : reportThreads)({
    seed,
    progress: (done) => (most > 0 ? done / most : (performance.now() - start) / (60_000 * minutes)),
    tick: (done) => void Atomics.store(calls, 0, done),
  });
  await watch.terminate();
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(
    [`seed ${seed}: ${what} in ${seconds} s`, `wrong: ${wrong.length}`, ...lines, ...wrong.slice(0, 100)].join("\n"),
  );
  process.exitCode = wrong.length + hangs > 0 ? 1 : 0;
}

await main();
