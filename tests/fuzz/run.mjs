/** What `npm run fuzz` runs: the tests with the tag "fuzz", each for minutes. */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { installTools, root } from "../setup.mjs";

const help = `npm run fuzz -- [kernels|readers] --minutes N [--seed S] [--keep]

Fuzzes each kernel under sanitizers (tests/c/fuzz.c), and each reader of what strangers write: files of tensors, tables,
checkpoints, links. Each test takes N minutes, two at a time. An input that breaks a promise is printed, and how to run
it once more. --keep writes the inputs that reach the most code of the kernels to tests/c/corpus.txt, which npm test
runs.`;

/** The projects and the files of the tests. @type {Record<string, { projects: string[], files: string[] }>} */
const FUZZED = {
  kernels: { projects: ["kernels"], files: ["tests/c/fuzz.test.js"] },
  readers: {
    projects: ["api-node", "page-node"],
    files: ["tests/api/safetensors.test.js", "tests/page/data/hostile.node.test.js", "tests/page/link/link.test.js"],
  },
};

const string = /** @type {const} */ ("string"),
  boolean = /** @type {const} */ ("boolean");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: string }, seed: { type: string }, keep: { type: boolean }, help: { type: boolean } },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed ?? 1)];
const names = positionals.length > 0 ? positionals : Object.keys(FUZZED);
if (values.help || !(minutes > 0) || !Number.isInteger(seed) || !names.every((name) => name in FUZZED)) {
  console.log(help);
  process.exit(values.help ? 0 : 1);
}
if (names.includes("kernels") && installTools(["clang", "simde"]).length > 0) process.exit(1);
const chosen = names.map((name) => FUZZED[name]);
const args = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--config",
  "tests/vitest.config.js",
  "--tags-filter=fuzz",
  "--maxWorkers=2",
  ...chosen.flatMap(({ projects }) => projects.map((name) => `--project=${name}`)),
  ...chosen.flatMap(({ files }) => files),
];
const env = {
  ...process.env,
  FUZZ_MINUTES: String(minutes),
  FUZZ_SEED: String(seed),
  ...(values.keep && { FUZZ_KEEP: "" }),
};
const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" });
process.exitCode = status ?? 1;
