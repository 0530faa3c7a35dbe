/**
 * What `npm run sizes` prints: what each kernel and each import costs. With --write it renews tests/budgets.json, which
 * the tests hold the sizes against, and the sentence of the README that tells them.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as layernorm from "../../web/api/index.js";
import { functions } from "../../web/api/kernels.js";
import { record } from "../budget.js";
import { installPackages } from "../../web/packages.mjs";
import { root } from "../setup.mjs";
import { textTable } from "./report.mjs";
import { SENTENCE, sentence } from "./weights.mjs";

installPackages("tests/package"); // which has esbuild
const { bundled, gzipped } = await import("../package/weight.js");

const wasmFile = join(root, "web", "api", "kernels.wasm");
const wasm = readFileSync(wasmFile);

/** A folder for what Binaryen reads and writes. @type {string} */
let scratch;

/**
 * The module, gzipped, with only those functions and what they call: Binaryen removes the rest.
 * @param {(name: string) => boolean} isUsed
 */
function shaken(isUsed) {
  const [graph, out] = ["graph.json", "out.wasm"].map((name) => join(scratch, name));
  const nodes = functions.filter(isUsed).map((name) => ({ name, export: name, root: true }));
  writeFileSync(graph, JSON.stringify([{ name: "memory", export: "memory", root: true }, ...nodes]));
  execFileSync("wasm-metadce", [wasmFile, `--graph-file=${graph}`, "-o", out, "--all-features"]);
  return gzipped(readFileSync(out));
}

/** @param {readonly (readonly (string | number)[])[]} rows */
const printTable = (rows) => console.log(textTable(rows.map((row) => row.map((cell) => cell.toLocaleString("en")))));

function printKernels() {
  scratch = mkdtempSync(join(tmpdir(), "layernorm-sizes-"));
  try {
    const [whole, empty] = [true, false].map((all) => shaken(() => all));
    const rows = functions.map((name) => [
      name,
      shaken((other) => other === name) - empty,
      whole - shaken((other) => other !== name),
    ]);
    console.log("Kernels, bytes of gzip: with all that it calls, and what would go if it were not there\n");
    printTable([["", "alone", "exclusive"], ...rows.sort((a, b) => Number(b[2]) - Number(a[2]))]);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** All that the package exports, each alone. */
const NAMES = Object.keys(layernorm).sort();

async function printBundles() {
  const rows = [["the module", wasm.length, gzipped(wasm)]];
  for (const names of ["*", ...NAMES.map((name) => `{ ${name} }`)]) {
    const code = await bundled(names);
    rows.push([`import ${names}`, code.length, gzipped(code)]);
  }
  rows.sort((a, b) => Number(b[2]) - Number(a[2]));
  console.log("Bundles by esbuild, minified: bytes, bytes of gzip -9\n");
  printTable([["", "bytes", "gzip"], ...rows]);
}

/** The page's and the package's are measured by their own tests, which know what is fetched and what is packed. */
async function write() {
  record("everything", gzipped(await bundled("*")));
  for (const name of NAMES.filter((each) => /^[a-z]/.test(each))) {
    record(`${name} alone`, gzipped(await bundled(`{ ${name} }`)));
  }
  record("the kernels", gzipped(wasm));
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.js"];
  for (const [project, file] of [
    ["page", "budgets"],
    ["package", "contents"],
  ]) {
    const args = [...vitest, "--project", project, file];
    execFileSync(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, BUDGETS: "write" } });
  }
  const readme = join(root, "README.md");
  writeFileSync(readme, readFileSync(readme, "utf8").replace(SENTENCE, sentence()));
}

const { values } = parseArgs({ options: { write: { type: "boolean" } } });
if (values.write) await write();
else {
  printKernels();
  await printBundles();
}
