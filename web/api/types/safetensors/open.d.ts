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
export function openSafetensors(source: Blob | SafetensorsSource | readonly (Blob | SafetensorsSource)[]): Promise<SafetensorsFile>;
/**
 * A file somewhere else, of which ranges can be had.
 */
export type SafetensorsSource = {
    /**
     * of the file, in bytes
     */
    size: number;
    /**
     * gives the bytes from begin to before end
     */
    read: (begin: number, end: number) => Promise<Uint8Array>;
};
/**
 * Where the elements of a tensor go that is read.
 */
export type SafetensorsReadOptions = {
    /**
     * whether a new tensor is in WebAssembly memory, into which they are converted straight
     * (default false)
     */
    resident?: boolean | undefined;
    /**
     * written and returned: of the tensor's shape, of either kind (default: a new tensor)
     */
    out?: import("../tensor/as-tensor.js").Target | undefined;
};
/**
 * What a safetensors file has, or several, and a function that reads one tensor.
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
     * what else the header says, often nothing, by names; of several files'
     * that of the first: an object without prototype
     */
    metadata: Record<string, string>;
    /**
     * gives a new tensor each time, or
     * writes to `out`; a TypeError that names the dtype where that is not F32, F16, BF16 or F64, a RangeError where there
     * is no tensor of that name, which names the nearest
     */
    read: (name: string, options?: SafetensorsReadOptions) => Promise<Tensor>;
};
/**
 * A file, as it is read here.
 */
export type Source = {
    size: number;
    bytes: (begin: number, end: number) => Promise<Bytes>;
};
/**
 * Where a tensor is.
 */
export type Place = {
    entry: Entry;
    source: Source;
    label: string;
};
import type { Tensor } from "../index.js";
import type { Bytes } from "./elements.js";
import type { Entry } from "./header.js";
