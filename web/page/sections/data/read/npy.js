/**
 * Arrays as numpy.save writes them (NEP 1, numpy.lib.format): a magic word, a version, the length of a header, the
 * header as a dict in Python's notation, and the numbers. The header is matched, and never run as code.
 */
import { formatShape, sizeOf } from "../../../kit/shapes.js";
import { ELEMENTS } from "./elements.js";
import { refuse, shortName } from "./unreadable.js";

/** @typedef {import("./window.js").Stored} Stored */
/**
 * @typedef {Omit<Stored, "bytes" | "dtype"> & { dtype: string, isRead: boolean }} Layout  isRead: whether its dtype
 *   is
 */

export const MAGIC = "\x93NUMPY";
/** NumPy itself reads headers of up to 10,000 characters. */
const LONGEST_HEADER = 65_536;
/** So many of a file's first bytes hold any header. */
export const HEAD = 12 + LONGEST_HEADER;

/**
 * By the code of a kind and its bytes, as descr has it behind the byte order.
 * @type {Readonly<Record<string, string>>}
 */
const DTYPES = {
  b1: "bool",
  i1: "int8",
  i2: "int16",
  i4: "int32",
  i8: "int64",
  u1: "uint8",
  u2: "uint16",
  u4: "uint32",
  u8: "uint64",
  f2: "float16",
  f4: "float32",
  f8: "float64",
};

/** An entry of the header's dict: a name, and a text, a truth or a tuple of sizes. */
const ENTRY = /\s*(['"])(\w+)\1\s*:\s*(?:(['"])([^'"\\]*)\3|(True|False)|\(([\dL,\s]*)\))\s*(,|(?=\}))/y;

/**
 * @param {Uint8Array} head  the first bytes, as many as there are up to HEAD
 * @param {number} size  of all of it, in bytes
 * @returns {Layout}
 */
export function npyLayout(head, size) {
  const [major] = head.subarray(MAGIC.length);
  if (latin(head.subarray(0, MAGIC.length)) !== MAGIC || !(major >= 1 && major <= 3))
    refuse("Expected an array as numpy.save writes it, version 1 to 3, and this begins otherwise.");
  const start = major === 1 ? 10 : 12;
  if (head.length < start) refuse(`The array ends early: expected its header's length, got ${head.length} bytes.`);
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const length = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > LONGEST_HEADER)
    refuse(`Expected a header of at most ${LONGEST_HEADER} bytes, and the array says ${length}.`);
  if (head.length < start + length)
    refuse(`The array ends early: expected a header of ${length} bytes, got ${head.length - start}.`);
  return layoutOf(parseHeader(latin(head.subarray(start, start + length))), start + length, size);
}

/** @param {Uint8Array} bytes */
const latin = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** @typedef {{ descr: string, fortran_order: boolean, shape: number[] }} Header */

/** @param {string} text @returns {Header} */
function parseHeader(text) {
  const dict = text.trim();
  if (/['"]descr['"]\s*:\s*\[/.test(dict))
    refuse("Expected an array of numbers, and this is a structured array, of records: save one field of it.");
  /** @type {Partial<Record<string, unknown>>} */
  const found = {};
  let at = 1;
  while (dict.startsWith("{") && !/^\s*\}$/.test(dict.slice(at))) {
    ENTRY.lastIndex = at;
    const [all, , name, , string, truth, sizes] = ENTRY.exec(dict) ?? [];
    if (all === undefined || name in found) break;
    found[name] = string ?? (truth === undefined ? sizesOf(sizes) : truth === "True");
    at += all.length;
  }
  const { descr, fortran_order, shape } = found;
  const isWhole = Object.keys(found).length === 3 && /^\s*\}$/.test(dict.slice(at));
  if (isWhole && typeof descr === "string" && typeof fortran_order === "boolean" && Array.isArray(shape))
    return { descr, fortran_order, shape };
  const came = dict.slice(0, 60).replace(/[^ -~]/g, "?");
  return refuse(
    `Expected a header with 'descr', 'fortran_order' and 'shape', such as {'descr': '<f4', …}, and it is “${came}…”.`,
  );
}

/** "3, 4," @param {string} text @returns {number[] | null} */
function sizesOf(text) {
  const parts = text.trim() === "" ? [] : text.replace(/,\s*$/, "").split(",");
  return parts.every((part) => /^\s*\d{1,15}L?\s*$/.test(part)) ? parts.map((part) => parseInt(part, 10)) : null;
}

/** @param {Header} header @param {number} start @param {number} size @returns {Layout} */
function layoutOf({ descr, fortran_order: isFortran, shape }, start, size) {
  const [, order, code] = /^([<>|=])?(\w+)$/.exec(descr) ?? [];
  const dtype = DTYPES[code ?? ""];
  const layout = { start, isLittle: order !== ">", isFortran, shape };
  // Its name stands in the list, as NumPy has it.
  if (dtype === undefined) return { ...layout, dtype: shortName(descr), isRead: false };
  const wanted = shape.includes(0) ? 0 : sizeOf(shape) * ELEMENTS[dtype].bytes;
  if (wanted !== size - start)
    refuse(
      `Expected ${wanted} bytes of numbers for ${shortName(formatShape(shape))} of ${dtype}, got ${size - start}.`,
    );
  return { ...layout, dtype, isRead: true };
}
