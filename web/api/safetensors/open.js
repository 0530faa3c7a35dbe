/** A safetensors file, or several, of which only what is asked for is read. */
import { checkBoolean, checkInteger, checkOptions, tagOf, wrongType, wrongValue } from "../checks/arguments.js";
import { checkReadable, targetOf, tensorOf } from "./elements.js";
import { LENGTH_BYTES, malformed, quoted } from "./format.js";
import { FIRST_BYTES, headerLength, parseHeader } from "./header.js";
import { unknownName } from "./names.js";

/** @import { Target, Tensor } from "../index.js" */
/** @import { Bytes } from "./elements.js" */
/** @import { Entry, Header } from "./header.js" */

/**
 * A file somewhere else, of which ranges can be had.
 * @typedef {object} SafetensorsSource
 * @property {number} size of the file, in bytes
 * @property {(begin: number, end: number) => Promise<Uint8Array>} read gives the bytes from begin to before end
 */

/**
 * Where the elements of a tensor go that is read.
 * @typedef {object} SafetensorsReadOptions
 * @property {boolean} [resident] whether a new tensor is in WebAssembly memory, into which they are converted straight
 *   (default false)
 * @property {Target} [out] written and returned: of the tensor's shape, of either kind (default: a new tensor)
 */

/**
 * What a safetensors file has, or several, and a function that reads one tensor.
 * @typedef {object} SafetensorsFile
 * @property {Record<string, { dtype: string, shape: number[] }>} tensors by their names, whatever their dtype: an
 *   object without prototype
 * @property {Record<string, string>} metadata what else the header says, often nothing, by names; of several files'
 *   that of the first: an object without prototype
 * @property {(name: string, options?: SafetensorsReadOptions) => Promise<Tensor>} read gives a new tensor each time, or
 *   writes to `out`; a TypeError that names the dtype where that is not F32, F16, BF16 or F64, a RangeError where there
 *   is no tensor of that name, which names the nearest
 */

/**
 * A file, as it is read here.
 * @typedef {object} Source
 * @property {number} size
 * @property {(begin: number, end: number) => Promise<Bytes>} bytes
 */

/** Where a tensor is. @typedef {{ entry: Entry, source: Source, label: string }} Place */

/**
 * Opens safetensors files that need not fit into memory: a File that a user chose, a Blob, in Node.js what
 * fs.openAsBlob(path) gives, a file on a server that gives ranges of it, or several, into which large models are cut.
 * Only the headers are read now, and a tensor's bytes when it is asked for.
 *
 * @param {Blob | SafetensorsSource | readonly (Blob | SafetensorsSource)[]} source all of the file; or
 *   `{ size, read }`; or several of these
 * @returns {Promise<SafetensorsFile>}
 * @throws {TypeError} if source is something else
 * @throws {RangeError} if it is no safetensors file, or one that breaks the format's rules; if several files have a
 *   tensor of the same name
 * @example
 * import { openSafetensors, writeSafetensors } from "layernorm/safetensors";
 * const bytes = writeSafetensors({ weight: [[1, -2]] }, { dtype: "BF16" });
 * const file = await openSafetensors(new Blob([bytes]));
 * file.tensors.weight; // => { dtype: "BF16", shape: [1, 2] }
 * await file.read("weight"); // => tensor([[ 1., -2.]])
 * const out = empty([1, 2], { resident: true }); // a layer's own weight, for instance
 * await file.read("weight", { out }); // => tensor([[ 1., -2.]])
 * out.dispose();
 * const read = async (begin, end) => bytes.subarray(begin, end); // of a server: a fetch with the header Range
 * const more = writeSafetensors({ bias: [3] });
 * const both = await openSafetensors([{ size: bytes.length, read }, new Blob([more])]);
 * await both.read("bias"); // => tensor([3.])
 */
export async function openSafetensors(source) {
  const isSeveral = Array.isArray(source),
    given = isSeveral ? source : [source];
  if (given.length === 0) throw wrongValue("source", "at least one file", "[]");
  const labels = given.map((_, i) => (isSeveral ? `source[${i}]` : "source")),
    sources = given.map((each, i) => sourceOf(each, labels[i])),
    headers = await Promise.all(sources.map((each, i) => headerOf(each, isSeveral ? labels[i] : "")));
  /** @type {Map<string, Place>} */
  const places = new Map(),
    /** @type {Pick<SafetensorsFile, "tensors" | "metadata">} */
    result = { tensors: Object.create(null), metadata: Object.create(null) };
  headers.forEach(({ entries, metadata }, i) => {
    for (const [name, entry] of entries) addPlace(places, name, { entry, source: sources[i], label: labels[i] });
    Object.assign(result.metadata, { ...metadata, ...result.metadata });
  });
  for (const [name, { entry }] of places) result.tensors[name] = { dtype: entry.dtype, shape: [...entry.shape] };
  return { ...result, read: (name, options) => readOne(places, name, options) };
}

