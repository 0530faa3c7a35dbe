/** @param {SharedArrayBuffer} [buffer] another thread's */
export function shared(buffer?: SharedArrayBuffer): {
    buffer: SharedArrayBuffer;
    control: Int32Array<SharedArrayBuffer>;
    job: Float64Array<SharedArrayBuffer>;
};
/** @typedef {(...args: number[]) => unknown} AnyKernel */
/**
 * Takes the next part of a turn.
 * @param {Int32Array} control
 * @param {number} turn
 * @param {number} howMany parts there are
 * @returns {number} which; -1: none is left, or the turn is over
 */
export function take(control: Int32Array, turn: number, howMany: number): number;
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
 * kernel, cut into parts, which threads take one after the other until none is left.
 */
/** The number of the turn; CLOSED: there will be none. */
export const TURN: 0;
/** The number of the turn and, in the lowest PART_BITS, the part that is to be taken next. */
export const NEXT: 16;
/** How many parts the workers have done. */
export const DONE: 32;
/** How many workers wait to be woken. */
export const ASLEEP: 48;
/** Not 0: a kernel threw in a worker. */
export const FAILED: 64;
/** From here on: how far each part is. */
export const PARTS: 80;
export const PART_BITS: 11;
/** The most parts of a turn, and threads. */
export const MOST_PARTS: 1024;
export const MOST_THREADS: 64;
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
/** Which argument is a thread's own room; -1: none. */
export const SCRATCH: 6;
/** Which argument counts on with the cut one, below which number; -1: none. */
export const WRAP: 7;
export const BELOW: 8;
/** Where the workers' room begins, how many bytes each has, and where in it the kernel's begins. */
export const ROOM: 9;
export const ROOM_BYTES: 10;
export const ROOM_SCRATCH: 11;
/** How many operands are overwritten with what is computed from them; then which arguments these are. */
export const SAVES: 12;
export const SAVED: 13;
/** The arguments, and how far each moves from an index of the cut one to the next. */
export const ARGUMENTS: 20;
export const STEPS: 40;
/** What of a part's word is not its turn: 0: nobody has begun it; 1 .. 126: that worker has; or: */
export const TAKEN_BACK: 126;
export const FINISHED: 127;
export const STATE_BITS: 7;
export type AnyKernel = (...args: number[]) => unknown;
