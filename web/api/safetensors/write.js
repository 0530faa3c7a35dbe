/** Writing a safetensors file. */
import { checkOptions, describe, tagOf, wrongType, wrongValue } from "../checks/arguments.js";
import { Tensor, tensor, toBfloat16, toFloat16 } from "../index.js";
import { isUnicode, LENGTH_BYTES, malformed, MAX_HEADER_BYTES, METADATA, quoted } from "./format.js";

/** @import { Input } from "../index.js" */

/** @typedef {"F32" | "F16" | "BF16"} SafetensorsDtype how elements are stored */

/**
 * @typedef {object} SafetensorsWriteOptions
 * @property {SafetensorsDtype | ((name: string) => SafetensorsDtype)} [dtype] of all tensors, or of each by its name
 *   (default "F32", which stores every element as it is); the others round, as {@link toFloat16} and
 *   {@link toBfloat16} do
 * @property {Readonly<Record<string, string>>} [metadata] what else the header says (default: nothing)
 */

/**
 * How the elements of a dtype are written.
 * @typedef {object} Writer
 * @property {number} bytes of an element
 * @property {(to: ArrayBuffer, at: number, x: Tensor) => void} write
 */

/**
 * The dtypes, in the order in which the format's own library writes them: those of large elements first, so that each
 * element stands at a multiple of its size.
 * @type {Readonly<Record<SafetensorsDtype, Writer>>}
 */
const WRITERS = {
  F32: { bytes: 4, write: (to, at, x) => new Float32Array(to, at, x.size).set(x.data) },
  BF16: { bytes: 2, write: (to, at, x) => new Uint16Array(to, at, x.size).set(toBfloat16(x)) },
  F16: { bytes: 2, write: (to, at, x) => new Uint16Array(to, at, x.size).set(toFloat16(x)) },
};

const DTYPES = Object.keys(WRITERS);

/** What the header's length is a multiple of: so the elements behind it can be used where they are. */
const ALIGNMENT = 8;

/**
 * A Uint8Array of an ArrayBuffer, as a Blob takes it: spelt out, for older versions of TypeScript do not tell kinds of
 * memory apart.
 * @typedef {ReturnType<typeof Uint8Array.from>} SafetensorsBytes
 */

/**
 * A tensor to be written.
 * @typedef {object} Item
 * @property {string} name
 * @property {SafetensorsDtype} dtype
 * @property {Tensor} value
 */

/**
 * A safetensors file of tensors: a layer's `state()`, with what else a checkpoint needs. Its bytes are those that the
 * format's own library writes: tensors by dtype and then by name, a header whose length is a multiple of 8.
 *
 * @param {Readonly<Record<string, Input>>} tensors by their names
 * @param {SafetensorsWriteOptions} [options] dtype: of all, or of each by its name (default "F32"); metadata: what else
 *   the header says (default: nothing)
 * @returns {SafetensorsBytes} all of the file
 * @throws {TypeError} if tensors is not an object of tensors, if metadata is not one of strings, or an option is
 *   unknown or of a wrong type
 * @throws {RangeError} if a name is "__metadata__" or no Unicode, if dtype is another, or memory does not suffice
 * @throws {Error} if a tensor was disposed
 * @example
 * import { readSafetensors, writeSafetensors } from "layernorm/safetensors";
 * const layer = new LayerNorm(3);
 * const bytes = writeSafetensors(layer.state(), { dtype: (name) => (name === "bias" ? "F16" : "F32") });
 * bytes.length; // => 146
 * readSafetensors(bytes).weight; // => tensor([1., 1., 1.])
 */
export function writeSafetensors(tensors, options) {
  const { dtype = "F32", metadata } = checkOptions(options, ["dtype", "metadata"]);
  const items = itemsOf(tensors, dtype),
    header = headerOf(items, metadata);
  const size = items.reduce((sum, item) => sum + bytesOf(item), LENGTH_BYTES + header.length),
    file = allocate(size);
  new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true);
  file.set(header, LENGTH_BYTES);
  let at = LENGTH_BYTES + header.length;
  for (const item of items) {
    WRITERS[item.dtype].write(file.buffer, at, item.value);
    at += bytesOf(item);
  }
  return file;
}

/** @param {number} size @returns {SafetensorsBytes} */
function allocate(size) {
  try {
    return new Uint8Array(size);
  } catch (cause) {
    throw malformed(`a file of ${size} bytes does not fit into memory`, cause);
  }
}

/** @param {Item} item */
const bytesOf = ({ dtype, value }) => WRITERS[dtype].bytes * value.size;

/* The tensors ------------------------------------------------------------------------------------------------------ */

/**
 * @param {unknown} tensors
 * @param {unknown} dtype
 * @returns {Item[]} in the order of the file
 */