/**
 * @param {Map<string, Place>} places
 * @param {string} name
 * @param {Place} place
 */
function addPlace(places, name, place) {
  const other = places.get(name);
  if (other)
    throw malformed(`expected each name in one file, got ${quoted(name)} in ${other.label} and ${place.label}`);
  places.set(name, place);
}

const READ_OPTIONS = ["resident", "out"];

/**
 * Reads a tensor. What can be refused is, before its bytes are read.
 * @param {Map<string, Place>} places
 * @param {string} name
 * @param {SafetensorsReadOptions} [options]
 */
async function readOne(places, name, options) {
  const { resident, out } = checkOptions(options, READ_OPTIONS),
    place = places.get(name);
  if (checkBoolean(resident, "resident") && out !== undefined) throw wrongType("resident", "nothing beside out", true);
  if (!place) throw unknownName(name, [...places.keys()]);
  const { entry, source } = place;
  checkReadable(name, entry.dtype);
  if (out !== undefined) targetOf(out, entry.shape);
  return tensorOf(name, entry, await source.bytes(entry.begin, entry.end), out === undefined ? { resident } : { out });
}

/**
 * @param {Source} source
 * @param {string} label of one of several files
 * @returns {Promise<Header>}
 */
async function headerOf({ size, bytes }, label) {
  try {
    const first = await bytes(0, Math.min(FIRST_BYTES, size)),
      length = headerLength(first.bytes, size);
    return parseHeader((await bytes(LENGTH_BYTES, LENGTH_BYTES + length)).bytes, size);
  } catch (error) {
    if (label && error instanceof RangeError) error.message = error.message.replace("safetensors:", `$& ${label}:`);
    throw error;
  }
}

/* Where bytes come from -------------------------------------------------------------------------------------------- */

/**
 * @param {unknown} value
 * @param {string} label of the argument
 * @returns {Source}
 */
function sourceOf(value, label) {
  if (isBlob(value)) return blobSource(value);
  if (!isRanged(value)) throw notSource(value, label);
  checkInteger(value.size, `${label}.size`);
  return { size: value.size, bytes: (begin, end) => rangeOf(value, begin, end, label) };
}

/** @type {(value: unknown) => value is Blob} */
const isBlob = (value) => ["Blob", "File"].includes(tagOf(value));

/** @type {(value: unknown) => value is SafetensorsSource} */
const isRanged = (value) =>
  typeof value === "object" && value !== null && "read" in value && typeof value.read === "function";

/** @param {Blob} blob @returns {Source} */
const blobSource = (blob) => ({
  size: blob.size,
  bytes: async (begin, end) => ({ bytes: new Uint8Array(await blob.slice(begin, end).arrayBuffer()), isOwn: true }),
});

/**
 * @param {SafetensorsSource} source
 * @param {number} begin
 * @param {number} end
 * @param {string} label
 * @returns {Promise<Bytes>}
 */
async function rangeOf(source, begin, end, label) {
  if (begin === end) return { bytes: new Uint8Array(0), isOwn: true }; /* HTTP has no range without bytes */
  const bytes = await source.read(begin, end),
    what = `${label}.read(${begin}, ${end})`;
  if (tagOf(bytes) !== "Uint8Array") throw wrongType(what, "a Uint8Array", bytes);
  if (bytes.length === end - begin) return { bytes, isOwn: false };
  const hint = bytes.length > end - begin ? " (a server that does not know the header Range sends the whole file)" : "";
  throw new Error(`${what}: expected ${end - begin} bytes, got ${bytes.length}${hint}`);
}

/**
 * @param {unknown} value that is no file
 * @param {string} label
 */
function notSource(value, label) {
  const error = wrongType(label, "a Blob, { size, read(begin, end) }, or an array of these", value),
    tag = tagOf(value);
  if (tag === "String" || tag === "URL") {
    error.message += " (await fs.openAsBlob(path) in Node.js, await (await fetch(url)).blob() elsewhere)";
  }
  if (tag === "Response") error.message += " (await its blob())";
  if (ArrayBuffer.isView(value) || tag.endsWith("ArrayBuffer")) error.message += " (readSafetensors takes bytes)";
  return error;
}
