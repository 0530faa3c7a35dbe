/** Turns: a call of a kernel that is large enough is done by all threads, the one that calls among them. */
import { LN_RUN_ROWS } from "../kernels.js";
import { cutOf, plans } from "./cuts.js";
import {
  ARGUMENTS,
  ASLEEP,
  BELOW,
  CLOSED,
  COUNT,
  countOf,
  CUT,
  DONE,
  doPart,
  EACH,
  FAILED,
  FINISHED,
  firstPartOf,
  HOW_MANY,
  KEPT,
  KEPT_BYTES,
  keptOf,
  KERNEL,
  LAST_TURN,
  MOST_PARTS,
  MOST_THREADS,
  nextOf,
  PART_BITS,
  partOf,
  PARTS,
  ROOM,
  ROOM_BYTES,
  ROOM_SCRATCH,
  SAMPLES,
  save,
  SAVED,
  SAVES,
  SCRATCH,
  shared,
  SIZE,
  SPAN_STEPS,
  SPANS,
  STATE_BITS,
  STEPS,
  STRIDE,
  take,
  TAKEN_BACK,
  THREADS,
  TOTAL,
  TURN,
  WRAP,
} from "./part.js";

/** @import { Cut, Plan } from "./cuts.js" */
/** @import { AnyKernel } from "./part.js" */

/** The kernels that are cut. */
export const cutKernels = [...plans.keys()];

/** What does parts of them, by its index in a turn. */
export const partKernels = [...new Set([...plans.values()].flatMap(({ cuts }) => cuts.map(({ by }) => by)))];
const indices = new Map(partKernels.map((name, index) => [name, index]));

/**
 * What decides whether a call is shared, and how large its parts are, in nanoseconds of one thread; tests share small
 * calls, too. On two threads of an Intel Xeon (Node 20.20.2) layer norm of 64x768, 13.8 microseconds on one, took 11.9
 * when it was shared, and of 32x768 11.6 in place of 8.3; its gradients of 64x768 24 in place of 33, and of 32x768 26
 * in place of 19.
 */
export const sharing = { least: 13_000, leastPart: 2000, mostPart: 100_000, parts: 32 };

/** How long a part that somebody has taken may be out. */
const PATIENCE_MS = 1000;

/** No step of the clock counts more: one that is longer shows that all threads stood still. */
const STEP_MS = 50;

/** How often the caller looks whether all is done before it looks at the clock. */
const LOOKS = 1024;

/** @typedef {ReturnType<typeof shared>} Shared */

/** @typedef {{ pointer: number, bytes: number }} Room */

/**
 * @typedef {object} Caller what turns need of the thread that calls
 * @property {number} workers how many threads there are besides
 * @property {number} started how many were started: one that has ended leaves the others their places
 * @property {Shared} shared
 * @property {number} turn the last one
 * @property {Room} room of all workers
 * @property {Room} kept what parts keep
 * @property {(bytes: number) => number} malloc
 * @property {(pointer: number) => void} free
 * @property {(name: string) => AnyKernel} kernel of the instance that is now in use
 * @property {(why: string) => void} giveUp ends the workers, and goes on in memory that they do not know
 */

/**
 * About how long a call takes one thread.
 * @param {Plan} plan
 * @param {readonly number[]} args
 */
function nanoseconds({ sizes, ns }, args) {
  let product = ns;
  for (let i = 0; i < sizes.length; i++) product *= args[sizes[i]];
  return product;
}

/**
 * How much of the cut size makes a part: by the shape of the data alone, so that bits could not depend on the number of
 * threads even where a kernel's did on its parts. Few parts are a power of 2, so that threads have as many of them.
 * @param {number} total
 * @param {number} grain
 * @param {number} ns of the whole call
 * @param {number} calls of the kernel that a part takes
 */
function partSize(total, grain, ns, calls) {
  const most = Math.min(ns / (sharing.leastPart * calls), Math.max(sharing.parts, ns / sharing.mostPart), MOST_PARTS),
    parts = most > sharing.parts ? most : 2 ** Math.floor(Math.log2(most));
  return Math.ceil(total / parts / grain) * grain;
}

/** A size, by its argument; -1: there is none, and all is one. @param {readonly number[]} args @param {number} at */
const sizeAt = (args, at) => (at < 0 ? 1 : args[at]);

/**
 * A kernel that shares its calls.
 * @param {Caller} caller
 * @param {string} name
 * @param {AnyKernel} kernel
 * @returns {AnyKernel}
 */
export function sharingKernel(caller, name, kernel) {
  const plan = /** @type {Plan} */ (plans.get(name));
  return (...args) => {
    if (caller.workers === 0) return caller.kernel(name)(...args);
    const ns = nanoseconds(plan, args),
      cut = ns < sharing.least ? null : cutOf(plan, args);
    if (cut === null) return kernel(...args);
    const size = partSize(args[cut.at], cut.grain, ns, sizeAt(args, cut.each));
    if (size >= args[cut.at]) return kernel(...args);
    describe(caller.shared.job, plan, cut, args, size);
    if (!makeRoom(caller, plan, cut, args) || !makeKeptRoom(caller, cut, args)) return kernel(...args);
    share(caller, cut.by);
    return addKept(caller, cut, args);
  };
}

