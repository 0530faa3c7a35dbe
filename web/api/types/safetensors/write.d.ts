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
export function writeSafetensors(tensors: Readonly<Record<string, Input>>, options?: SafetensorsWriteOptions): SafetensorsBytes;
/**
 * A Uint8Array of an ArrayBuffer, as a Blob takes it: spelt out, for older versions of TypeScript do not tell kinds of
 * memory apart.
 */
export type SafetensorsBytes = ReturnType<typeof Uint8Array.from>;
/**
 * A tensor to be written.
 */
export type Item = {
    name: string;
    dtype: SafetensorsDtype;
    value: Tensor;
};
/**
 * how elements are stored
 */
export type SafetensorsDtype = "F32" | "F16" | "BF16";
export type SafetensorsWriteOptions = {
    /**
     * of all tensors, or of each by its name
     * (default "F32", which stores every element as it is); the others round, as {@link toFloat16} and
     * {@link toBfloat16} do
     */
    dtype?: SafetensorsDtype | ((name: string) => SafetensorsDtype) | undefined;
    /**
     * what else the header says (default: nothing)
     */
    metadata?: Readonly<Record<string, string>> | undefined;
};
/**
 * How the elements of a dtype are written.
 */
export type Writer = {
    /**
     * of an element
     */
    bytes: number;
    write: (to: ArrayBuffer, at: number, x: Tensor) => void;
};
import type { Input } from "../index.js";
import { Tensor } from "../index.js";
