/**
 * What came, in a few words.
 * @param {unknown} value
 * @returns {string}
 */
export function describe(value: unknown): string;
/**
 * @param {unknown} value
 * @param {string} name
 * @param {number} [least]
 * @returns {number} value, an integer of at least `least`
 */
export function checkInteger(value: unknown, name: string, least?: number): number;
/**
 * @param {unknown} value
 * @param {string} name
 * @param {number} [least]
 * @returns {number} value, finite and at least `least`
 */
export function checkFinite(value: unknown, name: string, least?: number): number;
/**
 * @param {unknown} value
 * @param {string} name
 * @returns {boolean} value; false if it is undefined
 */
export function checkBoolean(value: unknown | undefined, name: string): boolean;
/**
 * Options that this function knows, and no others: a misspelt or foreign option (unbiased, axis, keepDims) must not be
 * passed over in silence, for it would give another number than the one that was asked for.
 * @template {object} T
 * @param {T | undefined} options
 * @param {readonly string[]} known
 * @param {string} [name] of the argument
 * @returns {T}
 */
export function checkOptions<T extends object>(options: T | undefined, known: readonly string[], name?: string): T;
/**
 * @param {readonly number[]} shape
 * @returns {number} how many elements a tensor of that shape has
 */
export function elementCount(shape: readonly number[]): number;
/**
 * @param {unknown} shape
 * @param {string} name
 * @returns {number[]} a copy of it, with at most 8 dims
 */
export function checkShape(shape: unknown, name?: string): number[];
/**
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 */
export function sameShape(a: readonly number[], b: readonly number[]): boolean;
/**
 * Dims of a tensor, counted from the front, in the order given.
 * @param {unknown} dim a dim, or several; negative ones count from the end, undefined means all
 * @param {number} rank of the tensor; one of rank 0 has a dim 0 of size 1, as in PyTorch
 * @returns {number[]}
 */
export function checkDims(dim: unknown, rank: number): number[];
/** The most dims that a tensor may have. */
export const MAX_RANK: number;
export function shapeText(shape: readonly number[]): string;
export function wrongType(name: string, expected: string, got: unknown): TypeError;
export function wrongValue(name: string, expected: string, got: unknown): RangeError;
/** @type {(value: unknown, name: string) => number} */
export const checkNonNegative: (value: unknown, name: string) => number;
export function isFloat32Array(value: unknown): value is Float32Array;
export function tagOf(value: unknown): string;
