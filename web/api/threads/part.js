/**
 * What the threads share besides WebAssembly memory, and how one of them does a part of a turn. A turn is one call of a
 * kernel, cut into parts. Each thread has a range of them, the same in every turn over as many rows, so that it finds
 * in its own cache what it wrote the turn before; it takes them one after the other, and then those of the others.
 */

/* Words of `control`, each in a cache line of its own. */

/** The number of the turn; CLOSED: there will be none. */
export const TURN = 0;
/** How many parts the workers have done. */
export const DONE = 16;
/** How many workers wait to be woken. */
export const ASLEEP = 32;
/** Not 0: a kernel threw in a worker. */
export const FAILED = 48;

/** The most parts of a turn, and threads. */
export const MOST_PARTS = 1024;
export const MOST_THREADS = 64;

const LINE = 16;

/**
 * From here on, of each thread's range: the number of the turn and, in the lowest PART_BITS, the part that is to be
 * taken next.
 */
const NEXT = 64;
export const PART_BITS = 11;

/** @param {number} range */
export const nextOf = (range) => NEXT + LINE * range;

/** From here on: how far each part is. */
export const PARTS = nextOf(MOST_THREADS);

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
/** Among how many threads they are divided. */
export const THREADS = 6;
/** Which argument is a thread's own room; -1: none. */
export const SCRATCH = 7;
/** Which argument counts on with the cut one, below which number; -1: none. */
export const WRAP = 8;
export const BELOW = 9;
/** Where the workers' room begins, how many bytes each has, and where in it the kernel's begins. */
export const ROOM = 10;
export const ROOM_BYTES = 11;
export const ROOM_SCRATCH = 12;
/** Which argument counts the samples, of which a part does its share one by one; -1: none; and how many there are. */
export const EACH = 13;
export const SAMPLES = 14;
/** How many spans of memory a part has of an operand: of each sample, or row of a matrix whose columns are cut, one. */
export const SPANS = 15;
/** Not 0: the last argument of a kernel that goes over some columns, how far the rows are from one another. */
export const STRIDE = 16;
/** Where the parts keep what others add up, and how many bytes each has for it; 0: they keep nothing. */
export const KEPT = 17;
export const KEPT_BYTES = 18;
/** How many operands are overwritten with what is computed from them; then which arguments these are. */
export const SAVES = 19;
export const SAVED = 20;
/** The arguments; how far each moves from an index of the cut one to the next; and from a span to the next. */
export const ARGUMENTS = 28;
export const STEPS = 48;
export const SPAN_STEPS = 68;

const JOB_NUMBERS = 88;

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

/** The first part of a thread's range. @param {Float64Array} job @param {number} range */
export const firstPartOf = (job, range) => Math.floor((range * job[HOW_MANY]) / job[THREADS]);

/** The part that a word says is to be taken next. @param {number} next */
export const partOf = (next) => next & (2 ** PART_BITS - 1);

/**
 * Takes the next part of a turn: of the thread's own range, or of one that has some left.
 * @param {Int32Array} control
 * @param {Float64Array} job
 * @param {number} turn
 * @param {number} thread 0: the one that calls
 * @returns {number} which; -1: none is left, or the turn is over
 */
export function take(control, job, turn, thread) {
  for (let i = 0; i < job[THREADS]; i++) {
    const range = (thread + i) % job[THREADS],
      word = nextOf(range),
      end = firstPartOf(job, range + 1);
    for (let next = Atomics.load(control, word); partOf(next) < end; ) {
      if (next >>> PART_BITS !== turn) return -1;
      const found = Atomics.compareExchange(control, word, next, next + 1);
      if (found === next) return partOf(next);
      next = found;
    }
  }
  return -1;
}

/** The first index of a part. @param {Float64Array} job @param {number} part */
const firstOf = (job, part) => part * job[SIZE];

/** How many indices a part has. @param {Float64Array} job @param {number} part */
export const countOf = (job, part) => Math.min(job[SIZE], job[TOTAL] - firstOf(job, part));

/**
 * Where what a part reads or writes of an argument begins.
 * @param {Float64Array} job
 * @param {number} i which argument
 * @param {number} first of the cut size
 * @param {number} span
 */
const placeOf = (job, i, first, span) => job[ARGUMENTS + i] + first * job[STEPS + i] + span * job[SPAN_STEPS + i];

/** Where a part keeps what others add up. @param {Float64Array} job @param {number} part */
export const keptOf = (job, part) => job[KEPT] + part * job[KEPT_BYTES];

/**
 * Calls the kernel for a part.
 * @param {AnyKernel} kernel
 * @param {Float64Array} job
 * @param {number} part
 * @param {number} scratch the thread's own; 0: that of the call
 */
export function doPart(kernel, job, part, scratch) {
  const first = firstOf(job, part);
  for (let sample = 0; sample < job[SAMPLES]; sample++) {
    /** @type {number[]} */
    const args = [];
    for (let i = 0; i < job[COUNT]; i++) args.push(placeOf(job, i, first, sample));
    args[job[CUT]] = countOf(job, part);
    if (job[EACH] >= 0) args[job[EACH]] = 1;
    if (job[KEPT]) args[job[SCRATCH]] = keptOf(job, part);
    else if (scratch && job[SCRATCH] >= 0) args[job[SCRATCH]] = scratch;
    if (job[WRAP] >= 0) args[job[WRAP]] = (args[job[WRAP]] + first) % job[BELOW];
    if (job[STRIDE]) args.push(job[STRIDE]);
    kernel(...args);
  }
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
      spans = job[SPAN_STEPS + argument] ? job[SPANS] : 1;
    for (let span = 0; span < spans; span++, room += job[SIZE] * step) {
      const place = placeOf(job, argument, first, span);
      if (back) memcpy(place, room, count * step);
      else memcpy(room, place, count * step);
    }
  }
}
