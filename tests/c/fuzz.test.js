/** libFuzzer over the kernels (fuzz.c): the same inputs in each `npm test`, others for minutes with `npm run fuzz`. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FUZZ, isKept, minutes, seed } from "../fuzz/runs.js";
import { mustSucceed, run } from "../process.js";
import { root } from "../setup.mjs";
import { compileFlags, testFlags } from "./flags.js";
import { buildKernels, scratch } from "./native.js";

// An input that takes 20 seconds is a hang.
const LIMITS = ["-max_len=512", "-timeout=20", "-print_final_stats=1"];
const fuzzFlags = minutes > 0 ? [`-seed=${seed}`, `-max_total_time=${minutes * 60}`] : ["-seed=1", "-runs=40000"];

/** The inputs that reached the most code when they were kept, in base64, a line each: npm run fuzz -- --keep. */
const KEPT = join(root, "tests", "c", "corpus.txt");

const program = join(scratch, "fuzz");

/** @returns {Promise<boolean>} whether it could be built: Apple's clang comes without libFuzzer */
async function buildFuzzer() {
  const library = await buildKernels("fuzzed", [...compileFlags, "-O2", "-fsanitize=fuzzer-no-link"]);
  const args = [...testFlags, "-O2", "-fsanitize=fuzzer", join("tests", "c", "fuzz.c"), library, "-lm", "-o", program];
  if (process.platform === "linux") await mustSucceed("clang", args);
  return !(await run("clang", args)).failure;
}

/** The kept inputs, a file each. @returns {string} their folder */
function unpackCorpus() {
  const folder = join(scratch, "corpus");
  mkdirSync(folder, { recursive: true });
  readFileSync(KEPT, "utf8")
    .split("\n")
    .filter(Boolean)
    .forEach((line, i) => writeFileSync(join(folder, String(i)), Buffer.from(line, "base64")));
  return folder;
}

/** Of all inputs of a folder those that are needed to reach as much code. @param {string} corpus */
async function keep(corpus) {
  const folder = join(scratch, "merged");
  mkdirSync(folder, { recursive: true });
  await mustSucceed(program, ["-merge=1", ...LIMITS, folder, corpus]);
  const lines = readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString("base64"));
  writeFileSync(KEPT, `${lines.sort().join("\n")}\n`);
}

/**
 * Runs the fuzzer, and reports the input that fails.
 * @param {readonly string[]} args
 * @returns {Promise<number>} how many inputs were run
 */
async function fuzz(args) {
  const { output, failure } = await run(program, [...args, ...LIMITS, `-artifact_prefix=${scratch}/`]);
  // libFuzzer has written the input that failed to a file, too; its last lines say where.
  const why = output.match(/^(not as promised|.*runtime error|.*ERROR: ).*$/m)?.[0] ?? failure;
  const input = output.match(/^Base64: (.*)$/m)?.[1];
  const file = output.match(/Test unit written to (.*)$/m)?.[1];
  if (failure) {
    const last = output.split("\n").slice(-60).join("\n");
    throw new Error(`${why}\n  the input, in base64: ${input}\n  once more: ${program} ${file}\n${last}`);
  }
  return Number(output.match(/number_of_executed_units: (\d+)/)?.[1]);
}

test("40,000 inputs, and those that were kept", FUZZ, async ({ skip }) => {
  if (!(await buildFuzzer())) skip("this clang comes without libFuzzer");
  const corpus = unpackCorpus();
  const kept = readdirSync(corpus).length;
  if (minutes > 0) {
    console.log(`kernels: ${await fuzz([...fuzzFlags, corpus])} inputs`);
    if (isKept) await keep(corpus);
    return;
  }
  expect(await fuzz(["-runs=0", corpus])).toBeGreaterThanOrEqual(kept);
  expect(await fuzz(fuzzFlags)).toBe(40_000);
});
