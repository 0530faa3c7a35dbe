/** The header of a safetensors file: its length, what it says of each tensor, and all that can be wrong with it. */
import { isUnicode, LENGTH_BYTES, malformed, MAX_HEADER_BYTES, METADATA, quoted } from "./format.js";

/**
 * How many bytes an element takes, by the format's dtypes. Of others, which later versions may add, the sizes are not
 * checked.
 * @type {Readonly<Record<string, number>>}
 */
const ELEMENT_BYTES = {
  BOOL: 1,
  U8: 1,
  I8: 1,
  F8_E4M3: 1,
  F8_E5M2: 1,
  U16: 2,
  I16: 2,
  F16: 2,
  BF16: 2,
  U32: 4,
  I32: 4,
  F32: 4,
  U64: 8,
  I64: 8,
  F64: 8,
};

/**
 * Where a tensor is in a file.
 * @typedef {object} Entry
 * @property {string} dtype as the file names it: "F32"
 * @property {number[]} shape
 * @property {number} begin in bytes, from the beginning of the file
 * @property {number} end
 */

/**
 * What a header says.
 * @typedef {object} Header
 * @property {Map<string, Entry>} entries the tensors, by their names
 * @property {Record<string, string>} metadata an object without prototype
 */

/* Its length ------------------------------------------------------------------------------------------------------- */

/** How many of a file's first bytes are looked at: its length, or what tells that it is of another kind. */
export const FIRST_BYTES = 16;

/**
 * What files of other kinds begin with, and what to do then.
 * @type {readonly (readonly [RegExp, string])[]}
 */
const OTHER_KINDS = [
  [/^</, "a page, not a file?"],
  [/^[{[]/, "JSON: an error, or an index, which names the files?"],
  [/^version/, "Git LFS's pointer to a file, not the file: git lfs pull"],
  [/^PK/, "a ZIP file, as torch.save writes: there use safetensors.torch.save_file"],
  [/^GGUF/, "another format"],
];

/**
 * @param {Uint8Array} bytes the first ones of a file
 * @returns {RangeError | null} what to say where these are no length of a header, but a text that tells what they are
 */
function otherKind(bytes) {
  const text = String.fromCharCode(...bytes.subarray(0, FIRST_BYTES)).trimStart(),
    [word] = /^[!-~]*/.exec(text) ?? [""],
    kind = OTHER_KINDS.find(([start]) => start.test(word));
  return kind ? malformed(`begins with '${word}': ${kind[1]}`) : null;
}

/**
 * @param {Uint8Array} bytes the first ones of a file, FIRST_BYTES if there are so many
 * @param {number} size of the file
 * @returns {number} the length of the header
 */
export function headerLength(bytes, size) {
  if (size < LENGTH_BYTES)
    throw malformed(`expected ${LENGTH_BYTES} bytes with the header's length, got ${size} bytes`);
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset, LENGTH_BYTES).getBigUint64(0, true));
  if (length <= Math.min(MAX_HEADER_BYTES, size - LENGTH_BYTES)) return length;
  throw otherKind(bytes) ?? malformed(tooLong(length, size));
}

/**
 * @param {number} length of the header
 * @param {number} size of the file
 */
const tooLong = (length, size) =>
  length > MAX_HEADER_BYTES
    ? `expected a header of at most ${MAX_HEADER_BYTES} bytes, got ${length}: a file of another kind?`
    : `expected a header of ${length} bytes, got ${size - LENGTH_BYTES}: the file is cut off, or of another kind`;

/* What it says ----------------------------------------------------------------------------------------------------- */

/**
 * @param {Uint8Array} bytes of the header
 * @param {number} size of the file
 * @returns {Header}
 */
export function parseHeader(bytes, size) {
  if (bytes[0] !== "{".charCodeAt(0)) throw malformed("expected a header that begins with {");
  const start = LENGTH_BYTES + bytes.length,
    /** @type {Header} */
    result = { entries: new Map(), metadata: Object.create(null) };
  for (const [name, value] of Object.entries(parseJson(bytes))) {
    if (name === METADATA) Object.assign(result.metadata, checkMetadata(value));
    else result.entries.set(name, entryOf(name, value, start));
  }
  checkOffsets(result.entries, start, size);
  return result;
}

