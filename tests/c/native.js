/**
 * Builds the kernels natively, with SIMDe in place of WebAssembly's intrinsics and under AddressSanitizer and
 * UndefinedBehaviorSanitizer, and runs the programs tests/c/*_test.c: to Vitest each is a test file
 * (tests/vitest.config.js).
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join, relative } from "node:path";
import { test } from "vitest";
import { mustSucceed, run } from "../process.js";
import { root } from "../setup.mjs";
import { compileFlags, testFlags } from "./flags.js";

export const scratch = join(root, ".scratch", "c");

/**
 * A library, so that a test that includes a kernel's source, to reach its static functions, does not link it
 * again.
 * @param {string} name
 * @param {readonly string[]} flags
 * @returns {Promise<string>} its path
 */
export async function buildKernels(name, flags) {
  const library = join(scratch, `lib${name}.a`);
  const files = readdirSync(join(root, "c"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".c"),
  );
  const object = (/** @type {string} */ file) =>
    join(scratch, `${name}-${file.replace(/[\\/]/g, "-").replace(/\.c$/, ".o")}`);
  const build = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      await mustSucceed("clang", [...flags, "-c", join("c", file), "-o", object(file)]);
    }
  };
  const waiting = [...files];
  await Promise.all(Array.from({ length: availableParallelism() }, build));
  await mustSucceed("ar", ["rcs", library, ...files.map(object)]);
  return library;
}

/** What all test programs are linked with. Built once, before they are: global-setup.js. */
export async function buildTestedKernels() {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  await buildKernels("kernels", compileFlags);
}

/**
 * Builds and runs one program, and makes a test of each line "ok NAME" or "not ok NAME: WHY" that it prints.
 * @param {string} path
 */
export async function testProgram(path) {
  const file = relative(root, path),
    program = join(scratch, basename(file, ".c"));
  await mustSucceed("clang", [...testFlags, file, join(scratch, "libkernels.a"), "-lm", "-o", program]);
  const { output, failure } = await run(program, []);
  const lines = [...output.matchAll(/^(not )?ok (.*)$/gm)];
  for (const [, not, name] of lines) {
    test(name, () => {
      if (not) throw new Error(name);
    });
  }
  // A crash or a sanitizer's report ends the program before the line of the test that caused it.
  test("the program ends by itself", () => {
    if (failure && !lines.some(([, not]) => not)) throw new Error(`${failure}\n${output}`);
  });
}
