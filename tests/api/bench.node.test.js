/** The benchmark runs: what it prints is there, and are figures. What they are is for a quiet machine to say. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { cyclesOf, floorOf, work } from "../bench/floors.mjs";
import results from "../bench/results.json";
import { root } from "../setup.mjs";

const options = /** @type {const} */ ({ cwd: root, encoding: "utf8" });

/** It compiles the loops that it measures against. */
const hasEmscripten = spawnSync("sh", ["build.sh", "--check"], options).status === 0;

/** @param {string[]} args */
const bench = (...args) => spawnSync(process.execPath, ["tests/bench/run.mjs", ...args], options);

test.skipIf(!hasEmscripten)("everything at 8x768 has a figure, and its outputs are written (needs Emscripten)", () => {
  const { status, stdout, stderr } = bench("--quick", "--no-peers", "--only", "8x768");
  expect(status, stdout + stderr).toBe(0);
  const tasks = Array.from(stderr.matchAll(/^\d+ of \d+: (.*) 8x768$/gm), ([, name]) => name);
  const speeds = Array.from(stdout.matchAll(/^(.*?) {2}.* ([\d.]+) {2,}[\d.]+ {2,}(?:met|missed)$/gm));
  expect([...speeds.map(([, name]) => name), "peers"]).toEqual(tasks);
  const times = Array.from(stdout.matchAll(/^layernorm +([\d.]+)$/gm));
  /* Microseconds and "times ours", without copies and with, nanoseconds an element, and the set-up. */
  expect(times).toHaveLength(6);
  for (const [, value] of times) expect(Number(value)).toBeGreaterThan(0);
  /* None is faster than its floor, but for what the clock is off. */
  for (const [, name, value] of speeds) expect(Number(value), name).toBeGreaterThan(0.9);
});

test("floors: LayerNorm adds and subtracts 20 vectors for 16 elements, two a cycle; a copy would load and store 4", () => {
  expect(cyclesOf(work.layerNorm)).toBe(10);
  expect(cyclesOf({ loads: 1, stores: 1, adds: 0, muls: 0 })).toBe(2);
  expect(floorOf(work.layerNorm, 768)).toBe(480);
});

test.each(["plot", "check", "engines"])("--%s takes no choice of what to measure", (task) => {
  const { status, stderr } = bench("--quick", `--${task}`);
  expect(status).toBe(1);
  expect(stderr).toContain(`--quick does not apply to --${task}`);
});

test("--check says of every machine whether these kernels were measured there", () => {
  const { status, stdout } = bench("--check");
  const lines = stdout.trim().split("\n");
  expect(lines.map((line) => line.split(":")[0])).toEqual(Object.keys(results));
  expect(status).toBe(lines.every((line) => line.endsWith("measured these kernels")) ? 0 : 1);
  expect(lines.filter((line) => !/: the run of [\d-]+ measured (these|other) kernels/.test(line))).toEqual([]);
});
