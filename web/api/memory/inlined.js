/**
 * The module that the package holds: of its functions those that the kernels reach which have been included. The bundle
 * for Cloudflare, and the page, have another file in its place: web/kernels-elsewhere.mjs.
 */
import { base, before, behind, count, digits, gap } from "../kernel-text.js";

/** @import { Piece } from "../kernels.js" */

/**
 * The text of the functions that the module will have.
 * @type {Set<string>}
 */
const included = /* @__PURE__ */ new Set();

/**
 * Makes a kernel work in the module that will be instantiated.
 * @param {Piece} kernel
 * @param {Set<string>} [texts] which that of its functions is added to
 */
export function include(kernel, texts = included) {
  for (const part of kernel) {
    if (typeof part === "string") texts.add(part);
    else include(/** @type {Piece} */ (part), texts);
  }
}

/**
 * The bytes that a text stands for: kernel-text.js says how.
 * @param {string} text
 */
function bytesOf(text) {
  /** @type {number[]} */
  const bytes = [];
  let prefix = -4;
  for (const character of text) {
    if (character === "}") prefix = digits.length - 4;
    else if (character === "~") prefix = 2 * digits.length - 4;
    else {
      bytes.push((digits.indexOf(character) + prefix) & 255);
      prefix = -4;
    }
  }
  return bytes;
}

/** A number as unsigned LEB128. @type {(value: number) => number[]} */
const leb128 = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...leb128(value >>> 7)]);

/** The body of a function that traps: its size, no locals, unreachable, end. It stands for those that are left out. */
const TRAP = [3, 0, 0, 11];

/**
 * The module, which with all kernels included is kernels.wasm, byte for byte.
 * @param {Set<string>} [texts]
 */
export function inlined(texts = included) {
  /** @type {number[][]} */
  const bodies = Array(count).fill(TRAP);
  include(base, texts);
  for (const text of [...texts].join(gap).split(gap)) {
    const [index, ...body] = bytesOf(text);
    bodies[index] = body;
  }
  const code = [...leb128(count), ...bodies.flat()];
  return new Uint8Array([...bytesOf(before), 10 /* the code */, ...leb128(code.length), ...code, ...bytesOf(behind)]);
}