/** @param {Uint8Array} bytes @returns {object} */
function parseJson(bytes) {
  let text, parsed;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    parsed = JSON.parse(text);
  } catch (cause) {
    throw malformed(`expected a header in UTF-8 and JSON: ${/** @type {Error} */ (cause).message}`, cause);
  }
  checkTokens(text);
  return parsed;
}

/** The tokens of JSON that matter here: strings, with the colon behind a key; braces; numbers. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]|-?\d[\d.eE+-]*/g;

/**
 * What JSON.parse passes over: a key that stands twice in an object, numbers that are no plain integers, and halves of
 * characters beyond 16 bits.
 * @param {string} text of JSON, which JSON.parse has found to be right
 */
function checkTokens(text) {
  /** @type {Set<string>[]} the keys so far of each object that is open */
  const open = [];
  for (const [token, string, colon] of text.matchAll(TOKEN)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    else if (!string) checkDigits(token);
    else if (colon) addKey(open[open.length - 1], JSON.parse(string));
  }
}

/** @param {string} number */
function checkDigits(number) {
  if (!/^\d+$/.test(number))
    throw malformed(`expected integers without sign, point or exponent, got ${number.slice(0, 60)}`);
}

/**
 * @param {Set<string>} keys
 * @param {string} key
 */
function addKey(keys, key) {
  if (keys.has(key)) throw malformed(`expected each name once, got ${quoted(key)} twice`);
  if (!isUnicode(key)) throw malformed(`expected names in Unicode, got ${quoted(key)}`);
  keys.add(key);
}

/** @type {(value: unknown) => value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} metadata @returns {object} */
function checkMetadata(metadata) {
  if (isObject(metadata) && Object.values(metadata).every((value) => typeof value === "string")) return metadata;
  throw malformed(`${METADATA}: expected an object of strings`);
}

/** @type {(value: unknown) => value is number[]} */
const isSizes = (value) => Array.isArray(value) && value.every((size) => Number.isSafeInteger(size));

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} start where the tensors begin
 * @returns {Entry}
 */
function entryOf(name, value, start) {
  const of = `tensor ${quoted(name)}`;
  if (!isObject(value)) throw malformed(`${of}: expected an object`);
  const { dtype, shape, data_offsets: offsets } = value;
  if (typeof dtype !== "string") throw malformed(`${of}: expected dtype to be a string`);
  if (!isSizes(shape)) throw malformed(`${of}: expected shape to be an array of integers`);
  if (!isSizes(offsets) || offsets.length !== 2) throw malformed(`${of}: expected data_offsets to be two integers`);
  const [begin, end] = offsets;
  if (begin > end) throw malformed(`${of}: expected data_offsets to rise, got [${begin}, ${end}]`);
  const bytes = Object.hasOwn(ELEMENT_BYTES, dtype) ? ELEMENT_BYTES[dtype] : undefined,
    wanted = bytes && shape.reduce((count, size) => count * size, bytes);
  if (wanted === undefined || wanted === end - begin) return { dtype, shape, begin: start + begin, end: start + end };
  throw malformed(`${of}: expected ${wanted} bytes for its shape and dtype, got ${end - begin}`);
}

/**
 * The tensors stand side by side, from the first byte to the last.
 * @param {Map<string, Entry>} entries
 * @param {number} start where they begin
 * @param {number} size of the file
 */
function checkOffsets(entries, start, size) {
  const inOrder = [...entries].sort(([, a], [, b]) => a.begin - b.begin || a.end - b.end);
  let at = start;
  for (const [name, { begin, end }] of inOrder) {
    if (begin !== at) {
      const expected = `expected to begin at ${at - start}, where the one before it ends`;
      throw malformed(`tensor ${quoted(name)}: ${expected}, got ${begin - start}`);
    }
    at = end;
  }
  if (at === size) return;
  const cut = at > size ? ": the file is cut off" : "";
  throw malformed(`expected ${at - start} bytes behind the header, as its tensors have, got ${size - start}${cut}`);
}
