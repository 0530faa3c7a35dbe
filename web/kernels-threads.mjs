/**
 * What build.sh --threads runs once emcc has compiled c/ for memory that threads share: leaves of the module the
 * kernels, the allocator, and what sets a thread's stack, and writes it as text, module.js. Its arguments are those of
 * web/kernels.mjs. The working folder is the root.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digits } from "./api/kernel-text.js";
import { functions, sources } from "./api/kernels.js";
import { CUSTOM, sections, withSections } from "./wasm-binary.mjs";
import { asText } from "./wasm-text.mjs";

/** What threads need besides the kernels: stacks, copies of what is overwritten, and the functions of c/parts.h. */
const MORE = [
  "stackRestore",
  "memcpy",
  ...Array.from(readFileSync("c/parts.h", "utf8").matchAll(/^void (\w+)\(/gm), ([, name]) => name),
];

/** @param {readonly string[]} args */
function main([folder, metadce, flags, compiler]) {
  const [named, graph, some] = ["named.wasm", "graph.json", "some.wasm"].map((name) => join(folder, name)),
    memory = { name: "memory", import: ["env", "memory"], root: true },
    roots = [...functions, ...MORE].map((name) => ({ name, export: name, root: true }));
  writeFileSync(graph, JSON.stringify([memory, ...roots]));
  execFileSync(metadce, [named, `--graph-file=${graph}`, "-o", some, "--all-features"], { stdio: "pipe" });
  const module = new Uint8Array(readFileSync(some)),
    bytes = withSections(
      module,
      sections(module).filter(({ id }) => id !== CUSTOM),
    ),
    text = Array.from(bytes, (byte) => asText(byte, digits)).join("");
  const names = WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name),
    missing = [...functions, ...MORE].filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`build.sh: the module for threads lacks ${missing.join(", ")}`);
  writeFileSync(join(folder, "module.js"), file(text, flags, compiler));
}

/**
 * @param {string} text
 * @param {string} flags
 * @param {string} compiler
 */
const file = (
  text,
  flags,
  compiler,
) => `/** Generated from c/ by build.sh --threads: change the C files, not this one. */

/**
 * What compiled it, with which flags; and the hash of the sources that web/api/kernels.js was generated from.
 * @type {{ compiler: string, flags: string, sources: string }}
 */
export const stamp = {
  compiler: ${JSON.stringify(compiler)},
  flags:
    ${JSON.stringify(flags)},
  sources: ${JSON.stringify(sources)},
};

/**
 * The module as text, as kernel-text.js says.
 * @type {string}
 */
export const text =
  "${text}";
`;

main(process.argv.slice(2));
