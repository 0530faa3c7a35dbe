/**
 * What build.sh runs once emcc has compiled c/: checks the module against c/norm.h, and writes kernels.wasm, and
 * kernels.js, which holds the same module as text, and the names, types and numbers that c/norm.h declares. Its arguments
 * are a folder that has the module with the names of its functions (named.wasm), and where the two files go; Binaryen's
 * wasm-metadce; the compiler's flags, and its versions. The working folder is the root.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  bytesOf,
  CODE,
  CUSTOM,
  functionBodies,
  functionNames,
  HEAD_BYTES,
  leb128,
  sections,
  TRAP,
  withSections,
} from "./wasm-binary.mjs";

/** @typedef {{ name: string, parameters: string[], result: "void" | "number" }} Declaration a function of c/norm.h */

/** The allocator's functions, and its memory, which c/memory.c and Emscripten add to those of c/norm.h. */
const ALLOCATOR = ["malloc", "free"];
const MEMORY = "memory";

/** What a program calls that has nothing of the package but layer norm and RMS norm, forward: web/api/all-kernels.js. */
const ROWS = [...ALLOCATOR, "ln_norm_rows"];

/** What the page calls: the book's network, and statistics, normalize and RMS norm over any dims. */
const PAGE = [
  ...ROWS,
  "ln_layer_norm",
  "ln_moments",
  "ln_permute",
  "ln_linear",
  "ln_relu",
  "ln_manual_seed",
  "ln_uniform",
  "ln_normal",
];

/**
 * @param {string} name in C
 * @returns {string} in JavaScript: weight_offset is weightOffset
 */
const camelCase = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * The functions that c/norm.h declares, in its order.
 * @param {string} header
 * @returns {Declaration[]}
 */
function declarations(header) {
  return Array.from(header.matchAll(/^LN_EXPORT ([^(]*?)(\w+)\(([^)]*)\);/gm), ([, type, name, list]) => ({
    name,
    parameters:
      list === "void" ? [] : Array.from(list.matchAll(/(\w+)(?:,|$)/g), ([, parameter]) => camelCase(parameter)),
    result: type.trim() === "void" ? "void" : "number",
  }));
}

/**
 * @param {string} header
 * @returns {Record<string, number>} what c/norm.h defines as LN_NAME number
 */
