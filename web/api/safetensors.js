/**
 * Safetensors files: `import { readSafetensors } from "layernorm/safetensors"`. Eight bytes with the length of a
 * header, the header in JSON, and the elements of the tensors, side by side.
 *
 * What is not as the format's own description says (https://github.com/huggingface/safetensors, "Format") is refused,
 * all of it before a tensor is made: a RangeError that begins with "safetensors:" and says where and what.
 *
 * @module
 */
import { describe, tagOf, wrongType } from "./checks/arguments.js";
import { fromBfloat16, fromFloat16, tensor } from "./index.js";

/** @import { Tensor } from "./index.js" */

/** How many bytes the header's length takes, how long the header may be, and the name in it that is no tensor's. */
const LENGTH_BYTES = 8,
  MAX_HEADER_BYTES = 100_000_000,
  METADATA = "__metadata__";

/**
 * @typedef {object} Dtype
 * @property {number} bytes of an element
 * @property {(buffer: ArrayBuffer, shape: readonly number[]) => Tensor} [read] makes a tensor of elements; without it
 *   they cannot be read
 */

/**
 * The format's dtypes. Of others, which later versions may add, the sizes are not checked.
 * @type {Readonly<Record<string, Dtype>>}
 */
const DTYPES = {
  BOOL: { bytes: 1 },
  U8: { bytes: 1 },
  I8: { bytes: 1 },
  F8_E4M3: { bytes: 1 },
  F8_E5M2: { bytes: 1 },
  U16: { bytes: 2 },
  I16: { bytes: 2 },
  F16: { bytes: 2, read: (buffer, shape) => fromFloat16(new Uint16Array(buffer), shape) },
  BF16: { bytes: 2, read: (buffer, shape) => fromBfloat16(new Uint16Array(buffer), shape) },
  U32: { bytes: 4 },
  I32: { bytes: 4 },
  F32: { bytes: 4, read: (buffer, shape) => tensor(new Float32Array(buffer), shape) },
  U64: { bytes: 8 },
  I64: { bytes: 8 },
  F64: { bytes: 8, read: (buffer, shape) => tensor(new Float64Array(buffer), shape) },
};

/**
 * Where a tensor is in a file.
 * @typedef {object} Entry
 * @property {string} dtype as the file names it: "F32"
 * @property {number[]} shape
 * @property {number} begin in bytes, from the end of the header
 * @property {number} end
 */

/** @param {string} what is wrong @param {unknown} [cause] */
const malformed = (what, cause) => new RangeError(`safetensors: ${what}`, { cause });

/** A name of the file's, which may be of any length. @param {string} name */
const quoted = (name) => JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}...` : name);

/* The header ------------------------------------------------------------------------------------------------------- */

/**
 * @param {Uint8Array} bytes the first ones of a file
 * @param {number} size of the file
 * @returns {number} the length of the header
 */
function headerLength(bytes, size) {
  if (size < LENGTH_BYTES)
    throw malformed(`expected ${LENGTH_BYTES} bytes with the header's length, got ${size} bytes`);
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset, LENGTH_BYTES).getBigUint64(0, true));
  if (length > MAX_HEADER_BYTES)
    throw malformed(`expected a header of at most ${MAX_HEADER_BYTES} bytes, got ${length}`);
  if (length > size - LENGTH_BYTES) {
    throw malformed(
      `expected a header of ${length} bytes, got ${size - LENGTH_BYTES}: the file is cut off, or another kind`,
    );
  }
  return length;
}

/**
 * @param {Uint8Array} bytes of the header
 * @param {number} room how many bytes are behind it
 * @returns {Map<string, Entry>} the tensors
 */
function parseHeader(bytes, room) {
  if (bytes[0] !== "{".charCodeAt(0)) throw malformed("expected a header that begins with {");
  const entries = new Map();
  for (const [name, value] of Object.entries(parseJson(bytes))) {
    if (name === METADATA) checkMetadata(value);
    else entries.set(name, entryOf(name, value));
  }
  checkOffsets(entries, room);
  return entries;
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
  if (/\p{Surrogate}/u.test(key)) throw malformed(`expected names in Unicode, got ${quoted(key)}`);
  keys.add(key);
}

