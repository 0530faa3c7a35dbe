/** What `npm run sizes` prints: what each kernel and each import costs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { functions, text } from "../../web/api/kernels.js";
import { shakeWasm } from "../../web/page/shake-wasm.js";
import { installPackages, root } from "../setup.mjs";
import { textTable } from "./report.mjs";

installPackages("tests/package"); // which has esbuild
const { bundled, gzipped } = await import("../package/weight.js");

const wasm = new Uint8Array(readFileSync(join(root, "web", "api", "kernels.wasm")));

/** The module, gzipped, with only those functions. @param {(name: string) => boolean} isUsed */
const shaken = (isUsed) => gzipped(shakeWasm(wasm, isUsed));

/** @param {readonly (readonly (string | number)[])[]} rows */
const printTable = (rows) => console.log(textTable(rows.map((row) => row.map((cell) => cell.toLocaleString("en")))));

function printKernels() {
  const whole = gzipped(wasm),
    empty = shaken(() => false);
  const rows = functions.map((name) => [
    name,
    shaken((other) => other === name) - empty,
    whole - shaken((other) => other !== name),
  ]);
  console.log("Kernels, bytes of gzip: with all that it calls, and what would go if it were not there\n");
  printTable([["", "alone", "exclusive"], ...rows.sort((a, b) => Number(b[2]) - Number(a[2]))]);
}

const IMPORTS = ["*", "{ layerNorm }", "{ LayerNorm }", "{ rmsNorm }", "{ mean }"];

async function printBundles() {
  const rows = [
    ["the module", wasm],
    ["the module as text", text],
  ].map(([name, content]) => [/** @type {string} */ (name), content.length, gzipped(content)]);
  for (const names of IMPORTS) {
    const code = await bundled(names);
    rows.push([`import ${names}, module inlined`, code.length, gzipped(code)]);
  }
  console.log("Bundles by esbuild, minified: bytes, bytes of gzip -9\n");
  printTable([["", "bytes", "gzip"], ...rows]);
}

printKernels();
await printBundles();
