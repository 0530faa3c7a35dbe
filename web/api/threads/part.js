/**
 * What the threads share besides WebAssembly memory, and how one of them does a part of a turn. A turn is one call of a
 * kernel, cut into parts, which threads take one after the other until none is left.
 */

/* Words of `control`, each in a cache line of its own. */

/** The number of the turn; CLOSED: there will be none. */
export const TURN = 0;
/** The number of the turn and, in the lowest PART_BITS, the part that is to be taken next. */
export const NEXT = 16;
/** How many parts the workers have done. */
export const DONE = 32;
/** How many workers wait to be woken. */
export const ASLEEP = 48;
/** Not 0: a kernel threw in a worker. */
export const FAILED = 64;
/** From here on: how far each part is. */
export const PARTS = 80;

export const PART_BITS = 11;

/** The most parts of a turn, and threads. */
export const MOST_PARTS = 1024;
export const MOST_THREADS = 64;

/** Turns are counted from 1 to this, and then from 1 again. */
export const LAST_TURN = 2 ** 20 - 1;

export const CLOSED = -1;

const CONTROL_BYTES = 4 * (PARTS + MOST_PARTS);

/* Numbers of `job`, which say what the turn is. */

/** Which kernel, by its index in the list that workers are given. */
export const KERNEL = 0;
/** How many arguments it has, and which of them is cut. */
export const COUNT = 1;
export const CUT = 2;
/** How much of that there is, and how much of it makes a part. */
export const TOTAL = 3;
export const SIZE = 4;
/** How many parts that is. */
export const HOW_MANY = 5;
/** Which argument is a thread's own room; -1: none. */
export const SCRATCH = 6;
/** Which argument counts on with the cut one, below which number; -1: none. */
export const WRAP = 7;
export const BELOW = 8;
/** Where the workers' room begins, how many bytes each has, and where in it the kernel's begins. */
export const ROOM = 9;
export const ROOM_BYTES = 10;
export const ROOM_SCRATCH = 11;
/** How many operands are overwritten with what is computed from them; then which arguments these are. */
export const SAVES = 12;
export const SAVED = 13;
/** The arguments, and how far each moves from an index of the cut one to the next. */
export const ARGUMENTS = 20;
export const STEPS = 40;

const JOB_NUMBERS = 64;

/** What of a part's word is not its turn: 0: nobody has begun it; 1 .. 126: that worker has; or: */
export const TAKEN_BACK = 126;
export const FINISHED = 127;
export const STATE_BITS = 7;

/** @param {SharedArrayBuffer} [buffer] another thread's */
export function shared(buffer = new SharedArrayBuffer(CONTROL_BYTES + 8 * JOB_NUMBERS)) {
  return {
    buffer,
    control: new Int32Array(buffer, 0, CONTROL_BYTES / 4),
    job: new Float64Array(buffer, CONTROL_BYTES, JOB_NUMBERS),
  };
}

/** @typedef {(...args: number[]) => unknown} AnyKernel */

/**
 * Takes the next part of a turn.
 * @param {Int32Array} control
 * @param {number} turn
 * @param {number} howMany parts there are
 * @returns {number} which; -1: none is left, or the turn is over
 */
export function take(control, turn, howMany) {
  for (let next = Atomics.load(control, NEXT); ; ) {
    const part = next & (2 ** PART_BITS - 1);
    if (next >>> PART_BITS !== turn || part >= howMany) return -1;
    const found = Atomics.compareExchange(control, NEXT, next, next + 1);
    if (found === next) return part;
    next = found;
  }
}

/** The first index of a part. @param {Float64Array} job @param {number} part */
const firstOf = (job, part) => part * job[SIZE];

/** How many indices a part has. @param {Float64Array} job @param {number} part */
const countOf = (job, part) => Math.min(job[SIZE], job[TOTAL] - firstOf(job, part));

/**
 * Calls the kernel for a part.
 * @param {AnyKernel} kernel
 * @param {Float64Array} job
 * @param {number} part
 * @param {number} scratch the thread's own; 0: that of the call
 */
export function doPart(kernel, job, part, scratch) {
  const first = firstOf(job, part),
    /** @type {number[]} */
    args = [];
  for (let i = 0; i < job[COUNT]; i++) args.push(job[ARGUMENTS + i] + first * job[STEPS + i]);
  args[job[CUT]] = countOf(job, part);
  if (scratch && job[SCRATCH] >= 0) args[job[SCRATCH]] = scratch;
  if (job[WRAP] >= 0) args[job[WRAP]] = (args[job[WRAP]] + first) % job[BELOW];
  kernel(...args);
}

/**
 * Copies what a part overwrites to a worker's room, or back.
 * @param {(to: number, from: number, bytes: number) => unknown} memcpy
 * @param {Float64Array} job
 * @param {number} part
 * @param {number} room
 * @param {boolean} back
 */
export function save(memcpy, job, part, room, back) {
  const first = firstOf(job, part),
    count = countOf(job, part);
  for (let i = 0; i < job[SAVES]; i++) {
    const argument = job[SAVED + i],
      step = job[STEPS + argument],
      place = job[ARGUMENTS + argument] + first * step;
    if (back) memcpy(place, room, count * step);
    else memcpy(room, place, count * step);
    room += job[SIZE] * step;
  }
}