const constants = (header) =>
  Object.fromEntries(
    Array.from(header.matchAll(/^#define (LN_\w+) (\d+)$/gm), ([, name, value]) => [name, Number(value)]),
  );

/**
 * @param {string} what the module should do
 * @param {readonly string[]} expected
 * @param {readonly string[]} actual
 */
function requireSame(what, expected, actual) {
  if (expected.join() === actual.join()) return;
  const found = actual.join(", ") || "none";
  console.error(`build.sh: the module should ${what} ${expected.join(", ") || "nothing"}; it has ${found}.`);
  process.exit(1);
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {readonly string[]} expected what it should export
 */
function checkModule(bytes, expected) {
  const module = new WebAssembly.Module(bytes);
  const exported = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
  requireSame(
    "export",
    expected,
    expected.filter((name) => exported.has(name)),
  );
  requireSame(
    "import",
    [],
    WebAssembly.Module.imports(module).map((entry) => `${entry.module}.${entry.name}`),
  );
}

/** The digits of the text, of value 0 to 86. None needs an escape in any kind of string, or in a script within HTML. */
const DIGITS = " !#%&()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|";

/**
 * A byte in text that gzip makes nearly as small as the bytes: 2 % more. (Of base64, whose letters straddle the bytes,
 * a third more.) The first 87 values are a digit each, the next 87 have one prefix, the rest the other. The bytes from
 * 252 on come first, for 253 begins every vector instruction.
 * @param {number} byte
 */
function asText(byte) {
  const value = (byte + 4) & 255;
  return ["", "}", "~"][Math.floor(value / DIGITS.length)] + DIGITS[value % DIGITS.length];
}

/** What stands between two pieces of text: no digit. */
const GAP = "`";

/** @param {Iterable<number>} bytes */
const textOf = (bytes) => Array.from(bytes, asText).join("");

/**
 * The functions that some exports call, and these themselves.
 * @param {readonly string[]} exports
 * @param {string} folder
 * @param {string} metadce
 * @returns {Set<string>}
 */
function functionsOf(exports, folder, metadce) {
  const [named, graph, some] = ["named.wasm", "some.json", "some.wasm"].map((name) => join(folder, name));
  writeFileSync(graph, JSON.stringify([MEMORY, ...exports].map((name) => ({ name, export: name, root: true }))));
  execFileSync(metadce, [named, `--graph-file=${graph}`, "-g", "-o", some, "--all-features"], { stdio: "pipe" });
  return new Set(functionNames(readFileSync(some)));
}

/**
 * The module as text, in two parts. In the first, a gap stands for the size of the code, and for every function that
 * rows do without.
 * @param {Uint8Array} named the module with the names of its functions
 * @param {Set<string>} rows the functions that stay in the first part
 * @returns {{ text: string, codeSize: string, rest: string }} codeSize: if traps go into the gaps of functions; rest:
 *   what makes it all of the module, in the order of the gaps
 */
function parted(named, rows) {
  const names = functionNames(named),
    texts = [textOf(named.subarray(0, HEAD_BYTES))],
    rest = [];
  let codeSize = 0;
  for (const { id, content } of sections(named)) {
    if (id === CUSTOM) continue;
    if (id !== CODE) {
      texts.push(textOf(bytesOf({ id, content })));
      continue;
    }
    const bodies = functionBodies(content),
      count = leb128(bodies.length);
    texts.push(textOf([id]) + GAP + textOf(count));
    rest.push(textOf(leb128(content.length)));
    codeSize = count.length;
    bodies.forEach((body, i) => {
      const stays = rows.has(names[i]);
      texts.push(stays ? textOf(body) : GAP);
      if (!stays) rest.push(textOf(body));
      codeSize += stays ? body.length : TRAP.length;
    });
  }
  return { text: texts.join(""), codeSize: textOf(leb128(codeSize)), rest: rest.join(GAP) };
}

/**
 * @param {string} flags of the compiler
 * @returns {string} SHA-256, shortened, of the flags and of all sources, of which plain.c is none
 */
function hashOf(flags) {
  const hash = createHash("sha256").update(flags);
  const files = readdirSync("c").filter((name) => /^(?!plain\.).*\.[ch]$/.test(name));
  for (const file of files.sort()) hash.update(`\n${file}\n`).update(readFileSync(`c/${file}`));
  return hash.digest("hex").slice(0, 16);
}

/**
 * A line of a doc comment, as several of at most 120 columns.
 * @param {string} text
 */
function wrapped(text) {
  const lines = [" *"];
  for (const word of text.split(" ")) {
    if (lines[lines.length - 1].length + word.length + 1 > 120) lines.push(" *  ");
    lines[lines.length - 1] += ` ${word}`;
  }
  return lines.join("\n");
}

/**
 * @param {Declaration} declaration
 * @returns {string} the tag of a typedef: pointers, sizes and scalars are all numbers
 */
function property({ name, parameters, result }) {
  const typed = parameters.map((parameter) => `${parameter}: number`).join(", ");
  return wrapped(`@property {(${typed}) => ${result}} ${name}`);
}

/**
 * @param {string} header c/norm.h
 * @param {{ text: string, codeSize: string, rest: string }} parts of the module
 * @param {readonly number[]} beyondPage
 * @param {string} flags
 * @param {string} compiler
 */
function source(header, { text, codeSize, rest }, beyondPage, flags, compiler) {
  const declared = declarations(header);
  return `/** Generated from c/ by build.sh: change the C files, not this one. */

/**
 * What the module exports: the functions of c/norm.h (pointers and sizes are byte offsets and element counts), and the
 * C allocator.
 * @typedef {object} Kernels
 * @property {{ readonly buffer: ArrayBuffer, grow: (pages: number) => number }} memory a WebAssembly.Memory
 * @property {(bytes: number) => number} malloc 0: no room; a pointer above 2 GiB is negative, which \`>>> 0\` mends
 * @property {(pointer: number) => void} free
${declared.map(property).join("\n")}
 */

/**
 * What compiled it.
 * @type {string}
 */
export const compiler = ${JSON.stringify(compiler)};

/**
 * SHA-256, shortened, of the sources and flags.
 * @type {string}
 */
export const sources = "${hashOf(flags)}";

/**
 * What the module exports, beyond its memory: the allocator, and the functions of c/norm.h.
 * @type {readonly string[]}
 */
export const functions = ${JSON.stringify([...ALLOCATOR, ...declared.map(({ name }) => name)], null, 2)};

/** The numbers that c/norm.h defines. */
export const constants = ${JSON.stringify(constants(header), null, 2)};

/**
 * The digits of text, of value 0 to 86 in this order.
 * @type {string}
 */
export const digits = "${DIGITS}";

/**
 * What stands for a gap between digits.
 * @type {string}
 */
export const gap = "${GAP}";

/**
 * kernels.wasm: (byte + 4) % 256 as a digit, plus 87 behind "}" and 174 behind "~". Not base64, of which gzip leaves a
 * third more. It has gaps: the first for the size of its code, each other for a function that layer norm and RMS norm
 * of rows do without.
 * @type {string}
 */
export const text = "${text}";

/**
 * The size of the code if every gap of a function gets this trap.
 * @type {string}
 */
export const codeSize = "${codeSize}";
/** @type {string} */
export const trap = "${textOf(TRAP)}";

/**
 * What goes into the gaps to make all of kernels.wasm, with gaps between.
 * @type {string}
 */
export const rest = "${rest}";

/**
 * The functions that the page does without, by their index in the module.
 * @type {readonly number[]}
 */
export const beyondPage = ${JSON.stringify(beyondPage)};
`;
}

/** @param {readonly string[]} args */
function main([folder, metadce, flags, compiler]) {
  const named = new Uint8Array(readFileSync(join(folder, "named.wasm"))),
    header = readFileSync("c/norm.h", "utf8"),
    bytes = withSections(
      named,
      sections(named).filter(({ id }) => id !== CUSTOM),
    );
  checkModule(bytes, [MEMORY, ...ALLOCATOR, ...declarations(header).map(({ name }) => name)]);
  writeFileSync(join(folder, "kernels.wasm"), bytes);
  const parts = parted(named, functionsOf(ROWS, folder, metadce)),
    ofPage = functionsOf(PAGE, folder, metadce),
    beyondPage = functionNames(named).flatMap((name, i) => (ofPage.has(name) ? [] : [i]));
  writeFileSync(join(folder, "kernels.js"), source(header, parts, beyondPage, flags, compiler));
}

main(process.argv.slice(2));
