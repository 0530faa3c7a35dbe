/** @param {SharedArrayBuffer} [buffer] another thread's */
export function shared(buffer?: SharedArrayBuffer): {
    buffer: SharedArrayBuffer;
    control: Int32Array<SharedArrayBuffer>;
    job: Float64Array<SharedArrayBuffer>;
};
/**
 * Takes the next part of a turn: of the thread's own range, or of one that has some left.
 * @param {Int32Array} control
 * @param {Float64Array} job
 * @param {number} turn
 * @param {number} thread 0: the one that calls
 * @returns {number} which; -1: none is left, or the turn is over
 */
export function take(control: Int32Array, job: Float64Array, turn: number, thread: number): number;
/**
 * Calls the kernel for a part.
 * @param {AnyKernel} kernel
 * @param {Float64Array} job
 * @param {number} part
 * @param {number} scratch the thread's own; 0: that of the call
 */
export function doPart(kernel: AnyKernel, job: Float64Array, part: number, scratch: number): void;
/**
 * Copies what a part overwrites to a worker's room, or back.
 * @param {(to: number, from: number, bytes: number) => unknown} memcpy
 * @param {Float64Array} job
 * @param {number} part
 * @param {number} room
 * @param {boolean} back
 */
export function save(memcpy: (to: number, from: number, bytes: number) => unknown, job: Float64Array, part: number, room: number, back: boolean): void;
/**
 * What the threads share besides WebAssembly memory, and how one of them does a part of a turn. A turn is one call of a
 * kernel, cut into parts. Each thread has a range of them, the same in every turn over as many rows, so that it finds
 * in its own cache what it wrote the turn before; it takes them one after the other, and then those of the others.
 */
/** The number of the turn; CLOSED: there will be none. */
export const TURN: 0;
/** How many parts the workers have done. */
export const DONE: 16;
/** How many workers wait to be woken. */
export const ASLEEP: 32;
/** Not 0: a kernel threw in a worker. */
export const FAILED: 48;
/** The most parts of a turn, and threads. */
export const MOST_PARTS: 1024;
export const MOST_THREADS: 64;
export const PART_BITS: 11;
export function nextOf(range: number): number;
/** From here on: how far each part is. */
export const PARTS: number;
/** Turns are counted from 1 to this, and then from 1 again. */
export const LAST_TURN: number;
export const CLOSED: -1;
/** Which kernel, by its index in the list that workers are given. */
export const KERNEL: 0;
/** How many arguments it has, and which of them is cut. */
export const COUNT: 1;
export const CUT: 2;
/** How much of that there is, and how much of it makes a part. */
export const TOTAL: 3;
export const SIZE: 4;
/** How many parts that is. */
export const HOW_MANY: 5;
/** Among how many threads they are divided. */
export const THREADS: 6;
/** Which argument is a thread's own room; -1: none. */
export const SCRATCH: 7;
/** Which argument counts on with the cut one, below which number; -1: none. */
export const WRAP: 8;
export const BELOW: 9;
/** Where the workers' room begins, how many bytes each has, and where in it the kernel's begins. */
export const ROOM: 10;
export const ROOM_BYTES: 11;
export const ROOM_SCRATCH: 12;
/** Which argument counts the samples, of which a part does its share one by one; -1: none; and how many there are. */
export const EACH: 13;
export const SAMPLES: 14;
/** How many spans of memory a part has of an operand: of each sample, or row of a matrix whose columns are cut, one. */
export const SPANS: 15;
/** Not 0: the last argument of a kernel that goes over some columns, how far the rows are from one another. */
export const STRIDE: 16;
/** Where the parts keep what others add up, and how many bytes each has for it; 0: they keep nothing. */
export const KEPT: 17;
export const KEPT_BYTES: 18;
/** How many operands are overwritten with what is computed from them; then which arguments these are. */
export const SAVES: 19;
export const SAVED: 20;
/** The arguments; how far each moves from an index of the cut one to the next; and from a span to the next. */
export const ARGUMENTS: 28;
export const STEPS: 48;
export const SPAN_STEPS: 68;
/** What of a part's word is not its turn: 0: nobody has begun it; 1 .. 126: that worker has; or: */
export const TAKEN_BACK: 126;
export const FINISHED: 127;
export const STATE_BITS: 7;
export function firstPartOf(job: Float64Array, range: number): number;
export function partOf(next: number): number;
export function countOf(job: Float64Array, part: number): number;
export function keptOf(job: Float64Array, part: number): number;
export type AnyKernel = (...args: number[]) => unknown;