/**
 * The bytes between what belongs to an index of the cut size and to the next.
 * @param {readonly (number[] | null)[]} steps
 * @param {readonly number[]} args
 * @param {number} i
 */
function stepOf(steps, args, i) {
  const step = steps[i];
  if (step === null || args[i] === 0) return 0;
  let bytes = step[0];
  for (let k = 1; k < step.length; k++) bytes *= args[step[k]];
  return bytes;
}

/**
 * The operands that a call overwrites with what is computed from them.
 * @param {Plan} plan
 * @param {readonly number[]} args
 */
function overwritten({ places }, args) {
  /** @type {number[]} */
  const result = [];
  for (const [written, read] of places) {
    if (args[written] !== 0 && args[written] === args[read] && !result.includes(written)) result.push(written);
  }
  return result;
}

/** A multiple of a cache line. @param {number} bytes */
const wholeLines = (bytes) => Math.ceil(bytes / 64) * 64;

/**
 * Sees to it that a room has so many bytes.
 * @param {Caller} caller
 * @param {Room} room
 * @param {number} needed
 * @returns {boolean} false: memory has no such room
 */
function enlarge(caller, room, needed) {
  if (needed > room.bytes) {
    if (room.pointer) caller.free(room.pointer);
    room.pointer = caller.malloc(needed) >>> 0;
    room.bytes = room.pointer ? needed : 0;
  }
  return needed <= room.bytes;
}

/**
 * Sees to it that every worker has room for what the kernel needs of its own, and for what it overwrites.
 * @param {Caller} caller whose job has the steps and the spans
 * @param {Plan} plan
 * @param {Cut} cut
 * @param {readonly number[]} args
 * @returns {boolean} false: memory has no such room
 */
function makeRoom(caller, plan, cut, args) {
  const { job } = caller.shared,
    saves = overwritten(plan, args);
  let bytes = 0;
  for (const i of saves) bytes += job[STEPS + i] * job[SIZE] * (job[SPAN_STEPS + i] ? job[SPANS] : 1);
  job[ROOM_SCRATCH] = wholeLines(bytes);
  if (plan.scratch >= 0 && cut.sums.length === 0)
    bytes = job[ROOM_SCRATCH] + 4 * (plan.perTerm * args[plan.terms] + plan.more);
  job[ROOM_BYTES] = wholeLines(bytes);
  job[SAVES] = saves.length;
  saves.forEach((argument, i) => (job[SAVED + i] = argument));
  const there = enlarge(caller, caller.room, job[ROOM_BYTES] * caller.started);
  job[ROOM] = caller.room.pointer;
  return there;
}

/**
 * Sees to it that every part has room for the sums of its runs: LN_KEPT_FLOATS of c/parts.h.
 * @param {Caller} caller whose job says what there is to do
 * @param {Cut} cut
 * @param {readonly number[]} args
 * @returns {boolean} false: memory has no such room
 */
function makeKeptRoom(caller, cut, args) {
  const { job } = caller.shared;
  job[KEPT] = 0;
  if (cut.sums.length === 0) return true;
  const n = args[cut.terms];
  job[KEPT_BYTES] = wholeLines(4 * (runFloats(n) * Math.ceil(job[SIZE] / LN_RUN_ROWS) + n));
  const there = enlarge(caller, caller.kept, job[KEPT_BYTES] * job[HOW_MANY]);
  job[KEPT] = caller.kept.pointer;
  return there;
}

/**
 * @param {Float64Array} job
 * @param {Plan} plan
 * @param {Cut} cut
 * @param {readonly number[]} args
 * @param {number} size of a part
 */
function describe(job, plan, cut, args, size) {
  job[KERNEL] = /** @type {number} */ (indices.get(cut.by));
  job[COUNT] = args.length;
  job[CUT] = cut.at;
  job[TOTAL] = args[cut.at];
  job[SIZE] = size;
  job[HOW_MANY] = Math.ceil(args[cut.at] / size);
  job[SCRATCH] = plan.scratch;
  job[WRAP] = cut.wrap >= 0 && args[cut.below] > 0 ? cut.wrap : -1;
  job[BELOW] = cut.below >= 0 ? args[cut.below] : 0;
  job[EACH] = cut.each;
  job[SAMPLES] = sizeAt(args, cut.each);
  job[SPANS] = sizeAt(args, cut.span);
  job[STRIDE] = cut.isColumns ? args[cut.at] : 0;
  for (let i = 0; i < args.length; i++) {
    job[ARGUMENTS + i] = cut.steps[i] === null ? args[i] : args[i] >>> 0;
    job[STEPS + i] = stepOf(cut.steps, args, i);
    job[SPAN_STEPS + i] = stepOf(cut.spanSteps, args, i);
  }
  for (const i of cut.sums) job[ARGUMENTS + i] = 0;
}

