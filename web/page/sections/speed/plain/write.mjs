/**
 * What build.sh --plain runs once emcc has compiled c/plain.c and the allocator: leaves of the module layer norm and
 * malloc, and writes layer-norm.wasm, and layer-norm.json, which names its sources and compiler. Its arguments are a
 * folder that has the module (named.wasm), and where the two files go; Binaryen's wasm-metadce; the compiler's flags,
 * and its versions. The working folder is the root.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CUSTOM, sections, withSections } from "../../../../wasm-binary.mjs";
import { hashOf } from "./sources.mjs";

const EXPORTS = ["memory", "malloc", "ln_plain_layer_norm"];

/** Binaryen's name for all that such a module may have. Not SIMD: it would say so. */
const FEATURES = ["--enable-bulk-memory", "--enable-sign-ext", "--enable-mutable-globals"];

/** @param {readonly string[]} args */
function main([folder, metadce, flags, compiler]) {
  const [named, graph, some] = ["named.wasm", "graph.json", "some.wasm"].map((name) => join(folder, name));
  writeFileSync(graph, JSON.stringify(EXPORTS.map((name) => ({ name, export: name, root: true }))));
  execFileSync(metadce, [named, `--graph-file=${graph}`, "-o", some, ...FEATURES], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const module = new Uint8Array(readFileSync(some));
  const kept = sections(module).filter(({ id }) => id !== CUSTOM);
  writeFileSync(join(folder, "layer-norm.wasm"), withSections(module, kept));
  const stamp = { compiler, flags, sources: hashOf(flags) };
  writeFileSync(join(folder, "layer-norm.json"), `${JSON.stringify(stamp, null, 2)}\n`);
}

main(process.argv.slice(2));
