/** @param {ArrayBufferView} view @returns {boolean} whether its memory is gone: then it looks empty */
export function isDetached({ buffer }: ArrayBufferView): boolean;
/**
 * A view whose memory is gone would give an empty result.
 * @param {ArrayBufferView} view
 * @param {string} name
 */
export function checkAttached(view: ArrayBufferView, name: string): void;
/**
 * @param {Floats} floats what is no Float32Array is converted, in a copy
 * @param {string} name
 * @returns {Float32Array}
 */
export function asFloat32Array(floats: Floats, name: string): Float32Array;
/**
 * @param {readonly number[]} sizes
 * @returns {Float32Array} of zeros, as many as a tensor of these sizes has elements
 * @throws {RangeError} if the JavaScript heap has no room
 */
export function zerosFor(sizes: readonly number[]): Float32Array;
export function isFloat32Array(value: unknown): value is Float32Array;
export function isConverted(value: unknown): boolean;
export function isFloats(value: unknown): value is Floats;
/**
 * A Float16Array, in runtimes that have it: spelt out, for older libraries of TypeScript lack its name.
 */
export type HalfArray = ArrayBufferView & {
    readonly [Symbol.toStringTag]: "Float16Array";
    readonly length: number;
    readonly [index: number]: number;
};
/**
 * What elements come in: a Float32Array, which is used as it is, or a Float16Array or a Float64Array, of which a copy
 * is converted: the latter is rounded, as numbers are.
 */
export type Floats = Float32Array | Float64Array | HalfArray;
