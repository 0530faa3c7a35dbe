/**
 * What build.sh runs once emcc has compiled c/: checks the module against c/norm.h, and writes kernels.wasm;
 * kernels.js, which has the names, types and numbers that c/norm.h declares; and kernel-text.js, which has the module
 * as text, in pieces. Its arguments are the folder that has the module with the names of its functions (named.wasm),
 * and gets the three files; Binaryen's wasm-metadce, beside which wasm-dis stands; the compiler's flags; and its
 * versions. The working folder is the root.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { partsOf } from "./kernel-pieces.mjs";
import {
  bytesOf,
  CODE,
  CUSTOM,
  EXPORTS,
  exportEntries,
  functionBodies,
  functionNames,
  HEAD_BYTES,
  sections,
  withSections,
} from "./wasm-binary.mjs";
import { asText, digitsFor } from "./wasm-text.mjs";

/**
 * A function of c/norm.h or c/block/block.h.
 * @typedef {{ name: string, parameters: string[], result: "void" | "number" }} Declaration
 */

/** The headers of c/ that declare what the module exports. */
const MANUALS = ["norm.h", "block/block.h"];

/** The allocator's functions, and its memory, which c/memory.c and Emscripten add to those. */
const ALLOCATOR = ["malloc", "free"];
const MEMORY = "memory";

/**
 * @param {string} name in C
 * @returns {string} in JavaScript: weight_offset is weightOffset
 */
const camelCase = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * The functions that the manuals declare, in their order.
 * @param {string} header  the manuals' text
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
 * @returns {Record<string, number>} what it defines as LN_NAME number
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

/** What stands between two functions: no digit. */
const GAP = "`";

/**
 * @param {string} flags of the compiler
 * @returns {string} SHA-256, shortened, of the flags and of all sources, of which plain.c is none
 */
