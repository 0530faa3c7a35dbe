/** The floors that kernels are measured against: limits.c, compiled when the benchmark starts, in memory of its own. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup.mjs";
import { timed } from "./measure.mjs";

/** @typedef {import("./measure.mjs").Subject} Subject */
/** @typedef {"clock" | "memory.copy" | "copy loop" | "read loop" | "add loop" | "add loop, both"} LimitName */
/** @typedef {(name: LimitName, elements: number) => Subject} Limits a floor for tensors of so many elements */

/**
 * @typedef {object} LimitFunctions
 * @property {WebAssembly.Memory} memory
 * @property {(a: number, b: number, n: number) => number} clock_loop
 * @property {(y: number, x: number, n: number) => void} copy
 * @property {(y: number, x: number, n: number) => void} copy_loop
 * @property {(x: number, n: number) => number} read_loop
 * @property {(y: number, a: number, b: number, n: number) => void} add_loop
 * @property {(y: number, sum: number, a: number, b: number, n: number) => void} add_both_loop
 */

/** How often the clock's loop turns in a call, and how many cycles that takes. */
const CLOCK_TURNS = 100;
export const CLOCK_CYCLES = 64 * CLOCK_TURNS;

const PAGE_BYTES = 65536;
const MOST_TENSORS = 4;

/** Between two tensors, so that they do not share the sets of the caches: a sixteenth faster for four of them. */
const STAGGER_BYTES = 1024;

/** The flags that the kernels are compiled with. */
function compileFlags() {
  const found = readFileSync(join(root, "build.sh"), "utf8").match(/^compile_flags="([^"]*)"/m);
  if (!found) throw new Error("build.sh sets no compile_flags");
  return found[1].replaceAll("\\\n", "").split(" ");
}

/**
 * @returns {string} the path of the compiled limits.c
 * @throws {Error} if Emscripten is missing (build.sh says what to install) or fails
 */
function compile() {
  execFileSync(join(root, "build.sh"), ["--check"], { stdio: ["ignore", "ignore", "inherit"] });
  const folder = join(root, ".scratch", "bench"),
    file = join(folder, "limits.wasm");
  mkdirSync(folder, { recursive: true });
  const linkFlags = ["-sSTANDALONE_WASM", "--no-entry", "-sALLOW_MEMORY_GROWTH=1", "-sMAXIMUM_MEMORY=4GB"];
  execFileSync("emcc", [...compileFlags(), ...linkFlags, join(import.meta.dirname, "limits.c"), "-o", file]);
  return file;
}

/** @returns {Limits} */
export function limits() {
  const module = new WebAssembly.Module(readFileSync(compile()));
  const functions = /** @type {LimitFunctions} */ (
    /** @type {unknown} */ (new WebAssembly.Instance(module, {}).exports)
  );
  const base = functions.memory.buffer.byteLength;
  return (name, elements) => timed(name, floor(functions, name, elements, placesIn(functions.memory, base, elements)));
}

/**
 * Where the tensors lie: one behind the other from base.
 * @param {WebAssembly.Memory} memory
 * @param {number} base
 * @param {number} elements
 */
function placesIn(memory, base, elements) {
  const step = Math.ceil((elements * 4) / PAGE_BYTES) * PAGE_BYTES + STAGGER_BYTES;
  const missing = base + MOST_TENSORS * step - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  const places = Array.from({ length: MOST_TENSORS }, (_, i) => base + i * step);
  for (const place of places) new Float32Array(memory.buffer, place, elements).fill(1);
  return places;
}

/**
 * @param {LimitFunctions} functions
 * @param {LimitName} name
 * @param {number} n
 * @param {number[]} places
 * @returns {() => void}
 */
function floor(functions, name, n, [a, b, y, sum]) {
  switch (name) {
    case "clock":
      return () => void functions.clock_loop(n, 0x9e3779b9, CLOCK_TURNS);
    case "memory.copy":
      return () => functions.copy(y, a, n);
    case "copy loop":
      return () => functions.copy_loop(y, a, n);
    case "read loop":
      return () => void functions.read_loop(a, n);
    case "add loop":
      return () => functions.add_loop(y, a, b, n);
    case "add loop, both":
      return () => functions.add_both_loop(y, sum, a, b, n);
  }
}
