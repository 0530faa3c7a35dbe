/** A safetensors file that is in memory. */
import { tagOf, wrongType } from "../checks/arguments.js";
import { isReadable, tensorOf } from "./elements.js";
import { LENGTH_BYTES } from "./format.js";
import { headerLength, parseHeader } from "./header.js";
import { unknownName } from "./names.js";

/** @import { Tensor } from "../index.js" */

/**
 * The tensors of a safetensors file that is in memory, by their names. A tensor is made, as a copy in float32, when it
 * is first read from the object: until then leave the bytes as they are. Numbers of F64 are rounded. Tensors of other
 * dtypes are not listed by Object.keys and the like; reading one is a TypeError that names its dtype, and reading what
 * the file has not is a RangeError with the name that is nearest: so `{ weight: file["typo"] }` is no norm without a
 * weight. `"name" in file` asks whether there is one.
 *
 * @param {ArrayBuffer | Uint8Array} bytes all of the file
 * @returns {Record<string, Tensor>} an object without prototype
 * @throws {TypeError} if bytes is something else
 * @throws {RangeError} if it is no safetensors file, or one that breaks the format's rules
 * @example
 * import { readSafetensors } from "layernorm/safetensors";
 * const header = '{"weight":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}}';
 * const text = new TextEncoder().encode(header);
 * const file = readSafetensors(new Uint8Array([text.length, 0, 0, 0, 0, 0, 0, 0, ...text, 0, 60, 0, 192]));
 * file.weight; // => tensor([ 1., -2.])
 * "bias" in file; // => false
 * file.wieght;
 * // throws RangeError: name: expected that of a tensor in the file, got "wieght"; the nearest is "weight"
 */
export function readSafetensors(bytes) {
  const tag = tagOf(bytes);
  if (tag !== "ArrayBuffer" && tag !== "Uint8Array") throw notBytes(bytes);
  const file = ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes);
  const length = headerLength(file, file.length),
    header = new Uint8Array(
      file.subarray(LENGTH_BYTES, LENGTH_BYTES + length),
    ) /* TextDecoder takes no shared memory */;
  /** @type {Record<string, Tensor>} */
  const result = Object.create(null);
  for (const [name, entry] of parseHeader(header, file.length).entries) {
    defineLate(result, name, isReadable(entry.dtype), () =>
      tensorOf(name, entry, { bytes: part(file, entry.begin, entry.end), isOwn: false }),
    );
  }
  return new Proxy(result, { get: read });
}

/** @param {unknown} value that is no bytes */
function notBytes(value) {
  const error = wrongType("bytes", "an ArrayBuffer or a Uint8Array", value),
    isPath = typeof value === "string" || tagOf(value) === "URL";
  if (isPath) error.message += " (in Node.js fs.readFileSync(path) gives them)";
  if (["Blob", "File", "Response"].includes(tagOf(value))) error.message += " (await its arrayBuffer())";
  return error;
}

/**
 * @param {Uint8Array} file nothing is left of it where it was transferred
 * @param {number} from
 * @param {number} to
 */
const part = (file, from, to) => (file.length ? file.subarray(from, to) : file);

/**
 * A property that is computed when it is first read, and then an ordinary one.
 * @param {Record<string, Tensor>} object
 * @param {string} name
 * @param {boolean} enumerable
 * @param {() => Tensor} make
 */
function defineLate(object, name, enumerable, make) {
  const set = (/** @type {unknown} */ value) =>
    Object.defineProperty(object, name, { value, enumerable, configurable: true, writable: true });
  const get = () => {
    const value = make();
    set(value);
    return value;
  };
  Object.defineProperty(object, name, { get, set, enumerable, configurable: true });
}

/**
 * What is asked of any object, by the language (await, JSON.stringify), by those who print or compare it, and by
 * frameworks of user interfaces: it is not there, and that is no error.
 */
const ASKED =
  /^(?:then|catch|finally|toJSON|inspect|length|node(?:Type|Name)|tagName|asymmetricMatch|_is[A-Z]|\$\$|@@|__)/;

/**
 * @param {Record<string, Tensor>} object
 * @param {string | symbol} name
 */
function read(object, name) {
  if (typeof name === "symbol" || name in object) return Reflect.get(object, name);
  if (name in Object.prototype || ASKED.test(name)) return undefined;
  throw unknownName(name, Object.getOwnPropertyNames(object));
}