function hashOf(flags) {
  const hash = createHash("sha256").update(flags);
  const files = readdirSync("c", { recursive: true, encoding: "utf8" }).filter((name) =>
    /^(?!.*\bplain\.).*\.[ch]$/.test(name),
  );
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

/** What both of the written files begin with. */
const GENERATED = "/** Generated from c/ by build.sh: change the C files, not this one. */";

/**
 * @param {string} header  the manuals' text
 * @param {string} flags
 * @param {string} compiler
 * @returns {string} kernels.js
 */
function namesFile(header, flags, compiler) {
  const declared = declarations(header);
  return `${GENERATED}

/**
 * What the module exports: the functions of c/norm.h and c/block/block.h (pointers and sizes are byte offsets and
 * element counts), and the C allocator.
 * @typedef {object} Kernels
 * @property {{ readonly buffer: ArrayBuffer, grow: (pages: number) => number }} memory a WebAssembly.Memory
 * @property {(bytes: number) => number} malloc 0: no room; a pointer above 2 GiB is negative, which \`>>> 0\` mends
 * @property {(pointer: number) => void} free
${declared.map(property).join("\n")}
 */

/**
 * A kernel as text (kernel-text.js), or a part that several have: parts, and a text, with gaps between what it is of:
 * functions, each its index in the module and its body, and exports, whose indices are behind all of these.
 * @typedef {readonly (string | readonly unknown[])[]} Piece
 */

/**
 * A kernel as text, of which the type alone knows the name.
 * @template {keyof Kernels} Name
 * @typedef {Piece & { readonly name?: Name }} Kernel
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
 * What the module exports, beyond its memory: the allocator, and the functions of c/norm.h and c/block/block.h.
 * @type {readonly string[]}
 */
export const functions = ${JSON.stringify([...ALLOCATOR, ...declared.map(({ name }) => name)], null, 2)};

/* The numbers that c/norm.h defines. */

${Object.entries(constants(header))
  .map(([name, value]) => `export const ${name} = ${value};`)
  .join("\n")}
`;
}

/**
 * @param {Uint8Array} named the module with the names of its functions
 * @param {import("./kernel-pieces.mjs").Parts} parts
 * @param {readonly string[]} kernels
 * @returns {string} kernel-text.js
 */
function textFile(named, { base, pieces, aliases }, kernels) {
  const all = sections(named).filter(({ id }) => id !== CUSTOM),
    [exportsAt, codeAt] = [EXPORTS, CODE].map((section) => all.findIndex(({ id }) => id === section)),
    bodies = functionBodies(all[codeAt].content),
    entries = exportEntries(all[exportsAt].content),
    before = [...named.subarray(0, HEAD_BYTES), ...all.slice(0, exportsAt).flatMap(bytesOf)],
    digits = digitsFor(all[codeAt].content),
    textOf = (/** @type {Iterable<number>} */ bytes) => Array.from(bytes, (byte) => asText(byte, digits)).join("");
  if (bodies.length + entries.length > 256) throw new Error("a part's index is one byte: web/api/memory/inlined.js");
  const pieceOf = new Map([...pieces.map(({ name }) => /** @type {const} */ ([name, name])), ...aliases]);
  /**
   * The functions of a piece, and behind them what it exports.
   * @param {readonly number[]} indices
   * @param {string} [piece] without: the base, which has what no other piece exports
   */
  const string = (indices, piece) => {
    const parts = indices.map((i) => [i, ...bodies[i]]);
    entries.forEach(({ name, bytes }, i) => {
      if (pieceOf.get(name) === piece) parts.push([bodies.length + i, ...bytes]);
    });
    return `"${parts.map(textOf).join(GAP)}"`;
  };
  /** @param {string} name @param {string} list */
  const kernel = (name, list) => `/** @type {Kernel<"${name}">} */\nexport const ${name} = [${list}];`;
  /** @param {import("./kernel-pieces.mjs").Piece} piece */
  const declared = ({ name, functions, more }) => {
    const list = [...more.map((piece) => piece.name), string(functions, name)].join(", ");
    return kernels.includes(name) ? kernel(name, list) : `const ${name} = [${list}];`;
  };
  return `${GENERATED}

/*
 * kernels.wasm as text, in pieces: a program that imports some of the kernels has the functions that these reach, and
 * exports these, and no others. A byte is the digit of (byte + 4) % 256, plus 87 behind "}" and 174 behind "~". (Of
 * base64 gzip leaves a third more.)
 */

/** @import { Kernel, Piece } from "./kernels.js" */

/**
 * The digits, of value 0 to 86 in this order.
 * @type {string}
 */
export const digits = "${digits}";

/**
 * The gap.
 * @type {string}
 */
export const gap = "${GAP}";

/**
 * What stands before the exports, between them and the code, and behind that.
 * @type {string}
 */
export const before = "${textOf(before)}";
/** @type {string} */
export const between = "${textOf(all.slice(exportsAt + 1, codeAt).flatMap(bytesOf))}";
/** @type {string} */
export const behind = "${textOf(all.slice(codeAt + 1).flatMap(bytesOf))}";

/**
 * How many functions there are.
 * @type {number}
 */
export const count = ${bodies.length};

/**
 * The functions that every module has: the allocator's, and those that most kernels reach.
 * @type {Piece}
 */
export const base = [${string(base)}];

${[...pieces.map(declared), ...aliases.map(([name, other]) => kernel(name, other))].join("\n")}

/** All of them. */
export const every = [${pieces
    .map(({ name }) => name)
    .filter((name) => !pieces.some(({ more }) => more.some((piece) => piece.name === name)))
    .join(", ")}];
`;
}

/** @param {readonly string[]} args */
function main([folder, metadce, flags, compiler]) {
  const [all, graph, file] = ["named.wasm", "graph.json", "kernels.named.wasm"].map((name) => join(folder, name)),
    header = MANUALS.map((name) => readFileSync(`c/${name}`, "utf8")).join("\n"),
    kernels = declarations(header).map(({ name }) => name),
    exported = [MEMORY, ...ALLOCATOR, ...kernels];
  checkModule(readFileSync(all), exported);
  // What Emscripten exports besides is left out.
  writeFileSync(graph, JSON.stringify(exported.map((name) => ({ name, export: name, root: true }))));
  execFileSync(metadce, [all, `--graph-file=${graph}`, "-g", "-o", file, "--all-features"], { stdio: "pipe" });
  const named = new Uint8Array(readFileSync(file)),
    bytes = withSections(
      named,
      sections(named).filter(({ id }) => id !== CUSTOM),
    );
  const listing = execFileSync(join(dirname(metadce), "wasm-dis"), [file, "--all-features"], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const code = sections(named).find(({ id }) => id === CODE),
    bodies = functionBodies(code?.content ?? new Uint8Array()),
    functions = functionNames(named).map((name, i) => ({ name, bytes: bodies[i].length }));
  const parts = partsOf(functions, listing, ALLOCATOR, kernels);
  writeFileSync(join(folder, "kernels.wasm"), bytes);
  writeFileSync(join(folder, "kernels.js"), namesFile(header, flags, compiler));
  writeFileSync(join(folder, "kernel-text.js"), textFile(named, parts, kernels));
}

main(process.argv.slice(2));
