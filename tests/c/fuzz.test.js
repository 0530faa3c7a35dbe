/** libFuzzer over the kernels (fuzz.c): always the same inputs. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { mustSucceed, run } from "../process.js";
import { compileFlags, testFlags } from "./flags.js";
import { buildKernels, scratch } from "./native.js";

// An input that takes 20 seconds is a hang.
const fuzzFlags = ["-seed=1", "-runs=40000", "-max_len=512", "-timeout=20", "-print_final_stats=1"];

const program = join(scratch, "fuzz");

/** @returns {Promise<boolean>} whether it could be built: Apple's clang comes without libFuzzer */
async function buildFuzzer() {
  const library = await buildKernels("fuzzed", [...compileFlags, "-O2", "-fsanitize=fuzzer-no-link"]);
  const args = [...testFlags, "-O2", "-fsanitize=fuzzer", join("tests", "c", "fuzz.c"), library, "-lm", "-o", program];
  if (process.platform === "linux") await mustSucceed("clang", args);
  return !(await run("clang", args)).failure;
}

test("40,000 inputs", async ({ skip }) => {
  if (!(await buildFuzzer())) skip("this clang comes without libFuzzer");
  const { output, failure } = await run(program, [...fuzzFlags, `-artifact_prefix=${scratch}/`]);
  const runs = Number(output.match(/number_of_executed_units: (\d+)/)?.[1]);
  // libFuzzer has written the input that failed to a file, too; its last lines say where.
  const why = output.match(/^(not as promised|.*runtime error|.*ERROR: ).*$/m)?.[0] ?? failure;
  const input = output.match(/^Base64: (.*)$/m)?.[1];
  const file = output.match(/Test unit written to (.*)$/m)?.[1];
  if (failure) {
    const last = output.split("\n").slice(-60).join("\n");
    throw new Error(`${why}\n  the input, in base64: ${input}\n  once more: ${program} ${file}\n${last}`);
  }
  expect(runs).toBeGreaterThan(0);
});
