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
export function readSafetensors(bytes: ArrayBuffer | Uint8Array): Record<string, Tensor>;
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
export function openSafetensors(blob: Blob): Promise<SafetensorsFile>;
/**
 * What a safetensors file has, and a function that reads one tensor of it.
 */
export type SafetensorsFile = {
    /**
     * by their names, whatever their dtype: an
     * object without prototype
     */
    tensors: Record<string, {
        dtype: string;
        shape: number[];
    }>;
    /**
     * gives a new tensor each time; a TypeError that names the dtype
     * where that is not F32, F16, BF16 or F64, a RangeError where there is no tensor of that name
     */
    read: (name: string) => Promise<Tensor>;
};
export type Dtype = {
    /**
     * of an element
     */
    bytes: number;
    /**
     * makes a tensor of elements; without it
     * they cannot be read
     */
    read?: ((buffer: ArrayBuffer, shape: readonly number[]) => Tensor) | undefined;
};
/**
 * Where a tensor is in a file.
 */
export type Entry = {
    /**
     * as the file names it: "F32"
     */
    dtype: string;
    shape: number[];
    /**
     * in bytes, from the end of the header
     */
    begin: number;
    end: number;
};
import type { Tensor } from "./index.js";
