/**
 * Builds the kernels natively, with SIMDe in place of WebAssembly's intrinsics and under AddressSanitizer and
 * UndefinedBehaviorSanitizer, and runs tests/c/*_test.c against them.
 *
 *   node tests/c/run.mjs [NAME...]     only the test files whose name contains one of these
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { includeFlags, root } from "../setup.mjs";

// -ffp-contract=off as in build.sh: the same arithmetic. -O1 keeps the sanitizers' reports readable and the tests quick.
const compileFlags = [
  "-std=c11", "-Wall", "-Wextra", "-Werror", "-DLN_DEBUG", "-O1", "-g", "-fno-omit-frame-pointer", "-ffp-contract=off",
  "-fsanitize=address,undefined", "-fno-sanitize-recover=all", ...includeFlags,
];

const scratch = join(root, ".scratch", "c");

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {{ output: string, failure: string | undefined }} what it printed, and how it failed
 */
function run(command, args) {
  const { stdout, stderr, status, signal, error } = spawnSync(command, args, { cwd: root, encoding: "utf8" });
  const failure = status === 0 ? undefined : (error?.message ?? signal ?? `exit code ${status}`);
  return { output: `${stdout ?? ""}${stderr ?? ""}`, failure };
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @throws {Error} with the compiler's messages
 */
function build(command, args) {
  const { output, failure } = run(command, args);
  if (failure) throw new Error(`${command} failed (${failure})\n${output}`);
}

/**
 * A library, so that a test that includes a kernel's source, to reach its static functions, does not link it again.
 * @returns {string} its path
 */
function buildKernels() {
  const library = join(scratch, "libkernels.a");
  const objects = readdirSync(join(root, "c")).filter((file) => file.endsWith(".c")).map((file) => {
    const object = join(scratch, file.replace(/\.c$/, ".o"));
    build("clang", [...compileFlags, "-c", join("c", file), "-o", object]);
    return object;
  });
  build("ar", ["rcs", library, ...objects]);
  return library;
}

/**
 * Builds and runs one test file, which prints a line a test: "ok NAME" or "not ok NAME: WHY".
 * @param {string} file
 * @param {string} library
 */
function runTest(file, library) {
  const program = join(scratch, basename(file, ".c"));
  // A test uses only some of the functions of check.h.
  build("clang", [...compileFlags, "-Wno-unused-function", join("tests", "c", file), library, "-lm", "-o", program]);
  const { output, failure } = run(program, []);
  process.stdout.write(output);
  const passed = output.match(/^ok /gm)?.length ?? 0;
  const failed = output.match(/^not ok /gm)?.length ?? 0;
  // A crash or a sanitizer's report ends the program before the line of the test that caused it.
  if (failure && !failed) throw new Error(failure);
  if (passed + failed === 0) throw new Error("ran no tests");
  return { passed, failed };
}

/**
 * @param {readonly string[]} [names] only the test files whose name contains one of these
 * @returns {{ passed: number, failed: number }}
 */
export function runNativeTests(names = []) {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const files = readdirSync(join(root, "tests", "c")).filter((file) => file.endsWith("_test.c"))
    .filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
  const total = { passed: 0, failed: 0 };
  /** @param {string} name @param {() => { passed: number, failed: number }} body */
  const count = (name, body) => {
    try {
      const { passed, failed } = body();
      total.passed += passed;
      total.failed += failed;
    } catch (error) {
      console.log(`not ok ${name}: ${/** @type {Error} */ (error).message}`);
      total.failed++;
    }
  };
  count("native build of the kernels", () => {
    const library = buildKernels();
    for (const file of files) count(file, () => runTest(file, library));
    return { passed: 0, failed: 0 };
  });
  return total;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { passed, failed } = runNativeTests(process.argv.slice(2));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
