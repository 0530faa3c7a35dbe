/**
 * The caller's tensor, of the shape that it must have.
 * @param {Target} out
 * @param {readonly number[]} shape
 * @returns {Tensor} it, or one that has its elements
 */
export function targetOf(out: Target, shape: readonly number[]): Tensor;
/**
 * @param {string} name of a tensor
 * @param {string} dtype
 * @returns {Read}
 * @throws {TypeError} if such elements cannot be read
 */
export function checkReadable(name: string, dtype: string): Read;
/**
 * @param {string} name
 * @param {Entry} entry
 * @param {Bytes} from its bytes
 * @param {Destination} [to]
 * @returns {Tensor}
 */
export function tensorOf(name: string, { dtype, shape, begin, end }: Entry, from: Bytes, to?: Destination): Tensor;
export function isReadable(dtype: string): boolean;
/**
 * Where elements go: into a new ordinary tensor, into a new resident one, or into the caller's.
 */
export type Destination = {
    resident?: boolean;
    out?: Target;
};
/**
 * Bytes, and whether they are nobody else's: then a tensor may keep them.
 */
export type Bytes = {
    bytes: Uint8Array;
    isOwn: boolean;
};
/**
 * Makes a tensor of elements.
 */
export type Read = (bytes: Bytes, shape: readonly number[], to: Destination) => Tensor;
import type { Target } from "../index.js";
import { Tensor } from "../index.js";
import type { Entry } from "./header.js";
