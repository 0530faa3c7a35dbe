/**
 * The module that the package holds: of its functions those that the kernels reach which have been included, of its
 * exports these kernels. The bundle for Cloudflare, and the page, have another file in its place:
 * web/kernels-elsewhere.mjs.
 */
import { base, before, behind, between, count, digits, gap } from "../kernel-text.js";

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
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function bytesOf(text) {
  const bytes = new Uint8Array(text.length);
  let length = 0,
    prefix = -4;
  for (const character of text) {
    if (character === "}") prefix = digits.length - 4;
    else if (character === "~") prefix = 2 * digits.length - 4;
    else {
      bytes[length++] = digits.indexOf(character) + prefix;
      prefix = -4;
    }
  }
  return bytes.subarray(0, length);
}

/** One behind the other. @param {ArrayLike<number>[]} parts */
function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A number as unsigned LEB128. @type {(value: number) => number[]} */
const leb128 = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...leb128(value >>> 7)]);

/** The body of a function that traps: its size, no locals, unreachable, end. It stands for those that are left out. */
const TRAP = [3, 0, 0, 11];

/** A section of parts, behind their number. @param {number} id @param {ArrayLike<number>[]} parts */
function section(id, parts) {
  const content = joined([leb128(parts.length), ...parts]);
  return joined([[id], leb128(content.length), content]);
}

/**
 * The module, which with all kernels included is kernels.wasm, byte for byte.
 * @param {Set<string>} [texts]
 */
export function inlined(texts = included) {
  /** The functions' bodies, and behind them the exports. @type {ArrayLike<number>[]} */
  const parts = Array(count).fill(TRAP);
  include(base, texts);
  for (const text of [...texts].join(gap).split(gap)) {
    const bytes = bytesOf(text);
    parts[bytes[0]] = bytes.subarray(1);
  }
  const exported = section(7, parts.slice(count).filter(Boolean)),
    code = section(10, parts.slice(0, count));
  return joined([bytesOf(before), exported, bytesOf(between), code, bytesOf(behind)]);
}

/**
 * The module, compiled.
 * @param {(bytes: BufferSource) => WebAssembly.Module} compile
 */
export const ownModule = (compile) => compile(inlined());
