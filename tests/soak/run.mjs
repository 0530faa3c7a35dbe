/** What `npm run soak` runs. */
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { HANG_MS, soak } from "./threads.mjs";

const help = `npm run soak -- --minutes N | --calls N [--seed S]: random calls of every kernel that threads share, and of
every op, on 2 to 5 threads beside the same on one; memory grows, tensors are disposed of, workers killed meanwhile.`;

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

/** @param {number} bytes */
const mib = (bytes) => (bytes / 2 ** 20).toFixed(0);

async function main() {
  const string = { type: /** @type {const} */ ("string") };
  const { values } = parseArgs({
    options: { minutes: string, calls: string, seed: string, help: { type: "boolean" } },
  });
  const minutes = Number(values.minutes ?? 0),
    most = Number(values.calls ?? 0),
    seed = Number(values.seed ?? 1);
  if (values.help || !(minutes > 0) === !(most > 0)) return console.log(help);
  const start = performance.now(),
    calls = new Int32Array(new SharedArrayBuffer(4)),
    watch = new Worker(WATCH, { eval: true, workerData: { calls, ms: 3 * HANG_MS } });
  const seen = await soak({
    seed,
    progress: (done) => (most > 0 ? done / most : (performance.now() - start) / (60_000 * minutes)),
    tick: (done) => void Atomics.store(calls, 0, done),
  });
  await watch.terminate();
  const seconds = ((performance.now() - start) / 1000).toFixed(0),
    byThreads = Object.entries(seen.byThreads).map(([threads, count]) => `${count} on ${threads}`);
  console.log(
    [
      `seed ${seed}: ${seen.calls} calls in ${seconds} s (${byThreads.join(", ")})`,
      `wrong: ${seen.wrong.length}; hangs: ${seen.hangs}; the longest call: ${seen.longest.toFixed(0)} ms`,
      `workers killed: ${seen.killed}; in the middle of a turn: ${seen.lost}`,
      `WebAssembly memory after each quarter, MiB: ${seen.bytes.map(mib).join(", ")}`,
      `resident tensors at the end: ${seen.resident} bytes`,
      `the process after each quarter, MiB: ${seen.rss.map(mib).join(", ")}`,
      ...seen.wrong.slice(0, 20),
    ].join("\n"),
  );
  process.exitCode = seen.wrong.length + seen.hangs > 0 ? 1 : 0;
}

await main();
