/**
 * Builds the kernels natively, with SIMDe in place of WebAssembly's intrinsics and under AddressSanitizer and
 * UndefinedBehaviorSanitizer; runs tests/c/*_test.c against them, and then libFuzzer (tests/c/fuzz.c) for 15 seconds.
 * Before that it looks at their #include lines (floors.mjs).
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { includeFlags, root } from "../setup.mjs";
import { checkFloors } from "./floors.mjs";

/** @typedef {import("../report.mjs").Report} Report */

// LN_TRUTH: c/plain.c in long double. -ffp-contract=off: the arithmetic of build.sh. -O1: readable reports from the
// sanitizers, quick tests.
const compileFlags = [
  "-std=c11",
  "-Wall",
  "-Wextra",
  "-Werror",
  "-DLN_DEBUG",
  "-DLN_TRUTH",
  "-O1",
  "-g",
  "-ffp-contract=off",
  "-fno-omit-frame-pointer",
  "-fsanitize=address,undefined",
  "-fno-sanitize-recover=all",
  ...includeFlags,
];

// A test uses only some of the functions of check.h.
const testFlags = [...compileFlags, "-Wno-unused-function"];

const LONGEST_RUN_MS = 300_000;

// An input that takes 20 seconds is a hang.
const fuzzFlags = ["-seed=1", "-runs=40000", "-max_len=512", "-timeout=20", "-print_final_stats=1"];

const scratch = join(root, ".scratch", "c");

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {{ output: string, failure: string | undefined }} what it printed, and how it failed
 */
function run(command, args) {
  const options = { cwd: root, encoding: /** @type {const} */ ("utf8"), timeout: LONGEST_RUN_MS };
  const { stdout, stderr, status, signal, error } = spawnSync(command, args, options);
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
  if (failure) throw new Error(`${command}: ${failure}\n${output}`);
}

/**
 * A library, so that a test that includes a kernel's source, to reach its static functions, does not link it
 * again.
 * @param {string} name
 * @param {readonly string[]} flags
 * @returns {string} its path
 */
function buildKernels(name, flags) {
  const library = join(scratch, `lib${name}.a`);
  const objects = readdirSync(join(root, "c"))
    .filter((file) => file.endsWith(".c"))
    .map((file) => {
      const object = join(scratch, `${name}-${file.replace(/\.c$/, ".o")}`);
      build("clang", [...flags, "-c", join("c", file), "-o", object]);
      return object;
    });
  build("ar", ["rcs", library, ...objects]);
  return library;
}

/**
 * Builds and runs one test file, which prints the lines of a Report.
 * @param {string} file
 * @param {string} library
 * @param {Report} report
 */
function runTest(file, library, report) {
  const program = join(scratch, basename(file, ".c"));
  build("clang", [...testFlags, join("tests", "c", file), library, "-lm", "-o", program]);
  const { output, failure } = run(program, []);
  process.stdout.write(output);
  const passed = output.match(/^ok /gm)?.length ?? 0;
  const failures = [...output.matchAll(/^not ok (.*)$/gm)].map(([, failure]) => failure);
  const failed = failures.length;
  report.add({ passed, failed, failures });
  // A crash or a sanitizer's report ends the program before the line of the test that caused it.
  if (failure && !failed) throw new Error(failure);
  if (passed + failed === 0) throw new Error("ran no tests");
}

/**
 * Builds the fuzzer.
 * @returns {string | undefined} its path; undefined where clang comes without libFuzzer, as Apple's does
 */
function buildFuzzer() {
  const program = join(scratch, "fuzz");
  const library = buildKernels("fuzzed", [...compileFlags, "-O2", "-fsanitize=fuzzer-no-link"]);
  const flags = [...testFlags, "-O2", "-fsanitize=fuzzer"];
  const { output, failure } = run("clang", [...flags, join("tests", "c", "fuzz.c"), library, "-lm", "-o", program]);
  if (!failure) return program;
  if (process.platform !== "linux" && /clang_rt\.fuzzer/.test(output)) return undefined;
  throw new Error(`clang: ${failure}\n${output}`);
}

/** @param {Report} report */
function runFuzzer(report) {
  const program = buildFuzzer();
  if (!program) {
    console.log("skipped fuzz: this clang comes without libFuzzer");
    report.add({ skipped: 1 });
    return;
  }
  const { output, failure } = run(program, [...fuzzFlags, `-artifact_prefix=${scratch}/`]);
  const runs = Number(output.match(/number_of_executed_units: (\d+)/)?.[1]);
  if (!failure && runs > 0) {
    report.pass(`fuzz: ${runs} runs`);
    return;
  }
  // libFuzzer has written the input that failed to a file, too; its last lines say where.
  const why = output.match(/^(not as promised|.*runtime error|.*ERROR: ).*$/m)?.[0] ?? failure;
  const input = output.match(/^Base64: (.*)$/m)?.[1];
  const file = output.match(/Test unit written to (.*)$/m)?.[1];
  console.log(output.split("\n").slice(-60).join("\n"));
  throw new Error(`${why}\n  the input, in base64: ${input}\n  once more: ${program} ${file}`);
}

/**
 * @param {Report} report
 * @param {string} [_name]
 * @param {{ files?: readonly string[], quick?: boolean }} [options]  only those test files; without the fuzzer
 */
export async function runNativeTests(report, _name, { files: only, quick } = {}) {
  /** @param {string} name @param {() => void} step */
  const attempt = (name, step) => {
    try {
      step();
    } catch (error) {
      report.fail(name, /** @type {Error} */ (error).message);
    }
  };
  await checkFloors(report);
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  attempt("native build of the kernels", () => {
    const library = buildKernels("kernels", compileFlags);
    const files = readdirSync(join(root, "tests", "c")).filter((file) => file.endsWith("_test.c"));
    const wanted = files.filter((file) => !only || only.includes(`tests/c/${file}`));
    for (const file of wanted) attempt(`tests/c/${file}`, () => runTest(file, library, report));
  });
  if (!quick && !only) attempt("fuzz", () => runFuzzer(report));
}
