/**
 * The native build gives the bits of the WebAssembly module: every op is called, and what each of its kernels finds in
 * memory and leaves there is written down, call by call; a native program makes the same calls on the same memory.
 * (A NaN may have other bits.)
 */
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mustSucceed, run } from "../process.js";
import { includeFlags, root } from "../setup.mjs";
import { buildKernels, scratch } from "./native.js";

/** In bytes. */
const PAGE = 4096;

/** @typedef {{ name: string, types: string[] }} Kernel  the types of its arguments, in C */

/** The kernels that the headers declare. @returns {Kernel[]} */
function declaredKernels() {
  const text = ["c/norm.h", "c/block/block.h"].map((file) => readFileSync(join(root, file), "utf8")).join("\n");
  return Array.from(text.matchAll(/^LN_EXPORT \w+ \*?(ln_\w+)\(([^)]*)\);/gm), ([, name, list]) => ({
    name,
    types: list.split(",").map((each) => each.trim().replace(/\w+$/, "")),
  }));
}

const kernels = declaredKernels();

/** Writes down the calls of the module's kernels, and the pages of memory that changed before and in each. */
class Recorder {
  calls = 0;
  /** What the native program has in memory. */
  known = new Uint8Array(0);

  /** @param {string} path */
  constructor(path) {
    this.file = openSync(path, "w");
  }

  /** @param {WebAssembly.Memory} memory @returns {Uint8Array[]} the pages that are not as they were known */
  changes({ buffer }) {
    const now = Buffer.from(buffer),
      pages = [];
    if (this.known.length < now.length) {
      const grown = new Uint8Array(now.length);
      grown.set(this.known);
      this.known = grown;
    }
    for (let at = 0; at < now.length; at += PAGE) {
      if (now.compare(this.known, at, at + PAGE, at, at + PAGE) === 0) continue;
      this.known.set(now.subarray(at, at + PAGE), at);
      pages.push(new Uint8Array(Uint32Array.of(at).buffer), this.known.slice(at, at + PAGE));
    }
    return [new Uint8Array(Uint32Array.of(pages.length / 2).buffer), ...pages];
  }

  /**
   * @param {number} index  of the kernel
   * @param {readonly number[]} args
   * @param {WebAssembly.Memory} memory
   * @param {() => unknown} call
   */
  record(index, args, memory, call) {
    const found = this.changes(memory),
      result = call();
    const head = [Uint32Array.of(index, args.length), Float64Array.from(args)].map(
      ({ buffer }) => new Uint8Array(buffer),
    );
    writeSync(this.file, Buffer.concat([...head, ...found, ...this.changes(memory)]));
    this.calls++;
    return result;
  }
}

/**
 * Has the module's kernels write down their calls. To be done before anything uses them: they are instantiated once.
 * @param {Recorder} recorder
 */
function recordCalls(recorder) {
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    /** @param {WebAssembly.Module} module @param {WebAssembly.Imports} [imports] */
    constructor(module, imports) {
      super(module, imports);
      const exports = /** @type {any} */ (this.exports);
      const recorded = kernels.flatMap(({ name }, index) => {
        const own = exports[name];
        if (!own) return [];
        const call = (/** @type {number[]} */ ...args) =>
          recorder.record(index, args, exports.memory, () => own(...args));
        return [[name, call]];
      });
      // biome-ignore lint/correctness/noConstructorReturn: the exports of an instance cannot be changed
      return /** @type {any} */ ({ exports: { ...exports, ...Object.fromEntries(recorded) } });
    }
  };
}

/** The program that makes the calls once more: each kernel by its index. */
const replay = () => `
#include "c/block/block.h"
#include "c/norm.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { PAGE = ${PAGE}, MOST_ARGUMENTS = 32 };
static unsigned char *memory;
static void *at(double pointer) { return pointer == 0 ? NULL : memory + (size_t)pointer; }
static void call(unsigned kernel, const double *a) {
  switch (kernel) {
${kernels.map(({ name, types }, index) => `  case ${index}: (void)${name}(${types.map((type, i) => (type.includes("*") ? `at(a[${i}])` : `(${type})a[${i}]`)).join(", ")}); return;`).join("\n")}
  }
}
static int take(void *to, size_t bytes) { return fread(to, 1, bytes, stdin) == bytes; }
int main(int argc, char **argv) {
  const size_t bytes = (size_t)atol(argv[1]), first = (size_t)atol(argv[2]);
  unsigned kernel, count, pages, where;
  static unsigned char page[PAGE];
  double a[MOST_ARGUMENTS];
  long calls = 0, words = 0;
  memory = aligned_alloc(PAGE, bytes);
  memset(memory, 0, bytes);
  for (; take(&kernel, 4) && take(&count, 4) && count <= MOST_ARGUMENTS && take(a, 8 * count); calls++) {
    for (take(&pages, 4); pages > 0; pages--) take(&where, 4), take(memory + where, PAGE);
    call(kernel, a);
    for (take(&pages, 4); pages > 0; pages--) {
      take(&where, 4), take(page, PAGE);
      for (size_t i = where < first ? first - where : 0; i < PAGE; i += 4, words++) {
        float here, there;
        memcpy(&here, memory + where + i, 4), memcpy(&there, page + i, 4);
        if (memcmp(&here, &there, 4) != 0 && !(isnan(here) && isnan(there))) {
          printf("call %ld, kernel %u: %a natively, %a in WebAssembly\\n", calls, kernel, here, there);
          return 1;
        }
      }
      memcpy(memory + where, page, PAGE);
    }
  }
  printf("%ld calls, %ld words\\n", calls, words);
  return argc != 3;
}
`;

test("every op gives the same bits natively", async () => {
  const calls = join(scratch, "calls.bin"),
    recorder = new Recorder(calls);
  recordCalls(recorder);
  const { callEach } = await import("../bits.js"),
    { kernels: exported } = await import("../../web/api/index.js");
  const first = exported().malloc(64) >>> 0;
  callEach();
  closeSync(recorder.file);
  const source = join(scratch, "replay.c"),
    program = join(scratch, "replay");
  writeFileSync(source, replay());
  const flags = ["-std=c11", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "-I", root, ...includeFlags],
    library = await buildKernels("optimised", [...flags, "-O3"]);
  await mustSucceed("clang", [...flags, source, library, "-lm", "-o", program]);
  const { output, failure } = await run("sh", ["-c", `"${program}" ${recorder.known.length} ${first} < "${calls}"`]);
  rmSync(calls);
  expect([failure, output]).toEqual([undefined, expect.stringMatching(`^${recorder.calls} calls, \\d{6,} words\n$`)]);
});