function itemsOf(tensors, dtype) {
  if (tagOf(tensors) !== "Object" || tensors instanceof Tensor || isLayer(tensors)) throw notTensors(tensors);
  const names = Object.keys(/** @type {object} */ (tensors));
  for (const name of names) checkName(name);
  const dtypes = names.map((name) => dtypeOf(dtype, name));
  return names
    .map((name, i) => ({ name, dtype: dtypes[i], value: tensorOf(/** @type {any} */ (tensors)[name], name) }))
    .sort((a, b) => DTYPES.indexOf(a.dtype) - DTYPES.indexOf(b.dtype) || compareUnicode(a.name, b.name));
}

/** @param {unknown} value */
const isLayer = (value) =>
  typeof value === "object" && value !== null && "state" in value && typeof value.state === "function";

/** @param {unknown} value */
function notTensors(value) {
  const error = wrongType("tensors", "an object of tensors by their names", value);
  if (isLayer(value)) error.message += " (a layer's are its state())";
  return error;
}

/** @param {string} name */
function checkName(name) {
  if (name === METADATA) throw wrongValue("tensors", "names of tensors", `"${METADATA}", which is the format's own`);
  if (!isUnicode(name)) throw wrongValue("tensors", "names in Unicode", quoted(name));
}

/**
 * @param {unknown} dtype
 * @param {string} name
 * @returns {SafetensorsDtype}
 */
function dtypeOf(dtype, name) {
  const isFunction = typeof dtype === "function",
    result = isFunction ? dtype(name) : dtype,
    of = isFunction ? `dtype(${quoted(name)})` : "dtype";
  if (typeof result !== "string") throw wrongType(of, '"F32", "F16" or "BF16"', result);
  if (!DTYPES.includes(result)) throw wrongValue(of, '"F32", "F16" or "BF16"', describe(result));
  return /** @type {SafetensorsDtype} */ (result);
}

/** Typed arrays whose numbers are whole: they would be read as float32. */
const INTEGERS = /^(?:Big)?U?[iI]nt\d+(?:Clamped)?Array$/;

/**
 * @param {Input} value
 * @param {string} name
 * @returns {Tensor}
 */
function tensorOf(value, name) {
  const of = `tensors[${quoted(name)}]`;
  if (INTEGERS.test(tagOf(value))) throw wrongType(of, "a tensor, a Float32Array or nested numbers", value);
  try {
    const result = value instanceof Tensor ? value : tensor(value);
    void result.data; /* an Error where it was disposed */
    return result;
  } catch (error) {
    if (error instanceof Error) error.message = error.message.replace(/^(?:values|tensor)/, of);
    throw error;
  }
}

/**
 * The order of UTF-8's bytes, which is that of the characters' numbers; JavaScript compares halves of characters.
 * @param {string} a
 * @param {string} b
 */
function compareUnicode(a, b) {
  const [x, y] = [a, b].map((text) => Array.from(text, (character) => character.codePointAt(0) ?? 0)),
    at = x.findIndex((code, i) => code !== y[i]);
  return at < 0 ? x.length - y.length : x[at] - (y[at] ?? -1);
}

/* The header ------------------------------------------------------------------------------------------------------- */

/**
 * @param {readonly Item[]} items
 * @param {unknown} metadata
 * @returns {Uint8Array}
 */
function headerOf(items, metadata) {
  const fields = metadata === undefined ? [] : [field(METADATA, `{${metadataFields(metadata).join(",")}}`)];
  let at = 0;
  for (const item of items) {
    const { name, dtype, value } = item,
      end = at + bytesOf(item);
    fields.push(field(name, `{"dtype":"${dtype}","shape":[${value.shape}],"data_offsets":[${at},${end}]}`));
    at = end;
  }
  const text = new TextEncoder().encode(`{${fields.join(",")}}`),
    length = Math.ceil(text.length / ALIGNMENT) * ALIGNMENT;
  if (length > MAX_HEADER_BYTES)
    throw malformed(`expected a header of at most ${MAX_HEADER_BYTES} bytes, got ${length}`);
  const header = new Uint8Array(length).fill(" ".charCodeAt(0));
  header.set(text);
  return header;
}

/** @param {string} name @param {string} json */
const field = (name, json) => `${JSON.stringify(name)}:${json}`;

/** @param {unknown} metadata @returns {string[]} */
function metadataFields(metadata) {
  if (tagOf(metadata) !== "Object") throw wrongType("metadata", "an object of strings", metadata);
  return Object.entries(/** @type {object} */ (metadata)).map(([name, value]) => {
    if (typeof value !== "string") throw wrongType(`metadata[${quoted(name)}]`, "a string", value);
    if (!isUnicode(name + value)) throw wrongValue("metadata", "names and strings in Unicode", quoted(name));
    return field(name, JSON.stringify(value));
  });
}
