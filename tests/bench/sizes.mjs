/** What `npm run sizes` prints: what the module and each import weigh. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "../../web/api/kernels.js";
import { installPackages, root } from "../setup.mjs";
import { textTable } from "./report.mjs";

installPackages("tests/package"); // which has esbuild
const { bundled, gzipped } = await import("../package/weight.js");

const wasm = new Uint8Array(readFileSync(join(root, "web", "api", "kernels.wasm")));

/** @param {readonly (readonly (string | number)[])[]} rows */
const printTable = (rows) => console.log(textTable(rows.map((row) => row.map((cell) => cell.toLocaleString("en")))));

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

await printBundles();
