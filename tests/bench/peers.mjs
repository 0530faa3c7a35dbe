/** LayerNorm forward by other libraries: the same rows, in one run, interleaved. */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { normals, sizeOf } from "../api/reference.js";
import { measure } from "./measure.mjs";
import { nearOne } from "./subjects.mjs";

/** @import { Effort, Task } from "./measure.mjs" */
/** @import { Limits } from "./limits.mjs" */
/** @import { Library, Problem, Times } from "./peers/library.mjs" */

/** @typedef {Times & { name: string, setUp: number }} PeerTimes seconds; setUp without loading the library */
/** @typedef {{ shape: number[], copy: number, libraries: PeerTimes[] }} Comparison copy: memory.copy of x */
/** @typedef {{ name: string, ratio: number, shape: number[], goal: number }} Goal */

/** Ours first. @type {[name: string, file: string, opener: string][]} */
const openers = [
  ["layernorm", "layernorm", "open"],
  ["plain JavaScript", "javascript", "open"],
  ["onnxruntime-web", "onnxruntime", "open"],
  ["tfjs", "tfjs", "openOps"],
  ["tfjs-layers", "tfjs", "openLayer"],
  ["jax-js", "jax", "open"],
  ["PyTorch", "pytorch", "open"],
];

/** How many times as long as ours another takes at least. */
const goals = [
  { name: "onnxruntime-web", goal: 20, shapes: [[1024, 768]] },
  { name: "tfjs, wasm", goal: 10, shapes: [[1024, 768]] },
  {
    name: "PyTorch, native",
    goal: 1.5,
    shapes: [
      [64, 768],
      [1024, 768],
      [1024, 1024],
      [4096, 4096],
      [32, 65536],
    ],
  },
];

const here = import.meta.dirname;

/** Installs the npm packages of this folder unless they are there. */
function install() {
  const [installed, locked] = ["node_modules/.package-lock.json", "package-lock.json"].map(
    (path) => statSync(join(here, path), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  if (installed >= locked) return;
  console.error("installing the other libraries (npm ci in tests/bench)");
  // npm is npm.cmd on Windows, which only a shell starts.
  const shell = process.platform === "win32";
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts"], {
    cwd: here,
    stdio: ["ignore", "ignore", "inherit"],
    shell,
  });
  if (status !== 0) console.error("npm ci in tests/bench failed: the packages that are missing are left out.");
}

/**
 * @param {Library[]} libraries  they are added here
 * @param {boolean} peers        false: ours alone
 * @returns {Promise<string[]>} which are missing, and why
 */
export async function openLibraries(libraries, peers) {
  if (peers) install();
  const missing = [];
  for (const [name, file, opener] of peers ? openers : openers.slice(0, 1)) {
    try {
      libraries.push(await (await import(`./peers/${file}.mjs`))[opener]());
    } catch (error) {
      missing.push(`${name}: ${/** @type {Error} */ (error).message.split("\n")[0]}`);
    }
  }
  return missing;
}

/** @param {number[]} shape @returns {Problem} */
function problemOf([rows, columns]) {
  const x = normals(rows * columns, 1),
    weight = nearOne(columns, 2),
    bias = normals(columns, 3);
  return { rows, columns, x, weight, bias, eps: 1e-5 };
}

/**
 * @param {readonly Library[]} all
 * @param {number[]} shape
 * @param {Limits} limit
 * @param {Effort} effort
 * @returns {Promise<Comparison>}
 */
async function compare(all, shape, limit, effort) {
  const libraries = all.filter(({ most = Infinity }) => sizeOf(shape) <= most),
    problem = problemOf(shape);
  const ready = [];
  for (const { name, setUp } of libraries) {
    const start = performance.now(),
      solver = await setUp(problem);
    ready.push({ name, solver, setUp: (performance.now() - start) / 1000 });
  }
  const subjects = [limit("memory.copy", sizeOf(shape)), ...ready.flatMap(({ solver }) => solver.subjects)];
  const [copy, ...seconds] = await measure(subjects, effort);
  const times = ready.map(({ name, solver, setUp }) => ({
    name,
    setUp,
    ...solver.times(seconds.splice(0, solver.subjects.length)),
  }));
  for (const { solver } of ready) await solver.dispose();
  return { shape, copy, libraries: times };
}

/**
 * @param {readonly Library[]} libraries
 * @param {readonly number[][]} shapes
 * @param {Limits} limit
 * @param {Effort} effort
 * @returns {Task<Comparison>[]}
 */
export const peerTasks = (libraries, shapes, limit, effort) =>
  shapes.map((shape) => ({
    name: `peers ${shape.join("x")}`,
    run: () => compare(libraries, [...shape], limit, effort),
  }));

/**
 * @param {readonly Comparison[]} comparisons
 * @returns {Goal[]}
 */
export const goalsOf = (comparisons) =>
  goals.flatMap(({ name, goal, shapes }) =>
    shapes.flatMap((shape) => {
      const comparison = comparisons.find((one) => one.shape.join() === shape.join());
      const peer = comparison?.libraries.find((library) => library.name === name);
      return comparison && peer ? [{ name, shape, goal, ratio: peer.alone / comparison.libraries[0].alone }] : [];
    }),
  );