/** The floats that a run of rows leaves: LN_RUN_FLOATS of c/parts.h. @param {number} n */
const runFloats = (n) => Math.ceil(n / 4) * 8;

/**
 * Adds up what the parts have kept, in their order.
 * @param {Caller} caller
 * @param {Cut} cut
 * @param {readonly number[]} args
 */
function addKept(caller, cut, args) {
  if (cut.sums.length === 0) return;
  const { job } = caller.shared,
    add = caller.kernel("ln_add_runs"),
    [dweight, dbias = 0] = cut.sums.map((i) => args[i]);
  for (let part = 0; part < job[HOW_MANY]; part++) {
    add(dweight, dbias, keptOf(job, part), Math.ceil(countOf(job, part) / LN_RUN_ROWS), args[cut.terms]);
  }
}

/**
 * Does a turn.
 * @param {Caller} caller whose job says what there is to do
 * @param {string} name of the kernel that does parts
 */
function share(caller, name) {
  const { control, job } = caller.shared,
    kernel = caller.kernel(name),
    turn = (caller.turn = (caller.turn % LAST_TURN) + 1);
  job[THREADS] = caller.workers + 1;
  if (turn === 1) control.fill(0, PARTS); /* its numbers come anew */
  Atomics.store(control, DONE, 0);
  for (let range = 0; range < job[THREADS]; range++) {
    Atomics.store(control, nextOf(range), (turn << PART_BITS) | firstPartOf(job, range));
  }
  Atomics.store(control, TURN, turn);
  if (Atomics.load(control, ASLEEP) > 0) Atomics.notify(control, TURN);
  let left = job[HOW_MANY];
  try {
    for (let part; (part = take(control, job, turn, 0)) >= 0; ) {
      left--;
      doPart(kernel, job, part, 0);
      control[PARTS + part] = (turn << STATE_BITS) | FINISHED; /* or takeBack() would do it again */
    }
  } finally {
    /* Before the next job is written: nobody takes a part of it for one of this. (Some are left if a kernel threw.) */
    for (let range = 0; range < job[THREADS]; range++) {
      const next = Atomics.exchange(control, nextOf(range), (turn << PART_BITS) | MOST_PARTS);
      left -= Math.max(0, firstPartOf(job, range + 1) - partOf(next));
    }
    const why = wait(control, left);
    if (why) takeBack(caller, name, turn, why);
  }
}

/**
 * Waits until the workers have done what they took. A page's own thread may not sleep: so it looks, again and again.
 * @param {Int32Array} control
 * @param {number} parts
 * @returns {string} why no more is to be waited for; "": they have
 */
function wait(control, parts) {
  for (let waited = 0, last = performance.now(); ; ) {
    for (let i = 0; i < LOOKS; i++) if (Atomics.load(control, DONE) === parts) return "";
    if (Atomics.load(control, FAILED)) return "a kernel threw in a thread";
    const now = performance.now();
    waited += Math.min(now - last, STEP_MS);
    last = now;
    if (waited > PATIENCE_MS) return "a thread did not answer within a second";
  }
}

/**
 * Does what a worker has taken and not done: one that was killed, or stands still. First no worker can begin or end a
 * part any more; then they lose the memory, for one that only stood still would go on writing into it.
 * @param {Caller} caller
 * @param {string} name of the kernel
 * @param {number} turn
 * @param {string} why
 */
function takeBack(caller, name, turn, why) {
  const { control, job } = caller.shared,
    taken = (turn << STATE_BITS) | TAKEN_BACK,
    states = Array.from({ length: job[HOW_MANY] }, (_, part) => Atomics.exchange(control, PARTS + part, taken));
  caller.giveUp(why);
  const kernel = caller.kernel(name),
    memcpy = caller.kernel("memcpy");
  states.forEach((word, part) => {
    const state = word >>> STATE_BITS === turn ? word & (2 ** STATE_BITS - 1) : 0;
    if (state === FINISHED) return;
    if (state > 0) save(memcpy, job, part, job[ROOM] + (state - 1) * job[ROOM_BYTES], true);
    doPart(kernel, job, part, 0);
  });
}

/** Leaves no part to be taken. @param {Int32Array} control */
function takeAll(control) {
  for (let range = 0; range < MOST_THREADS; range++) Atomics.store(control, nextOf(range), MOST_PARTS);
}

/** What a caller and its workers share, where no turn has been. @returns {Shared} */
export function noTurn() {
  const result = shared();
  takeAll(result.control);
  return result;
}

/** Tells the workers that there will be no turn. @param {Shared} shared */
export function close({ control }) {
  takeAll(control);
  Atomics.store(control, TURN, CLOSED);
  Atomics.notify(control, TURN);
}
