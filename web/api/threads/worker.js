/** One of the threads that layernorm/threads starts: does parts of turns, until it is told that there will be none. */
import {
  ASLEEP,
  CLOSED,
  doPart,
  DONE,
  FAILED,
  FINISHED,
  KERNEL,
  PARTS,
  ROOM,
  ROOM_BYTES,
  ROOM_SCRATCH,
  save,
  SAVES,
  shared,
  STATE_BITS,
  take,
  TAKEN_BACK,
  TURN,
} from "./part.js";

/** @import { AnyKernel } from "./part.js" */

/**
 * @typedef {object} Task
 * @property {WebAssembly.Module} module
 * @property {WebAssembly.Memory} memory
 * @property {SharedArrayBuffer} buffer
 * @property {string[]} kernels in the order of `job`
 * @property {number} index of this worker, from 1
 * @property {number} stack where its stack begins, which grows downwards
 */

/** How long a worker looks for the next turn before it goes to sleep: to be woken takes about as long. */
const LOOKS_MS = 0.05;

/** How often it looks before it looks at the clock. */
const LOOKS = 64;

/** Tells the processor that this is a loop that waits, where the engine can. */
const pause = /** @type {{ pause?: () => void }} */ (/** @type {unknown} */ (Atomics)).pause ?? (() => {});

/**
 * @param {Int32Array} control
 * @param {number} turn the last one
 * @returns {number} the next
 */
function nextTurn(control, turn) {
  for (const end = performance.now() + LOOKS_MS; performance.now() < end; ) {
    for (let i = 0; i < LOOKS; i++) {
      if (Atomics.load(control, TURN) !== turn) return Atomics.load(control, TURN);
      pause();
    }
  }
  Atomics.add(control, ASLEEP, 1);
  while (Atomics.load(control, TURN) === turn) Atomics.wait(control, TURN, turn);
  Atomics.sub(control, ASLEEP, 1);
  return Atomics.load(control, TURN);
}

/**
 * @param {Task} task
 * @param {() => void} ready
 */
function work({ module, memory, buffer, kernels, index, stack }, ready) {
  const exports = /** @type {Record<string, AnyKernel>} */ (
      new WebAssembly.Instance(module, { env: { memory } }).exports
    ),
    { control, job } = shared(buffer),
    functions = kernels.map((name) => exports[name]);
  exports.stackRestore(stack);

  /** @param {number} turn @param {number} part @returns {boolean} false: the part was taken back */
  const did = (turn, part) => {
    const word = PARTS + part,
      before = Atomics.load(control, word),
      [taken, begun, finished] = [TAKEN_BACK, index, FINISHED].map((state) => (turn << STATE_BITS) | state),
      room = job[ROOM] + (index - 1) * job[ROOM_BYTES];
    if (job[SAVES] > 0) save(exports.memcpy, job, part, room, false);
    if (before === taken || Atomics.compareExchange(control, word, before, begun) !== before) return false;
    doPart(functions[job[KERNEL]], job, part, room + job[ROOM_SCRATCH]);
    if (Atomics.compareExchange(control, word, begun, finished) !== begun) return false;
    Atomics.add(control, DONE, 1);
    return true;
  };

  let turn = Atomics.load(control, TURN);
  ready();
  while (turn !== CLOSED) {
    for (let part; (part = take(control, job, turn, index)) >= 0; ) {
      try {
        if (!did(turn, part)) return;
      } catch (error) {
        Atomics.store(control, FAILED, 1);
        throw error;
      }
    }
    turn = nextTurn(control, turn);
  }
}

const host = /** @type {any} */ (globalThis);

/** Of Node's type or of the browser's. */
const port = host.process?.getBuiltinModule?.("node:worker_threads").parentPort ?? host;
port.onmessage = (/** @type {{ data: Task }} */ { data }) => {
  port.onmessage = null;
  work(data, () => port.postMessage("ready"));
};