/** @type {(value: unknown) => value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} metadata */
function checkMetadata(metadata) {
  if (isObject(metadata) && Object.values(metadata).every((value) => typeof value === "string")) return;
  throw malformed(`${METADATA}: expected an object of strings`);
}

/** @type {(value: unknown) => value is number[]} */
const isSizes = (value) => Array.isArray(value) && value.every((size) => Number.isSafeInteger(size));

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {Entry}
 */
function entryOf(name, value) {
  const of = `tensor ${quoted(name)}`;
  if (!isObject(value)) throw malformed(`${of}: expected an object`);
  const { dtype, shape, data_offsets: offsets } = value;
  if (typeof dtype !== "string") throw malformed(`${of}: expected dtype to be a string`);
  if (!isSizes(shape)) throw malformed(`${of}: expected shape to be an array of integers`);
  if (!isSizes(offsets) || offsets.length !== 2) throw malformed(`${of}: expected data_offsets to be two integers`);
  const [begin, end] = offsets,
    bytes = dtypeOf(dtype)?.bytes;
  if (begin > end) throw malformed(`${of}: expected data_offsets to rise, got [${begin}, ${end}]`);
  const wanted = bytes && shape.reduce((count, size) => count * size, bytes);
  if (wanted === undefined || wanted === end - begin) return { dtype, shape, begin, end };
  throw malformed(`${of}: expected ${wanted} bytes for its shape and dtype, got ${end - begin}`);
}

/**
 * The tensors stand side by side, from the first byte to the last.
 * @param {Map<string, Entry>} entries
 * @param {number} room
 */
function checkOffsets(entries, room) {
  const inOrder = [...entries].sort(([, a], [, b]) => a.begin - b.begin || a.end - b.end);
  let at = 0;
  for (const [name, { begin, end }] of inOrder) {
    if (begin !== at) {
      throw malformed(`tensor ${quoted(name)}: expected to begin at ${at}, where the one before it ends, got ${begin}`);
    }
    at = end;
  }
  if (at !== room) throw malformed(`expected ${at} bytes behind the header, as its tensors have, got ${room}`);
}

/* The tensors ------------------------------------------------------------------------------------------------------ */

/**
 * @param {string} name
 * @param {Entry} entry
 * @param {ArrayBuffer} buffer its bytes, and nobody else's
 * @returns {Tensor}
 */
function tensorOf(name, { dtype, shape, begin, end }, buffer) {
  const read = readerOf(name, dtype);
  if (buffer.byteLength !== end - begin) {
    const got = `${buffer.byteLength}: the file changed, or was transferred`;
    throw new Error(`tensor ${quoted(name)}: expected its ${end - begin} bytes, got ${got}`);
  }
  return read(buffer, shape);
}

/** @param {string} name @returns {Dtype | undefined} */
const dtypeOf = (name) => (Object.hasOwn(DTYPES, name) ? DTYPES[name] : undefined);

/** @param {string} dtype */
const isReadable = (dtype) => dtypeOf(dtype)?.read !== undefined;

/**
 * @param {string} name of a tensor
 * @param {string} dtype
 * @throws {TypeError} if such elements cannot be read
 */
function readerOf(name, dtype) {
  const read = dtypeOf(dtype)?.read;
  if (read) return read;
  throw new TypeError(`tensor ${quoted(name)}: expected dtype F32, F16, BF16 or F64, got ${quoted(dtype)}`);
}

/**
 * The tensors of a safetensors file that is in memory, by their names. A tensor is made, as a copy in float32, when it
 * is first read from the object: until then leave the bytes as they are. Numbers of F64 are rounded. Tensors of other
 * dtypes are not listed by Object.keys and the like; reading one is a TypeError that names its dtype.
 *
 * @param {ArrayBuffer | Uint8Array} bytes all of the file
 * @returns {Record<string, Tensor>} an object without prototype
 * @throws {TypeError} if bytes is something else
 * @throws {RangeError} if it is no safetensors file, or one that breaks the format's rules
 * @example
 * import { readSafetensors } from "layernorm/safetensors";
 * const header = '{"weight":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}}';
 * const text = new TextEncoder().encode(header);
 * const file = new Uint8Array([text.length, 0, 0, 0, 0, 0, 0, 0, ...text, 0, 60, 0, 192]);
 * readSafetensors(file).weight; // => tensor([ 1., -2.])
 */
