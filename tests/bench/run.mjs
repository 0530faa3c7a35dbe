/** What `npm run bench` runs. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compiler } from "../../web/api/kernels.js";
import { sizeOf } from "../api/reference.js";
import { root } from "../setup.mjs";
import { accuracyTasks } from "./accuracy.mjs";
import { limits } from "./limits.mjs";
import { machine, machineText } from "./machine.mjs";
import { coreShare } from "./measure.mjs";
import { openLibraries, peerTasks } from "./peers.mjs";
import { plot } from "./plot.mjs";
import { renewed } from "./readme.mjs";
import { accuracyText, disturbance, peersText, speedText } from "./report.mjs";
import { hashOfKernels, readRuns, verdictOn, writeRun } from "./results.mjs";
import { sizes, speedTasks } from "./speed.mjs";

/** @import { Effort, Task } from "./measure.mjs" */
/** @import { Library } from "./peers/library.mjs" */

/**
 * @typedef {object} Section
 * @property {"speed" | "peers" | "accuracy"} key  in results.json
 * @property {Task<any>[]} tasks
 * @property {(results: any[]) => string} text
 */

const help = `npm run bench [-- OPTIONS]: how fast and how right the kernels are, beside limits and other libraries.

  --only NAME   only what has NAME in its name: "LayerNorm forward", "dim 0", "4096x4096", "peers", "accuracy", ...
  --quick       few samples, and other libraries up to two million elements only: figures to look at, not to quote
  --no-peers    without the other libraries, which are installed into tests/bench/node_modules on first use
  --plot        only draws the latest run of tests/bench/results.json as tests/bench/speed.svg, and writes the figures of
                all into README's table; goes with no other option
  --check       only says whether the last whole run on each machine measured the kernels of now; goes with no other
  --engines     only LayerNorm's speed in Node, Chromium, Firefox and WebKit; goes with no other option
  --threads     only what layernorm/threads gains, beside PyTorch on as many threads; with --quick few samples
  --page        only how fast the page is, beside tests/bench/page.json, which has each kind of processor's figures;
                with --write it has these from now on
  --help

A whole run (no option) takes about three minutes and writes tests/bench/results.json, which has the last one on each
kind of processor. It needs a core of its own: if it gets less, tables and plot say so.`;

const here = import.meta.dirname;

/** @type {Record<"whole" | "quick", { speed: Effort, peers: Effort }>} */
const efforts = {
  whole: { speed: { seconds: 1, rounds: 15 }, peers: { seconds: 3, rounds: 8 } },
  quick: { speed: { seconds: 0.05, rounds: 3 }, peers: { seconds: 0.1, rounds: 2 } },
};

const QUICK_ELEMENTS = 2 ** 21;

/** @param {string} text replaces the last on a terminal; "" removes it */
function showProgress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  else if (text) process.stderr.write(`${text}\n`);
}

/**
 * @param {readonly Section[]} sections
 * @returns {Promise<{ results: Record<string, any[]>, failures: string[] }>}
 */
async function runSections(sections) {
  const total = sections.reduce((sum, { tasks }) => sum + tasks.length, 0),
    failures = [];
  /** @type {Record<string, any[]>} */
  const results = {};
  let done = 0;
  for (const { key, tasks, text } of sections) {
    results[key] = [];
    for (const { name, run } of tasks) {
      showProgress(`${++done} of ${total}: ${name}`);
      try {
        results[key].push(await run());
      } catch (error) {
        failures.push(`${name}: ${/** @type {Error} */ (error).message}`);
      }
    }
    showProgress("");
    if (results[key].length) console.log([disturbance(coreShare()), text(results[key])].filter(Boolean).join("\n"));
  }
  return { results, failures };
}

/** What compiled the limits and the kernels. */
function compilers() {
  const emcc = execFileSync("emcc", ["--version"], { encoding: "utf8" }).split("\n")[0];
  return { limits: emcc, kernels: compiler };
}

