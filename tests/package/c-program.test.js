/** The packed kernels in a C program of one's own, built as c/norm.h says: for WebAssembly, and natively by SIMDe. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { includeFlags } from "../setup.mjs";

const folder = mkdtempSync(join(tmpdir(), "layernorm-c-")),
  sources = join(folder, "package", "c");
beforeAll(() => void execFileSync("tar", ["-xzf", inject("tarball"), "-C", folder]));
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {string} compiler */
const isThere = (compiler) => spawnSync(compiler, ["--version"]).status === 0;

/**
 * Compiles the program with the kernels.
 * @param {string} compiler
 * @param {readonly string[]} flags
 * @param {string} name
 */
function build(compiler, flags, name) {
  const kernels = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".c"))
    .map((file) => join(sources, file));
  const program = join(folder, name);
  const own = join(import.meta.dirname, "c-program.c");
  execFileSync(compiler, ["-O3", "-ffp-contract=off", ...flags, `-I${sources}`, own, ...kernels, "-o", program]);
  return program;
}

const x = [
    [1, 2, 3, 6],
    [-4, 0, 4, 8],
  ],
  weight = [1, 2, 1, 0.5],
  bias = [0, 0, 1, 1];
const dy = [
  [1, 1, 1, 1],
  [0, 1, 0, 1],
];

/** @param {readonly number[]} row */
const mean = (row) => row.reduce((sum, value) => sum + value, 0) / row.length;

/** @param {readonly number[]} row */
function normalized(row) {
  const center = mean(row),
    variance = mean(row.map((value) => (value - center) ** 2));
  return row.map((value) => (value - center) / Math.sqrt(variance + 1e-5));
}

/** What the program should print. */
const expected = [
  ...x.map((row) => normalized(row).map((value, i) => value * weight[i] + bias[i])),
  ...weight.map((_, i) => [
    x.reduce((sum, row, r) => sum + dy[r][i] * normalized(row)[i], 0),
    dy.reduce((sum, row) => sum + row[i], 0),
  ]),
].flat();

/** @param {string} output */
function expectRight(output) {
  const got = output.trim().split(/\s+/).map(Number);
  expect(got).toHaveLength(expected.length);
  for (const [i, value] of expected.entries()) expect(Math.abs(got[i] - value)).toBeLessThan(2e-6);
}

test.skipIf(!isThere("emcc"))("Emscripten", () => {
  const program = build("emcc", ["-msimd128", "-mbulk-memory", "-sSTANDALONE_WASM"], "program.wasm");
  const run = `import { readFileSync } from "node:fs";
    import { WASI } from "node:wasi";
    const wasi = new WASI({ version: "preview1" }), { Module, Instance } = WebAssembly;
    wasi.start(new Instance(new Module(readFileSync(process.argv[1])), wasi.getImportObject()));`;
  const args = ["--no-warnings", "--input-type=module", "-e", run, program];
  expectRight(execFileSync(process.execPath, args, { encoding: "utf8" }));
});

test.skipIf(!isThere("clang"))("a native compiler", () => {
  expectRight(execFileSync(build("clang", [...includeFlags, "-lm"], "program"), { encoding: "utf8" }));
});