export function readSafetensors(bytes) {
  if (tagOf(bytes) !== "ArrayBuffer" && tagOf(bytes) !== "Uint8Array") {
    throw wrongType("bytes", "an ArrayBuffer or a Uint8Array", bytes);
  }
  const file = ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes);
  const start = LENGTH_BYTES + headerLength(file, file.length);
  const entries = parseHeader(new Uint8Array(copyOf(file, LENGTH_BYTES, start)), file.length - start);
  /** @type {Record<string, Tensor>} */
  const result = Object.create(null);
  for (const [name, entry] of entries) {
    const { dtype, begin, end } = entry;
    defineLate(result, name, isReadable(dtype), () => tensorOf(name, entry, copyOf(file, start + begin, start + end)));
  }
  return result;
}

/**
 * @param {Uint8Array} file nothing is left of it where it was transferred
 * @param {number} from
 * @param {number} to
 */
const copyOf = (file, from, to) => new Uint8Array(file.length ? file.subarray(from, to) : []).buffer;

/**
 * A property that is computed when it is first read, and then an ordinary one.
 * @param {Record<string, Tensor>} object
 * @param {string} name
 * @param {boolean} enumerable
 * @param {() => Tensor} make
 */
function defineLate(object, name, enumerable, make) {
  const get = () => {
    const value = make();
    Object.defineProperty(object, name, { value, enumerable, configurable: true, writable: true });
    return value;
  };
  Object.defineProperty(object, name, { get, enumerable, configurable: true });
}

/**
 * What a safetensors file has, and a function that reads one tensor of it.
 * @typedef {object} SafetensorsFile
 * @property {Record<string, { dtype: string, shape: number[] }>} tensors by their names, whatever their dtype: an
 *   object without prototype
 * @property {(name: string) => Promise<Tensor>} read gives a new tensor each time; a TypeError that names the dtype
 *   where that is not F32, F16, BF16 or F64, a RangeError where there is no tensor of that name
 */

/**
 * Opens a safetensors file that need not fit into memory: a File that a user chose, a Blob, in Node.js what
 * fs.openAsBlob(path) gives. Only the header is read now, and a tensor's bytes when it is asked for.
 *
 * @param {Blob} blob all of the file
 * @returns {Promise<SafetensorsFile>}
 * @throws {TypeError} if blob is something else
 * @throws {RangeError} if it is no safetensors file, or one that breaks the format's rules
 * @example
 * import { openSafetensors } from "layernorm/safetensors";
 * const header = '{"weight":{"dtype":"BF16","shape":[1,2],"data_offsets":[0,4]}}';
 * const file = await openSafetensors(new Blob([new Uint8Array([header.length, 0, 0, 0, 0, 0, 0, 0]), header,
 *   new Uint16Array([0x3f80, 0xc000])]));
 * file.tensors.weight.shape; // => [1, 2]
 * await file.read("weight"); // => tensor([[ 1., -2.]])
 */
export async function openSafetensors(blob) {
  if (!["Blob", "File"].includes(tagOf(blob))) throw wrongType("blob", "a Blob", blob);
  const bytes = (/** @type {number} */ from, /** @type {number} */ to) => blob.slice(from, to).arrayBuffer();
  const start = LENGTH_BYTES + headerLength(new Uint8Array(await bytes(0, LENGTH_BYTES)), blob.size);
  const entries = parseHeader(new Uint8Array(await bytes(LENGTH_BYTES, start)), blob.size - start);
  /** @type {SafetensorsFile["tensors"]} */
  const tensors = Object.create(null);
  for (const [name, { dtype, shape }] of entries) tensors[name] = { dtype, shape: [...shape] };
  return {
    tensors,
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw new RangeError(`name: expected that of a tensor in the file, got ${describe(name)}`);
      readerOf(name, entry.dtype); /* refused before bytes are read */
      return tensorOf(name, entry, await bytes(start + entry.begin, start + entry.end));
    },
  };
}