/** @param {{ only?: string, quick?: boolean, "no-peers"?: boolean }} options */
async function run({ only, quick, "no-peers": noPeers }) {
  const limit = limits(),
    effort = efforts[quick ? "quick" : "whole"],
    sha256 = hashOfKernels(),
    computer = machine();
  console.log(machineText(computer));
  const wanted = (/** @type {Task<any>} */ { name }) => name.toLowerCase().includes((only ?? "").toLowerCase());
  /** @type {Library[]} */
  const libraries = [];
  const peerSizes = sizes.filter((shape) => !quick || sizeOf(shape) <= QUICK_ELEMENTS);
  /** @type {Section[]} */
  const sections = [
    { key: "speed", tasks: speedTasks(limit, effort.speed).filter(wanted), text: speedText },
    { key: "peers", tasks: peerTasks(libraries, peerSizes, limit, effort.peers).filter(wanted), text: peersText },
    { key: "accuracy", tasks: accuracyTasks(libraries).filter(wanted), text: accuracyText },
  ];
  if (!sections.some(({ tasks }) => tasks.length)) throw new Error(`--only: nothing has "${only}" in its name`);
  const compares = sections.some(({ key, tasks }) => key !== "speed" && tasks.length);
  const missing = compares ? await openLibraries(libraries, !noPeers) : [];
  const { results, failures } = await runSections(sections);
  for (const library of libraries) library.close?.();
  for (const why of missing) console.log(`left out: ${why}`);
  for (const why of failures) console.log(`failed: ${why}`);
  process.exitCode = failures.length ? 1 : 0;
  if (only || quick || noPeers || failures.length) return;
  const date = new Date().toISOString(),
    versions = versionsOf(libraries),
    share = coreShare();
  const { speed, peers, accuracy } = results,
    about = { date, share, sha256, machine: { ...computer, ...compilers() }, versions, missing };
  console.log(`written: ${writeRun({ ...about, speed, peers, accuracy })}`);
}

/** @param {readonly Library[]} libraries @returns {Record<string, string>} */
const versionsOf = (libraries) => Object.fromEntries(libraries.map(({ name, version }) => [name, version]));

/** The latest run's picture, and all runs' figures in README. */
function draw() {
  const runs = Object.values(readRuns()),
    [run] = runs.toSorted((a, b) => b.date.localeCompare(a.date));
  if (!run) throw new Error("--plot needs tests/bench/results.json: run it without options first");
  const file = join(here, "speed.svg");
  writeFileSync(file, plot(run));
  const readme = join(root, "README.md");
  writeFileSync(readme, renewed(readFileSync(readme, "utf8"), runs));
  console.log(`drawn: ${file}; README's table has the figures`);
}

/** Whether the figures are of these kernels; a release wants them to be, on every machine. */
function check() {
  const verdicts = Object.values(readRuns()).map(verdictOn);
  console.log(verdicts.map(({ text }) => text).join("\n"));
  if (!verdicts.every(({ isCurrent }) => isCurrent)) process.exitCode = 1;
}

/** How fast the page is: measured with what its tests open it with. @param {{ write?: boolean }} options */
function timePage({ write }) {
  const vitest = [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config",
      "tests/vitest.config.js",
      "--project=page-speed",
    ],
    env = { ...process.env, ...(write && { BENCH_WRITE: "yes" }) };
  execFileSync(process.execPath, [...vitest, "--disableConsoleIntercept"], { cwd: root, stdio: "inherit", env });
}

/**
 * What is done in place of a run.
 * @type {Record<string, (options: { write?: boolean, quick?: boolean }) => unknown>}
 */
const others = {
  plot: draw,
  check,
  page: timePage,
  /* Imported where it is asked for: it needs the browsers' drivers. */
  engines: async () => console.log(await (await import("./engines.mjs")).engineTable()),
  /* Threads are started before anything uses memory. */
  threads: async (options) => (await import("./threads.mjs")).threadsTable(options),
};

async function main() {
  const boolean = { type: /** @type {const} */ ("boolean") };
  const { values } = parseArgs({
    options: {
      help: boolean,
      plot: boolean,
      check: boolean,
      engines: boolean,
      page: boolean,
      threads: boolean,
      write: boolean,
      quick: boolean,
      "no-peers": boolean,
      only: { type: "string" },
    },
  });
  if (values.help) return console.log(help);
  const task = Object.keys(others).find((name) => name in values);
  if (!task && values.write) throw new Error("--write applies to --page");
  if (!task) return run(values);
  const own = { page: "write", threads: "quick" }[task],
    option = Object.keys(values).find((name) => name !== task && name !== own);
  if (option) throw new Error(`--${option} does not apply to --${task}`);
  return others[task](values);
}

main().catch((error) => {
  console.error(`npm run bench: ${error.message}`);
  process.exitCode = 1;
});
