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
export function readSafetensors(bytes: ArrayBuffer | Uint8Array): Record<string, Tensor>;
import type { Tensor } from "../index.js";
