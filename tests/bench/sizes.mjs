/** What `npm run sizes` prints: what each kernel and each import costs. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { functions, text } from "../../web/api/kernels.js";
import { shakeWasm } from "../../web/page/shake-wasm.js";
import { installPackages, root } from "../setup.mjs";

const wasm = new Uint8Array(readFileSync(join(root, "web", "api", "kernels.wasm")));

/** @param {string | Uint8Array} content */
const gzipped = (content) => gzipSync(content, { level: 9 }).length;

/** The module, gzipped, with only those functions. @param {(name: string) => boolean} isUsed */
const shaken = (isUsed) => gzipped(shakeWasm(wasm, isUsed));

/** @param {readonly (readonly (string | number)[])[]} rows */
function printTable(rows) {
  for (const [name, ...numbers] of rows) {
    console.log(`${name}`.padEnd(34), ...numbers.map((value) => value.toLocaleString("en").padStart(9)));
  }
  console.log();
}

function printKernels() {
  const whole = gzipped(wasm), empty = shaken(() => false);
  const rows = functions.map((name) => [
    name, shaken((other) => other === name) - empty, whole - shaken((other) => other !== name),
  ]);
  console.log("Kernels, bytes of gzip: with all that it calls, and what would go if it were not there\n");
  printTable([["", "alone", "exclusive"], ...rows.sort((a, b) => Number(b[2]) - Number(a[2]))]);
}

const IMPORTS = {
  everything: 'export * from "./index.js"',
  layerNorm: 'export { layerNorm } from "./index.js"',
  LayerNorm: 'export { LayerNorm } from "./index.js"',
  rmsNorm: 'export { rmsNorm } from "./index.js"',
  mean: 'export { mean } from "./index.js"',
};

/** What a bundler makes of a program. @param {string} contents */
async function bundled(contents) {
  const require = createRequire(join(root, "tests", "package", "package.json"));
  /** @type {{ build: (options: object) => Promise<{ outputFiles: { contents: Uint8Array }[] }> }} */
  const esbuild = require("esbuild");
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: join(root, "web", "api") }, bundle: true, minify: true, write: false, format: "esm",
  });
  return outputFiles[0].contents;
}

async function printBundles() {
  const rows = [["the module", wasm], ["the module as text", text]].map(([name, content]) =>
    [/** @type {string} */ (name), content.length, gzipped(content)]);
  for (const [name, contents] of Object.entries(IMPORTS)) {
    const code = await bundled(contents);
    rows.push([`import ${name}, module inlined`, code.length, gzipped(code)]);
  }
  console.log("Bundles by esbuild, minified: bytes, bytes of gzip -9\n");
  printTable([["", "bytes", "gzip"], ...rows]);
}

installPackages("tests/package");
printKernels();
await printBundles();
